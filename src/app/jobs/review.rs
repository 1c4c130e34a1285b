//! Engines look at a whole game.

use super::analyze::ENGINE_MEMORY_MB;
use super::{JobContext, JobUpdate};
use crate::failure::Failure;
use crate::files::thread_count;
use crate::games::DynGame;
use crate::record::{Evaluation, Record};
use crate::review::{self, ReviewPlan};

/// What engines found out about a ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPly {
    /// The ply.
    pub ply: u32,
    /// Its token, by which is seen whether the game is still the same.
    pub token: String,
    /// What they think.
    pub evals: Vec<Evaluation>,
    /// Plies done.
    pub done_plies: usize,
    /// Plies in all.
    pub total_plies: usize,
}

/// Reviews a game with all cores but one, which is the window's: [`News::Judged`] for each ply.
pub(super) fn review(
    (mut record, book, plies): (Record, &'static dyn DynGame, u32),
    plan: ReviewPlan,
    ticket: &JobContext,
) -> Result<(), Failure> {
    let tokens: Vec<String> = record
        .tokens()
        .skip(book.info().lead_in)
        .map(str::to_owned)
        .collect();
    let engines = thread_count(0).saturating_sub(1).max(1);
    let mut tell = |record: &Record, progress: review::ReviewProgress| {
        let nth = progress.ply.saturating_sub(1) as usize;
        let note = record.notes.get(&progress.ply);
        ticket.send(JobUpdate::PlyReviewed(Box::new(ReviewedPly {
            ply: progress.ply,
            token: tokens.get(nth).cloned().unwrap_or_default(),
            evals: note.map(|note| note.evals.clone()).unwrap_or_default(),
            done_plies: progress.done,
            total_plies: progress.total,
        })));
    };
    let (stop, room) = (&ticket.cancel, (engines, ENGINE_MEMORY_MB));
    let done = review::review(&mut record, book, plies, plan, room, stop, &mut tell);
    done.map_err(Failure::from)
}
