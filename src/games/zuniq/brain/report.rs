//! What the search found, in the words of all brains.

use super::super::result;
use super::super::{Move, Position};
use super::ZuniqBrain;
use super::tree::{Branch, NONE};
use crate::contract::{Position as _, Proven};
use crate::search::{Coverage, SearchLine, SearchRequest, SearchResult, Value};

impl ZuniqBrain {
    /// What is known of a position, whose search has `nodes` behind it.
    pub(super) fn report(
        &self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        nodes: u64,
    ) -> SearchResult<Move> {
        let root = &self.search.tree.nodes[0];
        let branches = self.search.tree.branches(0);
        let forced = request.forced.filter(|mv| position.check(mv).is_ok());
        let lines = branches
            .iter()
            .map(|branch| self.line(position, branch, forced));
        let mean = if root.games > 0.0 {
            root.wins / root.games
        } else {
            0.5
        };
        let proven = root.proven;
        let report = SearchResult {
            value: value(position, self.probability(mean), proven),
            lines: lines.collect(),
            nodes,
            coverage: Coverage::AllMoves,
        };
        report.ranked(request.lines, forced.as_ref())
    }

    /// A forced move is told with its claim, and is worth what it is with it.
    fn line(&self, position: &Position, branch: &Branch, forced: Option<Move>) -> SearchLine<Move> {
        let mut pv = self.variation(branch);
        let forced = forced.filter(|mv| mv.segment == pv[0].segment);
        pv[0] = forced.unwrap_or(pv[0]);
        let mut claimed = *position;
        if pv[0].claim {
            claimed.claim_now();
        }
        SearchLine {
            mv: pv[0],
            value: value(&claimed, self.probability(branch.mean), branch.proven),
            visits: branch.games as u64,
            depth: u32::try_from(pv.len()).unwrap_or(u32::MAX),
            pv,
        }
    }

    /// The probability of a win that a mean of the root stands for: of the net's chances, or of
    /// random games.
    pub(super) fn probability(&self, mean: f32) -> f64 {
        let by_net = self.search.tree.nodes[0].seen;
        let sharpness = if by_net { 1.0 } else { SHARPNESS };
        let mean = f64::from(mean).clamp(0.001, 0.999);
        let odds = (mean / (1.0 - mean)).powf(sharpness);
        odds / (1.0 + odds)
    }

    /// The move of a branch, without a claim.
    pub(super) fn mv(&self, branch: &Branch) -> Move {
        Move {
            segment: self.segments[usize::from(branch.edge)],
            claim: false,
        }
    }

    /// A branch and what was tried most after it.
    fn variation(&self, branch: &Branch) -> Vec<Move> {
        let mut moves = vec![self.mv(branch)];
        let mut place = branch.child;
        while place != NONE {
            let Some(best) = best(self.search.tree.branches(place)) else {
                break;
            };
            if best.games == 0.0 && best.proven.is_none() {
                break;
            }
            moves.push(self.mv(best));
            place = best.child;
        }
        moves
    }
}

/// The branch that is proven to win, or was tried most; one that is proven to lose only if all are.
pub(super) fn best(branches: &[Branch]) -> Option<&Branch> {
    let class = |branch: &Branch| match branch.proven {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    branches.iter().max_by(|a, b| {
        let by_class = class(a).cmp(&class(b));
        by_class.then_with(|| a.games.total_cmp(&b.games))
    })
}

/// How much surer a share of random games won makes of the game than it looks, in logits: fitted
/// on games against itself (18 games, 460 positions; by phase 1.9 to 3.0). Version 1.
const SHARPNESS: f64 = 2.0;

/// A value for the player to act, whose probability of a win is `win` if nothing is proven.
fn value(position: &Position, win: f64, proven: Option<bool>) -> Value {
    let player = position.to_act();
    let points = |won: bool| {
        let loser = if won { player.opponent() } else { player };
        f64::from(result::points(position, loser)[player.index()])
    };
    if let Some(won) = proven {
        let result = if won { Proven::Win } else { Proven::Loss };
        return Value::known(result, Some(points(won)));
    }
    let expected = win * points(true) + (1.0 - win) * points(false);
    Value::estimate(win, Some(expected))
}
