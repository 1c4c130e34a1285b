//! The outcome of a game, and the rules that a move can break.

use super::moves::Square;
use crate::contract::{Faults, Outcome, Player, RuleViolation, Winner};

/// Returns the outcome as the contest counts it: 1 for the winner, -1 for a player who failed.
///
/// `loser` returns the player who has no move left, or `None` while the game is open.
pub(super) fn outcome(loser: impl FnOnce() -> Option<Player>, failed: Faults) -> Outcome {
    let scores = match failed.to_array() {
        [true, true] => [-1, -1],
        [true, false] => [-1, 0],
        [false, true] => [0, -1],
        [false, false] => match loser() {
            None => return Outcome::default(),
            Some(Player::First) => [0, 1],
            Some(Player::Second) => [1, 0],
        },
    };
    Outcome {
        winner: Some(Winner::of(scores)),
        scores: Some(scores),
        points: Some(scores),
        game_points: None,
    }
}

// The rule violations of Clobber and their messages.

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A square is not on the board, whose width and height follow.
    #[error("{0} is not on this board of {1}x{2}")]
    OffBoard(Square, u8, u8),
    /// The square that the move starts from is empty.
    #[error("there is no stone on {0}")]
    Empty(Square),
    /// The moving stone is the opponent's.
    #[error("the stone on {0} is the opponent's")]
    NotYours(Square),
    /// The squares do not share a side.
    #[error("{0} and {1} do not share a side")]
    NotAdjacent(Square, Square),
    /// The target is empty.
    #[error("{0} is empty: a move must take an enemy stone")]
    NothingToTake(Square),
    /// The target holds a stone of the player to move.
    #[error("the stone on {0} is the player's own: a move must take an enemy stone")]
    OwnStone(Square),
}

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::OffBoard(..) => "off-board",
            Self::Empty(_) => "empty-square",
            Self::NotYours(_) => "not-yours",
            Self::NotAdjacent(..) => "not-adjacent",
            Self::NothingToTake(_) => "nothing-to-take",
            Self::OwnStone(_) => "own-stone",
        }
    }
}
