//! The position in which a player failed: was the game lost already?

use super::evaluation::{LineValue, last_position_value};
use super::positions::{PositionsError, ReviewPosition, positions};
use crate::contract::{Fault, Player, Turn};
use crate::games::DynGame;
use crate::record::{MovedBy, Record};
use serde::Serialize;
use std::collections::BTreeMap;

/// A player's failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerFailure {
    /// Who failed.
    pub player: Player,
    /// At which ply.
    pub ply: u32,
    /// How.
    pub fault: Fault,
    /// What the position was worth to this player, if an engine looked.
    #[serde(rename = "worth")]
    pub value: Option<LineValue>,
    /// What should have been played.
    pub best: Vec<String>,
}

/// The failures of a judged record, `plies` being its legal plies.
///
/// # Errors
/// The game cannot be gone through.
pub fn player_failures(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
) -> Result<Vec<PlayerFailure>, PositionsError> {
    let places = positions(book, record, plies)?;
    let failure = |(player, at): (Player, usize)| {
        let ply = places[at].ply + 1;
        let evals = record.notes.get(&ply).map_or(&[][..], |note| &note.evals);
        let found = last_position_value(evals);
        PlayerFailure {
            player,
            ply,
            fault: faults(record)[&player],
            value: found.as_ref().map(|(worth, _)| *worth),
            best: found.map(|(_, best)| best).unwrap_or_default(),
        }
    };
    Ok(failure_positions(record, &places)
        .into_iter()
        .map(failure)
        .collect())
}

/// Who failed, and at which place: where the game stopped, or where the jury first played on.
pub(super) fn failure_positions(
    record: &Record,
    places: &[ReviewPosition],
) -> Vec<(Player, usize)> {
    let last = places.len().saturating_sub(1);
    let place = |player: Player| {
        let jury = places
            .iter()
            .position(|place| place.by == Some(MovedBy::Jury) && place.mover() == Some(player));
        let stopped = places.get(last).filter(|place| {
            place.state.turn() != Turn::Over && place.state.mover() == Some(player)
        });
        let at = jury.or(stopped.map(|_| last))?;
        Some((player, at))
    };
    faults(record).into_keys().filter_map(place).collect()
}

/// Who failed, and how; an attempt that nobody judged yet is an illegal move.
fn faults(record: &Record) -> BTreeMap<Player, Fault> {
    if let Some(result) = &record.result {
        return result.faults.clone();
    }
    let attempt = record.failed_attempt();
    let player = attempt.and_then(|attempt| attempt.player);
    player
        .map(|player| (player, Fault::Illegal))
        .into_iter()
        .collect()
}
