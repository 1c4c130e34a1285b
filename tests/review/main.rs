//! The review: values, judgements, whole games, and what the command line says of them.

#[path = "../common/mod.rs"]
mod common;

mod calibration;
mod exact;
mod judging;
mod luck;
mod reasons;
mod rest;
mod stability;
mod whole;

use kifu::games::{Book, CATALOGUE, by_id};
use kifu::record::{Note, Record, read_ron};
use std::path::Path;

/// A record that comes with kifu, without its review, its rule book and its legal plies.
fn bundled(name: &str) -> (Record, &'static dyn Book, u32) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("records/{name}.ron"));
    let mut record = read_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    for note in record.notes.values_mut() {
        note.evals.clear();
        note.glyph = None;
    }
    record.notes.retain(|_, note| *note != Note::default());
    record.ext.clear();
    let book = by_id(CATALOGUE, &record.game).unwrap();
    let plies = record.tokens().count() - book.lead_in();
    (record, book, plies.try_into().unwrap())
}
