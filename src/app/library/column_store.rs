//! The rows of the library, stored column by column.

use super::interner::{StringId, StringInterner};
use super::row::LibraryRow;
use kifu_core::contract::Winner;
use kifu_core::findings::Severity;
use kifu_core::record::Ending;
use kifu_logs::files::{ChunkSpan, GameLocation};

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
    ContestId,
}

const TEXT_COLUMN_COUNT: usize = 9;

/// All rows that were ever added; a row keeps its number.
#[derive(Debug, Default)]
pub(super) struct ColumnStore {
    pub strings: StringInterner,
    text_columns: [Vec<StringId>; TEXT_COLUMN_COUNT],
    pub winner: Vec<Option<Winner>>,
    /// The points of both players, as the result shows them.
    pub points: Vec<Option<[i32; 2]>>,
    pub ending: Vec<Ending>,
    pub plies: Vec<u32>,
    pub worst_severity: Vec<Option<Severity>>,
    pub is_reviewed: Vec<bool>,
    /// The file of each row, by its number in the library.
    pub file_number: Vec<u32>,
    /// The index of each game in its file.
    pub index_in_file: Vec<u32>,
    /// The key by which each game is known when its file changes.
    pub identity_key: Vec<Option<u64>>,
    /// The chunk of each game, and the index of the game in that chunk.
    locations: Vec<(u32, u32)>,
    chunks: Vec<(u32, GameLocation)>,
}

impl ColumnStore {
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    pub fn push_row(&mut self, row: &LibraryRow, file: u32) {
        let texts = Self::row_texts(row).map(|text| self.strings.intern(text));
        for (column, string_id) in self.text_columns.iter_mut().zip(texts) {
            column.push(string_id);
        }
        self.winner.push(row.winner);
        self.points.push(row.points);
        self.ending.push(row.ending);
        self.plies.push(row.plies);
        self.worst_severity.push(row.worst_severity);
        self.is_reviewed.push(row.is_reviewed);
        self.file_number.push(file);
        self.index_in_file.push(row.index_in_file);
        self.identity_key.push(row.identity_key);
        let chunk = self.chunk_number(row, file);
        self.locations.push((chunk, row.location.index_in_chunk));
    }

    /// Replaces a row after its game was changed.
    pub fn replace_row(&mut self, row_index: usize, row: &LibraryRow) {
        let texts = Self::row_texts(row).map(|text| self.strings.intern(text));
        for (column, string_id) in self.text_columns.iter_mut().zip(texts) {
            column[row_index] = string_id;
        }
        self.winner[row_index] = row.winner;
        self.points[row_index] = row.points;
        self.ending[row_index] = row.ending;
        self.plies[row_index] = row.plies;
        self.worst_severity[row_index] = row.worst_severity;
        self.is_reviewed[row_index] = row.is_reviewed;
        self.identity_key[row_index] = row.identity_key;
    }

    fn row_texts(row: &LibraryRow) -> [&str; TEXT_COLUMN_COUNT] {
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
            &row.contest_id,
        ]
    }

    /// Returns the number of the row's chunk, adding it if needed. The rows of a chunk are
    /// consecutive.
    fn chunk_number(&mut self, row: &LibraryRow, file: u32) -> u32 {
        let is_last_chunk = self.chunks.last().is_some_and(|(chunk_file, last)| {
            *chunk_file == file
                && last.span == row.location.span
                && last.format.is_some() == row.location.format.is_some()
        });
        if !is_last_chunk {
            self.chunks.push((file, row.location));
        }
        u32::try_from(self.chunks.len() - 1).unwrap_or(u32::MAX)
    }

    pub fn text_column(&self, text: TextColumn) -> &[StringId] {
        &self.text_columns[text as usize]
    }

    pub fn text(&self, text: TextColumn, row: usize) -> &str {
        self.strings.text(self.text_columns[text as usize][row])
    }

    pub fn location(&self, row: usize) -> GameLocation {
        let (chunk, index_in_chunk) = self.locations[row];
        let location = self
            .chunks
            .get(chunk as usize)
            .map(|(_, location)| *location);
        GameLocation {
            index_in_chunk,
            ..location.unwrap_or(GameLocation::NO_GAME)
        }
    }

    /// Updates the spans of all chunks of a file.
    pub fn update_chunk_spans_of(&mut self, file: u32, mut update: impl FnMut(&mut ChunkSpan)) {
        let own_chunks = self
            .chunks
            .iter_mut()
            .filter(|(chunk_file, _)| *chunk_file == file);
        own_chunks.for_each(|(_, location)| update(&mut location.span));
    }
}
