//! What a game gives.

use super::board::Position;
use super::moves::Move;
use crate::contract::{Claim, Faults, Outcome, Player, Rules as _, Winner};

/// The outcome, as the contest counts it. The jury plays on for a player who failed, so the
/// opponent's points are those of the completed game, and known only then.
pub(super) fn outcome(position: &Position, failed: Faults) -> Outcome {
    let points = match failed {
        Faults::BOTH => Some([0, 0]),
        _ if position.is_over() => {
            let earned = final_points(position, position.to_move());
            let counted = |player: Player| {
                if failed.contains(player) {
                    0
                } else {
                    earned[player.index()]
                }
            };
            Some(Player::ALL.map(counted))
        }
        _ => None,
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

/// The points of a game that this player loses, faults aside: 100 and the bonus of the claim for
/// the winner; 50 for the loser, or nothing if the loser claimed the win.
pub(super) fn final_points(position: &Position, loser: Player) -> [i32; 2] {
    Player::ALL.map(|player| match position.claim_ply(player) {
        None if player == loser => 50,
        Some(_) if player == loser => 0,
        None => 100,
        Some(ply) => 100 + claim_bonus(player, ply),
    })
}

/// What a claim beside a move is worth; `None` where the player has claimed before.
pub(super) fn claim(before: &Position, mv: Move) -> Option<Claim> {
    let player = before.to_move();
    before.claim_ply(player).is_none().then(|| Claim {
        made: mv.claims_win,
        bonus: claim_bonus(player, before.plies() + 1),
        stake: 50,
    })
}

/// The bonus of a claim at `ply` (from 1, both players counted): half the plies to the 39th for
/// White, who makes the odd ones, half those to the 40th for Black; from 0 to 10.
pub(super) fn claim_bonus(player: Player, ply: u32) -> i32 {
    let last: u32 = match player {
        Player::First => 39,
        Player::Second => 40,
    };
    let bonus = last.saturating_sub(ply) / 2;
    i32::try_from(bonus.min(10)).unwrap_or(10)
}
