//! The choice of positions to search again because of what was found in the positions after them.
//!
//! A position is closer to the end of the game than the one before it, so that more is proven there:
//! a move that led to a lost position was not good, whatever the first search of it said. Going back
//! from the end of a game, the ply at which the proofs stop is accidental: with a few more nodes it
//! would be another one, and the glyphs would move with it. The positions before it are therefore
//! searched again, and as long as that proves something, those before them.

use super::evaluation::{LineValue, last_position_value, move_evaluation, position_values};
use super::judge::Thresholds;
use super::reviewer::{Reviewer, evals_at};
use super::second_search::ReviewStep;
use super::verify_pair::for_mover;
use super::{ReviewPosition, SearchPass};
use kifu_core::record::{Evaluation, Record};

/// The number of unproven positions before a proven one that are searched again.
const RECHECK_WINDOW: usize = 2;

/// Returns the positions of a game that should be searched again, each with the step to take.
///
/// Where proofs end, the whole budget is needed to go on with them: the result of the position is
/// not proven, or only that of another move than the played one. A value that others contradict is
/// first looked at with a short search.
pub(super) fn positions_to_recheck(
    record: &Record,
    positions: Vec<ReviewPosition>,
    reviewer: &Reviewer<'_>,
    thresholds: &Thresholds,
) -> Vec<(ReviewPosition, ReviewStep)> {
    let step = |at: usize| -> Option<ReviewStep> {
        let position = &positions[at];
        let after = &positions[at + 1..positions.len().min(at + 1 + RECHECK_WINDOW)];
        let proven = |position: &ReviewPosition| {
            position_values(evals_at(record, position)).any(|value| value.proven.is_some())
        };
        if !can_be_rechecked(record, position, reviewer) {
            return None;
        }
        if after.iter().any(proven) && !proven(position) {
            return Some(ReviewStep::RecheckFully);
        }
        let evals = evals_at(record, position);
        let next = after.first().filter(|next| next.ply == position.ply + 1);
        let is_short = reviewer.is_shortly_rechecked(evals);
        if is_short && next.is_some_and(proven) && !is_played_proven(evals, position) {
            return Some(ReviewStep::RecheckFully);
        }
        // A second search has looked at the best move alone, so that a better value than those of
        // the neighbours is no error: the moves before and after it were mistakes.
        let is_doubtful = next
            .is_some_and(|next| contradicts_next(record, position, next, thresholds))
            || !is_short && is_spike(record, &positions, at, thresholds);
        is_doubtful.then_some(ReviewStep::Recheck)
    };
    let steps: Vec<_> = (0..positions.len()).map(step).collect();
    let all = positions.into_iter().zip(steps);
    all.filter_map(|(position, step)| Some((position, step?)))
        .collect()
}

/// Reports whether the value of the played move is proven by the last search.
fn is_played_proven(evals: &[Evaluation], position: &ReviewPosition) -> bool {
    let played = position.played.as_deref().unwrap_or_default();
    move_evaluation(evals, played).is_some_and(|evaluation| evaluation.played.proven.is_some())
}

/// Reports whether the positions before and after one both contradict its value, in the same
/// direction.
///
/// A search that got no time to speak of, on a busy machine, has such a value.
fn is_spike(
    record: &Record,
    positions: &[ReviewPosition],
    at: usize,
    thresholds: &Thresholds,
) -> bool {
    let own = &positions[at];
    let value = |position: &ReviewPosition| {
        let (value, _) = last_position_value(evals_at(record, position))?;
        let same_player = position.mover() == own.mover();
        Some(for_mover(value.win, value.proven, same_player).0)
    };
    let neighbors = [at.checked_sub(1), Some(at + 1)].map(|index| {
        let position = positions.get(index?)?;
        let is_next_to = position.ply.abs_diff(own.ply) == 1;
        is_next_to.then(|| value(position)).flatten()
    });
    let (Some(here), [Some(before), Some(after)]) = (value(own), neighbors) else {
        return false;
    };
    let (below, above) = (here - before.min(after), here - before.max(after));
    above >= thresholds.blunder || below <= -thresholds.blunder
}

/// Reports whether a player chose in the position and the engine has made the first search, perhaps
/// a short second one, and no other.
fn can_be_rechecked(record: &Record, position: &ReviewPosition, reviewer: &Reviewer<'_>) -> bool {
    let evals = evals_at(record, position);
    let is_first =
        |eval: &Evaluation| eval.engine == reviewer.engine_name && eval.pass == SearchPass::First;
    position.is_choice()
        && (evals.last().is_some_and(is_first)
            || reviewer.is_shortly_rechecked(evals) && !reviewer.is_fully_rechecked(evals))
}

/// Reports whether a position has a much better value than the next one, for the same player.
///
/// Any search of the next position counts: further searches there can make more positions doubtful
/// but never fewer, so that a review that was interrupted comes to the same result. Estimates from
/// two searches differ more than those from one, so that the difference must be that of a blunder
/// unless the next value is proven.
fn contradicts_next(
    record: &Record,
    position: &ReviewPosition,
    next: &ReviewPosition,
    thresholds: &Thresholds,
) -> bool {
    let played = position.played.as_deref().unwrap_or_default();
    let evaluation = move_evaluation(evals_at(record, position), played);
    let Some(evaluation) = evaluation.filter(|evaluation| evaluation.played.proven.is_none())
    else {
        return false;
    };
    // After a second search, the loss of the played move is known.
    let own = match evals_at(record, position).last() {
        Some(last) if last.pass != SearchPass::First => evaluation.played,
        _ => evaluation.best,
    };
    let same_player = position.mover() == next.mover();
    let contradicts = |value: LineValue| {
        let (win, proven) = for_mover(value.win, value.proven, same_player);
        let min_difference = match proven {
            Some(_) => thresholds.inaccuracy,
            None => thresholds.blunder,
        };
        own.win - win >= min_difference
    };
    position_values(evals_at(record, next)).any(contradicts)
}
