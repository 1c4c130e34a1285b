//! Claims of the win, in games that have them: whether they were right, and what waiting cost.

use super::JudgedPly;
use crate::contract::{Player, Proven};
use crate::record::Record;
use serde::Serialize;

/// A ply at which a win was proven and could be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClaimOpportunity {
    /// Its number.
    pub ply: u32,
    /// What a claim with it adds to a win, in contest points.
    pub bonus: i32,
}

/// A claim that was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClaimMade {
    /// With which ply.
    pub ply: u32,
    /// What it adds to a win.
    pub bonus: i32,
    /// What it takes from a loss.
    pub stake: i32,
    /// What was proven of the move it was made with.
    pub proven: Option<Proven>,
    /// The probability of a win of that move.
    pub win: f64,
    /// Whether it was won in the end; `None` in a game without a winner.
    #[serde(rename = "right")]
    pub was_right: Option<bool>,
}

/// What a player's claims came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PlayerClaims {
    /// The first ply at which the engine had a proof of a win, none having been claimed before.
    pub earliest: Option<ClaimOpportunity>,
    /// The claim that counts, the first.
    pub claimed: Option<ClaimMade>,
    /// What the winner would have got more for a claim at the earliest ply.
    #[serde(rename = "waiting")]
    pub waiting_cost: Option<i32>,
}

/// The claims of both players; `None` in a game that knows none.
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
