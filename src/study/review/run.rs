//! The review of a whole game, by one engine or by several of the same kind in parallel.

use super::ReviewPosition;
use super::judged_plies::add_glyphs;
use super::recheck::positions_to_recheck;
use super::reviewer::{
    ReviewError, ReviewPlan, ReviewProgress, Reviewer, choice_positions, evals_at,
};
use super::second_search::{PendingPly, ReviewStep};
use kifu_core::games::DynGame;
use kifu_core::record::{Evaluation, Record};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

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
    // It only tells what to search.
    let planner = Reviewer::new(game, 1, plan, stop);
    let (mut done, mut total) = (0, 0);
    let mut run = |record: &mut Record, todo: Vec<(ReviewPosition, ReviewStep)>| {
        total += todo.len();
        let todo = todo.into_iter();
        let pending = |(position, step)| planner.pending(record, position, step);
        let todo: Vec<PendingPly> = todo.map(pending).collect();
        run_parallel(engines, todo, &reviewer, &mut |(ply, found)| {
            record.note_mut(ply).evals = found;
            done += 1;
            progress(record, ReviewProgress { done, total, ply });
        })
    };
    let first = choice_positions(record, game, plies)?.into_iter();
    let first = first.map(|position| (position, ReviewStep::First));
    run(record, first.collect())?;
    let mut suspect = choice_positions(record, game, plies)?;
    suspect.retain(|position| !planner.is_done(evals_at(record, position), position));
    let suspect = suspect.into_iter();
    let suspect = suspect.map(|position| (position, ReviewStep::Recheck));
    run(record, suspect.collect())?;
    let mut rechecked = BTreeSet::new();
    while planner.rechecks_after_proofs() {
        let positions = choice_positions(record, game, plies)?;
        let mut doubtful = positions_to_recheck(record, positions, &planner, &plan.thresholds);
        doubtful.retain(|(position, _)| {
            let is_second = planner.is_shortly_rechecked(evals_at(record, position));
            rechecked.insert((position.ply, is_second))
        });
        if doubtful.is_empty() {
            break;
        }
        run(record, doubtful)?;
    }
    for note in record.notes.values_mut() {
        planner.remove_superseded(&mut note.evals);
    }
    add_glyphs(record, game, plies, &plan.thresholds)?;
    Ok(())
}

/// Takes the steps of all positions with `engines` reviewers in parallel, and passes each result to
/// `found`. The last positions come first, since their values are the most reliable.
fn run_parallel<'s>(
    engines: usize,
    todo: Vec<PendingPly>,
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
        while let Some(mut ply) = next() {
            reviewer.take_step(&mut ply)?;
            if !found((ply.position.ply + 1, ply.evals)) {
                break;
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let mut thread_count = 0;
        // One reviewer needs no other thread.
        for _ in 0..if engines > 1 { engines } else { 0 } {
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
        // This thread does the work alone, also if the system has no threads left.
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
