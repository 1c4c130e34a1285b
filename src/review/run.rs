//! A whole game, by one engine or by several of the same kind at once.

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

/// A ply to look at, with what is known of it.
type PendingPly = (ReviewPosition, Vec<Evaluation>);
/// How it is looked at.
type ReviewStep<'s> =
    fn(&mut Reviewer<'s>, &mut Vec<Evaluation>, &ReviewPosition) -> Result<(), ReviewError>;

/// Looks at every ply that somebody chose, and writes what is found into the record, `plies` being
/// its legal ones: so many engines side by side, each with about so many megabytes. Plies that this
/// engine looked at with this budget are left alone, so that a review that was stopped goes on.
/// With a budget of nodes the same comes out each time, however many engines there are.
///
/// # Errors
/// See [`ReviewError`]. What was found till then is in the record.
pub fn review(
    record: &mut Record,
    book: &dyn DynGame,
    plies: u32,
    plan: ReviewPlan,
    (engines, memory_mb): (usize, usize),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Record, ReviewProgress),
) -> Result<(), ReviewError> {
    let reviewer = || Reviewer::new(book, memory_mb, plan, stop);
    let places = choice_positions(record, book, plies)?;
    let todo = with_known_evals(record, places);
    let mut all = todo.len();
    let mut done = 0;
    let mut keep = |(ply, found): (u32, Vec<Evaluation>), record: &mut Record, all: usize| {
        record.note_mut(ply).evals = found;
        done += 1;
        progress(
            record,
            ReviewProgress {
                done,
                total: all,
                ply,
            },
        );
    };
    let mut found = |found| keep(found, record, all);
    run_parallel(engines, todo, Reviewer::review_ply, &reviewer, &mut found)?;
    let mind = book.engine(Resources::new(1));
    let (engine, mut looked) = (mind.name(), BTreeSet::new());
    // Where lines can be compared one search says all.
    while plan.recheck_factor > 1 && !mind.lines_are_comparable() {
        let places = choice_positions(record, book, plies)?;
        let mut again = positions_to_recheck(record, places, &engine, &plan.thresholds);
        again.retain(|place| looked.insert(place.ply));
        if again.is_empty() {
            break;
        }
        all += again.len();
        let again = with_known_evals(record, again);
        let mut found = |found| keep(found, record, all);
        run_parallel(engines, again, Reviewer::recheck_ply, &reviewer, &mut found)?;
    }
    add_glyphs(record, book, plies, &plan.thresholds)?;
    Ok(())
}

fn with_known_evals(record: &Record, places: Vec<ReviewPosition>) -> Vec<PendingPly> {
    let known = |place: ReviewPosition| {
        let known = evals_at(record, &place).to_vec();
        (place, known)
    };
    places.into_iter().map(known).collect()
}

/// Lets so many reviewers work at plies, the last ones first, for they are the surest; `found` is
/// told of each.
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
    // Handed from hand to hand: who stops the review is heard before the ply after next.
    let (sender, receiver) = sync_channel(0);
    std::thread::scope(|scope| {
        for _ in 0..engines {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let work = || -> Result<(), ReviewError> {
                    let mut reviewer = reviewer();
                    while let Some((place, mut evals)) = next() {
                        work(&mut reviewer, &mut evals, &place)?;
                        // Nobody listens any more: the review was given up.
                        if sender.send(Ok((place.ply + 1, evals))).is_err() {
                            break;
                        }
                    }
                    Ok(())
                };
                if let Err(stopped) = work() {
                    let _ = sender.send(Err(stopped));
                }
            });
        }
        drop(sender);
        let mut stopped = None;
        for news in receiver {
            match news {
                Ok(news) => found(news),
                Err(why) => {
                    stopped.get_or_insert(why);
                }
            }
        }
        stopped.map_or(Ok(()), Err)
    })
}
