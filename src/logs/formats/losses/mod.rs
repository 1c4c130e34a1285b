//! Losses of a conversion: what a record has and a format does not hold.
//!
//! Every writer declares in a table what its format cannot hold ([`FormatWriter::limits`]). What is
//! lost in fact is measured: the text of a record is read back and compared with the record, so
//! that nothing is lost unseen, whatever the tables say. Tests hold both together: no writer loses
//! what its table does not declare.

mod compare;
pub(in crate::formats) mod field;
mod limits;

pub use compare::compare_records;
pub use field::{FieldLimit, RecordField};
pub use limits::is_text_limit;
pub(in crate::formats) use limits::{CSV, DIALOGUE, JSON, MOVES, SGF, TXT};

use super::{Format, FormatWriter, ReadContext, WriteError, check_text, write_all};
use kifu_core::games::Catalogue;
use kifu_core::record::Record;
use std::collections::BTreeMap;

/// The parts of a record that were lost, with their numbers and first plies.
pub type Losses = BTreeMap<RecordField, FieldLoss>;

/// The loss of one part of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldLoss {
    /// The number of values lost, such as comments.
    pub count: usize,
    /// The first ply that lost one, if the part belongs to plies.
    pub ply: Option<u32>,
}

/// Returns what a canonical record loses when it is written in a format: the record is written,
/// read back and compared.
///
/// A format that is only written, such as a picture, has no reader that could tell; nothing is
/// reported for it.
///
/// ```
/// use kifu_logs::formats::{RecordField, by_id, losses};
/// use kifu_core::games::CATALOGUE;
/// use kifu_core::record::Record;
///
/// let mut record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1 b2a2".to_owned(),
///     ..Record::default()
/// };
/// record.note_mut(2).comment = "a blunder".to_owned();
/// let lost = losses(&record, by_id("moves").unwrap(), CATALOGUE)?;
/// assert_eq!(lost[&RecordField::Comments].ply, Some(2));
/// assert!(losses(&record, by_id("json").unwrap(), CATALOGUE)?.is_empty());
/// # Ok::<(), kifu_logs::formats::WriteError>(())
/// ```
///
/// # Errors
/// Returns an error if the format cannot hold the record at all.
///
/// # Panics
/// Panics if kifu does not write the format.
pub fn losses(
    record: &Record,
    format: &'static dyn Format,
    catalogue: Catalogue,
) -> Result<Losses, WriteError> {
    let writer = format.writer();
    if !format.can_read() || writer.is_some_and(FormatWriter::is_lossless) {
        return Ok(Losses::new());
    }
    let text = write_all(format, std::slice::from_ref(record), catalogue)?;
    let context = ReadContext {
        catalogue,
        ..ReadContext::default()
    };
    let games = check_text(&text, Some(format), &context);
    let game = kifu_core::games::by_id(catalogue, &record.game);
    let nothing = Record::default();
    // A text that gives no game, or several, does not hold this one.
    let back = match games.as_slice() {
        [checked] => &checked.record,
        _ => &nothing,
    };
    Ok(compare_records(record, back, game))
}
