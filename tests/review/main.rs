//! The review: values, judgements, whole games, and what the command line says of them.

#[path = "../common/mod.rs"]
mod common;

#[path = "../common/unreviewed.rs"]
mod bare;
mod calibration;
mod exact;
mod hindsight;
mod judging;
mod luck;
mod reasons;
mod rest;
mod stability;
mod whole;

use bare::unreviewed;
use kifu::games::{CATALOGUE, DynGame, by_id};
use kifu::record::{Record, read_ron};
use std::path::Path;

/// A record that comes with kifu, without its review, its rule book and its legal plies.
fn bundled(name: &str) -> (Record, &'static dyn DynGame, u32) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("records/{name}.ron"));
    let record = unreviewed(read_ron(&std::fs::read_to_string(path).unwrap()).unwrap());
    let book = by_id(CATALOGUE, &record.game).unwrap();
    let plies = record.tokens().count() - book.info().lead_in;
    (record, book, plies.try_into().unwrap())
}
