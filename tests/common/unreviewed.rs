//! Bundled records as they were before anybody reviewed them.

use kifu_core::record::{Note, Record};

/// Takes out what engines said, and the signs that come of it.
pub fn unreviewed(mut record: Record) -> Record {
    for note in record.notes.values_mut() {
        note.evals.clear();
        note.glyph = None;
    }
    record.notes.retain(|_, note| *note != Note::default());
    record.ext.clear();
    record
}
