//! The rows, column by column.

use super::interner::{StringId, StringInterner};
use super::row::GameRow;
use crate::contract::Winner;
use crate::files::{ChunkSpan, GameLocation};
use crate::findings::Severity;
use crate::record::Ending;

/// A column that holds text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextColumn {
    Game,
    First,
    Second,
    Result,
    Event,
    Round,
    Date,
    Finding,
}

const TEXT_COLUMN_COUNT: usize = 8;

/// All rows that were ever taken; a row keeps its number.
#[derive(Debug, Default)]
pub(super) struct ColumnStore {
    pub strings: StringInterner,
    text_columns: [Vec<StringId>; TEXT_COLUMN_COUNT],
    pub winner: Vec<Option<Winner>>,
    pub ending: Vec<Ending>,
    pub plies: Vec<u32>,
    pub worst_severity: Vec<Option<Severity>>,
    /// The file, by its number in the library.
    pub file_number: Vec<u32>,
    /// Which of the file's games.
    pub index_in_file: Vec<u32>,
    /// The piece of the file, and which of its games.
    locations: Vec<(u32, u32)>,
    pieces: Vec<(u32, GameLocation)>,
}

impl ColumnStore {
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    pub fn push_row(&mut self, row: &GameRow, file: u32) {
        let texts = Self::row_texts(row).map(|text| self.strings.intern(text));
        for (column, word) in self.text_columns.iter_mut().zip(texts) {
            column.push(word);
        }
        self.winner.push(row.winner);
        self.ending.push(row.ending);
        self.plies.push(row.plies);
        self.worst_severity.push(row.worst_severity);
        self.file_number.push(file);
        self.index_in_file.push(row.index_in_file);
        let piece = self.piece_number(row, file);
        self.locations.push((piece, row.location.index_in_chunk));
    }

    /// Another game stands where a row's stood.
    pub fn replace_row(&mut self, at: usize, row: &GameRow) {
        let texts = Self::row_texts(row).map(|text| self.strings.intern(text));
        for (column, word) in self.text_columns.iter_mut().zip(texts) {
            column[at] = word;
        }
        self.winner[at] = row.winner;
        self.ending[at] = row.ending;
        self.plies[at] = row.plies;
        self.worst_severity[at] = row.worst_severity;
    }

    fn row_texts(row: &GameRow) -> [&str; TEXT_COLUMN_COUNT] {
        let [first, second] = &row.players;
        [
            &row.game,
            first,
            second,
            &row.result,
            &row.event,
            &row.round,
            &row.date,
            &row.worst_finding,
        ]
    }

    /// Rows of one piece follow each other.
    fn piece_number(&mut self, row: &GameRow, file: u32) -> u32 {
        let known = self.pieces.last().is_some_and(|(of, last)| {
            *of == file
                && last.span == row.location.span
                && last.format.is_some() == row.location.format.is_some()
        });
        if !known {
            self.pieces.push((file, row.location));
        }
        u32::try_from(self.pieces.len() - 1).unwrap_or(u32::MAX)
    }

    pub fn text_column(&self, text: TextColumn) -> &[StringId] {
        &self.text_columns[text as usize]
    }

    pub fn text(&self, text: TextColumn, row: usize) -> &str {
        self.strings.text(self.text_columns[text as usize][row])
    }

    pub fn location(&self, row: usize) -> GameLocation {
        let (piece, nth) = self.locations[row];
        let spot = self.pieces.get(piece as usize).map(|(_, spot)| *spot);
        GameLocation {
            index_in_chunk: nth,
            ..spot.unwrap_or(GameLocation::NO_GAME)
        }
    }

    /// Changes the places of a file's pieces.
    pub fn change_pieces_of(&mut self, file: u32, mut change: impl FnMut(&mut ChunkSpan)) {
        let own = self.pieces.iter_mut().filter(|(of, _)| *of == file);
        own.for_each(|(_, spot)| change(&mut spot.span));
    }
}
