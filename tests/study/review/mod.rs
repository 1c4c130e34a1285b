//! The review: values, judgements, whole games, and what the command line says of them.

mod annotations;
mod calibration;
mod claims_time_failures;
mod diagnosis;
mod headline;
mod judgement;
mod known_truth;
mod mentions;
mod reasons;
mod recheck;
mod second_search;
mod whole_games;

use crate::common::unreviewed_record;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;

/// A record that comes with kifu, without its review, its game and its legal plies.
pub fn bundled(name: &str) -> (Record, &'static dyn DynGame, u32) {
    let record = unreviewed_record(name);
    let game = by_id(CATALOGUE, &record.game).unwrap();
    let plies = record.tokens().count() - game.info().lead_in;
    (record, game, plies.try_into().unwrap())
}
