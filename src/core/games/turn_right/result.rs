//! The outcome of a game: winner, scores, and contest points.

use crate::contract::{Faults, Outcome, Player, Winner};

/// Returns White's and Black's contest points, each 0 to 100, without the bonus for a 3x3 square.
fn contest_points(points: [i32; 2]) -> [i32; 2] {
    let ahead = points[0] - points[1];
    [ahead, -ahead].map(|ahead| (50 + ahead).clamp(0, 100))
}

/// Returns the outcome as the contest counts it, with the players' points and the winner by a 3x3
/// square.
pub(super) fn outcome(
    points: [u16; 2],
    winner_by_3x3: Option<Player>,
    is_over: bool,
    failed: Faults,
) -> Outcome {
    let scores = points.map(i32::from);
    let known = |winner, points, game_points| Outcome {
        winner: Some(winner),
        scores: Some(scores),
        points: Some(points),
        game_points: Some(game_points),
    };
    // An immediate win, by a 3x3 square or the opponent's fault, is 3-0 with a bonus of 50 points.
    let immediate_win = |winner: Player, by_fault: bool| {
        let mut points = contest_points(scores);
        points[winner.index()] += 50;
        if by_fault {
            points[winner.opponent().index()] = 0;
        }
        let mut game_points = [0; 2];
        game_points[winner.index()] = 3;
        known(winner.into(), points, game_points)
    };
    match (failed.to_array(), winner_by_3x3) {
        ([true, true], _) => known(Winner::Draw, [0; 2], [0; 2]),
        ([true, false], _) => immediate_win(Player::Second, true),
        ([false, true], _) => immediate_win(Player::First, true),
        (_, Some(winner)) => immediate_win(winner, false),
        (_, None) if is_over => {
            let winner = Winner::of(scores);
            let game_points = match winner {
                Winner::First => [2, 0],
                Winner::Second => [0, 2],
                Winner::Draw => [1, 1],
            };
            known(winner, contest_points(scores), game_points)
        }
        _ => Outcome {
            scores: Some(scores),
            ..Outcome::default()
        },
    }
}
