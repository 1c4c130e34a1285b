//! The rows, column by column.

use super::row::Row;
use super::words::{Word, Words};
use crate::contract::Winner;
use crate::files::{ChunkSpan, GameLocation};
use crate::findings::Severity;
use crate::record::Ending;

/// A column that holds text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Game,
    First,
    Second,
    Result,
    Event,
    Round,
    Date,
    Finding,
}

const TEXTS: usize = 8;

/// All rows that were ever taken; a row keeps its number.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub words: Words,
    texts: [Vec<Word>; TEXTS],
    pub winner: Vec<Option<Winner>>,
    pub how: Vec<Ending>,
    pub plies: Vec<u32>,
    pub worst: Vec<Option<Severity>>,
    /// The file, by its number in the library.
    pub file: Vec<u32>,
    /// Which of the file's games.
    pub index: Vec<u32>,
    /// The piece of the file, and which of its games.
    spot: Vec<(u32, u32)>,
    pieces: Vec<(u32, GameLocation)>,
}

impl Columns {
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    pub fn push(&mut self, row: &Row, file: u32) {
        let texts = Self::texts_of(row).map(|text| self.words.intern(text));
        for (column, word) in self.texts.iter_mut().zip(texts) {
            column.push(word);
        }
        self.winner.push(row.winner);
        self.how.push(row.how);
        self.plies.push(row.plies);
        self.worst.push(row.worst);
        self.file.push(file);
        self.index.push(row.index);
        let piece = self.piece(row, file);
        self.spot.push((piece, row.spot.index_in_chunk));
    }

    /// Another game stands where a row's stood.
    pub fn replace(&mut self, at: usize, row: &Row) {
        let texts = Self::texts_of(row).map(|text| self.words.intern(text));
        for (column, word) in self.texts.iter_mut().zip(texts) {
            column[at] = word;
        }
        self.winner[at] = row.winner;
        self.how[at] = row.how;
        self.plies[at] = row.plies;
        self.worst[at] = row.worst;
    }

    fn texts_of(row: &Row) -> [&str; TEXTS] {
        let [first, second] = &row.players;
        [
            &row.game,
            first,
            second,
            &row.result,
            &row.event,
            &row.round,
            &row.date,
            &row.finding,
        ]
    }

    /// Rows of one piece follow each other.
    fn piece(&mut self, row: &Row, file: u32) -> u32 {
        let known = self.pieces.last().is_some_and(|(of, last)| {
            *of == file
                && last.span == row.spot.span
                && last.format.is_some() == row.spot.format.is_some()
        });
        if !known {
            self.pieces.push((file, row.spot));
        }
        u32::try_from(self.pieces.len() - 1).unwrap_or(u32::MAX)
    }

    pub fn column(&self, text: Text) -> &[Word] {
        &self.texts[text as usize]
    }

    pub fn text(&self, text: Text, row: usize) -> &str {
        self.words.text(self.texts[text as usize][row])
    }

    pub fn spot(&self, row: usize) -> GameLocation {
        let (piece, nth) = self.spot[row];
        let spot = self.pieces.get(piece as usize).map(|(_, spot)| *spot);
        GameLocation {
            index_in_chunk: nth,
            ..spot.unwrap_or(GameLocation::NO_GAME)
        }
    }

    /// Changes the places of a file's pieces.
    pub fn pieces_of(&mut self, file: u32, mut change: impl FnMut(&mut ChunkSpan)) {
        let own = self.pieces.iter_mut().filter(|(of, _)| *of == file);
        own.for_each(|(_, spot)| change(&mut spot.span));
    }
}
