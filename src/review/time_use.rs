//! The players' time, and what it was spent on.

use super::JudgedPly;
use super::choice_kind::ChoiceKind;
use super::positions::{PositionsError, ReviewPosition, positions};
use crate::contract::Player;
use crate::games::DynGame;
use crate::record::Record;
use serde::Serialize;

/// A ply and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlyTime {
    /// Its number.
    pub ply: u32,
    /// Milliseconds.
    pub ms: u32,
}

/// How a player spent the time, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeUse {
    /// In all, as far as the log tells.
    #[serde(rename = "total")]
    pub total_ms: u64,
    /// On judged plies at which nothing was at stake: the result was proven, there was no choice,
    /// or all moves were about equal.
    #[serde(rename = "idle")]
    pub idle_ms: u64,
    /// How many these plies are.
    pub idle_plies: usize,
    /// Of them those at which the result was proven.
    pub proven_plies: usize,
    /// The bad move that took longest.
    pub slowest_bad: Option<PlyTime>,
    /// The bad move that was made fastest.
    pub fastest_bad: Option<PlyTime>,
}

/// The times of both players, `plies` being the game's legal ones; `None` where the log tells
/// none.
///
/// # Errors
/// The game cannot be gone through.
pub fn time_use(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
    judged: &[JudgedPly],
) -> Result<Option<[TimeUse; 2]>, PositionsError> {
    if record.times_ms.0.iter().all(Option::is_none) {
        return Ok(None);
    }
    let places = positions(book, record, plies)?;
    let of = |player: Player| {
        let own = places
            .iter()
            .filter(|place| place.state.mover() == Some(player));
        let total = own.filter_map(|place: &ReviewPosition| record.times_ms.get_ms(place.ply + 1));
        let judged = judged.iter().filter(|ply| ply.player == player);
        player_time_use(total.map(u64::from).sum(), judged, record)
    };
    Ok(Some(Player::ALL.map(of)))
}

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
