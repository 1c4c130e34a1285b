use crate::contract::{Outcome, Player, Proven};

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The result of best play.
    Proven,
    /// Exact, but luck has a hand in it: what best play expects.
    Exact,
    /// Some results are ruled out.
    Bounded,
    /// A guess.
    Estimated,
}

/// Between which results best play ends, for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub lower: Proven,
    /// At most this.
    pub upper: Proven,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        lower: Proven::Loss,
        upper: Proven::Win,
    };

    /// The result is known.
    pub const fn exact(result: Proven) -> Self {
        Self {
            lower: result,
            upper: result,
        }
    }

    /// The result, if it is known.
    pub fn proven(self) -> Option<Proven> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What is known of the better of two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// What is known when both are.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// The same for the other player.
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

    /// Returns the bounds of a result that is a win or a loss, `None` if it is not known.
    pub fn from_win(is_win: Option<bool>) -> Self {
        match is_win {
            None => Self::UNKNOWN,
            Some(true) => Self::exact(Proven::Win),
            Some(false) => Self::exact(Proven::Loss),
        }
    }

    /// Returns the bounds of a position from those of all its moves, everything seen by the player
    /// to act (Winands, Björnsson and Saito 2008: Monte-Carlo tree search solver). Without moves
    /// nothing is known.
    pub fn of_best_move(moves: impl IntoIterator<Item = Self>) -> Self {
        moves.into_iter().reduce(Self::max).unwrap_or(Self::UNKNOWN)
    }

    /// Returns the bounds of a position in which chance acts, from those of all its outcomes:
    /// chance may do its worst and its best.
    pub fn of_chance(outcomes: impl IntoIterator<Item = Self>) -> Self {
        let spread = |a: Self, b: Self| Self {
            lower: a.lower.min(b.lower),
            upper: a.upper.max(b.upper),
        };
        outcomes.into_iter().reduce(spread).unwrap_or(Self::UNKNOWN)
    }

    /// Narrows the bounds to what is known besides and returns whether that changed them.
    pub fn narrow(&mut self, known: Self) -> bool {
        let narrowed = self.intersection(known);
        std::mem::replace(self, narrowed) != narrowed
    }
}

/// What a position is worth to the player to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// What is proven. It beats the estimate, which never contradicts it.
    pub bounds: Bounds,
    /// Probability of a win, 0 to 1, a draw counted for half a one.
    pub win: f64,
    /// Contest points expected, in the contest's own units; `None` where nobody counted.
    pub points: Option<f64>,
    /// `win` and `points` are no guess: with proven ones that goes without saying, but where luck
    /// deals best play may come to a win in six games of ten, and that can be known.
    pub exact: bool,
}

impl Value {
    /// A guess.
    pub const fn estimate(win: f64, points: Option<f64>) -> Self {
        Self {
            bounds: Bounds::UNKNOWN,
            win,
            points,
            exact: false,
        }
    }

    /// A known result.
    pub const fn known(result: Proven, points: Option<f64>) -> Self {
        Self {
            bounds: Bounds::exact(result),
            win: result.win(),
            points,
            exact: true,
        }
    }

    /// What the end of a game is worth; half a win where the rules do not say who won (a secret
    /// colour that nobody knows).
    pub fn of(outcome: &Outcome, player: Player) -> Self {
        let points = outcome
            .points
            .map(|points| f64::from(points[player.index()]));
        match outcome.winner {
            Some(winner) => Self::known(Proven::of(winner, player), points),
            None => Self::estimate(0.5, points),
        }
    }

    /// The same with more proven; the estimate gives way to it.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        let bounds = self.bounds.intersection(bounds);
        let guessed = bounds.proven().is_some() && !self.exact;
        Self {
            win: self.win.clamp(bounds.lower.win(), bounds.upper.win()),
            bounds,
            // Of games that went otherwise than is proven now.
            points: self.points.filter(|_| !guessed),
            ..self
        }
    }

    /// The result, if it is proven.
    pub fn proven(&self) -> Option<Proven> {
        self.bounds.proven()
    }

    /// How sure it is.
    pub fn certainty(&self) -> Certainty {
        match self.proven() {
            Some(_) => Certainty::Proven,
            None if self.exact => Certainty::Exact,
            None if self.bounds != Bounds::UNKNOWN => Certainty::Bounded,
            None => Certainty::Estimated,
        }
    }
}
