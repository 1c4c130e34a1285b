//! Claims of the win, in games that have them: whether they were right, and what waiting cost.

use super::Ply;
use crate::contract::{Player, Proven};
use crate::record::Record;
use serde::Serialize;

/// A ply at which a win was proven and could be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// Its number.
    pub ply: u32,
    /// What a claim with it adds to a win, in contest points.
    pub bonus: i32,
}

/// A claim that was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Claimed {
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
    pub right: Option<bool>,
}

/// What a player's claims came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Claims {
    /// The first ply at which the engine had a proof of a win, none having been claimed before.
    pub earliest: Option<Chance>,
    /// The claim that counts, the first.
    pub claimed: Option<Claimed>,
    /// What the winner would have got more for a claim at the earliest ply.
    pub waiting: Option<i32>,
}

/// The claims of both players; `None` in a game that knows none.
pub fn claims(record: &Record, plies: &[Ply]) -> Option<[Claims; 2]> {
    plies.iter().any(|ply| ply.claim.is_some()).then(|| {
        let winner = record.result.as_ref().and_then(|result| result.winner);
        Player::ALL.map(|player| {
            let won = winner.map(|winner| winner.player() == Some(player));
            let own = plies.iter().filter(|ply| ply.player == player);
            of(own, won)
        })
    })
}

fn of<'p>(own: impl Iterator<Item = &'p Ply>, won: Option<bool>) -> Claims {
    let mut found = Claims::default();
    for ply in own {
        let Some(claim) = ply.claim else {
            continue;
        };
        if found.earliest.is_none() && ply.weighed.best.proven == Some(Proven::Win) {
            found.earliest = Some(Chance {
                ply: ply.ply,
                bonus: claim.bonus,
            });
        }
        if claim.made && found.claimed.is_none() {
            found.claimed = Some(Claimed {
                ply: ply.ply,
                bonus: claim.bonus,
                stake: claim.stake,
                proven: ply.weighed.played.proven,
                win: ply.weighed.played.win,
                right: won,
            });
        }
    }
    if won == Some(true) {
        let got = found.claimed.map_or(0, |claim| claim.bonus);
        found.waiting = found.earliest.map(|chance| (chance.bonus - got).max(0));
    }
    found
}
