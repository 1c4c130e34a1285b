//! Writing records in a format.

use crate::formats::Format;
use crate::formats::losses::FieldLimit;
use kifu_core::games::{Catalogue, by_id};
use kifu_core::record::Record;

/// The reason why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format holds only one game, and there are several.
    #[error("{format} holds only one game, but there are several")]
    SingleGameOnly {
        /// The format's id.
        format: &'static str,
    },
    /// The format cannot hold this record.
    #[error("{format} cannot hold a game of {game}: {why}")]
    Unrepresentable {
        /// The format's id.
        format: &'static str,
        /// The game's id.
        game: String,
        /// The reason.
        why: String,
    },
}

impl WriteError {
    /// Creates the error for a record that a format cannot hold.
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

/// A writer of records, one after another into one text.
pub trait FormatWriter: Sync {
    /// Reports whether a file can hold several games.
    fn supports_multiple_games(&self) -> bool {
        true
    }

    /// Reports whether everything in a record is read back from its text.
    fn is_lossless(&self) -> bool {
        false
    }

    /// Returns the parts of a record that the format does not hold, or holds only in part.
    fn limits(&self) -> &'static [FieldLimit] {
        &[]
    }

    /// Appends the text that comes before the first record.
    fn write_prologue(&self, _out: &mut String) {}

    /// Appends a canonical record (see [`adjudicate`](kifu_core::record::adjudicate)).
    ///
    /// `index` counts the records of the text from 0.
    ///
    /// # Errors
    /// Returns an error, and appends nothing, if the format cannot hold the record.
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError>;

    /// Appends the text that comes after the last record.
    fn write_epilogue(&self, _out: &mut String) {}
}

/// Writes records into one text.
///
/// ```
/// use kifu_logs::formats::{by_id, write_all};
/// use kifu_core::games::CATALOGUE;
/// use kifu_core::record::Record;
///
/// let record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1 b2a2".to_owned(),
///     ..Record::default()
/// };
/// let format = by_id("moves").unwrap();
/// let text = write_all(format, &[record], CATALOGUE)?;
/// assert_eq!(text, "game: clobber\nb1a1 b2a2\n");
/// # Ok::<(), kifu_logs::formats::WriteError>(())
/// ```
///
/// # Errors
/// Returns an error if the format cannot hold a record, or holds only one and there are several.
///
/// # Panics
/// Panics if kifu does not write the format.
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
    for (index, record) in records.iter().enumerate() {
        writer.write_record(record, catalogue, index, &mut out)?;
    }
    writer.write_epilogue(&mut out);
    Ok(out)
}

/// Returns the game of a record, which must be known because the format depends on its rules.
pub(in crate::formats) fn require_game(
    format: &'static str,
    record: &Record,
    catalogue: Catalogue,
) -> Result<&'static dyn kifu_core::games::DynGame, WriteError> {
    by_id(catalogue, &record.game)
        .ok_or_else(|| WriteError::unrepresentable(format, record, "unknown game"))
}
