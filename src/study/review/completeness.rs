//! Whether a game was already reviewed with a plan.

use super::positions::PositionsError;
use super::recheck::positions_to_recheck;
use super::reviewer::{ReviewPlan, Reviewer, choice_positions, evals_at};
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use std::sync::atomic::AtomicBool;

/// Reports whether a review with this plan would search nothing any more: the same version of the
/// engine has searched every position with the same budgets and the same seed.
///
/// `plies` is the number of legal plies.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn is_complete(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    plan: ReviewPlan,
) -> Result<bool, PositionsError> {
    let positions = choice_positions(record, game, plies)?;
    if positions
        .iter()
        .any(|position| evals_at(record, position).is_empty())
    {
        return Ok(false);
    }
    let stop = AtomicBool::new(false);
    let reviewer = Reviewer::new(game, 1, plan, &stop);
    let is_done = |position| reviewer.is_done(evals_at(record, position), position);
    if !positions.iter().all(is_done) {
        return Ok(false);
    }
    if !reviewer.rechecks_after_proofs() {
        return Ok(true);
    }
    let thresholds = &plan.thresholds;
    let doubtful = positions_to_recheck(record, positions, &reviewer, thresholds);
    Ok(doubtful.is_empty())
}
