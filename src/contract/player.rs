use serde::{Deserialize, Serialize};

/// One of the two sides; `First` is the one that moves first, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second: the place in every pair of this crate.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// Whose act comes next as long as the game is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player moves.
    Player(Player),
    /// Luck deals.
    Chance,
}

/// Whose act comes next, or that nobody's does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player moves.
    Player(Player),
    /// Luck deals.
    Chance,
    /// The game is over.
    Over,
}
