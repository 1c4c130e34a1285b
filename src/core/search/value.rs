//! Values of positions, with what is proven kept apart from what is estimated.

use crate::contract::{Outcome, Player, Proven};
use serde::{Deserialize, Serialize};

/// The certainty of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The result of best play is proven.
    Proven,
    /// The value is exact, but not a single result: the expected value of best play with chance
    /// events to come.
    Exact,
    /// Some results are proven to be impossible.
    Bounded,
    /// The value is an estimate.
    Estimated,
}

/// Proven bounds of the result of best play, for the player to act.
///
/// ```
/// use kifu_core::contract::Proven;
/// use kifu_core::search::Bounds;
///
/// let draw = Bounds::exact(Proven::Draw);
/// assert_eq!(draw.proven(), Some(Proven::Draw));
/// // A position with a drawn and an unknown move is a draw at least.
/// let best = Bounds::of_best_move([draw, Bounds::UNKNOWN]);
/// assert_eq!((best.lower, best.upper), (Proven::Draw, Proven::Win));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The worst result that is possible.
    pub lower: Proven,
    /// The best result that is possible.
    pub upper: Proven,
}

impl Bounds {
    /// The bounds if nothing is known.
    pub const UNKNOWN: Self = Self {
        lower: Proven::Loss,
        upper: Proven::Win,
    };

    /// Returns the bounds of a known result.
    pub const fn exact(result: Proven) -> Self {
        Self {
            lower: result,
            upper: result,
        }
    }

    /// Returns the result, if it is known.
    pub fn proven(self) -> Option<Proven> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the bounds of the better of two moves.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// Returns the bounds that follow from two bounds of the same position.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Returns the bounds from the other player's point of view.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self {
            lower: self.upper.flipped(),
            upper: self.lower.flipped(),
        }
    }

    /// Converts bounds for the first player to bounds for `player`, and back.
    #[must_use]
    pub const fn for_player(self, player: Player) -> Self {
        match player {
            Player::First => self,
            Player::Second => self.flipped(),
        }
    }

    /// Returns the bounds of a win or a loss, or of an unknown result (`None`).
    pub fn from_win(is_win: Option<bool>) -> Self {
        match is_win {
            None => Self::UNKNOWN,
            Some(true) => Self::exact(Proven::Win),
            Some(false) => Self::exact(Proven::Loss),
        }
    }

    /// Returns the bounds of a position, given those of all its moves from the point of view of the
    /// player to act (Winands, Björnsson and Saito 2008: Monte Carlo tree search solver).
    ///
    /// Without moves nothing is known.
    pub fn of_best_move(moves: impl IntoIterator<Item = Self>) -> Self {
        moves.into_iter().reduce(Self::max).unwrap_or(Self::UNKNOWN)
    }

    /// Returns the bounds of a position in which a chance event is due, given those of all its
    /// outcomes, any of which may be drawn.
    pub fn of_chance(outcomes: impl IntoIterator<Item = Self>) -> Self {
        let spread = |a: Self, b: Self| Self {
            lower: a.lower.min(b.lower),
            upper: a.upper.max(b.upper),
        };
        outcomes.into_iter().reduce(spread).unwrap_or(Self::UNKNOWN)
    }

    /// Narrows the bounds by others of the same position, and returns whether that changed them.
    pub fn narrow(&mut self, other: Self) -> bool {
        let narrowed = self.intersection(other);
        std::mem::replace(self, narrowed) != narrowed
    }
}

/// The value of a position for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The proven bounds of the result. The estimate never contradicts them.
    pub bounds: Bounds,
    /// The win probability, 0 to 1, a draw counting half.
    pub win: f64,
    /// The expected contest points; `None` if they are not known.
    pub points: Option<f64>,
    /// Whether `win` and `points` are exact. Those of a proven result are; and with chance events
    /// to come, it can be known that best play wins six games of ten.
    pub exact: bool,
}

impl Value {
    /// Creates an estimate.
    pub const fn estimate(win: f64, points: Option<f64>) -> Self {
        Self {
            bounds: Bounds::UNKNOWN,
            win,
            points,
            exact: false,
        }
    }

    /// Creates the value of a known result.
    pub const fn known(result: Proven, points: Option<f64>) -> Self {
        Self {
            bounds: Bounds::exact(result),
            win: result.win(),
            points,
            exact: true,
        }
    }

    /// Returns the value of a finished game for a player; half a win if the winner cannot be
    /// determined (because a secret colour is not known).
    pub fn of(outcome: &Outcome, player: Player) -> Self {
        let points = outcome
            .points
            .map(|points| f64::from(points[player.index()]));
        match outcome.winner {
            Some(winner) => Self::known(Proven::of(winner, player), points),
            None => Self::estimate(0.5, points),
        }
    }

    /// Returns the value with additional bounds, to which the estimate is adjusted.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        let bounds = self.bounds.intersection(bounds);
        let was_estimate = bounds.proven().is_some() && !self.exact;
        Self {
            win: self.win.clamp(bounds.lower.win(), bounds.upper.win()),
            bounds,
            // The estimated points come from games that ended differently from what is proven now.
            points: self.points.filter(|_| !was_estimate),
            ..self
        }
    }

    /// Returns the result, if it is proven.
    pub fn proven(&self) -> Option<Proven> {
        self.bounds.proven()
    }

    /// Returns the certainty of the value.
    pub fn certainty(&self) -> Certainty {
        match self.proven() {
            Some(_) => Certainty::Proven,
            None if self.exact => Certainty::Exact,
            None if self.bounds != Bounds::UNKNOWN => Certainty::Bounded,
            None => Certainty::Estimated,
        }
    }
}
