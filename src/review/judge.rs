//! From values to judgements.
//!
//! The loss of a move is what it gave away in probability of a win, against the best move of the
//! same search, as lichess does it (`Judgement` of scalachess: thresholds of 5, 10 and 15 points).

use super::{LineValue, MoveEvaluation};
use crate::contract::Proven;
use crate::record::Glyph;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// From which loss of probability on a move is called what.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// `?!`
    pub inaccuracy: f64,
    /// `?`
    pub mistake: f64,
    /// `??`
    pub blunder: f64,
    /// From so many contest points on a move that leaves the result as it was lost margin.
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
    /// With these losses of an inaccuracy, a mistake and a blunder in points of 100; `None` unless
    /// they rise and lie above 0 and up to 100.
    pub fn from_percent([inaccuracy, mistake, blunder]: [f64; 3]) -> Option<Self> {
        let rises = 0.0 < inaccuracy && inaccuracy <= mistake && mistake <= blunder;
        (rises && blunder <= 100.0).then(|| Self {
            inaccuracy: inaccuracy / 100.0,
            mistake: mistake / 100.0,
            blunder: blunder / 100.0,
            ..Self::default()
        })
    }

    /// The losses of an inaccuracy, a mistake and a blunder in points of 100.
    pub fn percent(&self) -> [f64; 3] {
        [self.inaccuracy, self.mistake, self.blunder].map(|loss| 100.0 * loss)
    }
}

/// A text that gives no thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected three increasing numbers between 0 and 100, such as 5,10,15")]
pub struct ParseThresholdsError;

impl FromStr for Thresholds {
    type Err = ParseThresholdsError;

    /// Reads the losses of an inaccuracy, a mistake and a blunder in points of 100: `5,10,15`.
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

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveClass {
    /// The only move: every other one looked at is a blunder.
    Only,
    /// It gives away nothing worth a word.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MoveClass {
    /// Its sign; a good move needs none.
    pub const fn glyph(self) -> Option<Glyph> {
        match self {
            Self::Only => Some(Glyph::Good),
            Self::Good => None,
            Self::Inaccuracy => Some(Glyph::Inaccuracy),
            Self::Mistake => Some(Glyph::Mistake),
            Self::Blunder => Some(Glyph::Blunder),
        }
    }

    /// Whether something was given away.
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }
}

/// What is apart from how much was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurningPoint {
    /// The position was proven won, and is not any more.
    ThrewAwayWin,
    /// A proven win was there and not taken; what was played may still win.
    MissedWin,
    /// The result stays, contest points went.
    LostMargin,
    /// Nothing that could be played would have helped.
    AlreadyLost,
}

/// A judged ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// What the move is called.
    pub class: MoveClass,
    /// Probability of a win given away, 0 to 1.
    pub loss: f64,
    /// The engine's own error, 0 to 1: only what is lost beyond it counts for the class.
    #[serde(rename = "doubt")]
    pub loss_error: f64,
    /// Contest points given away, where the engine counts them.
    pub points: Option<f64>,
    /// Both values are proven: no engine's opinion.
    pub proven: bool,
    /// What kind of turn it was, if any.
    pub turning: Option<TurningPoint>,
}

impl Judgement {
    /// Whether the ply is worth to be looked at.
    pub fn is_key_moment(&self) -> bool {
        self.class.is_bad() || self.turning == Some(TurningPoint::LostMargin)
    }
}

/// Judges a ply. An engine's own choice is never bad, nor is a loss within its own error.
pub fn judge(weighed: &MoveEvaluation, thresholds: &Thresholds) -> Judgement {
    let (best, played) = (weighed.best, weighed.played);
    let loss = weighed.loss();
    let sure = (loss - weighed.loss_error).max(0.0);
    let points = best.points.zip(played.points);
    let points = points.map(|(best, played)| {
        if weighed.is_best_move {
            0.0
        } else {
            (best - played).max(0.0)
        }
    });
    Judgement {
        class: class(weighed, sure, thresholds),
        loss,
        loss_error: weighed.loss_error,
        points,
        proven: weighed.is_proven(),
        turning: turning(weighed, sure, points, thresholds),
    }
}

fn class(weighed: &MoveEvaluation, loss: f64, thresholds: &Thresholds) -> MoveClass {
    if loss >= thresholds.blunder {
        return MoveClass::Blunder;
    }
    if loss >= thresholds.mistake {
        return MoveClass::Mistake;
    }
    if loss >= thresholds.inaccuracy {
        return MoveClass::Inaccuracy;
    }
    let second = weighed.best_alternative.filter(|_| weighed.is_best_move);
    let gap = |second: LineValue| weighed.best.win - second.win - weighed.loss_error;
    let only = second.is_some_and(|second| gap(second) >= thresholds.blunder);
    if only {
        MoveClass::Only
    } else {
        MoveClass::Good
    }
}

fn turning(
    weighed: &MoveEvaluation,
    loss: f64,
    points: Option<f64>,
    thresholds: &Thresholds,
) -> Option<TurningPoint> {
    let (best, played) = (weighed.best.proven, weighed.played.proven);
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
