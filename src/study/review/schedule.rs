//! The schedule of a review: which search a position needs next.
//!
//! The [`SearchStage`] of a position is derived from its evaluations. [`Schedule::next_step`] gives
//! the search that follows, by the first row that fits:
//!
//! | stage | condition | next search |
//! |---|---|---|
//! | `Unsearched` | | first |
//! | `First` | the played move looks bad, without a proof of it | short |
//! | `First` | a proof in the next two positions, none here | whole |
//! | `First` | the next position, or both neighbours, contradict the value | short |
//! | `Short` | a whole search may change the class of the move, or contest points are missing | whole |
//! | `Short` | a proof in the next two positions, none here | whole |
//! | `Short` | a proof in the next position, none of the played move | whole |
//! | `Short` | the next position contradicts the value | whole |
//! | `Whole` | | none |
//!
//! - Only the choices of players get second searches, and only by a plan with a recheck factor
//!   above 1. Where the plan has no short search, the whole one takes its place.
//! - The rows that look at neighbours come after all others, in rounds: what a round finds counts
//!   from the next one on. If the lines of an engine are comparable, one search is enough, and these
//!   rows do not apply.
//!
//! # Short and whole searches
//!
//! A second search of the whole budget costs up to fifteen times as much as the first one, and most
//! moves that look bad at first are clearly bad or clearly good as soon as they are compared
//! fairly. A position is therefore searched closer with the budget of the first search, and with
//! the whole budget only if that leaves the class of the move in doubt.
//!
//! A short search may be less accurate but must not lose information. If it lacks the contest
//! points, or the next position is proven and this move is not, a whole search follows. Whole ones
//! are the same as in reviews of older versions, so that the same search has the same result in
//! every record.
//!
//! # Neighbours
//!
//! A position is closer to the end of the game than the one before it, so that more is proven there:
//! a move that led to a lost position was not good, although the first search may have praised it.
//! Going back from the end of a game, the ply at which the proofs stop is accidental: with a few
//! more nodes it would be another one, and the glyphs would move with it. The positions before it
//! are therefore searched again, and as long as that proves something, those before them.

use super::budget::{RecheckEffort, ReviewBudget, ReviewPlan, SearchLimit};
use super::evaluation::{
    LineValue, MoveEvaluation, for_mover, last_position_value, move_evaluation, position_values,
};
use super::judge::{Thresholds, judge};
use super::positions::{ReviewPosition, evals_at};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{EvalLine, Evaluation, Record, SearchPass};
use kifu_core::search::{Calibration, Resources};

/// The distance of a loss to the limit of a class, in standard errors of the loss, within which a
/// short second search with the default budget leaves the class in doubt.
///
/// The chapter of measured figures has what this costs and gains.
const DOUBT: f64 = 0.15;

/// The factor by which the error of a short second search may exceed that with the default budget.
///
/// With less than a sixteenth of that budget it finds too little, and a whole one costs little.
const MAX_ERROR_FACTOR: f64 = 4.0;

/// The change of the win probability from which contest points must change, too.
const MIN_WIN_CHANGE: f64 = 0.01;

/// The factor of a short second search of an engine whose lines are comparable: one search with
/// twice this many times the budget of the first.
const SHORT_FACTOR: u32 = 1;

/// The number of unproven positions before a proven one that are searched again.
const RECHECK_WINDOW: usize = 2;

/// How far an engine has searched a position with the budgets of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchStage {
    /// There is no search with the plan's budgets.
    Unsearched,
    /// The first search was made.
    First,
    /// The first search and a short second one were made.
    Short,
    /// The whole second search was made.
    Whole,
}

/// A search that a position needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewStep {
    /// The first search.
    First,
    /// A second search with the budget of the first one.
    Short,
    /// A second search with the whole budget.
    Whole,
}

/// The budgets of a plan for one engine, and the rules for which search comes next.
pub(super) struct Schedule {
    engine_name: String,
    first: ReviewBudget,
    /// `None` if all second searches get the whole budget.
    short: Option<ReviewBudget>,
    whole: ReviewBudget,
    recheck_factor: u32,
    /// The kind of second search that suits the engine.
    recheck_pass: SearchPass,
    thresholds: Thresholds,
    /// The usual number of nodes of the engine.
    default_nodes: u64,
    /// The engine's calibration, if it has one.
    calibration: Option<Calibration>,
    /// How much larger the error of a short search is than with the default budget.
    error_factor: f64,
}

impl Schedule {
    /// Creates the schedule of a plan for the engine of a game.
    pub fn new(game: &dyn DynGame, plan: ReviewPlan) -> Self {
        Self::for_engine(game, game.engine(Resources::new(1)).as_ref(), plan)
    }

    /// Creates the schedule of a plan for this engine of a game.
    pub fn for_engine(game: &dyn DynGame, engine: &dyn DynEngine, plan: ReviewPlan) -> Self {
        let calibration: Option<Calibration> = game.calibration().parse().ok();
        let calibration = calibration.filter(|calibration| calibration.fits_engine(&engine.name()));
        let recheck_pass = if engine.lines_are_comparable() {
            SearchPass::Deeper
        } else {
            SearchPass::Closer
        };
        let (first, default_nodes) = (plan.budget, engine.default_nodes());
        let whole = first.for_recheck(plan.recheck_factor, recheck_pass, default_nodes);
        let error_factor = error_factor(first.limit, default_nodes);
        let short = match recheck_pass {
            SearchPass::Deeper => first.for_recheck(SHORT_FACTOR, recheck_pass, default_nodes),
            pass => ReviewBudget { pass, ..first },
        };
        // Without a calibration the error is not known.
        let has_short = plan.recheck_effort == RecheckEffort::ByNeed
            && calibration.is_some()
            && error_factor <= MAX_ERROR_FACTOR
            && short != whole;
        Self {
            engine_name: engine.name(),
            first,
            short: has_short.then_some(short),
            whole,
            recheck_factor: plan.recheck_factor,
            recheck_pass,
            thresholds: plan.thresholds,
            default_nodes,
            calibration,
            error_factor,
        }
    }

    /// Returns the name of the engine.
    pub fn engine_name(&self) -> &str {
        &self.engine_name
    }

    /// Returns the budget of a step.
    pub fn budget(&self, step: ReviewStep) -> ReviewBudget {
        match step {
            ReviewStep::First => self.first,
            ReviewStep::Short => self.short.unwrap_or(self.whole),
            ReviewStep::Whole => self.whole,
        }
    }

    /// Returns the stage of a position with these evaluations.
    pub fn stage(&self, position: &ReviewPosition, evals: &[Evaluation]) -> SearchStage {
        let has = |budget: ReviewBudget| self.made(evals, budget).is_some();
        if position.is_choice() && has(self.whole) {
            SearchStage::Whole
        } else if !has(self.first) {
            SearchStage::Unsearched
        } else if position.is_choice() && self.short.is_some_and(has) {
            SearchStage::Short
        } else {
            SearchStage::First
        }
    }

    /// Returns the search that a position with these evaluations needs next, by the table of this
    /// module; `None` if it needs none. Without `neighbors`, the rows that look at them are left
    /// out.
    pub fn next_step(
        &self,
        position: &ReviewPosition,
        evals: &[Evaluation],
        neighbors: Option<&Neighbors<'_>>,
    ) -> Option<ReviewStep> {
        let second = match self.short {
            Some(_) => ReviewStep::Short,
            None => ReviewStep::Whole,
        };
        let neighbors = neighbors.filter(|_| self.recheck_pass == SearchPass::Closer);
        match self.stage(position, evals) {
            SearchStage::Unsearched => Some(ReviewStep::First),
            SearchStage::Whole => None,
            _ if !position.is_choice() || self.recheck_factor <= 1 => None,
            SearchStage::First if self.looks_bad(position, evals) => Some(second),
            SearchStage::Short if self.is_in_doubt(position, evals) => Some(ReviewStep::Whole),
            // Another search came after the first one, by another engine or another plan.
            SearchStage::First if !self.is_first_latest(evals) => None,
            SearchStage::First => {
                let neighbors = neighbors?;
                if neighbors.proofs_end_here() {
                    return Some(ReviewStep::Whole);
                }
                let is_doubtful = neighbors.next_contradicts(&self.thresholds)
                    || neighbors.both_contradict(&self.thresholds);
                is_doubtful.then_some(second)
            }
            // A second search has looked at the best move alone, so that a better value than those
            // of both neighbours is not an error: the moves before and after it were mistakes.
            SearchStage::Short => {
                let neighbors = neighbors?;
                let is_doubtful = neighbors.proofs_end_here()
                    || neighbors.next_proves_more()
                    || neighbors.next_contradicts(&self.thresholds);
                is_doubtful.then_some(ReviewStep::Whole)
            }
        }
    }

    /// Adds the result of a step to a position's evaluations.
    ///
    /// A first search replaces all of this engine; a second one those of other budgets, but for a
    /// short one that came before.
    pub fn add(&self, evals: &mut Vec<Evaluation>, step: ReviewStep, eval: Evaluation) {
        let is_short = |eval: &Evaluation| {
            let short = self.short;
            short.is_some_and(|short| short.made(eval, &self.engine_name))
        };
        evals.retain(|eval| {
            eval.engine != self.engine_name
                || step != ReviewStep::First && (eval.pass == SearchPass::First || is_short(eval))
        });
        evals.push(eval);
    }

    /// Removes the short second searches that were followed by whole ones.
    ///
    /// They stay until the end of the review, for a review that is interrupted must come to the
    /// same decisions when it is resumed.
    pub fn remove_superseded(&self, evals: &mut Vec<Evaluation>) {
        if let Some(short) = self.short
            && self.made(evals, self.whole).is_some()
        {
            evals.retain(|eval| !short.made(eval, &self.engine_name));
        }
    }

    /// Returns the first search that a second search with this budget continues: a short one has
    /// the limit and the seed of the first, which would have the same result again.
    ///
    /// A whole search can be as small if the first search was large; it then counts as whole.
    pub fn continued_search<'e>(
        &self,
        evals: &'e [Evaluation],
        budget: ReviewBudget,
    ) -> Option<&'e Evaluation> {
        let first = budget.first();
        let whole = first.for_recheck(self.recheck_factor, self.recheck_pass, self.default_nodes);
        let is_short = budget.pass == SearchPass::Closer && budget != whole;
        is_short.then(|| self.made(evals, first)).flatten()
    }

    /// Returns the best line of the position after a position by its first search, if that had the
    /// same limit and seed as a budget.
    pub fn next_value(
        &self,
        record: &Record,
        position: &ReviewPosition,
        budget: ReviewBudget,
    ) -> Option<EvalLine> {
        let evals = record.notes.get(&(position.ply + 2))?.searches();
        let eval = self.made(evals, budget.first())?;
        // After a chance event it is the value of another position.
        let best = eval.lines.first().filter(|_| eval.before_chance.is_none());
        best.filter(|line| !line.pv.is_empty()).cloned()
    }

    /// Returns the evaluation that this engine has made with a budget.
    fn made<'e>(&self, evals: &'e [Evaluation], budget: ReviewBudget) -> Option<&'e Evaluation> {
        let mut evals = evals.iter();
        evals.find(|eval| budget.made(eval, &self.engine_name))
    }

    /// Reports whether the last evaluation is a first search of this engine.
    fn is_first_latest(&self, evals: &[Evaluation]) -> bool {
        evals
            .last()
            .is_some_and(|eval| eval.engine == self.engine_name && eval.pass == SearchPass::First)
    }

    /// Reports whether the played move looks bad, without a proof of it.
    fn looks_bad(&self, position: &ReviewPosition, evals: &[Evaluation]) -> bool {
        played_evaluation(position, evals).is_some_and(|evaluation| {
            let judgement = judge(&evaluation, &self.thresholds);
            // A second search cannot change proven values.
            judgement.class.is_bad() && !judgement.proven
        })
    }

    /// Reports whether a whole search may change the class of the played move, or find contest
    /// points that the short one lacks.
    fn is_in_doubt(&self, position: &ReviewPosition, evals: &[Evaluation]) -> bool {
        let Some(evaluation) = played_evaluation(position, evals) else {
            return false;
        };
        if self.lacks_points(evals) {
            return true;
        }
        if evaluation.is_proven() {
            return false;
        }
        let error = evaluation.estimated_loss_error(self.calibration.as_ref());
        let margin = DOUBT * self.error_factor * error;
        let thresholds = &self.thresholds;
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
    /// found, or does not show how they changed.
    fn lacks_points(&self, evals: &[Evaluation]) -> bool {
        let short = self.short.and_then(|short| self.made(evals, short));
        let (Some(first), Some(short)) = (self.made(evals, self.first), short) else {
            return false;
        };
        short.lines.iter().any(|line| {
            let mut before = first.lines.iter();
            let before = before.find(|other| other.first_move() == line.first_move());
            before.is_some_and(|before| has_lost_points(before, line))
        })
    }
}

/// Evaluates the played move of a position by the last of these evaluations.
fn played_evaluation(position: &ReviewPosition, evals: &[Evaluation]) -> Option<MoveEvaluation> {
    move_evaluation(evals, position.played.as_deref().unwrap_or_default())
}

/// Returns how much larger the error of a search with a limit is than with the default one: errors
/// of estimates fall with the square root of the effort.
fn error_factor(limit: SearchLimit, default_nodes: u64) -> f64 {
    let ratio = match limit {
        SearchLimit::Time(time) => {
            SearchLimit::DEFAULT_TIME.as_secs_f64() / time.as_secs_f64().max(1e-6)
        }
        #[expect(clippy::cast_precision_loss, reason = "a rough factor")]
        SearchLimit::Nodes(nodes) => default_nodes as f64 / nodes.max(1) as f64,
    };
    ratio.max(1.0).sqrt()
}

/// Returns the win probability by which the best move exceeds the best of the others.
fn gap(evaluation: &MoveEvaluation) -> Option<f64> {
    let second = evaluation.best_alternative?;
    Some(evaluation.best.win - second.win)
}

/// Reports whether a line lacks the contest points that it had before its first move was searched
/// alone, or has the same as before although its win probability has changed.
///
/// Lines of about the same win probability do not show how many points a win is worth.
fn has_lost_points(before: &EvalLine, after: &EvalLine) -> bool {
    let change = after.win.unwrap_or(0.5) - before.win.unwrap_or(0.5);
    let is_stale = after.points == before.points && change.abs() > MIN_WIN_CHANGE;
    before.points.is_some() && (after.points.is_none() || is_stale)
}

/// A position of a game among the others, with the evaluations of all of them.
pub(super) struct Neighbors<'r> {
    pub record: &'r Record,
    pub positions: &'r [ReviewPosition],
    /// The index of the position.
    pub index: usize,
}

impl<'r> Neighbors<'r> {
    fn here(&self) -> &'r ReviewPosition {
        &self.positions[self.index]
    }

    /// Returns the position of the next ply, if a player chose a move there.
    fn next(&self) -> Option<&'r ReviewPosition> {
        let next = self.positions.get(self.index + 1);
        next.filter(|next| next.ply == self.here().ply + 1)
    }

    fn evals(&self, position: &ReviewPosition) -> &'r [Evaluation] {
        evals_at(self.record, position)
    }

    /// Reports whether a search has proven the value of a position.
    fn is_proven(&self, position: &ReviewPosition) -> bool {
        position_values(self.evals(position)).any(|value| value.proven.is_some())
    }

    /// Reports whether one of the next positions is proven and this one is not.
    fn proofs_end_here(&self) -> bool {
        let after = self.positions.iter().skip(self.index + 1);
        let mut after = after.take(RECHECK_WINDOW);
        after.any(|position| self.is_proven(position)) && !self.is_proven(self.here())
    }

    /// Reports whether the next position is proven and the played move is not.
    fn next_proves_more(&self) -> bool {
        let evaluation = played_evaluation(self.here(), self.evals(self.here()));
        self.next().is_some_and(|next| self.is_proven(next))
            && evaluation.is_none_or(|evaluation| evaluation.played.proven.is_none())
    }

    /// Reports whether the position has a much better value than the next one, for the same player.
    ///
    /// Any search of the next position counts: further searches there can make more positions
    /// doubtful but never fewer, so that a review that was interrupted comes to the same result.
    /// Estimates from two searches differ more than those from one, so that the difference must be
    /// that of a blunder unless the next value is proven.
    fn next_contradicts(&self, thresholds: &Thresholds) -> bool {
        let (here, Some(next)) = (self.here(), self.next()) else {
            return false;
        };
        let evaluation = played_evaluation(here, self.evals(here));
        let Some(evaluation) = evaluation.filter(|evaluation| evaluation.played.proven.is_none())
        else {
            return false;
        };
        // After a second search, the loss of the played move is known.
        let value_here = match self.evals(here).last() {
            Some(last) if last.pass != SearchPass::First => evaluation.played,
            _ => evaluation.best,
        };
        let same_player = here.mover() == next.mover();
        let contradicts = |value: LineValue| {
            let (win, proven) = for_mover(value.win, value.proven, same_player);
            let min_difference = match proven {
                Some(_) => thresholds.inaccuracy,
                None => thresholds.blunder,
            };
            value_here.win - win >= min_difference
        };
        position_values(self.evals(next)).any(contradicts)
    }

    /// Reports whether the positions before and after both contradict the value of this one, in the
    /// same direction.
    ///
    /// A search that got hardly any time, on a busy machine, has such a value.
    fn both_contradict(&self, thresholds: &Thresholds) -> bool {
        let here = self.here();
        let value = |position: &ReviewPosition| {
            let (value, _) = last_position_value(self.evals(position))?;
            let same_player = position.mover() == here.mover();
            Some(for_mover(value.win, value.proven, same_player).0)
        };
        let neighbor_values = [self.index.checked_sub(1), Some(self.index + 1)].map(|index| {
            let position = self.positions.get(index?)?;
            let is_next_to = position.ply.abs_diff(here.ply) == 1;
            is_next_to.then(|| value(position)).flatten()
        });
        let (Some(win), [Some(before), Some(after)]) = (value(here), neighbor_values) else {
            return false;
        };
        let (below, above) = (win - before.min(after), win - before.max(after));
        above >= thresholds.blunder || below <= -thresholds.blunder
    }
}
