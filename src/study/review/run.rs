//! The review of a whole game, by one engine or by several of the same kind in parallel, and whether
//! it is complete. Both ask the [`Schedule`] what to search.

use super::budget::ReviewPlan;
use super::judged_plies::add_glyphs;
use super::positions::{PositionsError, choice_positions, evals_at};
use super::reviewer::{PendingPly, ReviewError, Reviewer};
use super::schedule::{Neighbors, ReviewStep, Schedule};
use kifu_core::games::DynGame;
use kifu_core::record::{Evaluation, Note, Record};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// The progress of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    /// The number of positions done, including those done by an earlier review.
    pub done: usize,
    /// The number of positions to search; it grows when positions are searched again.
    pub total: usize,
    /// The ply that was searched last.
    pub ply: u32,
}

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
    let schedule = Schedule::new(game, plan);
    let (mut done, mut total) = (0, 0);
    let mut run_round = |record: &mut Record, round: ReviewRound| -> Result<bool, ReviewError> {
        let todo = pending_plies(record, game, plies, &schedule, round)?;
        let has_positions = !todo.is_empty();
        total += todo.len();
        run_parallel(engines, todo, &reviewer, &mut |(ply, found)| {
            replace_searches(record.note_mut(ply), found);
            done += 1;
            progress(record, ReviewProgress { done, total, ply });
        })?;
        Ok(has_positions)
    };
    run_round(record, ReviewRound::First)?;
    run_round(record, ReviewRound::Alone)?;
    // Each search takes its position to a later stage, so that this ends.
    while run_round(record, ReviewRound::WithNeighbors)? {}
    for note in record.notes.values_mut() {
        schedule.remove_superseded(&mut note.evals);
    }
    add_glyphs(record, game, plies, &plan.thresholds)?;
    Ok(())
}

/// Replaces the searches of a ply; what the bot itself said of it stays before them.
pub fn replace_searches(note: &mut Note, searches: Vec<Evaluation>) {
    note.evals.retain(Evaluation::is_bot_output);
    note.evals.extend(searches);
}

/// A round of a review: which rows of the schedule's table it goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReviewRound {
    /// The first searches. It visits all positions, so that those searched earlier count as done.
    First,
    /// The rows about the position alone.
    Alone,
    /// All rows.
    WithNeighbors,
}

/// Returns the positions of a game that a round of the review visits, with their searches.
fn pending_plies(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    schedule: &Schedule,
    round: ReviewRound,
) -> Result<Vec<PendingPly>, PositionsError> {
    let positions = choice_positions(record, game, plies)?;
    let steps: Vec<Option<ReviewStep>> = (0..positions.len())
        .map(|index| {
            let neighbors = Neighbors {
                record,
                positions: &positions,
                index,
            };
            let neighbors = Some(&neighbors).filter(|_| round == ReviewRound::WithNeighbors);
            let evals = evals_at(record, &positions[index]);
            let step = schedule.next_step(&positions[index], evals, neighbors);
            step.filter(|step| round != ReviewRound::First || *step == ReviewStep::First)
        })
        .collect();
    let first_budget = schedule.budget(ReviewStep::First);
    Ok(positions
        .into_iter()
        .zip(steps)
        .filter(|(_, step)| round == ReviewRound::First || step.is_some())
        .map(|(position, step)| PendingPly {
            step,
            evals: evals_at(record, &position).to_vec(),
            next: schedule.next_value(record, &position, first_budget),
            position,
        })
        .collect())
}

/// Reports whether a review with this plan would not search anything: the same version of the
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
    // Answered without an engine.
    if positions
        .iter()
        .any(|position| evals_at(record, position).is_empty())
    {
        return Ok(false);
    }
    let schedule = Schedule::new(game, plan);
    Ok(positions.iter().enumerate().all(|(index, position)| {
        let neighbors = Neighbors {
            record,
            positions: &positions,
            index,
        };
        let evals = evals_at(record, position);
        schedule
            .next_step(position, evals, Some(&neighbors))
            .is_none()
    }))
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
            reviewer.search(&mut ply)?;
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
