//! The result of a game in contest points.

use crate::contract::{Faults, Outcome, Winner};

/// Returns the outcome by the contest's rules.
///
/// Scores and points require both secret colours; a fault decides the game without them.
pub(super) fn outcome(scores: Option<[i32; 2]>, is_over: bool, failed: Faults) -> Outcome {
    let completed = scores.filter(|_| is_over).map(contest_points);
    let (winner, points) = match failed.to_array() {
        [false, false] => (completed.map(Winner::of), completed),
        [true, true] => (Some(Winner::Draw), Some([0, 0])),
        [true, false] => {
            let points = completed.map(|[_, second]| [0, second]);
            (Some(points.map_or(Winner::Second, Winner::of)), points)
        }
        [false, true] => {
            let points = completed.map(|[first, _]| [first, 0]);
            (Some(points.map_or(Winner::First, Winner::of)), points)
        }
    };
    Outcome {
        winner,
        scores,
        points,
        game_points: None,
    }
}

/// Returns the contest points of two final scores: with d the difference, 200+d for the winner
/// and 100-d (not below 0) for the loser, or 150 each for a tie.
fn contest_points([first, second]: [i32; 2]) -> [i32; 2] {
    let points = |difference: i32| match difference {
        0 => 150,
        1.. => 200 + difference,
        _ => (100 + difference).max(0),
    };
    [points(first - second), points(second - first)]
}
