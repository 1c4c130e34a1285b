//! The bundled games.

use super::{FirstGame, JobPurpose, Platform};
use crate::bundled::BUNDLED_RECORDS;
use crate::state::AppState;
use kifu_logs::files::{LogInput, Origin};

impl Platform {
    /// Adds the bundled records to the library, and opens the first.
    pub fn scan_bundled(&mut self) {
        self.scan_bundled_and(FirstGame::Preview);
    }

    /// Adds the bundled records to the library, and does with the first as told.
    pub(super) fn scan_bundled_and(&mut self, first: FirstGame) {
        let inputs = BUNDLED_RECORDS.iter().map(bundled_input);
        let id = self.jobs.scan(inputs.collect());
        self.job_purposes.insert(id, JobPurpose::AddRows(first));
    }

    /// Opens the bundled game with this file name, from the library if it is listed there.
    pub(super) fn open_example(&mut self, state: &mut AppState, name: &str) {
        let Some(record) = BUNDLED_RECORDS.iter().find(|(known, _)| *known == name) else {
            return;
        };
        let origin = Origin::new(bundled_input(record));
        let known = state.library.row_of_game(&origin, 0);
        if let Some(row) = known {
            self.open_row(state, row, JobPurpose::PreviewGame);
            return;
        }
        let id = self.jobs.scan(vec![bundled_input(record)]);
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Preview));
    }
}

fn bundled_input(&(name, text): &(&'static str, &'static str)) -> LogInput {
    LogInput::Bundled {
        name,
        bytes: text.as_bytes(),
    }
}
