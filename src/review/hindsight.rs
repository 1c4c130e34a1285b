//! Plies that should be looked at once more for what was found at those after them.
//!
//! A ply is nearer to the end than the one before it, so that more is proven there: what led to a
//! lost position was no good move, whatever the first look at it said. And where proofs end, going
//! back from the end of a game, is chance: a little more nodes and it is elsewhere, with the marks
//! there. The plies before it are looked at once more, and as long as that proves something, those
//! before them.

use super::Look;
use super::Place;
use super::closer::for_mover;
use super::game::evals;
use super::judge::Thresholds;
use super::weigh::{Worth, look_of, looks, weigh};
use crate::record::{Evaluation, Record};

/// Before a proven position so many that are not get a second look.
const FRONTIER: usize = 2;

/// Which of the places of a game should be looked at once more.
pub(super) fn doubtful(
    record: &Record,
    places: Vec<Place>,
    engine: &str,
    thresholds: &Thresholds,
) -> Vec<Place> {
    let is_doubtful = |at: usize| {
        let place = &places[at];
        let after = &places[at + 1..places.len().min(at + 1 + FRONTIER)];
        let proven =
            |place: &Place| looks(evals(record, place)).any(|worth| worth.proven.is_some());
        had_one_look(record, place, engine)
            && (after.iter().any(proven) && !proven(place)
                || after
                    .first()
                    .is_some_and(|next| contradicts(record, place, next, thresholds)))
    };
    let doubtful: Vec<bool> = (0..places.len()).map(is_doubtful).collect();
    let all = places.into_iter().zip(doubtful);
    all.filter_map(|(place, is_doubtful)| is_doubtful.then_some(place))
        .collect()
}

/// Whether somebody chose there, and the engine had a first look and no second one.
fn had_one_look(record: &Record, place: &Place, engine: &str) -> bool {
    let last = evals(record, place).last();
    let is_first = |eval: &Evaluation| eval.engine == engine && look_of(eval) == Look::First;
    place.is_choice() && last.is_some_and(is_first)
}

/// Whether a place is worth much more than the next one, to the same player, by any look at that:
/// another look there may make more places doubtful, never fewer, so that a review that was stopped
/// comes to the same. Estimates of two searches differ more than those of one: only what would be a
/// blunder counts.
fn contradicts(record: &Record, place: &Place, next: &Place, thresholds: &Thresholds) -> bool {
    let played = place.played.as_deref().unwrap_or_default();
    let weighed = weigh(evals(record, place), played);
    let Some(weighed) = weighed.filter(|weighed| weighed.played.proven.is_none()) else {
        return false;
    };
    if next.ply != place.ply + 1 {
        return false;
    }
    let same = place.mover() == next.mover();
    let contradicts = |worth: Worth| {
        let (win, proven) = for_mover(worth.win, worth.proven, same);
        let least = match proven {
            Some(_) => thresholds.inaccuracy,
            None => thresholds.blunder,
        };
        weighed.best.win - win >= least
    };
    looks(evals(record, next)).any(contradicts)
}
