use super::{Player, Winner};
use serde::{Deserialize, Serialize};

/// What is known for certain of a position, for one player, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Proven {
    /// Lost against best play.
    Loss,
    /// Neither won nor lost.
    Draw,
    /// Won with best play.
    Win,
}

impl Proven {
    /// What a result is to a player.
    pub fn of(winner: Winner, player: Player) -> Self {
        match winner.player() {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The same to the other player.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The probability of a win, a draw counted for half a one: 0, 0.5 or 1.
    pub const fn win(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
