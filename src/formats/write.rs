//! Writing records.

use super::Format;
use crate::games::{Catalogue, by_id};
use crate::record::Record;

/// Why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format holds one game and there are more.
    #[error("{format} holds one game, and there are several")]
    OneOnly {
        /// The format's id.
        format: &'static str,
    },
    /// The format is of other games.
    #[error("{format} cannot hold a game of {game}: {why}")]
    WrongGame {
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
    pub(super) fn wrong_game(
        format: &'static str,
        record: &Record,
        why: impl Into<String>,
    ) -> Self {
        Self::WrongGame {
            format,
            game: record.game.clone(),
            why: why.into(),
        }
    }
}

/// Writes records in a format, one after another into one text.
pub trait Writer: Sync {
    /// Whether a file can hold several games.
    fn holds_many(&self) -> bool {
        true
    }

    /// What stands before the first record.
    fn begin(&self, _out: &mut String) {}

    /// Appends a record; `nth` counts from 0. Records are canonical (see
    /// [`settle`](crate::record::settle)).
    ///
    /// # Errors
    /// The format cannot hold this record; nothing was appended.
    fn record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError>;

    /// What stands after the last record.
    fn end(&self, _out: &mut String) {}
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
    if records.len() > 1 && !writer.holds_many() {
        return Err(WriteError::OneOnly {
            format: format.id(),
        });
    }
    let mut out = String::new();
    writer.begin(&mut out);
    for (nth, record) in records.iter().enumerate() {
        writer.record(record, catalogue, nth, &mut out)?;
    }
    writer.end(&mut out);
    Ok(out)
}

/// A game that must be known to be written, because the format follows its rules.
pub(super) fn book(
    format: &'static str,
    record: &Record,
    catalogue: Catalogue,
) -> Result<&'static dyn crate::games::DynGame, WriteError> {
    by_id(catalogue, &record.game)
        .ok_or_else(|| WriteError::wrong_game(format, record, "the game is not known"))
}
