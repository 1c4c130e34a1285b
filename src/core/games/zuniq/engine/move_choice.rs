//! The choice of a move in a contest: lost positions, claims and the clock.

use super::super::{Move, Position, Segment, result};
use super::board::EdgeBoard;
use super::search_result::best_branch;
use super::tree::ZuniqBranch;
use super::{ZuniqEngine, grid};
use crate::search::{SearchBudget, SplitMix64};
use std::time::Duration;

/// The solver's budgets, in positions per answer, for the rounds of choosing a swindle.
///
/// Each round examines all moves of a lost position with a larger budget, as long as there is time.
const SWINDLE_NODES: [u64; 3] = [40, 2_000, 30_000];

/// Returns the first move of a game: `B2h` or one of its symmetric images, by the seed.
///
/// The second player nearly always wins, so a search cannot distinguish the first moves. In games
/// of the engine against itself (1 s a game, each of the nine distinct first moves) the first
/// player won 5 of 22 after `B2h`, 5 of 20 after `C2h`, 3 of 20 after `C3h`, 2 of 22 after `B3h`,
/// and none of 108 after the five others, which all touch the border.
pub(super) fn first_move(seed: u64) -> Option<Segment> {
    let mut rng = SplitMix64::new(seed);
    let (row, column) = [(1, 1), (1, 3), (4, 1), (4, 3)][rng.below(4) as usize];
    if rng.below(2) == 0 {
        Segment::horizontal(row, column)
    } else {
        Segment::vertical(column, row)
    }
}

impl ZuniqEngine {
    /// Chooses the move to play after a search, with or without a claim.
    ///
    /// A `first` move is played regardless of the search.
    pub(super) fn choose_move(
        &mut self,
        position: &Position,
        first: Option<Move>,
        budget: &mut SearchBudget<'_>,
    ) -> Option<Move> {
        let root = &self.mcts.tree.nodes[0];
        let (board, proven) = (root.board, root.proven_win);
        let mut branch = *best_branch(self.mcts.tree.branches(0))?;
        if let Some(edge) = first.and_then(|mv| self.edge_of(mv)) {
            branch = self.root_branch(edge)?;
        } else if proven == Some(false)
            && let Some(edge) = self.best_swindle(&board, budget)
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

    /// Returns the move of a lost position after which the smallest share of answers wins.
    ///
    /// The opponent may fail to find a winning one. `None` if there was no time to examine any
    /// move.
    fn best_swindle(&mut self, board: &EdgeBoard, budget: &mut SearchBudget<'_>) -> Option<usize> {
        let mut best = None;
        for nodes in SWINDLE_NODES {
            let round_best = self.swindle_round(board, nodes, budget);
            if budget.exhausted() {
                // A round that was cut short is better than none.
                return best.or(round_best);
            }
            best = round_best;
        }
        best
    }

    /// Chooses a swindle with a solver budget of `nodes` positions per answer.
    ///
    /// Only moves for which there is time are considered. Unproven answers count half.
    fn swindle_round(
        &mut self,
        board: &EdgeBoard,
        nodes: u64,
        budget: &mut SearchBudget<'_>,
    ) -> Option<usize> {
        let mut least_share = f32::INFINITY;
        let mut best = None;
        for (edge, after) in children(board) {
            let mut winning = 0.0;
            let mut answers = 0.0;
            for (_, answer) in children(&after) {
                let mut stop = |count| budget.count_nodes(count);
                answers += 1.0;
                winning += match self.mcts.solver.solve(&answer, nodes, &mut stop) {
                    Some(true) => 0.0,
                    Some(false) => 1.0,
                    None => 0.5,
                };
                if budget.exhausted() {
                    return best;
                }
            }
            // One winning answer among many is harder to find than an only move.
            if winning < least_share * answers {
                least_share = winning / answers;
                best = Some(edge);
            }
        }
        best
    }
}

/// Returns every legal edge with the board after it.
fn children(board: &EdgeBoard) -> Vec<(usize, EdgeBoard)> {
    let edges = grid::bits(board.legal_edges());
    let after = edges.filter_map(|edge| Some((edge, board.after(edge)?)));
    after.collect()
}

/// Reports whether to claim the win now, given its probability (0 to 1).
///
/// A claim has an expected value of `win * bonus - (1 - win) * 50` points, so it pays from a
/// probability of `50 / (50 + bonus)` on. But the bonus decreases by only one per turn, and at the
/// next turn more is proven: claiming now rather than then pays from `50 / (50 + decrease)` on.
fn is_worth_claiming(position: &Position, win: f64) -> bool {
    let (player, ply) = (position.to_move(), position.plies() + 1);
    let now = f64::from(result::claim_bonus(player, ply));
    let decrease = now - f64::from(result::claim_bonus(player, ply + 2));
    win >= 1.0 || now > 0.0 && decrease > 0.0 && win > 50.0 / (50.0 + decrease)
}

/// Returns the weight of a turn in the allocation of time, by the number of plies made.
///
/// It is small while the board is open, largest when the game is decided, and small again when the
/// solver reaches the end.
const fn time_weight(plies: u32) -> u32 {
    match plies {
        0..=1 => 1,
        2..=7 => 3,
        14..=25 => 16,
        8..=29 => 8,
        _ => 2,
    }
}

/// Returns the share of the remaining time to spend now, so that later turns get theirs.
pub(in super::super) fn allocate_time(position: &Position, left: Duration) -> Duration {
    let plies = position.plies();
    let turns = (plies..=40).step_by(2);
    let total_weight: u32 = turns.map(time_weight).sum();
    left * time_weight(plies) / total_weight.max(1)
}
