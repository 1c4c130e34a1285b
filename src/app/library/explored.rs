//! The explorer's counts of the moves played in the games of the library.

use super::Library;
use super::row::GameRow;
use crate::explore::{Explorer, ExplorerAnswer, ExplorerQuery};
use crate::games::DynState;

/// The explorer of the library; games are labelled by their rows.
#[derive(Debug, Default)]
pub(super) struct ExploredGames {
    explorer: Explorer,
    /// The number of changes so far, by which answers are known to be out of date.
    revision: u64,
}

impl ExploredGames {
    /// Adds the game of a new row.
    pub fn add(&mut self, row: &GameRow, index: usize) {
        if let (Some(trace), Ok(label)) = (&row.trace, u32::try_from(index)) {
            let [first, second] = &row.players;
            self.explorer.add(trace, label, [first, second]);
            self.revision += 1;
        }
    }

    /// Replaces the game of a row.
    pub fn replace(&mut self, row: &GameRow, index: u32) {
        self.explorer.remove(index);
        self.add(row, index as usize);
        self.revision += 1;
    }

    /// Gives back memory that is held in reserve, after the last of many games.
    pub fn shrink_to_fit(&mut self) {
        self.explorer.shrink_to_fit();
    }

    /// Notes that other games are counted.
    pub fn on_change(&mut self) {
        self.revision += 1;
    }

    /// Returns the explorer of a library without games.
    pub fn cleared(&self) -> Self {
        Self {
            explorer: Explorer::default(),
            revision: self.revision + 1,
        }
    }
}

impl Library {
    /// Returns a number that changes with the games that the explorer counts.
    pub const fn explorer_revision(&self) -> u64 {
        self.explored.revision
    }

    /// Returns what was played in a position after so many plies, over all games of open files or,
    /// with `listed_only`, over those that the library lists.
    pub fn explore(
        &self,
        game_id: &str,
        state: &dyn DynState,
        ply: u32,
        listed_only: bool,
    ) -> ExplorerAnswer {
        let mut is_listed = vec![!listed_only; self.len()];
        if listed_only {
            for row in self.shown() {
                is_listed[*row as usize] = true;
            }
        }
        let is_counted = |row: u32| {
            let row = row as usize;
            row < self.len() && is_listed[row] && !self.file(row).is_closed
        };
        self.explored.explorer.answer(&ExplorerQuery {
            ply: Some(ply),
            is_counted: &is_counted,
            ..ExplorerQuery::new(game_id, state)
        })
    }
}
