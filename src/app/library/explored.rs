//! The explorer's counts of the moves played in the games of the library.
//!
//! A game is counted by its trace, which takes longer to make than the row in the list. So the games
//! wait until somebody wants the counts, and are traced by a job then.

use super::Library;
use super::column_store::TextColumn;
use super::row::GameRowRef;
use kifu_core::games::DynState;
use kifu_core::record::GameKey;
use kifu_study::explore::{Explorer, ExplorerAnswer, ExplorerQuery, GameTrace, UntracedGame};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A game that waits to be traced, with its row.
pub type UntracedRow = (u32, Box<UntracedGame>);
/// The trace of a game, with its row.
pub type TracedRow = (u32, GameTrace);

/// The explorer of the library; games are labelled by their rows.
#[derive(Debug, Default)]
pub(super) struct ExploredGames {
    explorer: Explorer,
    /// The games that are not traced, by row.
    untraced: BTreeMap<u32, Box<UntracedGame>>,
    /// The rows whose games were taken to be traced, and not replaced since.
    in_work: BTreeSet<u32>,
    /// The number of changes so far, by which answers are known to be out of date.
    revision: u64,
}

impl ExploredGames {
    /// Adds the game of a new row, if it counts.
    pub fn add(&mut self, game: Option<Box<UntracedGame>>, row: usize) {
        if let (Some(game), Ok(row)) = (game, u32::try_from(row)) {
            self.untraced.insert(row, game);
        }
    }

    /// Replaces the game of a row.
    pub fn replace(&mut self, game: Option<Box<UntracedGame>>, row: u32) {
        self.explorer.remove(row);
        self.untraced.remove(&row);
        self.in_work.remove(&row);
        self.add(game, row as usize);
        self.revision += 1;
    }

    /// Notes that other games are counted.
    pub fn on_change(&mut self) {
        self.revision += 1;
    }

    /// Returns the explorer of a library without games.
    pub fn cleared(&self) -> Self {
        Self {
            revision: self.revision + 1,
            ..Self::default()
        }
    }
}

impl Library {
    /// Reports whether games wait to be traced while no others are being traced.
    pub fn can_trace(&self) -> bool {
        !self.explored.untraced.is_empty() && self.explored.in_work.is_empty()
    }

    /// Reports whether the explorer does not count all games yet.
    pub fn is_counting(&self) -> bool {
        !self.explored.untraced.is_empty() || !self.explored.in_work.is_empty()
    }

    /// Takes the games that wait to be traced. Their traces are to be given to
    /// [`add_traces`](Self::add_traces), and the end of the work to
    /// [`end_tracing`](Self::end_tracing).
    pub fn take_untraced(&mut self) -> Vec<UntracedRow> {
        let untraced = std::mem::take(&mut self.explored.untraced);
        self.explored.in_work = untraced.keys().copied().collect();
        untraced.into_iter().collect()
    }

    /// Adds the traces of games that were taken, but not those of rows that were replaced since.
    pub fn add_traces(&mut self, traces: &[TracedRow]) {
        for (row, trace) in traces {
            if self.explored.in_work.remove(row) {
                let player = |column| self.columns.text(column, *row as usize);
                let players = [TextColumn::First, TextColumn::Second].map(player);
                self.explored.explorer.add(trace, *row, players);
                self.explored.revision += 1;
            }
        }
    }

    /// Notes that no more traces come of the games that were taken.
    pub fn end_tracing(&mut self) {
        self.explored.in_work.clear();
        self.explored.explorer.shrink_to_fit();
    }

    /// Returns a number that changes with the games that the explorer counts.
    pub const fn explorer_revision(&self) -> u64 {
        self.explored.revision
    }

    /// Returns what was played in a position after `ply` plies, over all games of open files or,
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

// Games that are in the library more than once.

/// The number of a game that is never repeated, because it has no moves.
const NO_GAME: u32 = u32::MAX;

/// The rows by their games: the same moves from the same start, with the same players.
#[derive(Debug, Default)]
pub(super) struct RepeatedGames {
    // The keys are hashes already.
    numbers: FxHashMap<GameKey, u32>,
    /// The number of each row's game.
    games: Vec<u32>,
    /// The first row of each game, among those of open files.
    first_rows: Vec<u32>,
}

impl RepeatedGames {
    /// Adds the game of a new row.
    pub fn push(&mut self, key: Option<GameKey>) {
        let row = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        let game = self.number(key);
        self.games.push(game);
        if let Some(first) = self.first_rows.get_mut(game as usize) {
            *first = row.min(*first);
        }
    }

    /// Replaces the game of a row. Call [`update`](Self::update) after it.
    pub fn replace(&mut self, row: u32, key: Option<GameKey>) {
        let game = self.number(key);
        if let Some(known) = self.games.get_mut(row as usize) {
            *known = game;
        }
    }

    fn number(&mut self, key: Option<GameKey>) -> u32 {
        let Some(key) = key else {
            return NO_GAME;
        };
        let next = u32::try_from(self.first_rows.len()).unwrap_or(NO_GAME);
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.first_rows.push(u32::MAX);
        }
        number
    }

    /// Finds the first rows again, after files were closed or games replaced.
    pub fn update(&mut self, is_open: impl Fn(usize) -> bool) {
        self.first_rows.fill(u32::MAX);
        for (row, game) in self.games.iter().enumerate() {
            let first = self.first_rows.get_mut(*game as usize);
            if let Some(first) = first.filter(|_| is_open(row)) {
                *first = (*first).min(u32::try_from(row).unwrap_or(u32::MAX));
            }
        }
    }

    /// Returns the first row with the same game as this one; `None` if this is the first.
    pub fn original(&self, row: usize) -> Option<u32> {
        let first = *self.first_rows.get(*self.games.get(row)? as usize)?;
        ((first as usize) < row).then_some(first)
    }

    /// Returns the rows that have the same game as this one, itself included.
    pub fn same_game(&self, row: u32) -> Vec<u32> {
        let game = self.games.get(row as usize).copied().unwrap_or(NO_GAME);
        let rows = (0..).zip(&self.games);
        let same = rows.filter(|(other, its)| *other == row || game != NO_GAME && **its == game);
        same.map(|(row, _)| row).collect()
    }
}

impl Library {
    /// Finds again which games are repeated, after files were closed or games replaced.
    pub(super) fn update_repeated_games(&mut self) {
        let (files, numbers) = (&self.files, &self.columns.file_number);
        let is_open = |row: usize| !files[numbers[row] as usize].is_closed;
        self.repeated_games.update(is_open);
    }

    /// Returns the rows of open files that have the same game as this one, itself included: the
    /// same moves from the same start, with the same players.
    pub fn rows_of_same_game(&self, row: u32) -> Vec<u32> {
        let mut rows = self.repeated_games.same_game(row);
        rows.retain(|row| !self.file(*row as usize).is_closed);
        rows
    }
}

impl<'a> GameRowRef<'a> {
    /// Returns the first row with the same moves and players, if it is not this one.
    pub fn original(self) -> Option<GameRowRef<'a>> {
        let original = self.library.repeated_games.original(self.index)?;
        self.library.row(original)
    }
}
