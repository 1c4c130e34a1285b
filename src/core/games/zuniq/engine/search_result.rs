//! Conversion of the search's statistics to a search result.

use super::super::{Move, Position, result};
use super::ZuniqEngine;
use super::tree::{NO_NODE, ZuniqBranch};
use crate::contract::{Proven, Rules as _};
use crate::search::{Coverage, SearchLine, SearchRequest, SearchResult, Value};

impl ZuniqEngine {
    /// Returns the result of a search of `nodes` nodes.
    pub(super) fn search_result(
        &self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        nodes: u64,
    ) -> SearchResult<Move> {
        let root = &self.mcts.tree.nodes[0];
        let branches = self.mcts.tree.branches(0);
        let forced = request.include.filter(|mv| position.check(mv).is_ok());
        let lines = branches
            .iter()
            .map(|branch| self.search_line(position, branch, forced));
        let mean = if root.visits > 0.0 {
            root.wins / root.visits
        } else {
            0.5
        };
        let proven = root.proven_win;
        let result = SearchResult {
            value: value(position, self.win_probability(mean), proven),
            lines: lines.collect(),
            nodes,
            coverage: Coverage::AllMoves,
        };
        result.ranked(request.lines, forced.as_ref())
    }

    /// Returns the line of a move; a forced move is reported and evaluated with its claim.
    fn search_line(
        &self,
        position: &Position,
        branch: &ZuniqBranch,
        forced: Option<Move>,
    ) -> SearchLine<Move> {
        let mut pv = self.principal_variation(branch);
        let forced = forced.filter(|mv| mv.segment == pv[0].segment);
        pv[0] = forced.unwrap_or(pv[0]);
        let mut claimed = *position;
        if pv[0].claims_win {
            claimed.record_claim();
        }
        SearchLine {
            mv: pv[0],
            value: value(
                &claimed,
                self.win_probability(branch.mean_value),
                branch.proven_win,
            ),
            visits: branch.visits as u64,
            depth: u32::try_from(pv.len()).unwrap_or(u32::MAX),
            pv,
        }
    }

    /// Converts a mean result at the root, of net evaluations or of playouts, to a win probability.
    pub(super) fn win_probability(&self, mean: f32) -> f64 {
        let by_net = self.mcts.tree.nodes[0].is_net_evaluated;
        let sharpness = if by_net { 1.0 } else { LOGIT_SCALE };
        let mean = f64::from(mean).clamp(0.001, 0.999);
        let odds = (mean / (1.0 - mean)).powf(sharpness);
        odds / (1.0 + odds)
    }

    /// Returns the move of a branch, without a claim.
    pub(super) fn move_of(&self, branch: &ZuniqBranch) -> Move {
        Move {
            segment: self.edge_segments[usize::from(branch.edge)],
            claims_win: false,
        }
    }

    /// Returns the move of a branch and the best moves after it.
    fn principal_variation(&self, branch: &ZuniqBranch) -> Vec<Move> {
        let mut moves = vec![self.move_of(branch)];
        let mut node = branch.child;
        while node != NO_NODE {
            let Some(best) = best_branch(self.mcts.tree.branches(node)) else {
                break;
            };
            if best.visits == 0.0 && best.proven_win.is_none() {
                break;
            }
            moves.push(self.move_of(best));
            node = best.child;
        }
        moves
    }
}

/// Returns the best branch: a proven win, or else the most visited one that is not a proven loss.
pub(super) fn best_branch(branches: &[ZuniqBranch]) -> Option<&ZuniqBranch> {
    let rank = |branch: &ZuniqBranch| match branch.proven_win {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    branches.iter().max_by(|a, b| {
        let by_rank = rank(a).cmp(&rank(b));
        by_rank.then_with(|| a.visits.total_cmp(&b.visits))
    })
}

/// The factor by which the logit of the win rate of playouts underestimates that of the game.
///
/// Fitted on games against itself (18 games, 460 positions; by phase 1.9 to 3.0). Version 1.
const LOGIT_SCALE: f64 = 2.0;

/// Returns the value for the player to move; `win` is the win probability if nothing is proven.
fn value(position: &Position, win: f64, proven: Option<bool>) -> Value {
    let player = position.to_move();
    let points = |won: bool| {
        let loser = if won { player.opponent() } else { player };
        f64::from(result::final_points(position.claim_plies(), loser)[player.index()])
    };
    if let Some(won) = proven {
        let result = if won { Proven::Win } else { Proven::Loss };
        return Value::known(result, Some(points(won)));
    }
    let expected = win * points(true) + (1.0 - win) * points(false);
    Value::estimate(win, Some(expected))
}
