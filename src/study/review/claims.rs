//! Claims of a win, in games that have them: whether they were right, and the cost of waiting.

use super::JudgedPly;
use kifu_core::contract::{Player, Proven};
use kifu_core::record::Record;
use schemars::JsonSchema;
use serde::Serialize;

/// A ply at which a win was proven and could have been claimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClaimOpportunity {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The contest points that a claim with this ply adds to a win.
    #[schemars(extend("x-unit" = "contest points"))]
    pub bonus: i32,
}

/// A claim that was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClaimMade {
    /// The ply with which the win was claimed, from 1.
    pub ply: u32,
    /// The contest points that the claim adds to a win.
    #[schemars(extend("x-unit" = "contest points"))]
    pub bonus: i32,
    /// The contest points that the claim takes from a loss.
    #[schemars(extend("x-unit" = "contest points"))]
    pub stake: i32,
    /// The proven result of the move that carried the claim.
    pub proven: Option<Proven>,
    /// The win probability of the move that carried the claim, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub win: f64,
    /// Whether the claimant won the game; `None` if the winner is not known.
    #[serde(rename = "right")]
    pub was_right: Option<bool>,
}

/// A summary of a player's claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PlayerClaims {
    /// The first ply, before any claim, at which the engine had proven a win.
    pub earliest: Option<ClaimOpportunity>,
    /// The first claim, the one that counts.
    pub claimed: Option<ClaimMade>,
    /// The contest points that the winner lost by not claiming at the earliest ply.
    #[serde(rename = "waiting")]
    #[schemars(extend("x-unit" = "contest points"))]
    pub waiting_cost: Option<i32>,
}

/// Returns the claims of both players; `None` in a game without claims.
pub fn claims(record: &Record, plies: &[JudgedPly]) -> Option<[PlayerClaims; 2]> {
    plies.iter().any(|ply| ply.claim.is_some()).then(|| {
        let winner = record.result.as_ref().and_then(|result| result.winner);
        Player::ALL.map(|player| {
            let won = winner.map(|winner| winner.player() == Some(player));
            let own = plies.iter().filter(|ply| ply.player == player);
            player_claims(own, won)
        })
    })
}

/// Sums up the claims among the judged plies of one player.
fn player_claims<'p>(own: impl Iterator<Item = &'p JudgedPly>, won: Option<bool>) -> PlayerClaims {
    let mut found = PlayerClaims::default();
    for ply in own {
        let Some(claim) = ply.claim else {
            continue;
        };
        if found.earliest.is_none() && ply.evaluation.best.proven == Some(Proven::Win) {
            found.earliest = Some(ClaimOpportunity {
                ply: ply.ply,
                bonus: claim.bonus,
            });
        }
        if claim.made && found.claimed.is_none() {
            found.claimed = Some(ClaimMade {
                ply: ply.ply,
                bonus: claim.bonus,
                stake: claim.stake,
                proven: ply.evaluation.played.proven,
                win: ply.evaluation.played.win,
                was_right: won,
            });
        }
    }
    if won == Some(true) {
        let got = found.claimed.map_or(0, |claim| claim.bonus);
        found.waiting_cost = found.earliest.map(|chance| (chance.bonus - got).max(0));
    }
    found
}
