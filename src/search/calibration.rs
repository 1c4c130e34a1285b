//! From a search's estimate to the chance of a win.

use super::{SearchResult, Value};
use crate::contract::Player;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// What an engine's estimates come to in games: fitted on games that were played, kept as a table
/// beside the engine.
///
/// A chance of a win is what one of two equal bots of the contest's kind gets from here, a draw
/// counted for half a one. It is a logistic curve over the logit of the search's own estimate,
/// with a slope and an offset by how much of the game is played ([`Thinks::played`]), straight
/// between the knots. Within one report the curve is one and rises, so the order of its lines
/// stays. What is proven or exact is not touched. Contest points that follow from the result alone
/// ([`Thinks::POINTS_FOLLOW`]) move with the chances; others are not touched.
///
/// [`Thinks::played`]: super::Thinks::played
/// [`Thinks::POINTS_FOLLOW`]: super::Thinks::POINTS_FOLLOW
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The version of the table: part of the engine's name in records.
    pub version: u32,
    /// Name and version of the engine whose estimates these are.
    pub engine: String,
    /// The fewest and the most nodes of a search from which the curve was fitted.
    pub nodes: (u64, u64),
    /// What the slope gains when the nodes are e times as many.
    pub evidence: f64,
    /// How far a chance is from the one that the engine gives with sixteen times as many nodes, as
    /// long as neither is proven: the root of the mean square, 0 to 1.
    pub error: f64,
    /// The knots, by how much is played; at least one.
    pub knots: Vec<CalibrationKnot>,
}

/// The curve at one moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationKnot {
    /// How much is played, 0 to 1.
    pub progress: f64,
    /// Times the logit of the estimate.
    pub slope: f64,
    /// More, for whoever acts.
    pub offset: f64,
    /// More, if the first player acts; less, if the second does.
    pub first: f64,
}

/// What is known of a search beside its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationContext {
    /// How much of the game is played, 0 to 1.
    pub progress: f64,
    /// For whom the values are.
    pub player: Player,
    /// The nodes of the search.
    pub nodes: u64,
}

impl CalibrationContext {
    /// 1 if the first player acts, -1 if the second does.
    pub const fn side_sign(&self) -> f64 {
        match self.player {
            Player::First => 1.0,
            Player::Second => -1.0,
        }
    }
}

/// Nearer to 0 and 1 no estimate is believed.
const MIN_PROBABILITY: f64 = 1e-3;
/// The curve never rises less.
const MIN_SLOPE: f64 = 0.05;

/// The logarithm of the odds of a probability, which is kept off 0 and 1.
pub fn logit(win: f64) -> f64 {
    let win = win.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (win / (1.0 - win)).ln()
}

/// The reverse.
pub fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

impl Calibration {
    /// How far between the fewest and the most nodes a search is: a logarithm, 0 in the middle.
    pub fn evidence_of(&self, nodes: u64) -> f64 {
        evidence(self.nodes, nodes)
    }

    /// The slope and the offset of a search.
    fn curve(&self, stage: CalibrationContext) -> (f64, f64) {
        let (mut slope, mut offset) = (self.evidence * self.evidence_of(stage.nodes), 0.0);
        for (nth, knot) in self.knots.iter().enumerate() {
            let share = knot_weight(&self.knot_positions(), nth, stage.progress);
            slope += share * knot.slope;
            offset += share * (knot.offset + stage.side_sign() * knot.first);
        }
        (slope.max(MIN_SLOPE), offset)
    }

    /// Where the knots are.
    pub fn knot_positions(&self) -> Vec<f64> {
        self.knots.iter().map(|knot| knot.progress).collect()
    }

    /// Whether it tells of an engine that calls itself so, with a table or without.
    pub fn fits_engine(&self, engine: &str) -> bool {
        let rest = engine.strip_prefix(self.engine.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// The standard error of the difference of two values of which so many are estimates.
    pub fn standard_error(&self, estimates: u8) -> f64 {
        self.error * f64::from(estimates).sqrt()
    }

    /// The chance of a win of an estimate, 0 to 1.
    pub fn win_probability(&self, win: f64, stage: CalibrationContext) -> f64 {
        let (slope, offset) = self.curve(stage);
        logistic(slope * logit(win) + offset)
    }

    /// The same report with chances in place of estimates. Where a value is exact and yet not
    /// proven (luck) all stays as it is: one measure a report.
    #[must_use]
    pub fn apply<M>(
        &self,
        mut report: SearchResult<M>,
        played: f64,
        player: Option<Player>,
        points_follow: bool,
    ) -> SearchResult<M> {
        let is_exact = |value: &Value| value.exact && value.proven().is_none();
        let lines = report.lines.iter().map(|line| &line.value);
        let Some(player) = player else {
            return report;
        };
        if lines.chain([&report.value]).any(is_exact) {
            return report;
        }
        let stage = CalibrationContext {
            progress: played,
            player,
            nodes: report.nodes,
        };
        let worth = if points_follow {
            let known = report.lines.iter().map(|line| &line.value);
            let known = known.filter(|value| value.proven().is_none());
            points_per_win(
                known.filter_map(|value| Some((value.win, value.points?))),
                1e-4,
            )
        } else {
            0.0
        };
        let values = report.lines.iter_mut().map(|line| &mut line.value);
        for value in values.chain([&mut report.value]) {
            if value.proven().is_none() {
                let (least, most) = (value.bounds.lower.win(), value.bounds.upper.win());
                let win = self.win_probability(value.win, stage).clamp(least, most);
                value.points = value
                    .points
                    .map(|points| points + worth * (win - value.win));
                value.win = win;
            }
        }
        report
    }
}

/// How many contest points a win is worth more than a loss, by values that are known as chances of
/// a win and points; 0 if their chances are not further apart than `least`.
pub fn points_per_win(known: impl Iterator<Item = (f64, f64)> + Clone, least: f64) -> f64 {
    let by_win = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0);
    let ends = known.clone().min_by(by_win).zip(known.max_by(by_win));
    match ends {
        Some((low, high)) if high.0 - low.0 > least => (high.1 - low.1) / (high.0 - low.0),
        _ => 0.0,
    }
}

/// See [`Calibration::evidence_of`].
pub fn evidence((least, most): (u64, u64), nodes: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a logarithm")]
    let ln = |nodes: u64| (nodes.max(1) as f64).ln();
    ln(nodes.clamp(least, most.max(least))) - f64::midpoint(ln(least), ln(most))
}

/// How much the nth knot counts for a place: all of it there, none at the knots beside it.
pub fn knot_weight(knots: &[f64], nth: usize, place: f64) -> f64 {
    let here = knots[nth];
    let beside = if place < here {
        nth.checked_sub(1).and_then(|before| knots.get(before))
    } else {
        knots.get(nth + 1)
    };
    match beside {
        // Beyond the first and the last nothing changes any more.
        None => 1.0,
        Some(beside) => (1.0 - (place - here) / (beside - here)).clamp(0.0, 1.0),
    }
}

/// Why a text is no calibration.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParseCalibrationError {
    /// It is not the RON of one.
    #[error(transparent)]
    Syntax(#[from] ron::error::SpannedError),
    /// The knots do not rise.
    #[error("expected knots in order of progress")]
    UnsortedKnots,
}

impl FromStr for Calibration {
    type Err = ParseCalibrationError;

    fn from_str(text: &str) -> Result<Self, ParseCalibrationError> {
        let table: Self = ron::from_str(text)?;
        if !table.knots.is_sorted_by(|a, b| a.progress < b.progress) || table.knots.is_empty() {
            return Err(ParseCalibrationError::UnsortedKnots);
        }
        Ok(table)
    }
}
