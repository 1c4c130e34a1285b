//! Incidents that a review reports in addition to moves: claims of a win (whether they were right, and the cost of
//! waiting), the plies on which the players spent their time, and the failures of players with the
//! value of the positions in which they failed.

use super::evaluation::{LineValue, last_position_value};
use super::judged_plies::{ChoiceKind, JudgedPly};
use super::positions::{PositionsError, ReviewPosition, positions};
use kifu_core::contract::{Fault, Player, Proven, Turn};
use kifu_core::games::DynGame;
use kifu_core::record::{MovedBy, Note, Record};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A ply at which a win was proven and could have been claimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClaimOpportunity {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The contest points that a claim with this ply adds to a win.
    #[schemars(extend("x-unit" = "contest points"))]
    pub bonus: i32,
}

/// A claim that was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClaimMade {
    /// The ply with which the win was claimed, from 1.
    pub ply: u32,
    /// The contest points that the claim adds to a win.
    #[schemars(extend("x-unit" = "contest points"))]
    pub bonus: i32,
    /// The contest points that the claim takes from a loss.
    #[schemars(extend("x-unit" = "contest points"))]
    pub stake: i32,
    /// The proven result of the move that carried the claim.
    pub proven: Option<Proven>,
    /// The win probability of the move that carried the claim, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub win: f64,
    /// Whether the claimant won the game; `None` if the winner is not known.
    #[serde(rename = "right")]
    pub was_right: Option<bool>,
}

/// A summary of a player's claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PlayerClaims {
    /// The first ply, before any claim, at which the engine had proven a win.
    pub earliest: Option<ClaimOpportunity>,
    /// The first claim, the one that counts.
    pub claimed: Option<ClaimMade>,
    /// The contest points that the winner lost by not claiming at the earliest ply.
    #[serde(rename = "waiting")]
    #[schemars(extend("x-unit" = "contest points"))]
    pub waiting_cost: Option<i32>,
}

/// Returns the claims of both players; `None` in a game without claims.
pub fn claims(record: &Record, plies: &[JudgedPly]) -> Option<[PlayerClaims; 2]> {
    plies.iter().any(|ply| ply.claim.is_some()).then(|| {
        let winner = record.result.as_ref().and_then(|result| result.winner);
        Player::ALL.map(|player| {
            let won = winner.map(|winner| winner.player() == Some(player));
            let player_plies = plies.iter().filter(|ply| ply.player == player);
            player_claims(player_plies, won)
        })
    })
}

/// Sums up the claims among the judged plies of one player.
fn player_claims<'p>(own: impl Iterator<Item = &'p JudgedPly>, won: Option<bool>) -> PlayerClaims {
    let mut claims = PlayerClaims::default();
    for ply in own {
        let Some(claim) = ply.claim else {
            continue;
        };
        if claims.earliest.is_none() && ply.evaluation.best.proven == Some(Proven::Win) {
            claims.earliest = Some(ClaimOpportunity {
                ply: ply.ply,
                bonus: claim.bonus,
            });
        }
        if claim.made && claims.claimed.is_none() {
            claims.claimed = Some(ClaimMade {
                ply: ply.ply,
                bonus: claim.bonus,
                stake: claim.stake,
                proven: ply.evaluation.played.proven,
                win: ply.evaluation.played.win,
                was_right: won,
            });
        }
    }
    if won == Some(true) {
        let got = claims.claimed.map_or(0, |claim| claim.bonus);
        claims.waiting_cost = claims.earliest.map(|chance| (chance.bonus - got).max(0));
    }
    claims
}

/// A ply and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyTime {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The time in milliseconds.
    #[schemars(extend("x-unit" = "ms"))]
    pub ms: u32,
}

/// A player's use of time, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TimeUse {
    /// The total time, as far as the log gives it.
    #[serde(rename = "total")]
    #[schemars(extend("x-unit" = "ms"))]
    pub total_ms: u64,
    /// The time on judged plies at which nothing was at stake: the result was proven, there was no
    /// choice, or all moves were about equal.
    #[serde(rename = "idle")]
    #[schemars(extend("x-unit" = "ms"))]
    pub idle_ms: u64,
    /// The number of judged plies at which nothing was at stake.
    pub idle_plies: usize,
    /// The number of judged plies at which the result was proven.
    pub proven_plies: usize,
    /// The bad move that took the longest time.
    pub slowest_bad: Option<PlyTime>,
    /// The bad move that took the shortest time.
    pub fastest_bad: Option<PlyTime>,
}

/// Returns both players' use of time in a game of `plies` legal plies; `None` if the log gives no
/// times.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn time_use(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    judged: &[JudgedPly],
) -> Result<Option<[TimeUse; 2]>, PositionsError> {
    if record.times_ms.0.iter().all(Option::is_none) {
        return Ok(None);
    }
    let positions = positions(game, record, plies)?;
    let time_of = |player: Player| {
        let times = positions
            .iter()
            .filter(|position| position.state.mover() == Some(player))
            .filter_map(|position| record.times_ms.get_ms(position.ply + 1));
        let judged = judged.iter().filter(|ply| ply.player == player);
        player_time_use(times.map(u64::from).sum(), judged, record)
    };
    Ok(Some(Player::ALL.map(time_of)))
}

/// Sums up the time of one player, given the total and the player's judged plies.
fn player_time_use<'p>(
    total: u64,
    own: impl Iterator<Item = &'p JudgedPly>,
    record: &Record,
) -> TimeUse {
    let mut time = TimeUse {
        total_ms: total,
        ..TimeUse::default()
    };
    for ply in own {
        let ms = record.times_ms.get_ms(ply.ply);
        if ply.choice != ChoiceKind::Open {
            time.idle_ms += u64::from(ms.unwrap_or(0));
            time.idle_plies += 1;
            time.proven_plies += usize::from(ply.choice == ChoiceKind::Proven);
        }
        let bad = ms.filter(|_| ply.judgement.class.is_bad());
        let Some(timed) = bad.map(|ms| PlyTime { ply: ply.ply, ms }) else {
            continue;
        };
        let is_slower = time.slowest_bad.is_none_or(|known| timed.ms > known.ms);
        time.slowest_bad = time.slowest_bad.filter(|_| !is_slower).or(Some(timed));
        let is_faster = time.fastest_bad.is_none_or(|known| timed.ms < known.ms);
        time.fastest_bad = time.fastest_bad.filter(|_| !is_faster).or(Some(timed));
    }
    time
}

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
    // Without a failure the game need not be replayed.
    if faults(record).is_empty() {
        return Ok(Vec::new());
    }
    let positions = positions(game, record, plies)?;
    let failure = |(player, at): (Player, usize)| {
        let ply = positions[at].ply + 1;
        let evals = record.notes.get(&ply).map_or(&[][..], Note::searches);
        let last_value = last_position_value(evals);
        PlayerFailure {
            player,
            ply,
            fault: faults(record)[&player],
            value: last_value.as_ref().map(|(value, _)| *value),
            best: last_value.map(|(_, best)| best).unwrap_or_default(),
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
        let index = jury.or(stopped.map(|_| last))?;
        Some((player, index))
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
