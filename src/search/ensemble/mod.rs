//! Several brains that think at once.
//!
//! Each thinks by itself, with luck of its own, and what they found is put together: root
//! parallelization (Chaslot, Winands and van den Herik 2008), which needs nothing of a brain and
//! leaves it as it is. For a budget of nodes they share it, nobody waits for another, and the
//! answer is the same on every machine; for a budget of time one that has found all that was asked
//! ends the others' thinking.

mod merge;

use super::engine::Engine;
use super::has_engine::HasEngine;
use super::{ChanceBaseline, Limits, MoveChoice, SearchRequest, SearchResult, SplitMix64};
use crate::contract::{MoveOf, Player, StepOf};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Searches go deep, one call for each ply.
const STACK_SIZE: usize = 16 << 20;
/// How many lines each tells at least: where they do not agree, of the others' best moves as well.
const MIN_LINES: usize = 4;

/// Brains of a game that think at once, and answer as one.
pub struct Ensemble<G: HasEngine> {
    /// The first thinks on the thread that asks.
    engines: Vec<Box<dyn Engine<G>>>,
}

impl<G: HasEngine> Ensemble<G> {
    /// These brains, of which there must be one at least.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(brains: Vec<Box<dyn Engine<G>>>) -> Self {
        assert!(!brains.is_empty(), "an ensemble of nobody");
        Self { engines: brains }
    }

    /// What one of them is asked: its share of the nodes, its own luck, and more lines.
    fn member_request<'a>(
        &self,
        request: &SearchRequest<'a, MoveOf<G>>,
        number: usize,
        enough: &'a AtomicBool,
    ) -> SearchRequest<'a, MoveOf<G>> {
        let count = self.engines.len() as u64;
        let number = number as u64;
        let share = |nodes: u64| nodes / count + u64::from(number < nodes % count);
        SearchRequest {
            limits: Limits {
                nodes: request.limits.nodes.map(share),
                peer_done: Some(enough),
                ..request.limits
            },
            lines: request.lines.max(MIN_LINES),
            forced: request.forced,
            // The first one's luck is what it would be alone.
            seed: match number {
                0 => request.seed,
                number => SplitMix64::stream(request.seed, number).next(),
            },
        }
    }

    /// Lets all do the same at once, the first here: what each answers, in their order.
    fn run_all<R: Send>(
        &mut self,
        requests: &[SearchRequest<'_, MoveOf<G>>],
        enough: &AtomicBool,
        first: impl FnOnce(&mut dyn Engine<G>, &SearchRequest<'_, MoveOf<G>>) -> R,
        each: impl Fn(usize, &mut dyn Engine<G>, &SearchRequest<'_, MoveOf<G>>) -> R + Sync,
    ) -> Vec<R> {
        // By nodes, all have their share whatever the others found.
        let done = |request: &SearchRequest<'_, MoveOf<G>>| {
            if request.limits.nodes.is_none() {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let Some((leader, others)) = self.engines.split_first_mut() else {
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
                    .stack_size(STACK_SIZE)
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

    fn member_requests<'a>(
        &self,
        request: &SearchRequest<'a, MoveOf<G>>,
        enough: &'a AtomicBool,
    ) -> Vec<SearchRequest<'a, MoveOf<G>>> {
        let numbers = 0..self.engines.len();
        numbers
            .map(|number| self.member_request(request, number, enough))
            .collect()
    }
}

impl<G: HasEngine> Engine<G> for Ensemble<G> {
    fn name(&self) -> String {
        let name = self.engines.first().map(|brain| brain.name());
        format!("{} x{}", name.unwrap_or_default(), self.engines.len())
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let enough = AtomicBool::new(false);
        let shares = self.member_requests(request, &enough);
        // What each last told on the way.
        let told: Vec<_> = shares.iter().map(|_| Mutex::new(None)).collect();
        let tell = |number: usize, report: &SearchResult<MoveOf<G>>| {
            if let Ok(mut told) = told[number].lock() {
                *told = Some(report.clone());
            }
        };
        let found = self.run_all(
            &shares,
            &enough,
            |brain, share| {
                brain.analyze(position, share, &mut |report| {
                    tell(0, report);
                    let told = told.iter().filter_map(|told| told.lock().ok()?.clone());
                    progress(&merge::merge_results::<G>(
                        &told.collect::<Vec<_>>(),
                        request,
                    ));
                })
            },
            |number, brain, share| {
                brain.analyze(position, share, &mut |report| tell(number, report))
            },
        );
        merge::merge_results::<G>(&found, request)
    }

    fn chance_baseline(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        self.engines.first_mut()?.chance_baseline(position, request)
    }

    fn new_game(&mut self, start: &G::Position, seat: Player) {
        for brain in &mut self.engines {
            brain.new_game(start, seat);
        }
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) {
        for brain in &mut self.engines {
            brain.observe(before, step);
        }
    }

    fn choose_with_report(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveChoice<MoveOf<G>>> {
        let enough = AtomicBool::new(false);
        let shares = self.member_requests(request, &enough);
        let ponder = |brain: &mut dyn Engine<G>, share: &SearchRequest<'_, MoveOf<G>>| {
            brain.choose_with_report(position, share)
        };
        let choices = self.run_all(&shares, &enough, ponder, |_, brain, share| {
            ponder(brain, share)
        });
        merge::merge_choices::<G>(choices.into_iter().flatten().collect(), request)
    }
}
