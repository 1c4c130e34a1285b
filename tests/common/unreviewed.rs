//! Bundled records without their reviews.

use kifu_core::record::{Note, Record};

/// Removes the evaluations of engines, and the glyphs of a review.
pub fn unreviewed(mut record: Record) -> Record {
    for note in record.notes.values_mut() {
        note.evals.clear();
        note.glyph = None;
    }
    record.notes.retain(|_, note| *note != Note::default());
    record.ext.clear();
    record
}
