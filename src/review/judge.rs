//! From values to judgements.
//!
//! The loss of a move is what it gave away in probability of a win, against the best move of the
//! same search, as lichess does it (`Judgement` of scalachess: thresholds of 5, 10 and 15 points).

use super::{Weighed, Worth};
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
    pub fn of_points([inaccuracy, mistake, blunder]: [f64; 3]) -> Option<Self> {
        let rises = 0.0 < inaccuracy && inaccuracy <= mistake && mistake <= blunder;
        (rises && blunder <= 100.0).then(|| Self {
            inaccuracy: inaccuracy / 100.0,
            mistake: mistake / 100.0,
            blunder: blunder / 100.0,
            ..Self::default()
        })
    }

    /// The losses of an inaccuracy, a mistake and a blunder in points of 100.
    pub fn points(&self) -> [f64; 3] {
        [self.inaccuracy, self.mistake, self.blunder].map(|loss| 100.0 * loss)
    }
}

impl FromStr for Thresholds {
    type Err = String;

    /// Reads the losses of an inaccuracy, a mistake and a blunder in points of 100: `5,10,15`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect();
        let three = numbers.and_then(|numbers| numbers.try_into().ok());
        three.and_then(Self::of_points).ok_or_else(|| {
            "expected three rising numbers above 0 and up to 100, such as 5,10,15".to_owned()
        })
    }
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
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

impl Class {
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
pub enum Turning {
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
pub struct Judged {
    /// What the move is called.
    pub class: Class,
    /// Probability of a win given away, 0 to 1.
    pub loss: f64,
    /// The engine's own error, 0 to 1: only what is lost beyond it counts for the class.
    pub doubt: f64,
    /// Contest points given away, where the engine counts them.
    pub points: Option<f64>,
    /// Both values are proven: no engine's opinion.
    pub proven: bool,
    /// What kind of turn it was, if any.
    pub turning: Option<Turning>,
}

impl Judged {
    /// Whether the ply is worth to be looked at.
    pub fn is_key(&self) -> bool {
        self.class.is_bad() || self.turning == Some(Turning::LostMargin)
    }
}

/// Judges a ply. An engine's own choice is never bad, nor is a loss within its own error.
pub fn judge(weighed: &Weighed, thresholds: &Thresholds) -> Judged {
    let (best, played) = (weighed.best, weighed.played);
    let loss = weighed.loss();
    let sure = (loss - weighed.doubt).max(0.0);
    let points = best.points.zip(played.points);
    let points = points.map(|(best, played)| {
        if weighed.is_best {
            0.0
        } else {
            (best - played).max(0.0)
        }
    });
    Judged {
        class: class(weighed, sure, thresholds),
        loss,
        doubt: weighed.doubt,
        points,
        proven: weighed.is_proven(),
        turning: turning(weighed, sure, points, thresholds),
    }
}

fn class(weighed: &Weighed, loss: f64, thresholds: &Thresholds) -> Class {
    if loss >= thresholds.blunder {
        return Class::Blunder;
    }
    if loss >= thresholds.mistake {
        return Class::Mistake;
    }
    if loss >= thresholds.inaccuracy {
        return Class::Inaccuracy;
    }
    let second = weighed.second.filter(|_| weighed.is_best);
    let gap = |second: Worth| weighed.best.win - second.win - weighed.doubt;
    let only = second.is_some_and(|second| gap(second) >= thresholds.blunder);
    if only { Class::Only } else { Class::Good }
}

fn turning(
    weighed: &Weighed,
    loss: f64,
    points: Option<f64>,
    thresholds: &Thresholds,
) -> Option<Turning> {
    let (best, played) = (weighed.best.proven, weighed.played.proven);
    match (best, played) {
        (Some(Proven::Win), Some(Proven::Draw | Proven::Loss)) => Some(Turning::ThrewAwayWin),
        (Some(Proven::Win), None) if loss >= thresholds.inaccuracy => Some(Turning::MissedWin),
        (Some(Proven::Loss), _) if points.is_none_or(|points| points < thresholds.margin) => {
            Some(Turning::AlreadyLost)
        }
        _ if loss < thresholds.inaccuracy
            && points.is_some_and(|points| points >= thresholds.margin) =>
        {
            Some(Turning::LostMargin)
        }
        _ => None,
    }
}
