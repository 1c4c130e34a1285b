//! The library, and games opened from its rows.

use crate::opened_game::rows_open_as_listed;
use crate::trials::{log_folders, trial};
use kifu::files::LogInput;
use kifu_app::library::{JobProgress, Library, ScanBatch, ScanListener, scan};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    let of = |folder: String| {
        let name = format!("games_of_every_log_open_as_listed::{folder}");
        trial(
            module_path!(),
            &name,
            &folder,
            games_of_every_log_open_as_listed,
        )
    };
    log_folders().into_iter().map(of).collect()
}

#[derive(Default)]
struct LibraryBuilder(Library);

impl ScanListener for LibraryBuilder {
    fn on_batch(&mut self, batch: ScanBatch, _: JobProgress) -> bool {
        self.0.add_batch(1, batch);
        self.0.refresh();
        true
    }

    fn is_wanted(&self) -> bool {
        true
    }
}

fn games_of_every_log_open_as_listed(folder: &Path) {
    let mut builder = LibraryBuilder::default();
    let input = LogInput::File {
        path: folder.to_path_buf(),
        is_explicit: true,
    };
    scan(&[input], &mut builder).unwrap();
    let library = builder.0;
    assert!(!library.is_empty(), "no game");
    rows_open_as_listed(&library);
}
