//! Game-theoretic results: what is proven about a position.

use super::{Player, Winner};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A proven result of a position from one player's point of view, ordered from worst to best.
///
/// ```
/// use kifu_core::contract::{Player, Proven, Winner};
///
/// let result = Proven::of(Winner::First, Player::Second);
/// assert_eq!(result, Proven::Loss);
/// assert_eq!(result.flipped(), Proven::Win);
/// assert!(Proven::Loss < Proven::Draw);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Proven {
    /// Lost against best play.
    Loss,
    /// Neither won nor lost with best play.
    Draw,
    /// Won with best play.
    Win,
}

impl Proven {
    /// Returns the result of a game from a player's point of view.
    pub fn of(winner: Winner, player: Player) -> Self {
        match winner.player() {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// Returns the result from the other player's point of view.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the probability of a win, a draw counting half: 0, 0.5 or 1.
    pub const fn win(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
