//! A whole game, by one engine or by several of the same kind at once.

use super::Place;
use super::game::{Plan, Progress, Reviewer, Stopped, choices, evals};
use super::plies::mark;
use crate::games::Book;
use crate::record::Record;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// Looks at every ply that somebody chose, and writes what is found into the record, `plies` being
/// its legal ones: so many engines side by side, each with about so many megabytes. Plies that this
/// engine looked at with this budget are left alone, so that a review that was stopped goes on.
/// With a budget of nodes the same comes out each time, however many engines there are.
///
/// # Errors
/// See [`Stopped`]. What was found till then is in the record.
pub fn review(
    record: &mut Record,
    book: &dyn Book,
    plies: u32,
    plan: Plan,
    (engines, memory_mb): (usize, usize),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Record, Progress),
) -> Result<(), Stopped> {
    let places = choices(record, book, plies).map_err(Stopped::Lost)?;
    let known = |place: Place| {
        let known = evals(record, &place).to_vec();
        (place, known)
    };
    let todo: Vec<_> = places.into_iter().map(known).collect();
    let all = todo.len();
    let todo = Mutex::new(todo);
    // The last plies are the surest: they come first.
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).pop();
    // Handed from hand to hand: who stops the review is heard before the ply after next.
    let (sender, receiver) = sync_channel(0);
    std::thread::scope(|scope| {
        for _ in 0..engines.clamp(1, all.max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let work = || -> Result<(), Stopped> {
                    let mut reviewer = Reviewer::new(book, memory_mb, plan, stop);
                    while let Some((place, mut found)) = next() {
                        reviewer.ply(&mut found, &place)?;
                        // Nobody listens any more: the review was given up.
                        if sender.send(Ok((place.ply + 1, found))).is_err() {
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
        let mut done = 0;
        let mut stopped = None;
        for news in receiver {
            match news {
                Ok((ply, found)) => {
                    record.note(ply).evals = found;
                    done += 1;
                    progress(record, Progress { done, all, ply });
                }
                Err(why) => {
                    stopped.get_or_insert(why);
                }
            }
        }
        stopped.map_or(Ok(()), Err)
    })?;
    mark(record, book, plies, &plan.thresholds).map_err(Stopped::Lost)
}
