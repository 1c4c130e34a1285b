//! What an engine's thoughts about a ply come to: between the record's evaluations and numbers
//! that can be judged.
//!
//! A ply has an evaluation for each search: the first one, and behind it a second one (deeper, or
//! closer: [`super::verify_pair`]) if the move looked bad. Its lines are the best one, then others,
//! the played one among them.

use super::Budget;
use crate::contract::Proven;
use crate::record::{EvalLine, Evaluation};
use crate::search::{Calibration, SearchLine, SearchResult, Value, proof_rank};
use serde::Serialize;
use std::cmp::Ordering;

/// What one line is worth to the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LineValue {
    /// The result, if it is proven.
    pub proven: Option<Proven>,
    /// Probability of a win, 0 to 1.
    pub win: f64,
    /// Contest points expected.
    pub points: Option<f64>,
}

/// What luck gave to the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// Probability of a win.
    pub win: f64,
    /// Contest points.
    pub points: Option<f64>,
}

/// A ply, weighed by one engine in one search.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// The best line.
    pub best: LineValue,
    /// Its moves.
    pub pv: Vec<String>,
    /// The played move.
    pub played: LineValue,
    /// The played move, and what is thought to follow.
    pub played_pv: Vec<String>,
    /// It was the best line's.
    pub is_best_move: bool,
    /// The best of the other moves; `None` if there is none, or none was looked at.
    pub best_alternative: Option<LineValue>,
    /// How many moves were looked at and kept.
    pub line_count: usize,
    /// What the worst of them is worth, in probability of a win.
    pub worst_win: f64,
    /// The next best line after the best, whether it was played or not; `None` if no other was
    /// looked at.
    pub second_best: Option<LineValue>,
    /// The engine's own error: a loss of its estimates that is no larger tells nothing. 0 where
    /// both values are proven, or nobody knows.
    pub loss_error: f64,
    /// What luck gave: the best line, less what the position was worth before luck dealt, in one
    /// search each with the same budget.
    pub luck: Option<Luck>,
    /// Name and version of the engine.
    pub engine: String,
    /// What it was given.
    pub budget: String,
}

impl MoveEvaluation {
    /// Both values are proven: no engine's opinion.
    pub fn is_proven(&self) -> bool {
        self.best.proven.is_some() && self.played.proven.is_some()
    }

    /// By how much its estimates may be off, by a table of the engine that made them.
    pub fn estimated_loss_error(&self, table: Option<&Calibration>) -> f64 {
        let estimates = [self.best, self.played].map(|worth| u8::from(worth.proven.is_none()));
        table.map_or(0.0, |table| table.standard_error(estimates.iter().sum()))
    }

    /// The probability of a win that the move gave away, by the last look. An engine's own choice
    /// gives nothing away.
    pub fn loss(&self) -> f64 {
        if self.is_best_move {
            return 0.0;
        }
        (self.best.win - self.played.win).max(0.0)
    }
}

/// The evaluation that keeps a search's result, the played move among its lines.
pub(super) fn to_evaluation(
    report: &SearchResult<String>,
    before_chance: Option<&Value>,
    played: &str,
    engine: &str,
    budget: Budget,
) -> Evaluation {
    let of = |value: &Value, nodes: u64, pv: String| EvalLine {
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
        of(&line.value, line.visits, pv.join(" "))
    };
    let mut eval = budget.new_evaluation(engine);
    eval.lines.extend(report.lines.iter().take(2).map(line));
    let own = report.lines.iter().skip(2).find(|line| line.mv == played);
    eval.lines.extend(own.map(line));
    mark_unproven(&mut eval.lines, report, played);
    let value = before_chance.map(|value| of(value, 0, String::new()));
    if eval.lines.is_empty() {
        // The chance event is still to come: its value is that of the position.
        eval.lines.extend(value);
    } else {
        eval.before_chance = value;
    }
    eval
}

/// If all lines lose, but there are moves that were not looked at, nothing is proven of the position
/// and nothing shows that the played move gave anything away: another line comes first, of which
/// nothing is proven.
pub(super) fn mark_unproven(
    lines: &mut Vec<EvalLine>,
    report: &SearchResult<String>,
    played: &str,
) {
    let is_lost = lines
        .first()
        .is_some_and(|best| best.proven == Some(Proven::Loss));
    if is_lost && report.value.proven() != Some(Proven::Loss) {
        let other = lines.iter().position(|line| line.first_move() != played);
        let mut best = lines.remove(other.unwrap_or(0));
        best.proven = None;
        lines.insert(0, best);
    }
}

/// A ten-thousandth is below any engine's error; more digits would only swell the record.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// The last of a ply's evaluations, weighed; `None` if it does not hold the played move.
pub fn move_evaluation(evals: &[Evaluation], played: &str) -> Option<MoveEvaluation> {
    let last = evals.last()?;
    let lines = || last.lines.iter().filter(|line| !line.pv.is_empty());
    let moves = |line: &EvalLine| line.pv.split(' ').map(str::to_owned).collect();
    let is_played = |line: &&EvalLine| line.first_move() == played;
    let best = lines().next()?;
    let own = lines().find(is_played)?;
    let others = lines().filter(|line| !is_played(line)).map(line_value);
    Some(MoveEvaluation {
        best: line_value(best),
        pv: moves(best),
        played: line_value(own),
        played_pv: moves(own),
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

/// The better line first: proven wins, then by what they are worth, proven losses last.
pub(super) fn compare_lines(a: &EvalLine, b: &EvalLine) -> Ordering {
    let by_worth = || line_value(b).win.total_cmp(&line_value(a).win);
    proof_rank(a.proven)
        .cmp(&proof_rank(b.proven))
        .then_with(by_worth)
}

/// What a position is worth by each search of it, whatever was played.
pub(super) fn position_values(evals: &[Evaluation]) -> impl Iterator<Item = LineValue> {
    evals
        .iter()
        .filter_map(|eval| eval.lines.first())
        .map(line_value)
}

/// What the last engine thinks of a position, whatever was played: its value, and the best line;
/// empty where luck was still to deal.
pub(super) fn last_position_value(evals: &[Evaluation]) -> Option<(LineValue, Vec<String>)> {
    let best = evals.last()?.lines.first()?;
    Some((
        line_value(best),
        best.pv.split_whitespace().map(str::to_owned).collect(),
    ))
}

/// Of the first look: a closer one is not taken at the position before luck dealt.
fn luck(evals: &[Evaluation], engine: &str) -> Option<Luck> {
    let mut own = evals.iter().filter(|eval| eval.engine == engine);
    let (before, best) =
        own.find_map(|eval| Some((eval.before_chance.as_ref()?, eval.lines.first()?)))?;
    let (before, after) = (line_value(before), line_value(best));
    let points = after.points.zip(before.points);
    Some(Luck {
        win: after.win - before.win,
        points: points.map(|(after, before)| after - before),
    })
}

fn line_value(line: &EvalLine) -> LineValue {
    let win = line.win.or(line.proven.map(Proven::win));
    LineValue {
        proven: line.proven,
        win: win.unwrap_or(0.5),
        points: line.points,
    }
}
