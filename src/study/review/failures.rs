//! The failures of players, and the value of the positions in which they failed.

use super::evaluation::{LineValue, last_position_value};
use super::positions::{PositionsError, ReviewPosition, positions};
use kifu_core::contract::{Fault, Player, Turn};
use kifu_core::games::DynGame;
use kifu_core::record::{MovedBy, Record};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A player's failure.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayerFailure {
    /// The player who failed.
    pub player: Player,
    /// The ply at which the player failed, from 1.
    pub ply: u32,
    /// The kind of failure.
    pub fault: Fault,
    /// The value of the position for this player, if an engine searched it.
    #[serde(rename = "worth")]
    pub value: Option<LineValue>,
    /// The best line in the position; empty if it is not known.
    pub best: Vec<String>,
}

/// Returns the failures in a judged record with `plies` legal plies.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn player_failures(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<Vec<PlayerFailure>, PositionsError> {
    let positions = positions(game, record, plies)?;
    let failure = |(player, at): (Player, usize)| {
        let ply = positions[at].ply + 1;
        let evals = record.notes.get(&ply).map_or(&[][..], |note| &note.evals);
        let found = last_position_value(evals);
        PlayerFailure {
            player,
            ply,
            fault: faults(record)[&player],
            value: found.as_ref().map(|(value, _)| *value),
            best: found.map(|(_, best)| best).unwrap_or_default(),
        }
    };
    Ok(failure_positions(record, &positions)
        .into_iter()
        .map(failure)
        .collect())
}

/// Returns each player who failed, with the index of the position: the one where the game stopped,
/// or where the jury first moved for the player.
pub(super) fn failure_positions(
    record: &Record,
    positions: &[ReviewPosition],
) -> Vec<(Player, usize)> {
    let last = positions.len().saturating_sub(1);
    let position = |player: Player| {
        let jury = positions.iter().position(|position| {
            position.by == Some(MovedBy::Jury) && position.mover() == Some(player)
        });
        let stopped = positions.get(last).filter(|position| {
            position.state.turn() != Turn::Over && position.state.mover() == Some(player)
        });
        let at = jury.or(stopped.map(|_| last))?;
        Some((player, at))
    };
    faults(record).into_keys().filter_map(position).collect()
}

/// Returns the kind of each player's failure; an attempt that is not judged yet counts as an illegal
/// move.
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
