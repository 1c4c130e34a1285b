//! The outcome of a game.

use crate::contract::{Faults, Outcome, Player, Winner};

/// Returns the outcome as the contest counts it.
///
/// `claim_plies` are the plies of the first claims; `loser` returns the player who has no move
/// left, or `None` while the game is open. The jury plays on for a player who failed, so the
/// opponent's points are those of the completed game and known only then.
pub(super) fn outcome(
    claim_plies: [Option<u32>; 2],
    loser: impl FnOnce() -> Option<Player>,
    failed: Faults,
) -> Outcome {
    let points = match failed {
        Faults::BOTH => Some([0, 0]),
        _ => loser().map(|loser| {
            let earned = final_points(claim_plies, loser);
            Player::ALL.map(|player| {
                if failed.contains(player) {
                    0
                } else {
                    earned[player.index()]
                }
            })
        }),
    };
    let winner = match (points, failed.to_array()) {
        (Some(points), _) => Some(Winner::of(points)),
        (None, [true, false]) => Some(Winner::Second),
        (None, [false, true]) => Some(Winner::First),
        (None, _) => None,
    };
    Outcome {
        winner,
        scores: None,
        points,
        game_points: None,
    }
}

/// Returns the points of both players in a game that `loser` loses, faults aside.
///
/// The winner gets 100 points and the bonus of the claim; the loser gets 50, or 0 after a claim.
pub(super) fn final_points(claim_plies: [Option<u32>; 2], loser: Player) -> [i32; 2] {
    Player::ALL.map(|player| match claim_plies[player.index()] {
        None if player == loser => 50,
        Some(_) if player == loser => 0,
        None => 100,
        Some(ply) => 100 + claim_bonus(player, ply),
    })
}

/// Returns the bonus, 0 to 10 points, of a claim at `ply` (from 1, both players counted).
///
/// It is half the number of plies left until the 39th for White, who makes the odd ones, and until
/// the 40th for Black.
pub(super) fn claim_bonus(player: Player, ply: u32) -> i32 {
    let last: u32 = match player {
        Player::First => 39,
        Player::Second => 40,
    };
    let bonus = last.saturating_sub(ply) / 2;
    i32::try_from(bonus.min(10)).unwrap_or(10)
}
