//! Several engines that search the same position in parallel.
//!
//! Each engine searches on its own, with its own random seed, and the results are merged: root
//! parallelization (Chaslot, Winands and van den Herik 2008), which requires nothing of an engine.
//! A node limit is divided among them; no engine waits for another, and the result is the same on
//! every machine. With a time limit, the first engine that has found everything requested ends the
//! searches of the others.

mod merge;

use super::engine::Engine;
use super::has_engine::HasEngine;
use super::{ChanceBaseline, Limits, MoveChoice, SearchRequest, SearchResult, SplitMix64};
use crate::contract::{MoveOf, Player, StepOf};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The stack size of a search thread in bytes: searches are recursive, one call per ply.
const STACK_SIZE: usize = 16 << 20;
/// The minimum number of lines that each engine reports, so that engines that disagree also
/// evaluate the best moves of the others.
const MIN_LINES: usize = 4;

/// Engines of a game that search in parallel and answer as one.
pub struct Ensemble<G: HasEngine> {
    /// The engines; the first searches on the calling thread.
    engines: Vec<Box<dyn Engine<G>>>,
}

impl<G: HasEngine> Ensemble<G> {
    /// Creates an ensemble of these engines.
    ///
    /// # Panics
    /// Panics if there are none.
    pub fn new(engines: Vec<Box<dyn Engine<G>>>) -> Self {
        assert!(!engines.is_empty(), "an ensemble has at least one engine");
        Self { engines }
    }

    /// Returns the request for one of the engines: with its share of the nodes, its own seed, and
    /// enough lines. The flag `done` ends its search.
    fn member_request<'a>(
        &self,
        request: &SearchRequest<'a, MoveOf<G>>,
        index: usize,
        done: &'a AtomicBool,
    ) -> SearchRequest<'a, MoveOf<G>> {
        let count = self.engines.len() as u64;
        let index = index as u64;
        let share = |nodes: u64| nodes / count + u64::from(index < nodes % count);
        SearchRequest {
            limits: Limits {
                nodes: request.limits.nodes.map(share),
                peer_done: Some(done),
                ..request.limits
            },
            lines: request.lines.max(MIN_LINES),
            include: request.include,
            // The first engine searches as it would alone.
            seed: match index {
                0 => request.seed,
                index => SplitMix64::stream(request.seed, index).next(),
            },
        }
    }

    /// Runs all engines in parallel, and returns their answers in order.
    ///
    /// The first engine runs `first` on this thread, each of the others runs `other` on a thread of
    /// its own. The flag `done` is set when one has finished.
    fn run_all<R: Send>(
        &mut self,
        requests: &[SearchRequest<'_, MoveOf<G>>],
        done: &AtomicBool,
        first: impl FnOnce(&mut dyn Engine<G>, &SearchRequest<'_, MoveOf<G>>) -> R,
        other: impl Fn(usize, &mut dyn Engine<G>, &SearchRequest<'_, MoveOf<G>>) -> R + Sync,
    ) -> Vec<R> {
        // With a node limit, each engine spends its share whatever the others have found.
        let set_done = |request: &SearchRequest<'_, MoveOf<G>>| {
            if request.limits.nodes.is_none() {
                done.store(true, Ordering::Relaxed);
            }
        };
        let Some((leader, others)) = self.engines.split_first_mut() else {
            return Vec::new();
        };
        let (other, set_done) = (&other, &set_done);
        thread::scope(|scope| {
            let started = others.iter_mut().zip(&requests[1..]).enumerate();
            let helpers = started.map(|(index, (engine, request))| {
                let search = move || {
                    let answer = other(index + 1, engine.as_mut(), request);
                    set_done(request);
                    answer
                };
                thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, search)
            });
            // If the system has no threads left, the engines that have one are enough.
            let helpers: Vec<_> = helpers.filter_map(Result::ok).collect();
            let answer = first(leader.as_mut(), &requests[0]);
            set_done(&requests[0]);
            let rest = helpers.into_iter().map(|helper| match helper.join() {
                Ok(answer) => answer,
                Err(panic) => resume_unwind(panic),
            });
            std::iter::once(answer).chain(rest).collect()
        })
    }

    /// Returns the requests for all engines, in order.
    fn member_requests<'a>(
        &self,
        request: &SearchRequest<'a, MoveOf<G>>,
        done: &'a AtomicBool,
    ) -> Vec<SearchRequest<'a, MoveOf<G>>> {
        let indices = 0..self.engines.len();
        indices
            .map(|index| self.member_request(request, index, done))
            .collect()
    }
}

impl<G: HasEngine> Engine<G> for Ensemble<G> {
    fn name(&self) -> String {
        let name = self.engines.first().map(|engine| engine.name());
        format!("{} x{}", name.unwrap_or_default(), self.engines.len())
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let done = AtomicBool::new(false);
        let requests = self.member_requests(request, &done);
        // The latest intermediate result of each engine.
        let latest: Vec<_> = requests.iter().map(|_| Mutex::new(None)).collect();
        let store = |index: usize, result: &SearchResult<MoveOf<G>>| {
            if let Ok(mut latest) = latest[index].lock() {
                *latest = Some(result.clone());
            }
        };
        let results = self.run_all(
            &requests,
            &done,
            |engine, own_request| {
                engine.analyze(position, own_request, &mut |result| {
                    store(0, result);
                    let latest = latest
                        .iter()
                        .filter_map(|result| result.lock().ok()?.clone());
                    progress(&merge::merge_results::<G>(
                        &latest.collect::<Vec<_>>(),
                        request,
                    ));
                })
            },
            |index, engine, own_request| {
                engine.analyze(position, own_request, &mut |result| store(index, result))
            },
        );
        merge::merge_results::<G>(&results, request)
    }

    fn chance_baseline(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        self.engines.first_mut()?.chance_baseline(position, request)
    }

    fn chance_values(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        self.engines.first_mut()?.chance_values(position, request)
    }

    fn new_game(&mut self, start: &G::Position, seat: Player) {
        for engine in &mut self.engines {
            engine.new_game(start, seat);
        }
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) {
        for engine in &mut self.engines {
            engine.observe(before, step);
        }
    }

    fn choose_with_report(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveChoice<MoveOf<G>>> {
        let done = AtomicBool::new(false);
        let requests = self.member_requests(request, &done);
        let choose = |engine: &mut dyn Engine<G>, own_request: &SearchRequest<'_, MoveOf<G>>| {
            engine.choose_with_report(position, own_request)
        };
        let choices = self.run_all(&requests, &done, choose, |_, engine, own_request| {
            choose(engine, own_request)
        });
        merge::merge_choices::<G>(choices.into_iter().flatten().collect(), request)
    }
}
