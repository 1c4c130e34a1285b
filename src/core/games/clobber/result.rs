//! The outcome of a game.

use crate::contract::{Faults, Outcome, Player, Winner};

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
