//! Several engines that search the same position in parallel.
//!
//! Each engine searches on its own, with its own random seed, and the results are merged: root
//! parallelization (Chaslot, Winands and van den Herik 2008), which requires nothing of an engine.
//! A node limit is divided among them; no engine waits for another, and the result is the same on
//! every machine. With a time limit, the first engine that has found everything requested ends the
//! searches of the others.

use super::engine::{Engine, SecretGuess};
use super::has_engine::HasEngine;
use super::{Bounds, Coverage, SearchLine, Value};
use super::{ChanceBaseline, Limits, MoveChoice, SearchRequest, SearchResult, SplitMix64};
use crate::contract::{MoveOf, Player, StepOf};
use crate::search::search_result::{compare_lines, proof_rank};
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
        // With a node limit, each engine spends its share, no matter what the others have found.
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
                    progress(&merge_results::<G>(&latest.collect::<Vec<_>>(), request));
                })
            },
            |index, engine, own_request| {
                engine.analyze(position, own_request, &mut |result| store(index, result))
            },
        );
        merge_results::<G>(&results, request)
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

    fn secret_guess(&self, position: &G::Position) -> Option<SecretGuess> {
        self.engines.first()?.secret_guess(position)
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
        merge_choices::<G>(choices.into_iter().flatten().collect(), request)
    }
}

// Merging the results of several engines.

/// Merges search results of the same position.
fn merge_results<G: HasEngine>(
    results: &[SearchResult<MoveOf<G>>],
    request: &SearchRequest<'_, MoveOf<G>>,
) -> SearchResult<MoveOf<G>> {
    merge_all::<G>(results).truncated(request.lines, request.include.as_ref())
}

/// Returns the choice that ranks best in the merged search result; `None` without choices.
fn merge_choices<G: HasEngine>(
    mut choices: Vec<MoveChoice<MoveOf<G>>>,
    request: &SearchRequest<'_, MoveOf<G>>,
) -> Option<MoveChoice<MoveOf<G>>> {
    let results: Vec<_> = choices.iter().map(|choice| choice.report.clone()).collect();
    let merged = merge_all::<G>(&results);
    let rank = |choice: &MoveChoice<MoveOf<G>>| {
        let rank = merged
            .lines
            .iter()
            .position(|line| line.mv == choice.reported_move);
        rank.unwrap_or(usize::MAX)
    };
    let best = (0..choices.len()).min_by_key(|index| rank(&choices[*index]))?;
    let choice = choices.swap_remove(best);
    Some(MoveChoice {
        report: merged.truncated(request.lines, request.include.as_ref()),
        ..choice
    })
}

/// Merges all lines of all results.
fn merge_all<G: HasEngine>(results: &[SearchResult<MoveOf<G>>]) -> SearchResult<MoveOf<G>> {
    let mut lines: Vec<SearchLine<MoveOf<G>>> = Vec::new();
    for line in results.iter().flat_map(|result| &result.lines) {
        if lines.iter().all(|merged| merged.mv != line.mv) {
            let same_move = results.iter().flat_map(|result| &result.lines);
            let same_move: Vec<_> = same_move.filter(|other| other.mv == line.mv).collect();
            lines.push(merge_line::<G>(&same_move));
        }
    }
    sort_lines::<G>(&mut lines, results);
    let is_complete = results
        .iter()
        .any(|result| result.coverage == Coverage::AllMoves);
    SearchResult {
        value: merge_value(results, &lines),
        lines,
        nodes: results.iter().map(|result| result.nodes).sum(),
        coverage: if is_complete {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        },
    }
}

/// Sorts lines, the best first: by what is proven, then by the sum of their ranks in the results,
/// and then by value.
///
/// If lines are comparable, the value says more than the ranks and decides after what is proven.
fn sort_lines<G: HasEngine>(
    lines: &mut [SearchLine<MoveOf<G>>],
    results: &[SearchResult<MoveOf<G>>],
) {
    let class = |line: &SearchLine<MoveOf<G>>| proof_rank(line.value.proven());
    if G::LINES_COMPARABLE {
        let points = |line: &SearchLine<MoveOf<G>>| line.value.points.unwrap_or_default();
        lines.sort_by(|a, b| {
            let by_class = class(a).cmp(&class(b));
            by_class.then_with(|| points(b).total_cmp(&points(a)))
        });
    } else {
        lines.sort_by(|a, b| {
            let key = |line| (class(line), rank_sum(results, line));
            key(a).cmp(&key(b)).then_with(|| compare_lines(a, b))
        });
    }
}

/// Returns the sum of the ranks of a line in all results; where it is missing, it ranks after the
/// last line.
fn rank_sum<M: PartialEq>(results: &[SearchResult<M>], line: &SearchLine<M>) -> usize {
    let ranks = results.iter().map(|result| {
        let rank = result.lines.iter().position(|other| other.mv == line.mv);
        rank.unwrap_or(result.lines.len())
    });
    ranks.sum()
}

/// Merges the lines of one move, of which there is at least one.
fn merge_line<G: HasEngine>(same_move: &[&SearchLine<MoveOf<G>>]) -> SearchLine<MoveOf<G>> {
    let max_depth = same_move.iter().map(|line| line.depth).max().unwrap_or(0);
    let counts = |line: &&&SearchLine<MoveOf<G>>| !G::LINES_COMPARABLE || line.depth == max_depth;
    let counted: Vec<_> = same_move.iter().filter(counts).copied().collect();
    let values = counted.iter().map(|line| (line.value, line.visits));
    let values: Vec<_> = values.collect();
    let mut best = same_move[0];
    for line in same_move {
        if (line.value.exact, line.visits) > (best.value.exact, best.visits) {
            best = line;
        }
    }
    SearchLine {
        mv: best.mv,
        value: weighted_mean(&values, same_move.iter().map(|line| line.value.bounds)),
        visits: same_move.iter().map(|line| line.visits).sum(),
        depth: max_depth,
        pv: best.pv.clone(),
    }
}

/// Returns the value of the position, given its results and merged lines.
fn merge_value<M>(results: &[SearchResult<M>], lines: &[SearchLine<M>]) -> Value {
    let bounds = results.iter().map(|result| result.value.bounds);
    let values = results.iter().map(|result| (result.value, result.nodes));
    let values: Vec<_> = values.collect();
    let mean = weighted_mean(&values, bounds);
    match lines.first() {
        // Each engine may have proven that some moves do not win, but together that is not a proof
        // for the position: the bounds of the lines do not count.
        Some(best) if !mean.exact => Value {
            bounds: mean.bounds,
            exact: false,
            ..best.value.within(mean.bounds)
        },
        _ => mean,
    }
}

/// Returns an exact value if there is one, otherwise the mean weighted by visits, within all
/// bounds.
fn weighted_mean(values: &[(Value, u64)], bounds: impl Iterator<Item = Bounds>) -> Value {
    let bounds = bounds.fold(Bounds::UNKNOWN, Bounds::intersection);
    if let Some((exact, _)) = values.iter().find(|(value, _)| value.exact) {
        return exact.within(bounds);
    }
    let mean = |number_of: &dyn Fn(&Value) -> Option<f64>| {
        #[expect(clippy::cast_precision_loss, reason = "weights of a mean")]
        let (sum, count) = values
            .iter()
            .filter_map(|(value, visits)| Some((number_of(value)?, (*visits).max(1) as f64)))
            .fold((0.0, 0.0), |(sum, count), (number, weight)| {
                (sum + number * weight, count + weight)
            });
        (count > 0.0).then(|| sum / count)
    };
    let win = mean(&|value| Some(value.win)).unwrap_or(0.5);
    Value::estimate(win, mean(&|value| value.points)).within(bounds)
}
