//! The two players, and whose turn it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players, named by who moves first, whatever the colours are called.
///
/// ```
/// use kifu_core::contract::Player;
///
/// let points = [3, 5];
/// assert_eq!(points[Player::Second.index()], 5);
/// assert_eq!(Player::Second.opponent(), Player::First);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the player's index in every pair of this crate: 0 for the first player, 1 for the
    /// second.
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

/// Who acts next in a game that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player is to move.
    Player(Player),
    /// A chance event is due.
    Chance,
}

/// Who acts next, or that the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player is to move.
    Player(Player),
    /// A chance event is due.
    Chance,
    /// The game is over.
    Over,
}
