//! Plies that should be looked at once more for what was found at those after them.
//!
//! A ply is nearer to the end than the one before it, so that more is proven there: what led to a
//! lost position was no good move, whatever the first look at it said. And where proofs end, going
//! back from the end of a game, is chance: a little more nodes and it is elsewhere, with the marks
//! there. The plies before it are looked at once more, and as long as that proves something, those
//! before them.

use super::ReviewPosition;
use super::SearchPass;
use super::evaluation::{LineValue, move_evaluation, position_values};
use super::judge::Thresholds;
use super::reviewer::evals_at;
use super::verify_pair::for_mover;
use crate::record::{Evaluation, Record};

/// Before a proven position so many that are not get a second look.
const RECHECK_WINDOW: usize = 2;

/// Which of the places of a game should be looked at once more.
pub(super) fn positions_to_recheck(
    record: &Record,
    places: Vec<ReviewPosition>,
    engine: &str,
    thresholds: &Thresholds,
) -> Vec<ReviewPosition> {
    let is_doubtful = |at: usize| {
        let place = &places[at];
        let after = &places[at + 1..places.len().min(at + 1 + RECHECK_WINDOW)];
        let proven = |place: &ReviewPosition| {
            position_values(evals_at(record, place)).any(|worth| worth.proven.is_some())
        };
        has_first_pass_only(record, place, engine)
            && (after.iter().any(proven) && !proven(place)
                || after
                    .first()
                    .is_some_and(|next| contradicts_next(record, place, next, thresholds)))
    };
    let doubtful: Vec<bool> = (0..places.len()).map(is_doubtful).collect();
    let all = places.into_iter().zip(doubtful);
    all.filter_map(|(place, is_doubtful)| is_doubtful.then_some(place))
        .collect()
}

/// Whether somebody chose there, and the engine had a first look and no second one.
fn has_first_pass_only(record: &Record, place: &ReviewPosition, engine: &str) -> bool {
    let last = evals_at(record, place).last();
    let is_first = |eval: &Evaluation| eval.engine == engine && eval.pass == SearchPass::First;
    place.is_choice() && last.is_some_and(is_first)
}

/// Whether a place is worth much more than the next one, to the same player, by any look at that:
/// another look there may make more places doubtful, never fewer, so that a review that was stopped
/// comes to the same. Estimates of two searches differ more than those of one: only what would be a
/// blunder counts.
fn contradicts_next(
    record: &Record,
    place: &ReviewPosition,
    next: &ReviewPosition,
    thresholds: &Thresholds,
) -> bool {
    let played = place.played.as_deref().unwrap_or_default();
    let weighed = move_evaluation(evals_at(record, place), played);
    let Some(weighed) = weighed.filter(|weighed| weighed.played.proven.is_none()) else {
        return false;
    };
    if next.ply != place.ply + 1 {
        return false;
    }
    let same = place.mover() == next.mover();
    let contradicts = |worth: LineValue| {
        let (win, proven) = for_mover(worth.win, worth.proven, same);
        let least = match proven {
            Some(_) => thresholds.inaccuracy,
            None => thresholds.blunder,
        };
        weighed.best.win - win >= least
    };
    position_values(evals_at(record, next)).any(contradicts)
}
