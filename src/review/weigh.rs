//! What an engine's thoughts about a ply come to: between the record's evaluations and numbers
//! that can be judged.
//!
//! A ply's evaluations by one engine are a group: the best line first, then others looked at, the
//! played one among them, each for the player to act, each with the line as its `pv`. Where luck
//! deals before the ply, one with an empty `pv` says what the position was worth before it did.

use super::Budget;
use crate::contract::Proven;
use crate::record::Evaluation;
use crate::search::{Line, Report, Value};

/// What one line is worth to the player to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The result, if it is proven.
    pub proven: Option<Proven>,
    /// Probability of a win, 0 to 1.
    pub win: f64,
    /// Contest points expected.
    pub points: Option<f64>,
}

/// A ply, weighed by one engine in one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The best line.
    pub best: Worth,
    /// Its moves.
    pub pv: Vec<String>,
    /// The played move.
    pub played: Worth,
    /// It was the best line's.
    pub is_best: bool,
    /// The best of the other moves; `None` if there is none, or none was looked at.
    pub second: Option<Worth>,
    /// Before luck dealt.
    pub undealt: Option<Worth>,
    /// Name and version of the engine.
    pub engine: String,
    /// What it was given.
    pub budget: String,
}

/// The evaluations that keep a report, `played` among its lines.
pub(super) fn kept(
    report: &Report<String>,
    undealt: Option<&Value>,
    played: &str,
    engine: &str,
    budget: Budget,
) -> Vec<Evaluation> {
    let budget = budget.to_string();
    let of = |value: &Value, nodes: u64, pv: String| Evaluation {
        engine: engine.to_owned(),
        budget: budget.clone(),
        proven: value.proven(),
        win: Some(rounded(value.win)),
        points: value.points.map(rounded),
        nodes,
        pv,
    };
    let line = |line: &Line<String>| {
        let rest = line.pv.iter().skip(1);
        let pv: Vec<&str> = std::iter::once(&line.mv)
            .chain(rest)
            .map(String::as_str)
            .collect();
        of(&line.value, line.visits, pv.join(" "))
    };
    let mut all: Vec<Evaluation> = report.lines.iter().take(2).map(line).collect();
    let own = report.lines.iter().skip(2).find(|line| line.mv == played);
    all.extend(own.map(line));
    all.extend(undealt.map(|value| of(value, 0, String::new())));
    all
}

/// A ten-thousandth is below any engine's error; more digits would only swell the record.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// The last group of a ply's evaluations, weighed; `None` if it does not hold the played move.
pub fn weigh(evals: &[Evaluation], played: &str) -> Option<Weighed> {
    let last = evals.last()?;
    let same = |eval: &&Evaluation| eval.engine == last.engine && eval.budget == last.budget;
    let start = evals.len() - evals.iter().rev().take_while(same).count();
    let group = &evals[start..];
    let lines = || group.iter().filter(|eval| !eval.pv.is_empty());
    let first = |eval: &Evaluation| eval.pv.split(' ').next().map(str::to_owned);
    let is_played = |eval: &&Evaluation| first(eval).as_deref() == Some(played);
    let best = lines().next()?;
    let own = lines().find(is_played)?;
    let others = lines().filter(|eval| !is_played(eval)).map(worth);
    Some(Weighed {
        best: worth(best),
        pv: best.pv.split(' ').map(str::to_owned).collect(),
        played: worth(own),
        is_best: first(best).as_deref() == Some(played),
        second: others.max_by(|a, b| a.win.total_cmp(&b.win)),
        undealt: group.iter().find(|eval| eval.pv.is_empty()).map(worth),
        engine: last.engine.clone(),
        budget: last.budget.clone(),
    })
}

fn worth(eval: &Evaluation) -> Worth {
    let win = eval.win.or(eval.proven.map(Proven::win));
    Worth {
        proven: eval.proven,
        win: win.unwrap_or(0.5),
        points: eval.points,
    }
}
