//! The players' use of time: on which plies it was spent.

use super::JudgedPly;
use super::choice_kind::ChoiceKind;
use super::positions::{PositionsError, ReviewPosition, positions};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use schemars::JsonSchema;
use serde::Serialize;

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
    let of = |player: Player| {
        let own = positions
            .iter()
            .filter(|position| position.state.mover() == Some(player));
        let total =
            own.filter_map(|position: &ReviewPosition| record.times_ms.get_ms(position.ply + 1));
        let judged = judged.iter().filter(|ply| ply.player == player);
        player_time_use(total.map(u64::from).sum(), judged, record)
    };
    Ok(Some(Player::ALL.map(of)))
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
