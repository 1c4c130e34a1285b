//! What a game gives.

use crate::contract::{Faults, Outcome, Winner};

/// Returns the outcome as the contest counts it: captures, or without any at the end a point for
/// more stones on the board; -1 for who failed.
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

/// Returns the scores of a game without captures: a point for more stones on the board.
fn stone_tiebreak([first, second]: [u16; 2]) -> [i32; 2] {
    [i32::from(first > second), i32::from(second > first)]
}
