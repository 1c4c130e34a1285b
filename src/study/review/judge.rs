//! The judgement of an evaluated move: its class, its loss and the turning point it may be.
//!
//! The loss of a move is the difference of its win probability to that of the best move in the same
//! search, as on lichess (`Judgement` of scalachess: thresholds of 5, 10 and 15 points).

use super::{LineValue, MoveEvaluation};
use kifu_core::contract::Proven;
use kifu_core::record::Glyph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The losses of win probability (0 to 1) from which a move is called `?!`, `?` or `??`.
///
/// ```
/// use kifu_study::review::Thresholds;
///
/// assert_eq!("5,10,15".parse::<Thresholds>(), Ok(Thresholds::default()));
/// assert!("15,10,5".parse::<Thresholds>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// The smallest loss of an inaccuracy, `?!`.
    pub inaccuracy: f64,
    /// The smallest loss of a mistake, `?`.
    pub mistake: f64,
    /// The smallest loss of a blunder, `??`.
    pub blunder: f64,
    /// The contest points from which a move that leaves the result unchanged has lost margin.
    pub margin: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            inaccuracy: 0.05,
            mistake: 0.10,
            blunder: 0.15,
            margin: 5.0,
        }
    }
}

impl Thresholds {
    /// Creates thresholds from the losses of an inaccuracy, a mistake and a blunder in percent;
    /// `None` unless they are in ascending order, above 0 and at most 100.
    pub fn from_percent([inaccuracy, mistake, blunder]: [f64; 3]) -> Option<Self> {
        let rises = 0.0 < inaccuracy && inaccuracy <= mistake && mistake <= blunder;
        (rises && blunder <= 100.0).then(|| Self {
            inaccuracy: inaccuracy / 100.0,
            mistake: mistake / 100.0,
            blunder: blunder / 100.0,
            ..Self::default()
        })
    }

    /// Returns the losses of an inaccuracy, a mistake and a blunder in percent.
    pub fn percent(&self) -> [f64; 3] {
        [self.inaccuracy, self.mistake, self.blunder].map(|loss| 100.0 * loss)
    }
}

/// The error of a text that is not three thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected three increasing numbers between 0 and 100, such as 5,10,15")]
pub struct ParseThresholdsError;

impl FromStr for Thresholds {
    type Err = ParseThresholdsError;

    /// Parses the losses of an inaccuracy, a mistake and a blunder in percent: `5,10,15`.
    fn from_str(text: &str) -> Result<Self, ParseThresholdsError> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect();
        let three = numbers.and_then(|numbers| numbers.try_into().ok());
        three
            .and_then(Self::from_percent)
            .ok_or(ParseThresholdsError)
    }
}

/// The class of a move, by its loss.
///
/// ```
/// use kifu_study::review::MoveClass;
///
/// let symbol = |class: MoveClass| class.glyph().map(|glyph| glyph.symbol());
/// assert_eq!(symbol(MoveClass::Blunder), Some("??"));
/// assert_eq!(symbol(MoveClass::Good), None);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum MoveClass {
    /// The only move: every other searched move is a blunder.
    Only,
    /// A move with a loss below that of an inaccuracy.
    Good,
    /// An inaccuracy, `?!`.
    Inaccuracy,
    /// A mistake, `?`.
    Mistake,
    /// A blunder, `??`.
    Blunder,
}

impl MoveClass {
    /// Returns the glyph of the class; `None` for a good move.
    pub const fn glyph(self) -> Option<Glyph> {
        match self {
            Self::Only => Some(Glyph::Good),
            Self::Good => None,
            Self::Inaccuracy => Some(Glyph::Inaccuracy),
            Self::Mistake => Some(Glyph::Mistake),
            Self::Blunder => Some(Glyph::Blunder),
        }
    }

    /// Reports whether the class is an inaccuracy, a mistake or a blunder.
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }
}

/// A change of the result or of the margin that a move brought, independent of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurningPoint {
    /// A proven win became a proven draw or loss.
    ThrewAwayWin,
    /// A proven win was missed; the played move may still win.
    MissedWin,
    /// The result stays the same, but contest points were lost.
    LostMargin,
    /// The position was lost already: no move would have helped.
    AlreadyLost,
}

/// The judgement of a played move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Judgement {
    /// The class of the move.
    pub class: MoveClass,
    /// The win probability given away, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss: f64,
    /// The standard error of the loss, 0 to 1: only the part beyond it counts for the class.
    #[serde(rename = "doubt")]
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss_error: f64,
    /// The contest points given away, if the engine estimates points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
    /// Whether both values are proven rather than estimated.
    pub proven: bool,
    /// The kind of turning point, if the move is one.
    pub turning: Option<TurningPoint>,
}

impl Judgement {
    /// Returns the part of the loss beyond the engine's error, 0 to 1: the one that gives the move
    /// its class.
    pub fn counted_loss(&self) -> f64 {
        (self.loss - self.loss_error).max(0.0)
    }

    /// Reports whether the ply is a key moment of the game: a bad move, or one that lost margin.
    pub fn is_key_moment(&self) -> bool {
        self.class.is_bad() || self.turning == Some(TurningPoint::LostMargin)
    }
}

/// Judges an evaluated move. The engine's own choice is never bad, nor is a loss within the
/// engine's standard error.
pub fn judge(evaluation: &MoveEvaluation, thresholds: &Thresholds) -> Judgement {
    let (best, played) = (evaluation.best, evaluation.played);
    let loss = evaluation.loss();
    let certain_loss = (loss - evaluation.loss_error).max(0.0);
    let points = best.points.zip(played.points);
    let points = points.map(|(best, played)| {
        if evaluation.is_best_move {
            0.0
        } else {
            (best - played).max(0.0)
        }
    });
    Judgement {
        class: class(evaluation, certain_loss, thresholds),
        loss,
        loss_error: evaluation.loss_error,
        points,
        proven: evaluation.is_proven(),
        turning: turning_point(evaluation, certain_loss, points, thresholds),
    }
}

/// Returns the class of a move with a loss beyond the engine's error.
fn class(evaluation: &MoveEvaluation, loss: f64, thresholds: &Thresholds) -> MoveClass {
    if loss >= thresholds.blunder {
        return MoveClass::Blunder;
    }
    if loss >= thresholds.mistake {
        return MoveClass::Mistake;
    }
    if loss >= thresholds.inaccuracy {
        return MoveClass::Inaccuracy;
    }
    let second = evaluation
        .best_alternative
        .filter(|_| evaluation.is_best_move);
    let gap = |second: LineValue| evaluation.best.win - second.win - evaluation.loss_error;
    let only = second.is_some_and(|second| gap(second) >= thresholds.blunder);
    if only {
        MoveClass::Only
    } else {
        MoveClass::Good
    }
}

/// Returns the kind of turning point that a move is, if any.
fn turning_point(
    evaluation: &MoveEvaluation,
    loss: f64,
    points: Option<f64>,
    thresholds: &Thresholds,
) -> Option<TurningPoint> {
    let (best, played) = (evaluation.best.proven, evaluation.played.proven);
    match (best, played) {
        (Some(Proven::Win), Some(Proven::Draw | Proven::Loss)) => Some(TurningPoint::ThrewAwayWin),
        (Some(Proven::Win), None) if loss >= thresholds.inaccuracy => Some(TurningPoint::MissedWin),
        (Some(Proven::Loss), _) if points.is_none_or(|points| points < thresholds.margin) => {
            Some(TurningPoint::AlreadyLost)
        }
        _ if loss < thresholds.inaccuracy
            && points.is_some_and(|points| points >= thresholds.margin) =>
        {
            Some(TurningPoint::LostMargin)
        }
        _ => None,
    }
}
