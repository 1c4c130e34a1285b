//! What a contest's player adds to the search: the move in a lost position, the claim, the clock.

use super::super::result;
use super::super::{Move, Position, Segment};
use super::ZuniqEngine;
use super::board::EdgeBoard;
use super::grid;
use super::search_result::best_branch;
use super::tree::ZuniqBranch;
use crate::search::{SearchBudget, SplitMix64};
use std::time::Duration;

/// Positions that the solver looks at for one answer to a move in a lost position: first few for
/// every answer, then more, as long as there is time.
const SWINDLE_NODES: [u64; 3] = [40, 2_000, 30_000];

/// The first move to play: `B2h` or one of its images, by the seed.
///
/// Whoever moves second wins nearly always, so all first moves look alike to a search. In games of
/// the engine with itself (1 s a game, each of the nine first moves that differ) the first player
/// won 5 of 22 after `B2h`, 5 of 20 after `C2h`, 3 of 20 after `C3h`, 2 of 22 after `B3h`, and none
/// of 108 after the five others, which all touch the border.
pub(super) fn first_move(seed: u64) -> Option<Segment> {
    let mut random = SplitMix64::new(seed);
    let (row, column) = [(1, 1), (1, 3), (4, 1), (4, 3)][random.below(4) as usize];
    if random.below(2) == 0 {
        Segment::horizontal(row, column)
    } else {
        Segment::vertical(column, row)
    }
}

impl ZuniqEngine {
    /// The move to play after a search, with or without a claim; `first` is played whatever the
    /// search says.
    pub(super) fn choose_move(
        &mut self,
        position: &Position,
        first: Option<Move>,
        watch: &mut SearchBudget<'_>,
    ) -> Option<Move> {
        let root = &self.mcts.tree.nodes[0];
        let (board, proven) = (root.board, root.proven_win);
        let mut branch = *best_branch(self.mcts.tree.branches(0))?;
        if let Some(edge) = first.and_then(|mv| self.edge_of(mv)) {
            branch = self.root_branch(edge)?;
        } else if proven == Some(false)
            && let Some(edge) = self.best_swindle(&board, watch)
        {
            branch = self.root_branch(edge)?;
        }
        let mut mv = self.move_of(&branch);
        let win = match branch.proven_win {
            Some(won) => f64::from(u8::from(won)),
            None => self.win_probability(branch.mean_value),
        };
        mv.claims_win =
            position.claim_ply(position.to_move()).is_none() && is_worth_claiming(position, win);
        Some(mv)
    }

    fn root_branch(&self, edge: usize) -> Option<ZuniqBranch> {
        let mut branches = self.mcts.tree.branches(0).iter();
        branches
            .find(|branch| usize::from(branch.edge) == edge)
            .copied()
    }

    /// The move after which the fewest answers win, if all lose: perhaps the other player does
    /// not see which. `None` if there was no time to look at any.
    fn best_swindle(&mut self, board: &EdgeBoard, watch: &mut SearchBudget<'_>) -> Option<usize> {
        let mut best = None;
        for nodes in SWINDLE_NODES {
            let found = self.swindle_round(board, nodes, watch);
            if watch.exhausted() {
                // Some moves of the round are worth more than none.
                return best.or(found);
            }
            best = found;
        }
        best
    }

    /// The same with so many positions for each answer, of those moves for which there is time.
    /// Answers about which the solver is not sure then count half.
    fn swindle_round(
        &mut self,
        board: &EdgeBoard,
        nodes: u64,
        watch: &mut SearchBudget<'_>,
    ) -> Option<usize> {
        let mut least = f32::INFINITY;
        let mut chosen = None;
        for (edge, after) in children(board) {
            let mut winning = 0.0;
            let mut answers = 0.0;
            for (_, answer) in children(&after) {
                let mut stop = |count| watch.count_nodes(count);
                answers += 1.0;
                winning += match self.mcts.solver.solve(&answer, nodes, &mut stop) {
                    Some(true) => 0.0,
                    Some(false) => 1.0,
                    None => 0.5,
                };
                if watch.exhausted() {
                    return chosen;
                }
            }
            // One winning answer among many is harder to find than the only move there is.
            if winning < least * answers {
                least = winning / answers;
                chosen = Some(edge);
            }
        }
        chosen
    }
}

/// Every legal edge and the board after it.
fn children(board: &EdgeBoard) -> Vec<(usize, EdgeBoard)> {
    let edges = grid::bits(board.legal_edges());
    let after = edges.filter_map(|edge| Some((edge, board.after(edge)?)));
    after.collect()
}

/// Whether to claim the win now, with this probability of it.
///
/// A claim is worth `win * bonus - (1 - win) * 50` points, so it pays from a probability of
/// 50 / (50 + bonus) on. But the bonus falls by one a turn only, and in a turn more is proven: to
/// claim now rather than at the next turn pays from 50 / (50 + fall) on.
fn is_worth_claiming(position: &Position, win: f64) -> bool {
    let (player, ply) = (position.to_move(), position.plies() + 1);
    let now = f64::from(result::claim_bonus(player, ply));
    let fall = now - f64::from(result::claim_bonus(player, ply + 2));
    win >= 1.0 || now > 0.0 && fall > 0.0 && win > 50.0 / (50.0 + fall)
}

/// What a turn is worth in time, by the plies made: little while the board is open, most where the
/// game is decided, and again little where the solver sees the end.
const fn time_weight(plies: u32) -> u32 {
    match plies {
        0..=1 => 1,
        2..=7 => 3,
        14..=25 => 16,
        8..=29 => 8,
        _ => 2,
    }
}

/// How much of the time left to spend now, so that later turns get their share.
pub(in super::super) fn allocate_time(position: &Position, left: Duration) -> Duration {
    let plies = position.plies();
    let turns = (plies..=40).step_by(2);
    let all: u32 = turns.map(time_weight).sum();
    left * time_weight(plies) / all.max(1)
}
