//! Games that stand in the library more than once.

use super::Library;
use super::row_ref::GameRowRef;
use kifu_core::record::GameKey;
use rustc_hash::FxHashMap;

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

    /// Finds the first rows anew, after files were closed or games replaced.
    pub fn update(&mut self, is_open: impl Fn(usize) -> bool) {
        self.first_rows.fill(u32::MAX);
        for (row, game) in self.games.iter().enumerate() {
            let first = self.first_rows.get_mut(*game as usize);
            if let Some(first) = first.filter(|_| is_open(row)) {
                *first = (*first).min(u32::try_from(row).unwrap_or(u32::MAX));
            }
        }
    }

    /// Returns the first row that has the same game as this one, which is no such row itself.
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
    /// Finds anew which games are repeated, after files were closed or games replaced.
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
    /// Returns the first row with the same moves and players, if this game stands in the library
    /// before.
    pub fn original(self) -> Option<GameRowRef<'a>> {
        let original = self.library.repeated_games.original(self.index)?;
        self.library.row(original)
    }
}
