//! The review of a whole game, by one engine or by several of the same kind in parallel.

use super::ReviewPosition;
use super::judged_plies::add_glyphs;
use super::recheck::positions_to_recheck;
use super::reviewer::{
    ReviewError, ReviewPlan, ReviewProgress, Reviewer, choice_positions, evals_at,
};
use crate::games::DynGame;
use crate::record::{Evaluation, Record};
use crate::search::Resources;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// A position to search, with the evaluations it already has.
type PendingPly = (ReviewPosition, Vec<Evaluation>);
/// The analysis step to run on each position.
type ReviewStep<'s> =
    fn(&mut Reviewer<'s>, &mut Vec<Evaluation>, &ReviewPosition) -> Result<(), ReviewError>;

/// Reviews a game: searches every position in which a player chose, and stores the evaluations and
/// the glyphs in the record.
///
/// `plies` is the number of legal plies. `engines` searchers run in parallel, each with about
/// `memory_mb` megabytes. Positions that this engine has already searched with this budget are
/// skipped, so that an interrupted review can be continued. With a budget in nodes the result does
/// not depend on the number of engines or on the machine.
///
/// # Errors
/// Returns a [`ReviewError`] if the review is stopped or the game cannot be replayed. The
/// evaluations finished until then are in the record.
pub fn review(
    record: &mut Record,
    game: &dyn DynGame,
    plies: u32,
    plan: ReviewPlan,
    (engines, memory_mb): (usize, usize),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Record, ReviewProgress),
) -> Result<(), ReviewError> {
    let reviewer = || Reviewer::new(game, memory_mb, plan, stop);
    let positions = choice_positions(record, game, plies)?;
    let todo = with_known_evals(record, positions);
    let mut total = todo.len();
    let mut done = 0;
    let mut keep = |(ply, found): (u32, Vec<Evaluation>), record: &mut Record, total: usize| {
        record.note_mut(ply).evals = found;
        done += 1;
        progress(record, ReviewProgress { done, total, ply });
    };
    let mut found = |found| keep(found, record, total);
    run_parallel(engines, todo, Reviewer::review_ply, &reviewer, &mut found)?;
    let engine = game.engine(Resources::new(1));
    let (engine_name, mut rechecked) = (engine.name(), BTreeSet::new());
    // If the lines of a search are comparable, one search is enough.
    while plan.recheck_factor > 1 && !engine.lines_are_comparable() {
        let positions = choice_positions(record, game, plies)?;
        let mut doubtful = positions_to_recheck(record, positions, &engine_name, &plan.thresholds);
        doubtful.retain(|position| rechecked.insert(position.ply));
        if doubtful.is_empty() {
            break;
        }
        total += doubtful.len();
        let todo = with_known_evals(record, doubtful);
        let mut found = |found| keep(found, record, total);
        run_parallel(engines, todo, Reviewer::recheck_ply, &reviewer, &mut found)?;
    }
    add_glyphs(record, game, plies, &plan.thresholds)?;
    Ok(())
}

/// Pairs each position with the evaluations that the record has of it.
fn with_known_evals(record: &Record, positions: Vec<ReviewPosition>) -> Vec<PendingPly> {
    let known = |position: ReviewPosition| {
        let known = evals_at(record, &position).to_vec();
        (position, known)
    };
    positions.into_iter().map(known).collect()
}

/// Runs `work` on all positions with `engines` reviewers in parallel, and passes each result to
/// `found`. The last positions come first, since their values are the most reliable.
fn run_parallel<'s>(
    engines: usize,
    todo: Vec<PendingPly>,
    work: ReviewStep<'s>,
    reviewer: &(dyn Fn() -> Reviewer<'s> + Sync),
    found: &mut dyn FnMut((u32, Vec<Evaluation>)),
) -> Result<(), ReviewError> {
    let engines = engines.clamp(1, todo.len().max(1));
    let todo = Mutex::new(todo);
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).pop();
    // Without a buffer, a review that is stopped ends before the ply after next.
    let (sender, receiver) = sync_channel(0);
    let search = |found: &mut dyn FnMut((u32, Vec<Evaluation>)) -> bool| {
        let mut reviewer = reviewer();
        while let Some((position, mut evals)) = next() {
            work(&mut reviewer, &mut evals, &position)?;
            if !found((position.ply + 1, evals)) {
                break;
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let mut thread_count = 0;
        for _ in 0..engines {
            let (sender, search) = (sender.clone(), &search);
            let search_and_send = move || {
                // If the receiver is gone, the review was abandoned.
                if let Err(stopped) = search(&mut |result| sender.send(Ok(result)).is_ok()) {
                    let _ = sender.send(Err(stopped));
                }
            };
            let thread = std::thread::Builder::new();
            if thread.spawn_scoped(scope, search_and_send).is_err() {
                break;
            }
            thread_count += 1;
        }
        drop(sender);
        // If the system has no threads left, this one does the work.
        if thread_count == 0 {
            return search(&mut |result| {
                found(result);
                true
            });
        }
        let mut stopped = None;
        for message in receiver {
            match message {
                Ok(result) => found(result),
                Err(error) => {
                    stopped.get_or_insert(error);
                }
            }
        }
        stopped.map_or(Ok(()), Err)
    })
}
