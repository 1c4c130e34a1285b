//! The reviewer: one engine that searches the positions of a game.
//!
//! # Closer searches
//!
//! A search spends most of its nodes on the move that it prefers. The other moves are undervalued
//! for lack of nodes, the more so the smaller the search is, and the best of many estimates is
//! overvalued. The difference between two lines of one search therefore exceeds the true loss of
//! the worse one. A closer pass first finds the best move with one search; then that move and the
//! played one are searched alone, from the positions to which they lead and with the same number of
//! nodes, so that both values have the same kind of error.
//!
//! # Reproduction
//!
//! A search with a budget in nodes has the same result on every machine. [`Reviewer::reproduce`]
//! repeats the recorded searches of a position and compares.

use super::budget::{ReviewBudget, ReviewPlan, SearchLimit};
use super::evaluation::{compare_lines, for_mover, mark_unproven, rounded, to_evaluation};
use super::positions::{PositionsError, ReviewPosition, evals_at};
use super::schedule::{ReviewStep, Schedule};
use kifu_core::contract::{MoveError, ParseError, Player, Proven};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{EvalLine, Evaluation, Record, SearchPass};
use kifu_core::search::{
    Bounds, Limits, Resources, SearchRequest, SearchResult, Value, points_per_win,
};
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::Instant;

/// The number of nodes that a search limited by time makes in any case. A search that saw less has
/// no useful value and would be a spike in the graph.
const MIN_TIMED_NODES: u64 = 100;

/// An error that ended a review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// The review was cancelled; the evaluations finished until then are in the record.
    #[error("the review was stopped")]
    Cancelled,
    /// The game cannot be replayed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The engine cannot parse a position of the game: a bug in kifu.
    #[error(transparent)]
    EngineParse(ParseError),
    /// The rules reject a move of the engine: a bug in kifu.
    #[error("the engine's move `{token}` is refused: {error}")]
    EngineMoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
}

/// The maximum number of nodes of a recorded search that is repeated.
///
/// A record may claim any number, and a search of 2^64 nodes never ends.
pub const MAX_VERIFIED_NODES: u64 = 10_000_000;

/// The maximum number of nodes of the recorded searches of a game that are repeated.
pub const MAX_VERIFIED_NODES_OF_GAME: u64 = 50_000_000;

/// The outcome of repeating a recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reproduction {
    /// The search gives the recorded result.
    Same,
    /// Not reproducible: another engine, or a time budget.
    NotReproducible,
    /// Not repeated: the record claims more nodes for a search than [`MAX_VERIFIED_NODES`], or
    /// more for the game so far than [`MAX_VERIFIED_NODES_OF_GAME`].
    TooManyNodes {
        /// The number of nodes that the record claims.
        nodes: u64,
        /// The maximum that it exceeds.
        max: u64,
    },
    /// The search gives another result.
    Differs {
        /// The recorded line, or the number of lines.
        recorded: String,
        /// The line, or the number of lines, that was found now.
        found: String,
    },
}

/// A position to search, with what is known of it.
pub(super) struct PendingPly {
    pub position: ReviewPosition,
    /// The search to make; `None` if the position only counts as done.
    pub step: Option<ReviewStep>,
    /// The evaluations that it already has.
    pub evals: Vec<Evaluation>,
    /// The best line of the next position by its first search.
    pub next: Option<EvalLine>,
}

/// A reviewer of games, with its own engine.
pub struct Reviewer<'a> {
    schedule: Schedule,
    engine: Box<dyn DynEngine>,
    stop: &'a AtomicBool,
    /// The number of nodes that the searches repeated so far claim.
    verified_nodes: u64,
}

impl<'a> Reviewer<'a> {
    /// Creates a reviewer whose engine takes about `memory_mb` megabytes; it works until `stop` is
    /// set.
    pub fn new(
        game: &dyn DynGame,
        memory_mb: usize,
        plan: ReviewPlan,
        stop: &'a AtomicBool,
    ) -> Self {
        let engine = game.engine(Resources::new(memory_mb));
        Self {
            schedule: Schedule::for_engine(game, engine.as_ref(), plan),
            engine,
            stop,
            verified_nodes: 0,
        }
    }

    /// Makes the search of a ply and adds its result to the ply's evaluations. After a second
    /// search it goes on as long as the position alone needs more.
    pub(super) fn search(&mut self, ply: &mut PendingPly) -> Result<(), ReviewError> {
        let mut next_step = ply.step;
        while let Some(step) = next_step {
            let budget = self.schedule.budget(step);
            let eval = self.evaluate(&ply.position, budget, &ply.evals, ply.next.as_ref())?;
            self.schedule.add(&mut ply.evals, step, eval);
            // Second searches wait for the first ones of all positions.
            next_step = match step {
                ReviewStep::First => None,
                _ => self.schedule.next_step(&ply.position, &ply.evals, None),
            };
        }
        Ok(())
    }

    /// Makes one search of a position and returns its evaluation.
    ///
    /// `known` are the evaluations that the position already has, and `next` is the best line of the
    /// next position by its first search. A short second search takes both over.
    fn evaluate(
        &mut self,
        position: &ReviewPosition,
        budget: ReviewBudget,
        known: &[Evaluation],
        next: Option<&EvalLine>,
    ) -> Result<Evaluation, ReviewError> {
        // After a player's failure there is no move, or the jury made it.
        let played = position.played.as_ref().filter(|_| position.is_choice());
        let second = played.filter(|_| budget.pass != SearchPass::First);
        if second.is_some()
            && let Some(first) = self.schedule.continued_search(known, budget)
        {
            return self.verify_pair(first.lines.clone(), position, next, budget);
        }
        let result = self.analyze(&position.state.position(), played, budget)?;
        let value_before_chance = match second {
            Some(_) => None,
            None => self.value_before_chance(&result, position, budget)?,
        };
        let eval = to_evaluation(
            &result,
            value_before_chance.as_ref(),
            played.map_or("", String::as_str),
            self.schedule.engine_name(),
            budget,
        );
        match second {
            Some(_) if budget.pass == SearchPass::Closer => {
                self.verify_pair(eval.lines, position, None, budget)
            }
            _ => Ok(eval),
        }
    }

    /// Returns the value of the position before its chance event, if there was one.
    fn value_before_chance(
        &mut self,
        result: &SearchResult<String>,
        position: &ReviewPosition,
        budget: ReviewBudget,
    ) -> Result<Option<Value>, ReviewError> {
        let Some(before) = &position.before_chance else {
            return Ok(None);
        };
        let after = result.value;
        // The chance outcome is not known: the value is already that of the position before it.
        if result.lines.is_empty() {
            return Ok(Some(after));
        }
        let after_chance = position.state.position();
        let luck = self.run_search(budget, |engine, request| {
            engine.luck(&after_chance, &request)
        })?;
        Ok(Some(match luck {
            Some([win, points]) => Value {
                bounds: Bounds::UNKNOWN,
                win: (after.win - win).clamp(0.0, 1.0),
                points: after.points.map(|after| after - points),
                exact: false,
            },
            None => self.analyze(&before.position(), None, budget)?.value,
        }))
    }

    /// Searches the position of a text; `forced` is a move whose line is wanted in any case.
    fn analyze(
        &mut self,
        position: &str,
        forced: Option<&String>,
        budget: ReviewBudget,
    ) -> Result<SearchResult<String>, ReviewError> {
        self.run_search(budget, |engine, request| {
            let forced = forced.cloned();
            engine.analyze(
                position,
                &SearchRequest {
                    include: forced,
                    ..request
                },
                &mut |_| {},
            )
        })
    }

    /// Calls the engine with a request that keeps to a budget.
    fn run_search<T>(
        &mut self,
        budget: ReviewBudget,
        call: impl FnOnce(&mut dyn DynEngine, SearchRequest<'_, String>) -> Result<T, ParseError>,
    ) -> Result<T, ReviewError> {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let limits = match budget.limit {
            SearchLimit::Nodes(nodes) => Limits::nodes(nodes),
            SearchLimit::Time(time) => Limits::time(time, &elapsed).at_least(MIN_TIMED_NODES),
        };
        let request = SearchRequest::new(limits.stopped_by(self.stop));
        let answer = call(self.engine.as_mut(), request.lines(2).seed(budget.seed));
        // The result of an interrupted search could not be reproduced.
        if self.stop.load(Ordering::Relaxed) {
            return Err(ReviewError::Cancelled);
        }
        answer.map_err(ReviewError::EngineParse)
    }

    /// Repeats the recorded searches of a position, with the nodes and the seed that the record
    /// names, and compares the results. The reviewer is one for the game: it counts the nodes.
    ///
    /// # Errors
    /// Returns a [`ReviewError`] if a search is stopped or fails.
    pub fn reproduce(
        &mut self,
        record: &Record,
        position: &ReviewPosition,
    ) -> Result<Reproduction, ReviewError> {
        let recorded: Vec<Evaluation> = evals_at(record, position)
            .iter()
            .filter(|eval| eval.engine == self.schedule.engine_name())
            .cloned()
            .collect();
        let mut repeated = Vec::new();
        for eval in &recorded {
            match ReviewBudget::of_evaluation(eval) {
                Some(ReviewBudget {
                    limit: SearchLimit::Nodes(nodes),
                    ..
                }) if nodes > MAX_VERIFIED_NODES => {
                    let max = MAX_VERIFIED_NODES;
                    return Ok(Reproduction::TooManyNodes { nodes, max });
                }
                Some(
                    budget @ ReviewBudget {
                        limit: SearchLimit::Nodes(nodes),
                        ..
                    },
                ) => {
                    let (total, max) = (self.verified_nodes + nodes, MAX_VERIFIED_NODES_OF_GAME);
                    if total > max {
                        return Ok(Reproduction::TooManyNodes { nodes: total, max });
                    }
                    self.verified_nodes = total;
                    let next = self.schedule.next_value(record, position, budget);
                    let eval = self.evaluate(position, budget, &repeated, next.as_ref())?;
                    repeated.push(eval);
                }
                _ => return Ok(Reproduction::NotReproducible),
            }
        }
        Ok(compare_runs(&recorded, &repeated))
    }

    /// Returns the evaluation of a closer pass, given the lines of its first search: the best line
    /// and the played one get the values that they have alone, and proven values stay.
    ///
    /// `next` is the best line of the position to which the played move leads, if that position was
    /// already searched with the same number of nodes.
    fn verify_pair(
        &mut self,
        lines: Vec<EvalLine>,
        position: &ReviewPosition,
        next: Option<&EvalLine>,
        budget: ReviewBudget,
    ) -> Result<Evaluation, ReviewError> {
        let played = position.played.as_deref().unwrap_or_default();
        // Only of a lost position is the best line lost: see `mark_unproven`.
        let is_lost = lines.first().and_then(|best| best.proven) == Some(Proven::Loss);
        let mut eval = budget.new_evaluation(self.schedule.engine_name());
        eval.lines = lines;
        let lines = &mut eval.lines;
        let values = lines.iter().filter_map(|line| line.win.zip(line.points));
        let rate = points_per_win(values, 1e-3);
        let Some(played_index) = lines.iter().position(|line| line.first_move() == played) else {
            return Ok(eval);
        };
        self.search_alone(&mut lines[played_index], position, budget, (rate, next))?;
        let mut searched = vec![played.to_owned()];
        lines.sort_by(compare_lines);
        // The best line, then any line that comes first after its value has dropped.
        while let Some(best) = lines.first_mut() {
            if searched.iter().any(|mv| mv == best.first_move()) {
                break;
            }
            searched.push(best.first_move().to_owned());
            self.search_alone(best, position, budget, (rate, None))?;
            lines.sort_by(compare_lines);
        }
        mark_unproven(lines, is_lost, played);
        Ok(eval)
    }

    /// Searches the position to which the first move of a line leads, and gives the line its value:
    /// `known`, if the position was already searched. `rate` is the number of points for a win.
    fn search_alone(
        &mut self,
        line: &mut EvalLine,
        position: &ReviewPosition,
        budget: ReviewBudget,
        (rate, known): (f64, Option<&EvalLine>),
    ) -> Result<(), ReviewError> {
        if line.proven.is_some() {
            return Ok(());
        }
        let mv = line.first_move().to_owned();
        let mut state = position.state.fork();
        state
            .play(&mv)
            .map_err(|error| ReviewError::EngineMoveRefused {
                token: mv.clone(),
                error,
            })?;
        let searched = match known {
            Some(known) => known.clone(),
            None => position_line(&self.analyze(&state.position(), None, budget)?),
        };
        let mover = |mover: Option<Player>| mover.unwrap_or(Player::First);
        let same_player = mover(state.mover()) == mover(position.state.mover());
        let win = searched.win.unwrap_or(0.5);
        let (win, proven) = for_mover(win, searched.proven, same_player);
        let gained = win - line.win.unwrap_or(0.5);
        // A proven result does not determine the points.
        line.points = line.points.filter(|_| proven.is_none());
        line.points = line.points.map(|points| rounded(points + rate * gained));
        line.win = Some(rounded(win));
        line.proven = proven;
        line.nodes = searched.nodes;
        if !searched.pv.is_empty() {
            line.pv = format!("{mv} {}", searched.pv);
        }
        Ok(())
    }
}

/// Returns the value of a searched position with its best line and the number of nodes.
fn position_line(result: &SearchResult<String>) -> EvalLine {
    let pv = result.lines.first().map(|best| best.pv.join(" "));
    EvalLine {
        proven: result.value.proven(),
        win: Some(result.value.win),
        points: None,
        nodes: result.nodes,
        pv: pv.unwrap_or_default(),
    }
}

/// Compares the recorded evaluations of a position with new ones.
fn compare_runs(recorded: &[Evaluation], found: &[Evaluation]) -> Reproduction {
    if recorded.is_empty() {
        return Reproduction::NotReproducible;
    }
    if recorded == found {
        return Reproduction::Same;
    }
    let values = |evals| -> Vec<&EvalLine> {
        let evals: &[Evaluation] = evals;
        evals.iter().flat_map(Evaluation::values).collect()
    };
    let (recorded, found) = (values(recorded), values(found));
    let differs = recorded
        .iter()
        .zip(&found)
        .find(|(recorded, found)| recorded != found);
    let (recorded, found) = match differs {
        Some((recorded, found)) => (line_text(recorded), line_text(found)),
        None => (
            format!("{} lines", recorded.len()),
            format!("{} lines", found.len()),
        ),
    };
    Reproduction::Differs { recorded, found }
}

/// Returns a line as text, for a report on what differs.
fn line_text(line: &EvalLine) -> String {
    let win = line.win.unwrap_or(f64::NAN);
    format!("{win} after {} nodes: {}", line.nodes, line.pv)
}
