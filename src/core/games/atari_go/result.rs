//! The outcome of a game.

use crate::contract::{Faults, Outcome, Winner};

/// Returns the outcome as the contest counts it.
///
/// A player scores their captures; if neither has captured anything by the end, the player with
/// more stones on the board scores a point. A player who has failed scores -1.
pub(super) fn outcome(
    captures: [i32; 2],
    is_over: bool,
    stone_counts: impl FnOnce() -> [u16; 2],
    failed: Faults,
) -> Outcome {
    let scores = match failed.to_array() {
        [true, true] => [-1, -1],
        [true, false] => [-1, captures[1]],
        [false, true] => [captures[0], -1],
        [false, false] if !is_over => {
            return Outcome {
                scores: Some(captures),
                ..Outcome::default()
            };
        }
        [false, false] if captures == [0, 0] => stone_tiebreak(stone_counts()),
        [false, false] => captures,
    };
    Outcome {
        winner: Some(Winner::of(scores)),
        scores: Some(scores),
        points: Some(scores),
        game_points: None,
    }
}

/// Returns the scores of a game without captures: one point for the player with more stones.
fn stone_tiebreak([first, second]: [u16; 2]) -> [i32; 2] {
    [i32::from(first > second), i32::from(second > first)]
}
