//! The evaluation of a played move, taken from the record's evaluations of its position.
//!
//! A ply has one evaluation per search: the first one, and after it a second one (deeper, or
//! closer: [`super::reviewer`]) if the move looked bad. The lines of an evaluation are the best
//! one, then others, the played one among them.

use super::ReviewBudget;
use kifu_core::contract::Proven;
use kifu_core::record::{EvalLine, Evaluation};
use kifu_core::search::{Calibration, SearchLine, SearchResult, Value, proof_rank};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;

/// The value of one line for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LineValue {
    /// The result, if it is proven.
    pub proven: Option<Proven>,
    /// The win probability, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub win: f64,
    /// The expected contest points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
}

/// The gain of the player to move from a chance event; negative for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Luck {
    /// The gain in win probability, -1 to 1.
    #[schemars(range(min = -1, max = 1), extend("x-unit" = "probability"))]
    pub win: f64,
    /// The gain in contest points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
}

/// A played move and its alternatives, evaluated by one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// The value of the best line.
    pub best: LineValue,
    /// The moves of the best line.
    pub pv: Vec<String>,
    /// The value of the played move.
    pub played: LineValue,
    /// The played move and its expected continuation.
    pub played_pv: Vec<String>,
    /// Whether the played move is the engine's first choice.
    pub is_best_move: bool,
    /// The value of the best move that was not played; `None` if no other was searched.
    pub best_alternative: Option<LineValue>,
    /// The number of recorded lines.
    pub line_count: usize,
    /// The win probability of the worst recorded line, 0 to 1.
    pub worst_win: f64,
    /// The value of the second line, whether it was played or not; `None` if no other was searched.
    pub second_best: Option<LineValue>,
    /// The standard error of the estimated loss, 0 to 1; smaller losses are noise. 0 if both values
    /// are proven or the error is unknown.
    pub loss_error: f64,
    /// The gain from the chance event before the move: the value of the best line less that of the
    /// position before the event, from two searches with the same budget.
    pub luck: Option<Luck>,
    /// Name and version of the engine.
    pub engine: String,
    /// The budget of the search, as text.
    pub budget: String,
}

impl MoveEvaluation {
    /// Reports whether both values are proven rather than estimated.
    pub fn is_proven(&self) -> bool {
        self.best.proven.is_some() && self.played.proven.is_some()
    }

    /// Returns the standard error of the estimated loss, 0 to 1, by the calibration of the engine
    /// that made the estimates; 0 without a calibration.
    pub fn estimated_loss_error(&self, table: Option<&Calibration>) -> f64 {
        let estimates = [self.best, self.played].map(|value| u8::from(value.proven.is_none()));
        table.map_or(0.0, |table| table.standard_error(estimates.iter().sum()))
    }

    /// Returns the win probability that the move gave away, 0 to 1, by the last search. The engine's
    /// own choice gives nothing away.
    pub fn loss(&self) -> f64 {
        if self.is_best_move {
            return 0.0;
        }
        (self.best.win - self.played.win).max(0.0)
    }
}

/// Converts the result of a search to an evaluation for the record, the played move among its
/// lines.
pub(super) fn to_evaluation(
    result: &SearchResult<String>,
    before_chance: Option<&Value>,
    played: &str,
    engine: &str,
    budget: ReviewBudget,
) -> Evaluation {
    let eval_line = |value: &Value, nodes: u64, pv: String| EvalLine {
        proven: value.proven(),
        win: Some(rounded(value.win)),
        points: value.points.map(rounded),
        nodes,
        pv,
    };
    let line = |line: &SearchLine<String>| {
        let rest = line.pv.iter().skip(1);
        let pv: Vec<&str> = std::iter::once(&line.mv)
            .chain(rest)
            .map(String::as_str)
            .collect();
        eval_line(&line.value, line.visits, pv.join(" "))
    };
    let mut eval = budget.new_evaluation(engine);
    eval.lines.extend(result.lines.iter().take(2).map(line));
    let played_line = result.lines.iter().skip(2).find(|line| line.mv == played);
    eval.lines.extend(played_line.map(line));
    let is_lost = result.value.proven() == Some(Proven::Loss);
    mark_unproven(&mut eval.lines, is_lost, played);
    let value = before_chance.map(|value| eval_line(value, 0, String::new()));
    if eval.lines.is_empty() {
        // The chance event is still to come: its value is that of the position.
        eval.lines.extend(value);
    } else {
        eval.before_chance = value;
    }
    eval
}

/// Removes the proof from the best line if all lines are proven losses but the position is not;
/// `is_lost` says whether it is.
///
/// Moves that were not searched may still be better, so that neither the position is lost nor the
/// played move a mistake: a line other than the played one comes first, without a proof.
pub(super) fn mark_unproven(lines: &mut Vec<EvalLine>, is_lost: bool, played: &str) {
    let seems_lost = lines
        .first()
        .is_some_and(|best| best.proven == Some(Proven::Loss));
    if seems_lost && !is_lost {
        let other = lines.iter().position(|line| line.first_move() != played);
        let mut best = lines.remove(other.unwrap_or(0));
        best.proven = None;
        lines.insert(0, best);
    }
}

/// Rounds a value to four decimals: more would be below any engine's error and only swell the
/// record.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Evaluates a played move by the last evaluation of its position; `None` if that has no line for
/// the move.
///
/// ```
/// use kifu_core::record::{EvalLine, Evaluation};
/// use kifu_study::review::move_evaluation;
///
/// let line = |pv: &str, win: f64| EvalLine {
///     pv: pv.to_owned(),
///     win: Some(win),
///     ..EvalLine::default()
/// };
/// let evals = [Evaluation {
///     lines: vec![line("a1a2 b1b2", 0.75), line("c1c2", 0.5)],
///     ..Evaluation::default()
/// }];
/// let evaluation = move_evaluation(&evals, "c1c2").expect("a line of the move");
/// assert_eq!(evaluation.loss(), 0.25);
/// assert!(move_evaluation(&evals, "d1d2").is_none());
/// ```
pub fn move_evaluation(evals: &[Evaluation], played: &str) -> Option<MoveEvaluation> {
    let last = evals.last()?;
    let lines = || last.lines.iter().filter(|line| !line.pv.is_empty());
    let moves = |line: &EvalLine| line.pv.split(' ').map(str::to_owned).collect();
    let is_played = |line: &&EvalLine| line.first_move() == played;
    let best = lines().next()?;
    let played_line = lines().find(is_played)?;
    let others = lines().filter(|line| !is_played(line)).map(line_value);
    Some(MoveEvaluation {
        best: line_value(best),
        pv: moves(best),
        played: line_value(played_line),
        played_pv: moves(played_line),
        is_best_move: best.first_move() == played,
        best_alternative: others.max_by(|a, b| a.win.total_cmp(&b.win)),
        second_best: lines().nth(1).map(line_value),
        line_count: lines().count(),
        worst_win: lines().map(|line| line_value(line).win).fold(1.0, f64::min),
        loss_error: 0.0,
        luck: luck(evals, &last.engine),
        engine: last.engine.clone(),
        budget: last.budget_text(),
    })
}

/// Orders lines from best to worst: proven wins, then by win probability, proven losses last.
pub(super) fn compare_lines(a: &EvalLine, b: &EvalLine) -> Ordering {
    let by_win = || line_value(b).win.total_cmp(&line_value(a).win);
    proof_rank(a.proven)
        .cmp(&proof_rank(b.proven))
        .then_with(by_win)
}

/// Returns the value of a position by each of its searches, for any played move.
pub(super) fn position_values(evals: &[Evaluation]) -> impl Iterator<Item = LineValue> {
    evals
        .iter()
        .filter_map(|eval| eval.lines.first())
        .map(line_value)
}

/// Returns the value of a position and its best line by the last search, for any played move.
/// The line is empty if a chance event was still to come.
pub(super) fn last_position_value(evals: &[Evaluation]) -> Option<(LineValue, Vec<String>)> {
    let best = evals.last()?.lines.first()?;
    Some((
        line_value(best),
        best.pv.split_whitespace().map(str::to_owned).collect(),
    ))
}

/// Converts the value of a position to that of the player who moved to it; `same_player` says
/// whether it is their turn there, too.
pub(crate) fn for_mover(
    win: f64,
    proven: Option<Proven>,
    same_player: bool,
) -> (f64, Option<Proven>) {
    if same_player {
        (win, proven)
    } else {
        (1.0 - win, proven.map(Proven::flipped))
    }
}

/// Returns the gain from the chance event by the first search: later ones do not search the
/// position before the event.
fn luck(evals: &[Evaluation], engine: &str) -> Option<Luck> {
    let (before, best) = evals
        .iter()
        .filter(|eval| eval.engine == engine)
        .find_map(|eval| Some((eval.before_chance.as_ref()?, eval.lines.first()?)))?;
    let (before, after) = (line_value(before), line_value(best));
    let points = after.points.zip(before.points);
    Some(Luck {
        win: after.win - before.win,
        points: points.map(|(after, before)| after - before),
    })
}

/// Returns the value of a line; an unknown win probability counts as ½.
fn line_value(line: &EvalLine) -> LineValue {
    let win = line.win.or(line.proven.map(Proven::win));
    LineValue {
        proven: line.proven,
        win: win.unwrap_or(0.5),
        points: line.points,
    }
}
