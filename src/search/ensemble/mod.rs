//! Several brains that think at once.
//!
//! Each thinks by itself, with luck of its own, and what they found is put together: root
//! parallelization (Chaslot, Winands and van den Herik 2008), which needs nothing of a brain and
//! leaves it as it is. For a budget of nodes they share it, nobody waits for another, and the
//! answer is the same on every machine; for a budget of time one that has found all that was asked
//! ends the others' thinking.

mod merge;

use super::brain::{Brain, Thinks};
use super::{Choice, Dealt, Limits, Random, Report, Request};
use crate::contract::{MoveOf, Player, StepOf};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Searches go deep, one call for each ply.
const STACK: usize = 16 << 20;
/// How many lines each tells at least: where they do not agree, of the others' best moves as well.
const LINES: usize = 4;

/// Brains of a game that think at once, and answer as one.
pub struct Ensemble<G: Thinks> {
    /// The first thinks on the thread that asks.
    brains: Vec<Box<dyn Brain<G>>>,
}

impl<G: Thinks> Ensemble<G> {
    /// These brains, of which there must be one at least.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(brains: Vec<Box<dyn Brain<G>>>) -> Self {
        assert!(!brains.is_empty(), "an ensemble of nobody");
        Self { brains }
    }

    /// What one of them is asked: its share of the nodes, its own luck, and more lines.
    fn share<'a>(
        &self,
        request: &Request<'a, MoveOf<G>>,
        number: usize,
        enough: &'a AtomicBool,
    ) -> Request<'a, MoveOf<G>> {
        let count = self.brains.len() as u64;
        let number = number as u64;
        let share = |nodes: u64| nodes / count + u64::from(number < nodes % count);
        Request {
            limits: Limits {
                nodes: request.limits.nodes.map(share),
                enough: Some(enough),
                ..request.limits
            },
            lines: request.lines.max(LINES),
            forced: request.forced,
            // The first one's luck is what it would be alone.
            seed: match number {
                0 => request.seed,
                number => Random::stream(request.seed, number).next(),
            },
        }
    }

    /// Lets all do the same at once, the first here: what each answers, in their order.
    fn at_once<R: Send>(
        &mut self,
        requests: &[Request<'_, MoveOf<G>>],
        enough: &AtomicBool,
        first: impl FnOnce(&mut dyn Brain<G>, &Request<'_, MoveOf<G>>) -> R,
        each: impl Fn(usize, &mut dyn Brain<G>, &Request<'_, MoveOf<G>>) -> R + Sync,
    ) -> Vec<R> {
        // By nodes, all have their share whatever the others found.
        let done = |request: &Request<'_, MoveOf<G>>| {
            if request.limits.nodes.is_none() {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let Some((leader, others)) = self.brains.split_first_mut() else {
            return Vec::new();
        };
        let (each, done) = (&each, &done);
        thread::scope(|scope| {
            let started = others.iter_mut().zip(&requests[1..]).enumerate();
            let helpers = started.map(|(at, (brain, request))| {
                let think = move || {
                    let found = each(at + 1, brain.as_mut(), request);
                    done(request);
                    found
                };
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, think)
            });
            // Where the system has no thread left, the others do.
            let helpers: Vec<_> = helpers.filter_map(Result::ok).collect();
            let found = first(leader.as_mut(), &requests[0]);
            done(&requests[0]);
            let rest = helpers.into_iter().map(|helper| match helper.join() {
                Ok(found) => found,
                Err(panic) => resume_unwind(panic),
            });
            std::iter::once(found).chain(rest).collect()
        })
    }

    fn shares<'a>(
        &self,
        request: &Request<'a, MoveOf<G>>,
        enough: &'a AtomicBool,
    ) -> Vec<Request<'a, MoveOf<G>>> {
        let numbers = 0..self.brains.len();
        numbers
            .map(|number| self.share(request, number, enough))
            .collect()
    }
}

impl<G: Thinks> Brain<G> for Ensemble<G> {
    fn name(&self) -> String {
        let name = self.brains.first().map(|brain| brain.name());
        format!("{} x{}", name.unwrap_or_default(), self.brains.len())
    }

    fn think(
        &mut self,
        position: &G::Position,
        request: &Request<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        let enough = AtomicBool::new(false);
        let shares = self.shares(request, &enough);
        // What each last told on the way.
        let told: Vec<_> = shares.iter().map(|_| Mutex::new(None)).collect();
        let tell = |number: usize, report: &Report<MoveOf<G>>| {
            if let Ok(mut told) = told[number].lock() {
                *told = Some(report.clone());
            }
        };
        let found = self.at_once(
            &shares,
            &enough,
            |brain, share| {
                brain.think(position, share, &mut |report| {
                    tell(0, report);
                    let told = told.iter().filter_map(|told| told.lock().ok()?.clone());
                    progress(&merge::reports::<G>(&told.collect::<Vec<_>>(), request));
                })
            },
            |number, brain, share| brain.think(position, share, &mut |report| tell(number, report)),
        );
        merge::reports::<G>(&found, request)
    }

    fn dealt(&mut self, position: &G::Position, request: &Request<'_, MoveOf<G>>) -> Option<Dealt> {
        self.brains.first_mut()?.dealt(position, request)
    }

    fn sit(&mut self, start: &G::Position, seat: Player) {
        for brain in &mut self.brains {
            brain.sit(start, seat);
        }
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) {
        for brain in &mut self.brains {
            brain.observe(before, step);
        }
    }

    fn ponder(
        &mut self,
        position: &G::Position,
        request: &Request<'_, MoveOf<G>>,
    ) -> Option<Choice<MoveOf<G>>> {
        let enough = AtomicBool::new(false);
        let shares = self.shares(request, &enough);
        let ponder = |brain: &mut dyn Brain<G>, share: &Request<'_, MoveOf<G>>| {
            brain.ponder(position, share)
        };
        let choices = self.at_once(&shares, &enough, ponder, |_, brain, share| {
            ponder(brain, share)
        });
        merge::choices::<G>(choices.into_iter().flatten().collect(), request)
    }
}
