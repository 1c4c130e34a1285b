//! Writing records.

use crate::formats::Format;
use crate::games::{Catalogue, by_id};
use crate::record::Record;

/// Why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format holds one game and there are more.
    #[error("{format} holds only one game, but there are several")]
    SingleGameOnly {
        /// The format's id.
        format: &'static str,
    },
    /// The format is of other games.
    #[error("{format} cannot hold a game of {game}: {why}")]
    Unrepresentable {
        /// The format's id.
        format: &'static str,
        /// The game's id.
        game: String,
        /// Why not.
        why: String,
    },
}

impl WriteError {
    /// A record that a format cannot hold, and why not.
    pub(in crate::formats) fn unrepresentable(
        format: &'static str,
        record: &Record,
        why: impl Into<String>,
    ) -> Self {
        Self::Unrepresentable {
            format,
            game: record.game.clone(),
            why: why.into(),
        }
    }
}

/// Writes records in a format, one after another into one text.
pub trait FormatWriter: Sync {
    /// Whether a file can hold several games.
    fn supports_multiple_games(&self) -> bool {
        true
    }

    /// What stands before the first record.
    fn write_prologue(&self, _out: &mut String) {}

    /// Appends a record; `nth` counts from 0. Records are canonical (see
    /// [`settle`](crate::record::settle)).
    ///
    /// # Errors
    /// The format cannot hold this record; nothing was appended.
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError>;

    /// What stands after the last record.
    fn write_epilogue(&self, _out: &mut String) {}
}

/// Writes records in a format into one text.
///
/// # Errors
/// A record that the format cannot hold, or several where it holds one.
///
/// # Panics
/// The format has no writer.
pub fn write_all(
    format: &dyn Format,
    records: &[Record],
    catalogue: Catalogue,
) -> Result<String, WriteError> {
    let writer = format.writer().expect("a format that kifu writes");
    if records.len() > 1 && !writer.supports_multiple_games() {
        return Err(WriteError::SingleGameOnly {
            format: format.id(),
        });
    }
    let mut out = String::new();
    writer.write_prologue(&mut out);
    for (nth, record) in records.iter().enumerate() {
        writer.write_record(record, catalogue, nth, &mut out)?;
    }
    writer.write_epilogue(&mut out);
    Ok(out)
}

/// A game that must be known to be written, because the format follows its rules.
pub(in crate::formats) fn require_game(
    format: &'static str,
    record: &Record,
    catalogue: Catalogue,
) -> Result<&'static dyn crate::games::DynGame, WriteError> {
    by_id(catalogue, &record.game)
        .ok_or_else(|| WriteError::unrepresentable(format, record, "unknown game"))
}
