//! Calibration: from a search's estimates to win probabilities.

use super::{SearchResult, Value};
use crate::contract::Player;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A mapping from an engine's estimates to win probabilities, fitted on played games and kept as a
/// table next to the engine.
///
/// The win probability is the share of games that one of two equally strong bots of the contest
/// wins from here, a draw counting half. It is a logistic function of the logit of the engine's
/// estimate. Slope and offset depend on the progress of the game ([`HasEngine::progress`]) and are
/// interpolated linearly between knots. Within one search result the function is the same for all
/// lines and increasing, so their order does not change. Proven and exact values are left alone.
/// Contest points that depend only on who wins ([`HasEngine::POINTS_FROM_RESULT`]) change with the
/// win probabilities; others are left alone.
///
/// ```
/// use kifu_core::contract::Player;
/// use kifu_core::search::{Calibration, CalibrationContext};
///
/// let calibration: Calibration = "(version: 1, engine: \"monte-carlo 1\", nodes: (1000, 1000), \
///     evidence: 0.0, error: 0.02, \
///     knots: [(progress: 0.0, slope: 0.5, offset: 0.0, first: 0.0)])"
///     .parse()?;
/// let context = CalibrationContext { progress: 0.3, player: Player::First, nodes: 1000 };
/// // A slope below 1: the engine is too sure of itself.
/// let win = calibration.win_probability(0.9, context);
/// assert!((win - 0.75).abs() < 1e-9);
/// # Ok::<(), kifu_core::search::ParseCalibrationError>(())
/// ```
///
/// [`HasEngine::progress`]: super::HasEngine::progress
/// [`HasEngine::POINTS_FROM_RESULT`]: super::HasEngine::POINTS_FROM_RESULT
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The version of the calibration, which is part of the engine's name in records.
    pub version: u32,
    /// The name and version of the engine that the calibration was fitted to.
    pub engine: String,
    /// The minimum and maximum number of nodes of the searches used for fitting.
    pub nodes: (u64, u64),
    /// The change of the slope per unit of ln(nodes).
    pub evidence: f64,
    /// The root mean square difference, 0 to 1, between the win probabilities of a search and of
    /// one with sixteen times as many nodes, as long as neither is proven.
    pub error: f64,
    /// The knots in the order of progress; at least one.
    pub knots: Vec<CalibrationKnot>,
}

/// The parameters of the logistic function at one point of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationKnot {
    /// The progress of the game, 0 to 1.
    pub progress: f64,
    /// The factor of the logit of the estimate.
    pub slope: f64,
    /// The offset for the player to act.
    pub offset: f64,
    /// The offset that is added if the first player acts, and subtracted if the second does.
    pub first: f64,
}

/// The facts about a search that its calibration depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationContext {
    /// The progress of the game, 0 to 1.
    pub progress: f64,
    /// The player from whose point of view the values are.
    pub player: Player,
    /// The number of nodes of the search.
    pub nodes: u64,
}

impl CalibrationContext {
    /// Returns 1 if the first player acts, and -1 if the second does.
    pub const fn side_sign(&self) -> f64 {
        match self.player {
            Player::First => 1.0,
            Player::Second => -1.0,
        }
    }
}

/// The least distance of an estimate from 0 and 1; nothing closer is believed.
const MIN_PROBABILITY: f64 = 1e-3;
/// The minimum slope, which keeps the function increasing.
const MIN_SLOPE: f64 = 0.05;

/// Returns the logarithm of the odds of a probability, which is first kept away from 0 and 1.
pub fn logit(win: f64) -> f64 {
    let win = win.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (win / (1.0 - win)).ln()
}

/// Returns the probability with these log odds: the inverse of [`logit`].
pub fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

impl Calibration {
    /// Returns the position of a search between the minimum and maximum number of nodes; see
    /// [`evidence`].
    pub fn evidence_of(&self, nodes: u64) -> f64 {
        evidence(self.nodes, nodes)
    }

    /// Returns the slope and the offset for a search.
    fn curve(&self, context: CalibrationContext) -> (f64, f64) {
        let (mut slope, mut offset) = (self.evidence * self.evidence_of(context.nodes), 0.0);
        for (index, knot) in self.knots.iter().enumerate() {
            let weight = knot_weight(&self.knot_positions(), index, context.progress);
            slope += weight * knot.slope;
            offset += weight * (knot.offset + context.side_sign() * knot.first);
        }
        (slope.max(MIN_SLOPE), offset)
    }

    /// Returns the progress of each knot.
    pub fn knot_positions(&self) -> Vec<f64> {
        self.knots.iter().map(|knot| knot.progress).collect()
    }

    /// Reports whether the calibration was fitted to the engine of this name; a calibration version
    /// in the name does not matter.
    pub fn fits_engine(&self, engine: &str) -> bool {
        let suffix = engine.strip_prefix(self.engine.as_str());
        suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with(' '))
    }

    /// Returns the standard error of the difference of two values, given how many of them are
    /// estimates.
    pub fn standard_error(&self, estimates: u8) -> f64 {
        self.error * f64::from(estimates).sqrt()
    }

    /// Returns the win probability, 0 to 1, of an estimate.
    pub fn win_probability(&self, win: f64, context: CalibrationContext) -> f64 {
        let (slope, offset) = self.curve(context);
        logistic(slope * logit(win) + offset)
    }

    /// Returns a search result with win probabilities in place of estimates.
    ///
    /// If any value is exact but not proven (because of chance events), the result is left alone,
    /// so that all its values have the same meaning.
    #[must_use]
    pub fn apply<M>(
        &self,
        mut report: SearchResult<M>,
        progress: f64,
        player: Option<Player>,
        points_from_result: bool,
    ) -> SearchResult<M> {
        let is_exact = |value: &Value| value.exact && value.proven().is_none();
        let lines = report.lines.iter().map(|line| &line.value);
        let Some(player) = player else {
            return report;
        };
        if lines.chain([&report.value]).any(is_exact) {
            return report;
        }
        let context = CalibrationContext {
            progress,
            player,
            nodes: report.nodes,
        };
        let points_per_win = if points_from_result {
            let estimates = report
                .lines
                .iter()
                .map(|line| &line.value)
                .filter(|value| value.proven().is_none());
            points_per_win(
                estimates.filter_map(|value| Some((value.win, value.points?))),
                1e-4,
            )
        } else {
            0.0
        };
        let values = report.lines.iter_mut().map(|line| &mut line.value);
        for value in values.chain([&mut report.value]) {
            if value.proven().is_none() {
                let (lower, upper) = (value.bounds.lower.win(), value.bounds.upper.win());
                let win = self.win_probability(value.win, context).clamp(lower, upper);
                value.points = value
                    .points
                    .map(|points| points + points_per_win * (win - value.win));
                value.win = win;
            }
        }
        report
    }
}

/// Returns the difference in contest points between a win and a loss, derived from pairs of a win
/// probability and points; 0 if no two win probabilities differ by more than `min_difference`.
pub fn points_per_win(known: impl Iterator<Item = (f64, f64)> + Clone, min_difference: f64) -> f64 {
    let by_win = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0);
    let ends = known.clone().min_by(by_win).zip(known.max_by(by_win));
    match ends {
        Some((low, high)) if high.0 - low.0 > min_difference => (high.1 - low.1) / (high.0 - low.0),
        _ => 0.0,
    }
}

/// Returns the logarithm of a number of nodes, clamped to the given minimum and maximum, relative
/// to the middle of the two logarithms.
pub fn evidence((min_nodes, max_nodes): (u64, u64), nodes: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a logarithm")]
    let ln = |nodes: u64| (nodes.max(1) as f64).ln();
    ln(nodes.clamp(min_nodes, max_nodes.max(min_nodes)))
        - f64::midpoint(ln(min_nodes), ln(max_nodes))
}

/// Returns the weight of a knot in the linear interpolation at `progress`: 1 at the knot itself,
/// and 0 at its neighbours and beyond.
pub fn knot_weight(knots: &[f64], index: usize, progress: f64) -> f64 {
    let knot = knots[index];
    let neighbour = if progress < knot {
        index.checked_sub(1).and_then(|before| knots.get(before))
    } else {
        knots.get(index + 1)
    };
    match neighbour {
        // Before the first and after the last knot the values are constant.
        None => 1.0,
        Some(neighbour) => (1.0 - (progress - knot) / (neighbour - knot)).clamp(0.0, 1.0),
    }
}

/// The error of a text that is not a calibration.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParseCalibrationError {
    /// The text is not the RON of a calibration.
    #[error(transparent)]
    Syntax(#[from] ron::error::SpannedError),
    /// The knots are not in the order of progress, or there are none.
    #[error("expected knots in order of progress")]
    UnsortedKnots,
}

impl FromStr for Calibration {
    type Err = ParseCalibrationError;

    fn from_str(text: &str) -> Result<Self, ParseCalibrationError> {
        let calibration: Self = ron::from_str(text)?;
        let knots = &calibration.knots;
        if !knots.is_sorted_by(|a, b| a.progress < b.progress) || knots.is_empty() {
            return Err(ParseCalibrationError::UnsortedKnots);
        }
        Ok(calibration)
    }
}
