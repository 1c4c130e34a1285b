//! The second searches of a position: when they are made, and how large they are.
//!
//! A second search of the whole budget costs up to fifteen times as much as the first one, and most
//! moves that look bad at first are clearly bad or clearly good as soon as they are compared
//! fairly. A position is therefore searched closer with the budget of the first search, and with
//! the whole budget only if that leaves the class of the move in doubt.
//!
//! A short second search may be less certain than a whole one, but it must not tell less: where it
//! would lose contest points, or where the next position is proven and the played move is not, a
//! whole one follows (here and in [`super::recheck`]). Whole ones are the same as in reviews of
//! older versions, so that the same search has the same result in every record.

use super::evaluation::{MoveEvaluation, move_evaluation};
use super::judge::judge;
use super::positions::ReviewPosition;
use super::reviewer::{ReviewError, ReviewPlan, Reviewer, evals_at};
use super::{Budget, RecheckEffort, SearchLimit, SearchPass};
use kifu_core::record::{EvalLine, Evaluation, Record};

/// The distance of a loss to the limit of a class, in standard errors of the loss, within which a
/// short second search with the default budget leaves the class in doubt.
///
/// Measured by `kifu-lab measure review-effort`: see the chapter of measured figures.
const DOUBT: f64 = 0.15;

/// The factor by which the error of a short second search may exceed that with the default budget.
///
/// With less than a sixteenth of that budget it tells too little, and a whole one costs little.
const MAX_ERROR_FACTOR: f64 = 4.0;

/// The change of the win probability from which contest points must change, too.
const MIN_WIN_CHANGE: f64 = 0.01;

/// The factor of a short second search of an engine whose lines are comparable: one search with
/// twice this many times the budget of the first.
const SHORT_FACTOR: u32 = 1;

/// A position to search again or for the first time, with what is known of it.
pub(super) struct PendingPly {
    pub position: ReviewPosition,
    /// The searches to make.
    pub step: ReviewStep,
    /// The evaluations that it already has.
    pub evals: Vec<Evaluation>,
    /// The best line of the next position by its first search.
    pub next: Option<EvalLine>,
}

/// A step of a review in one position: the searches that are still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewStep {
    /// The first search.
    First,
    /// A second search, as large as it needs to be.
    Recheck,
    /// A second search with the whole budget.
    RecheckFully,
}

impl Reviewer<'_> {
    /// Makes the searches of a step and adds their results to the ply's evaluations.
    pub(super) fn take_step(&mut self, ply: &mut PendingPly) -> Result<(), ReviewError> {
        match ply.step {
            ReviewStep::First => self.search_first(ply),
            ReviewStep::Recheck => self.recheck(ply),
            ReviewStep::RecheckFully => self.search_again(ply, self.recheck_budget()),
        }
    }

    /// Searches a position for the first time, unless that was already done with this budget.
    fn search_first(&mut self, ply: &mut PendingPly) -> Result<(), ReviewError> {
        let budget = self.plan.budget;
        if !self.is_done(&ply.evals, &ply.position) && !self.has_searched(&ply.evals, budget) {
            let eval = self.evaluate(&ply.position, budget, &[], None)?;
            ply.evals.retain(|eval| eval.engine != self.engine_name);
            ply.evals.push(eval);
        }
        Ok(())
    }

    /// Searches a position a second time, whatever the first search found: with the whole budget
    /// only if a short search leaves the class of the move in doubt.
    fn recheck(&mut self, ply: &mut PendingPly) -> Result<(), ReviewError> {
        if let Some(short) = self.short_recheck_budget()
            && !self.has_searched(&ply.evals, short)
        {
            self.search_again(ply, short)?;
            if !self.is_in_doubt(&ply.evals, &ply.position) {
                return Ok(());
            }
        }
        self.search_again(ply, self.recheck_budget())
    }

    /// Makes a second search, and replaces those of other budgets, but for a short one that came
    /// before.
    fn search_again(&mut self, ply: &mut PendingPly, budget: Budget) -> Result<(), ReviewError> {
        let eval = self.evaluate(&ply.position, budget, &ply.evals, ply.next.as_ref())?;
        let short = self.short_recheck_budget();
        let is_short = |eval: &Evaluation| {
            short.is_some_and(|short| short != budget && short.made(eval, &self.engine_name))
        };
        ply.evals.retain(|eval| {
            eval.engine != self.engine_name || eval.pass == SearchPass::First || is_short(eval)
        });
        ply.evals.push(eval);
        Ok(())
    }

    /// Adds to a position what a record knows of it.
    pub(super) fn pending(
        &self,
        record: &Record,
        position: ReviewPosition,
        step: ReviewStep,
    ) -> PendingPly {
        PendingPly {
            step,
            evals: evals_at(record, &position).to_vec(),
            next: self.next_value(record, &position, self.plan.budget),
            position,
        }
    }

    /// Returns the best line of the position after a position by its first search, if that had the
    /// same limit and seed as a budget.
    pub(super) fn next_value(
        &self,
        record: &Record,
        position: &ReviewPosition,
        budget: Budget,
    ) -> Option<EvalLine> {
        let evals = &record.notes.get(&(position.ply + 2))?.evals;
        let eval = self.made(evals, budget.first())?;
        // After a chance event it is the value of another position.
        let best = eval.lines.first().filter(|_| eval.before_chance.is_none());
        best.filter(|line| !line.pv.is_empty()).cloned()
    }

    /// Reports whether a second search with the budget of the first one is a short one, whatever the
    /// budget of the plan: a whole one may have no more, if the first one had much.
    pub(super) fn is_short(&self, budget: Budget) -> bool {
        let factor = self.plan.recheck_factor;
        let whole = budget
            .first()
            .for_recheck(factor, self.recheck_pass, self.default_nodes);
        budget.pass == SearchPass::Closer && budget != whole
    }

    /// Reports whether a position needs no search any more, as far as its own evaluations tell.
    pub(super) fn is_done(&self, evals: &[Evaluation], position: &ReviewPosition) -> bool {
        let has_first = self.has_searched(evals, self.plan.budget);
        if !position.is_choice() {
            return has_first;
        }
        let needs_second = || self.plan.recheck_factor > 1 && self.is_suspect(evals, position);
        self.is_fully_rechecked(evals) || has_first && !needs_second()
    }

    /// Reports whether a position had a second search with the whole budget.
    pub(super) fn is_fully_rechecked(&self, evals: &[Evaluation]) -> bool {
        self.has_searched(evals, self.recheck_budget())
    }

    /// Reports whether a position had a short second search.
    pub(super) fn is_shortly_rechecked(&self, evals: &[Evaluation]) -> bool {
        let short = self.short_recheck_budget();
        short.is_some_and(|short| self.has_searched(evals, short))
    }

    /// Removes the short second searches that were followed by longer ones.
    ///
    /// They stay until the end of the review, for a review that is interrupted must come to the
    /// same decisions when it goes on.
    pub(super) fn remove_superseded(&self, evals: &mut Vec<Evaluation>) {
        if let Some(short) = self.short_recheck_budget()
            && self.is_fully_rechecked(evals)
        {
            evals.retain(|eval| !short.made(eval, &self.engine_name));
        }
    }

    /// Reports whether positions are searched again because of what is proven after them: if the
    /// lines of a search are comparable, one search is enough.
    pub(super) fn rechecks_after_proofs(&self) -> bool {
        self.plan.recheck_factor > 1 && self.recheck_pass == SearchPass::Closer
    }

    /// Returns the whole budget of a second search.
    fn recheck_budget(&self) -> Budget {
        let ReviewPlan {
            budget,
            recheck_factor,
            ..
        } = self.plan;
        budget.for_recheck(recheck_factor, self.recheck_pass, self.default_nodes)
    }

    /// Returns the budget of a short second search; `None` if there are no short ones.
    fn short_recheck_budget(&self) -> Option<Budget> {
        let first = self.plan.budget;
        let short = match self.recheck_pass {
            SearchPass::Deeper => {
                first.for_recheck(SHORT_FACTOR, SearchPass::Deeper, self.default_nodes)
            }
            pass => Budget { pass, ..first },
        };
        // Without a calibration the error is not known.
        let is_short = self.calibration.is_some()
            && self.error_factor() <= MAX_ERROR_FACTOR
            && short != self.recheck_budget();
        (is_short && self.plan.recheck_effort == RecheckEffort::ByNeed).then_some(short)
    }

    /// Returns the evaluation that this engine has made with a budget.
    pub(super) fn made<'e>(
        &self,
        evals: &'e [Evaluation],
        budget: Budget,
    ) -> Option<&'e Evaluation> {
        let mut evals = evals.iter();
        evals.find(|eval| budget.made(eval, &self.engine_name))
    }

    /// Reports whether this engine has made one of the evaluations with this budget.
    fn has_searched(&self, evals: &[Evaluation], budget: Budget) -> bool {
        self.made(evals, budget).is_some()
    }

    /// Reports whether the played move looks bad, without a proof of it, or a short second search
    /// left its class in doubt.
    fn is_suspect(&self, evals: &[Evaluation], position: &ReviewPosition) -> bool {
        if self.is_shortly_rechecked(evals) {
            return self.is_in_doubt(evals, position);
        }
        let played = position.played.as_deref().unwrap_or_default();
        move_evaluation(evals, played).is_some_and(|evaluation| {
            let judgement = judge(&evaluation, &self.plan.thresholds);
            // A second search cannot change proven values.
            judgement.class.is_bad() && !judgement.proven
        })
    }

    /// Reports whether a larger search may change the class of the played move, or tell more of it
    /// than a short one.
    fn is_in_doubt(&self, evals: &[Evaluation], position: &ReviewPosition) -> bool {
        let played = position.played.as_deref().unwrap_or_default();
        let Some(evaluation) = move_evaluation(evals, played) else {
            return false;
        };
        if self.lacks_points(evals) {
            return true;
        }
        if evaluation.is_proven() {
            return false;
        }
        let error = evaluation.estimated_loss_error(self.calibration.as_ref());
        let margin = DOUBT * self.error_factor() * error;
        let thresholds = &self.plan.thresholds;
        let is_near = |loss: f64, border: f64| (loss - error - border).abs() < margin;
        if evaluation.is_best_move {
            let gap = gap(&evaluation);
            return gap.is_some_and(|gap| is_near(gap, thresholds.blunder));
        }
        [
            thresholds.inaccuracy,
            thresholds.mistake,
            thresholds.blunder,
        ]
        .iter()
        .any(|border| is_near(evaluation.loss(), *border))
    }

    /// Reports whether a short second search of a position lost contest points that the first search
    /// told, or does not tell how they changed.
    fn lacks_points(&self, evals: &[Evaluation]) -> bool {
        let short = self.short_recheck_budget();
        let short = short.and_then(|short| self.made(evals, short));
        let (Some(first), Some(short)) = (self.made(evals, self.plan.budget), short) else {
            return false;
        };
        short.lines.iter().any(|line| {
            let mut before = first.lines.iter();
            let before = before.find(|other| other.first_move() == line.first_move());
            before.is_some_and(|before| has_lost_points(before, line))
        })
    }

    /// Returns how much larger the error of a short search is than with the default budget: errors
    /// of estimates fall with the square root of the effort.
    fn error_factor(&self) -> f64 {
        let ratio = match self.plan.budget.limit {
            SearchLimit::Time(time) => {
                SearchLimit::DEFAULT_TIME.as_secs_f64() / time.as_secs_f64().max(1e-6)
            }
            #[expect(clippy::cast_precision_loss, reason = "a rough factor")]
            SearchLimit::Nodes(nodes) => self.default_nodes as f64 / nodes.max(1) as f64,
        };
        ratio.max(1.0).sqrt()
    }
}

/// Returns the win probability by which the best move exceeds the best of the others.
fn gap(evaluation: &MoveEvaluation) -> Option<f64> {
    let second = evaluation.best_alternative?;
    Some(evaluation.best.win - second.win)
}

/// Reports whether a line lacks the contest points that it had before its first move was searched
/// alone, or has the same as before although its win probability has changed.
///
/// Lines of about the same win probability do not tell how many points a win is worth.
fn has_lost_points(before: &EvalLine, after: &EvalLine) -> bool {
    let change = after.win.unwrap_or(0.5) - before.win.unwrap_or(0.5);
    let is_stale = after.points == before.points && change.abs() > MIN_WIN_CHANGE;
    before.points.is_some() && (after.points.is_none() || is_stale)
}
