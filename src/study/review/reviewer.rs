//! The reviewer: one engine that searches the positions of a game.

use super::budget::RECHECK_FACTOR;
use super::evaluation::to_evaluation;
use super::failures::failure_positions;
use super::judge::Thresholds;
use super::positions::{PositionsError, ReviewPosition, positions};
use super::reproduction::{MAX_VERIFIED_NODES, Reproduction, compare_runs};
use super::{Budget, RecheckEffort, SearchLimit, SearchPass};
use kifu_core::contract::{MoveError, ParseError};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{EvalLine, Evaluation, Record};
use kifu_core::search::{
    Bounds, Calibration, Limits, Resources, SearchRequest, SearchResult, Value,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The number of nodes that a search limited by time makes in any case. A search that saw less has
/// no value to speak of, which would stand in the graph as a spike.
const MIN_TIMED_NODES: u64 = 100;

/// The settings of a review.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewPlan {
    /// The budget of the first search of each position.
    pub budget: Budget,
    /// The factor by which the whole budget of a second search exceeds that of the first; 1 for no
    /// second search.
    ///
    /// Before a move is called bad, it and the best one are searched alone, each with the same
    /// amount: that of the first search, and in doubt this many times as much, after a search of the
    /// position with as much. If the engine's lines are comparable, single searches with twice the
    /// amount take their place. A hasty search must not turn a good move into a mistake, nor should
    /// the verdict depend on how hasty the first search was: see [`Budget::for_recheck`].
    pub recheck_factor: u32,
    /// Which second searches get their whole budget.
    pub recheck_effort: RecheckEffort,
    /// The losses from which a move is called an inaccuracy, a mistake or a blunder.
    pub thresholds: Thresholds,
}

impl ReviewPlan {
    /// Creates a plan with this budget, the default recheck factor and the default thresholds.
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            recheck_factor: RECHECK_FACTOR,
            recheck_effort: RecheckEffort::default(),
            thresholds: Thresholds::default(),
        }
    }
}

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

/// A reviewer of games, with an engine of its own.
pub struct Reviewer<'a> {
    pub(super) plan: ReviewPlan,
    engine: Box<dyn DynEngine>,
    pub(super) engine_name: String,
    /// The kind of second search that suits the engine.
    pub(super) recheck_pass: SearchPass,
    /// The usual number of nodes of the engine.
    pub(super) default_nodes: u64,
    /// The engine's calibration, if it has one.
    pub(super) calibration: Option<Calibration>,
    stop: &'a AtomicBool,
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
        let calibration: Option<Calibration> = game.calibration().parse().ok();
        Self {
            plan,
            engine_name: engine.name(),
            recheck_pass: if engine.lines_are_comparable() {
                SearchPass::Deeper
            } else {
                SearchPass::Closer
            },
            default_nodes: engine.default_nodes(),
            calibration: calibration.filter(|calibration| calibration.fits_engine(&engine.name())),
            engine,
            stop,
        }
    }

    /// Makes one search of a position and returns its evaluation.
    ///
    /// `known` are the evaluations that the position already has, and `next` is the best line of the
    /// next position by its first search. A short second search takes both over.
    pub(super) fn evaluate(
        &mut self,
        position: &ReviewPosition,
        budget: Budget,
        known: &[Evaluation],
        next: Option<&EvalLine>,
    ) -> Result<Evaluation, ReviewError> {
        // After a player's failure there is no move, or the jury made it.
        let played = position.played.as_ref().filter(|_| position.is_choice());
        let second = played.filter(|_| budget.pass != SearchPass::First);
        if second.is_some()
            && self.is_short(budget)
            && let Some(first) = self.made(known, budget.first())
        {
            // The same search of the position would have the same result.
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
            &self.engine_name,
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
        budget: Budget,
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
    pub(super) fn analyze(
        &mut self,
        position: &str,
        forced: Option<&String>,
        budget: Budget,
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
        budget: Budget,
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
    /// names, and compares the results.
    ///
    /// # Errors
    /// Returns a [`ReviewError`] if a search is stopped or fails.
    pub fn reproduce(
        &mut self,
        record: &Record,
        position: &ReviewPosition,
    ) -> Result<Reproduction, ReviewError> {
        let all = evals_at(record, position).iter();
        let own = all.filter(|eval| eval.engine == self.engine_name);
        let own: Vec<Evaluation> = own.cloned().collect();
        let mut found = Vec::new();
        for eval in &own {
            match Budget::of_evaluation(eval) {
                Some(Budget {
                    limit: SearchLimit::Nodes(nodes),
                    ..
                }) if nodes > MAX_VERIFIED_NODES => {
                    return Ok(Reproduction::TooManyNodes { nodes });
                }
                Some(budget) if matches!(budget.limit, SearchLimit::Nodes(_)) => {
                    let next = self.next_value(record, position, budget);
                    let eval = self.evaluate(position, budget, &found, next.as_ref())?;
                    found.push(eval);
                }
                _ => return Ok(Reproduction::NotReproducible),
            }
        }
        Ok(compare_runs(&own, &found))
    }
}

/// Returns the evaluations of the ply that follows a position.
pub(super) fn evals_at<'r>(record: &'r Record, position: &ReviewPosition) -> &'r [Evaluation] {
    let note = record.notes.get(&(position.ply + 1));
    note.map_or(&[], |note| &note.evals)
}

/// Returns the positions of a game in which a player chose a move or failed.
///
/// # Errors
///
/// Returns an error if the game cannot be replayed.
pub fn choice_positions(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut positions = positions(game, record, plies)?;
    let failures = failure_positions(record, &positions);
    let failures: Vec<u32> = failures.iter().map(|(_, at)| positions[*at].ply).collect();
    positions.retain(|position| position.is_choice() || failures.contains(&position.ply));
    Ok(positions)
}

/// Returns the positions of a game that have evaluations.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn reviewed_positions(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut positions = choice_positions(record, game, plies)?;
    positions.retain(|position| !evals_at(record, position).is_empty());
    Ok(positions)
}

/// Reports whether every position in which a player chose a move has an evaluation.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn is_reviewed(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<bool, PositionsError> {
    let positions = choice_positions(record, game, plies)?;
    Ok(positions
        .iter()
        .all(|position| !evals_at(record, position).is_empty()))
}
