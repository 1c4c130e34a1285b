//! The review of a whole game by engines.

use super::analyze::ENGINE_MEMORY_MB;
use super::{JobContext, JobUpdate};
use kifu_core::games::DynGame;
use kifu_core::record::{Evaluation, Record};
use kifu_logs::files::thread_count;
use kifu_study::failure::Failure;
use kifu_study::review::{self, ReviewPlan};

/// The evaluations of a ply by a review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPly {
    /// The ply, from 1.
    pub ply: u32,
    /// The token of the ply, which shows whether the game is still the same.
    pub token: String,
    /// The evaluations.
    pub evals: Vec<Evaluation>,
    /// The number of plies done.
    pub done_plies: usize,
    /// The total number of plies.
    pub total_plies: usize,
}

/// Reviews a game on all cores but one, which is left to the window: [`JobUpdate::PlyReviewed`] for
/// each ply.
pub(super) fn review(
    (mut record, game, last_ply): (Record, &'static dyn DynGame, u32),
    plan: ReviewPlan,
    context: &JobContext,
) -> Result<(), Failure> {
    let tokens: Vec<String> = record
        .tokens()
        .skip(game.info().lead_in)
        .map(str::to_owned)
        .collect();
    let engines = thread_count(0).saturating_sub(1).max(1);
    let mut report = |record: &Record, progress: review::ReviewProgress| {
        let index = progress.ply.saturating_sub(1) as usize;
        let note = record.notes.get(&progress.ply);
        context.send(JobUpdate::PlyReviewed(Box::new(ReviewedPly {
            ply: progress.ply,
            token: tokens.get(index).cloned().unwrap_or_default(),
            evals: note.map(|note| note.evals.clone()).unwrap_or_default(),
            done_plies: progress.done,
            total_plies: progress.total,
        })));
    };
    let (stop, resources) = (&context.cancel, (engines, ENGINE_MEMORY_MB));
    let result = review::review(
        &mut record,
        game,
        last_ply,
        plan,
        resources,
        stop,
        &mut report,
    );
    result.map_err(Failure::from)
}
