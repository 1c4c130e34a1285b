//! An engine looks at the plies of a game.

use super::budget::RECHECK_FACTOR;
use super::evaluation::{move_evaluation, to_evaluation};
use super::failures::failure_positions;
use super::judge::{Thresholds, judge};
use super::positions::{PositionsError, ReviewPosition, positions};
use super::{Budget, SearchLimit, SearchPass};
use crate::contract::{MoveError, ParseError};
use crate::games::{DynEngine, DynGame};
use crate::record::{EvalLine, Evaluation, Record};
use crate::search::{Bounds, Limits, Resources, SearchRequest, SearchResult, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewPlan {
    /// For each position.
    pub budget: Budget,
    /// Before a move is called bad, the position is looked at once more with so many times the
    /// budget, and then that move and the best one, each alone, with as much; or with twice that in
    /// one search, if its lines can be compared. An engine's haste is not the player's mistake, and
    /// what it takes for one must not depend on its haste either: see [`Budget::again`]. 1 for no
    /// second look.
    pub recheck_factor: u32,
    /// What is called what.
    pub thresholds: Thresholds,
}

impl ReviewPlan {
    /// A plan with this budget and the usual rest.
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            recheck_factor: RECHECK_FACTOR,
            thresholds: Thresholds::default(),
        }
    }
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    /// Positions done, those included that were done before.
    pub done: usize,
    /// Positions in all; second looks come on top.
    pub total: usize,
    /// The ply that was looked at last.
    pub ply: u32,
}

/// What stopped a review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// Somebody wanted that; what is done is in the record.
    #[error("the review was stopped")]
    Cancelled,
    /// The game cannot be gone through.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The engine did not understand a position of the game: a bug in kifu.
    #[error(transparent)]
    EngineParse(ParseError),
    /// The rules refuse a move of the engine: a bug in kifu.
    #[error("the engine's move `{token}` is refused: {error}")]
    EngineMoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
}

/// What came of looking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reproduction {
    /// What the record says.
    Same,
    /// It was another engine, or it had so much time, which is never twice the same.
    NotReproducible,
    /// Something else.
    Differs {
        /// What the record says.
        recorded: String,
        /// What was found.
        found: String,
    },
}

/// Reviews games with one engine.
pub struct Reviewer<'a> {
    plan: ReviewPlan,
    engine: Box<dyn DynEngine>,
    pub(super) engine_name: String,
    /// How it looks once more.
    recheck_pass: SearchPass,
    stop: &'a AtomicBool,
}

impl<'a> Reviewer<'a> {
    /// With an engine that takes about so many megabytes, until somebody sets `stop`.
    pub fn new(
        book: &dyn DynGame,
        memory_mb: usize,
        plan: ReviewPlan,
        stop: &'a AtomicBool,
    ) -> Self {
        let mind = book.engine(Resources::new(memory_mb));
        Self {
            plan,
            engine_name: mind.name(),
            recheck_pass: if mind.lines_are_comparable() {
                SearchPass::Deeper
            } else {
                SearchPass::Closer
            },
            engine: mind,
            stop,
        }
    }

    /// Looks at one ply, and again if it looks bad, and keeps what is found in the ply's
    /// evaluations; what was looked at with this budget before is left alone.
    pub(super) fn review_ply(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &ReviewPosition,
    ) -> Result<(), ReviewError> {
        let first = self.plan.budget;
        let second = self.recheck_budget();
        if !place.is_choice() {
            let done = self.has_searched(evals, first);
            return if done {
                Ok(())
            } else {
                self.search_ply(evals, place, first)
            };
        }
        if self.has_searched(evals, second) {
            return Ok(());
        }
        if !self.has_searched(evals, first) {
            self.search_ply(evals, place, first)?;
        }
        if self.plan.recheck_factor > 1 && self.is_suspect(evals, place) {
            self.search_ply(evals, place, second)?;
        }
        Ok(())
    }

    /// The budget of a second look.
    fn recheck_budget(&self) -> Budget {
        let ReviewPlan {
            budget,
            recheck_factor: second_look,
            ..
        } = self.plan;
        budget.for_recheck(second_look, self.recheck_pass, self.engine.default_nodes())
    }

    /// Looks at a ply once more, whatever the first look said.
    pub(super) fn recheck_ply(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &ReviewPosition,
    ) -> Result<(), ReviewError> {
        self.search_ply(evals, place, self.recheck_budget())
    }

    fn search_ply(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &ReviewPosition,
        budget: Budget,
    ) -> Result<(), ReviewError> {
        // Where a player failed nothing was played, or the jury did.
        let played = place.played.as_ref().filter(|_| place.is_choice());
        let report = self.analyze(&place.state.position(), played, budget)?;
        if let Some(played) = played.filter(|_| budget.pass != SearchPass::First) {
            let eval = if budget.pass == SearchPass::Closer {
                self.verify_pair(&report, place, played, budget)?
            } else {
                to_evaluation(&report, None, played, &self.engine_name, budget)
            };
            evals.retain(|eval| eval.engine != self.engine_name || eval.pass == SearchPass::First);
            evals.push(eval);
            return Ok(());
        }
        let undealt = self.value_before_chance(&report, place, budget)?;
        evals.retain(|eval| eval.engine != self.engine_name);
        evals.push(to_evaluation(
            &report,
            undealt.as_ref(),
            played.map_or("", String::as_str),
            &self.engine_name,
            budget,
        ));
        Ok(())
    }

    /// What the position was worth before luck dealt, if it did.
    fn value_before_chance(
        &mut self,
        report: &SearchResult<String>,
        place: &ReviewPosition,
        budget: Budget,
    ) -> Result<Option<Value>, ReviewError> {
        let Some(before) = &place.before_chance else {
            return Ok(None);
        };
        let after = report.value;
        // What luck would have dealt is not known.
        if report.lines.is_empty() {
            return Ok(Some(after));
        }
        let dealt = place.state.position();
        let luck = self.run_search(budget, |mind, request| mind.luck(&dealt, &request))?;
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

    pub(super) fn analyze(
        &mut self,
        position: &str,
        forced: Option<&String>,
        budget: Budget,
    ) -> Result<SearchResult<String>, ReviewError> {
        self.run_search(budget, |mind, request| {
            let forced = forced.cloned();
            mind.analyze(position, &SearchRequest { forced, ..request }, &mut |_| {})
        })
    }

    /// Asks the engine something, within a budget.
    fn run_search<T>(
        &mut self,
        budget: Budget,
        question: impl FnOnce(&mut dyn DynEngine, SearchRequest<'_, String>) -> Result<T, ParseError>,
    ) -> Result<T, ReviewError> {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let limits = match budget.limit {
            SearchLimit::Nodes(nodes) => Limits::nodes(nodes),
            SearchLimit::Time(time) => Limits::time(time, &elapsed),
        };
        let request = SearchRequest::new(limits.stopped_by(self.stop));
        let answer = question(self.engine.as_mut(), request.lines(2).seed(budget.seed));
        // What was not thought to its end would not come out the same again.
        if self.stop.load(Ordering::Relaxed) {
            return Err(ReviewError::Cancelled);
        }
        answer.map_err(ReviewError::EngineParse)
    }

    /// Looks again at a ply, with the nodes and the seed that the record names.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn reproduce(
        &mut self,
        record: &Record,
        place: &ReviewPosition,
    ) -> Result<Reproduction, ReviewError> {
        let all = evals_at(record, place).iter();
        let own = all.filter(|eval| eval.engine == self.engine_name);
        let own: Vec<Evaluation> = own.cloned().collect();
        let mut found = Vec::new();
        for eval in &own {
            match Budget::of_evaluation(eval) {
                Some(budget) if matches!(budget.limit, SearchLimit::Nodes(_)) => {
                    self.search_ply(&mut found, place, budget)?;
                }
                _ => return Ok(Reproduction::NotReproducible),
            }
        }
        Ok(compare_runs(&own, &found))
    }

    fn has_searched(&self, evals: &[Evaluation], budget: Budget) -> bool {
        evals
            .iter()
            .any(|eval| budget.made(eval, &self.engine_name))
    }

    fn is_suspect(&self, evals: &[Evaluation], place: &ReviewPosition) -> bool {
        let played = place.played.as_deref().unwrap_or_default();
        let weighed = move_evaluation(evals, played);
        weighed.is_some_and(|weighed| {
            let judged = judge(&weighed, &self.plan.thresholds);
            // What is proven stays so.
            judged.class.is_bad() && !judged.proven
        })
    }
}

pub(super) fn evals_at<'r>(record: &'r Record, place: &ReviewPosition) -> &'r [Evaluation] {
    let note = record.notes.get(&(place.ply + 1));
    note.map_or(&[], |note| &note.evals)
}

/// The places of a game at which somebody chose, or failed.
pub(super) fn choice_positions(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut places = positions(book, record, plies)?;
    let failures = failure_positions(record, &places);
    let failures: Vec<u32> = failures.iter().map(|(_, at)| places[*at].ply).collect();
    places.retain(|place| place.is_choice() || failures.contains(&place.ply));
    Ok(places)
}

/// The places of a game at which something was reviewed.
///
/// # Errors
/// The game cannot be gone through.
pub fn reviewed_positions(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut places = choice_positions(record, book, plies)?;
    places.retain(|place| !evals_at(record, place).is_empty());
    Ok(places)
}

fn compare_runs(kept: &[Evaluation], found: &[Evaluation]) -> Reproduction {
    if kept.is_empty() {
        return Reproduction::NotReproducible;
    }
    if kept == found {
        return Reproduction::Same;
    }
    let values = |evals| -> Vec<&EvalLine> {
        let evals: &[Evaluation] = evals;
        evals.iter().flat_map(Evaluation::values).collect()
    };
    let (kept, found) = (values(kept), values(found));
    let differs = kept.iter().zip(&found).find(|(kept, found)| kept != found);
    let (recorded, found) = match differs {
        Some((kept, found)) => (line_text(kept), line_text(found)),
        None => (
            format!("{} lines", kept.len()),
            format!("{} lines", found.len()),
        ),
    };
    Reproduction::Differs { recorded, found }
}

fn line_text(line: &EvalLine) -> String {
    let win = line.win.unwrap_or(f64::NAN);
    format!("{win} after {} nodes: {}", line.nodes, line.pv)
}
