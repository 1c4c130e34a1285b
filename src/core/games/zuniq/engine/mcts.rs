//! Monte Carlo tree search (MCTS) with a value net, then with RAVE (Gelly and Silver 2011) as in
//! the winner of 2021, and with the exact solver inside the tree.
//!
//! While the board is open the net evaluates each move, and its evaluation counts until enough
//! visits have been made below the move. Later, playouts are used. A move that is good now is
//! mostly good later, too, because the edges of a game can be drawn in any order. So the playouts
//! in which a move was made later (all moves as first, AMAF) count for it until it has enough
//! visits itself.

use super::board::EdgeBoard;
use super::grid::{self, EDGE_COUNT};
use super::net::ValueNet;
use super::playout::{LANES, PlayoutBatch, PlayoutKernel};
use super::solver::ZuniqSolver;
use super::tree::{NO_NODE, ZuniqBranch, ZuniqTree};
use crate::search::SplitMix64;
use crate::search::formulas::{
    exploration_scale, included_move_is_due, mean_value, rave_mean, rave_weight,
};

/// The search parameters.
#[derive(Clone, Copy, Debug)]
pub struct ZuniqParams {
    /// The RAVE equivalence parameter k; 0 disables RAVE.
    pub rave_k: f32,
    /// The exploration constant of UCT.
    pub exploration: f32,
    /// The number of visits of a move before the position after it is added to the tree.
    pub expand_after: f32,
    /// The number of visits before the solver is tried, per position that it is expected to search;
    /// 0 for never.
    pub solve_visits_per_node: f32,
    /// The weight of playouts in which the opponent made a move, in its AMAF statistics.
    pub opponent_amaf_weight: f32,
    /// The number of plies from which on positions are evaluated by playouts instead of the net.
    pub max_net_plies: u32,
    /// Whether the first move of a game is played from prior knowledge, without a search.
    pub uses_opening_move: bool,
}

impl ZuniqParams {
    /// Plain UCT (Kocsis and Szepesvari 2006) with playouts, the baseline in measurements.
    pub const UCT: Self = Self {
        rave_k: 0.0,
        exploration: 1.0,
        expand_after: 16.0,
        solve_visits_per_node: 0.0,
        opponent_amaf_weight: 0.0,
        max_net_plies: 0,
        uses_opening_move: false,
    };

    /// The parameters found to play best.
    pub const BEST: Self = Self {
        rave_k: 300.0,
        exploration: 0.25,
        expand_after: 16.0,
        solve_visits_per_node: 0.0625,
        opponent_amaf_weight: 0.0,
        max_net_plies: 30,
        uses_opening_move: true,
    };
}

const BATCH_VISITS: f32 = LANES as f32;

/// The search: tree, solver and playouts.
#[derive(Debug)]
pub(super) struct ZuniqMcts {
    pub(super) tree: ZuniqTree,
    pub(super) solver: ZuniqSolver,
    playouts: PlayoutKernel,
    pub(super) params: ZuniqParams,
    path: Vec<(u32, usize)>,
    /// The index of a root move that must be evaluated.
    include: Option<usize>,
}

/// The end of a simulation's path through the tree.
enum Leaf {
    /// A position to evaluate by playouts.
    Playout(EdgeBoard),
    /// A new node, or [`NO_NODE`], with the net's win probability of the player who moved there.
    NetValue(u32, f32),
    /// A node whose result is proven.
    Proven,
}

/// The number of playouts in which each player drew each edge, and the wins among them.
///
/// The player to move at the leaf comes first.
struct AmafTally {
    drawn: [[f32; EDGE_COUNT]; 2],
    won: [[f32; EDGE_COUNT]; 2],
}

impl AmafTally {
    fn new(played: &PlayoutBatch) -> Self {
        let mut tally = Self {
            drawn: [[0.0; EDGE_COUNT]; 2],
            won: [[0.0; EDGE_COUNT]; 2],
        };
        for lane in 0..LANES {
            let sets = [
                (played.drawn_by_mover[lane], played.mover_won[lane] & 1 == 1),
                (
                    played.drawn_by_opponent[lane],
                    played.mover_won[lane] & 1 == 0,
                ),
            ];
            for (player, (edges, won)) in sets.into_iter().enumerate() {
                for edge in grid::bits(edges) {
                    tally.drawn[player][edge] += 1.0;
                    tally.won[player][edge] += if won { 1.0 } else { 0.0 };
                }
            }
        }
        tally
    }
}

impl ZuniqMcts {
    pub(super) fn new(bytes: usize, params: ZuniqParams, net: Option<&'static ValueNet>) -> Self {
        Self {
            tree: ZuniqTree::new(bytes / 2, net.map(|net| (net, params.max_net_plies))),
            solver: ZuniqSolver::new(bytes / 2),
            playouts: PlayoutKernel::new(),
            params,
            path: Vec::new(),
            include: None,
        }
    }

    /// Resets the tree to a new root; the solver keeps its proofs.
    ///
    /// `forced` is an edge that must be evaluated, if it is legal.
    pub(super) fn set_root(&mut self, board: EdgeBoard, forced: Option<usize>) {
        self.tree.clear();
        let (root, _) = self.tree.find_or_insert(board);
        self.schedule_solver(root);
        let mut branches = self.tree.branches(root).iter();
        self.include = forced
            .and_then(|forced| branches.position(|branch| usize::from(branch.edge) == forced));
    }

    /// Reports whether the search can stop: all moves are proven, or `lines` moves are proven wins
    /// and the forced move is proven.
    pub(super) fn is_done(&self, lines: usize) -> bool {
        let branches = self.tree.branches(0);
        let count = |proven| {
            let same = branches.iter().filter(|branch| branch.proven_win == proven);
            same.count()
        };
        if count(None) == 0 {
            return true;
        }
        let forced = self
            .include
            .is_none_or(|at| branches[at].proven_win.is_some());
        count(Some(true)) >= lines.max(1) && forced
    }

    /// Sets the number of visits and the budget for the first try of the solver.
    fn schedule_solver(&mut self, node_index: u32) {
        let node = self.tree.node_mut(node_index);
        let expected = ZuniqSolver::expected_nodes(&node.board);
        node.max_solver_nodes = (4.0 * expected) as u64 + 16;
        node.solve_after_visits = if self.params.solve_visits_per_node > 0.0 {
            expected * self.params.solve_visits_per_node
        } else {
            f32::INFINITY
        };
    }

    /// Runs one simulation: a batch of playouts or an evaluation by the net.
    ///
    /// The solver calls `stop` regularly.
    pub(super) fn simulate(&mut self, rng: &mut SplitMix64, stop: &mut dyn FnMut(u64) -> bool) {
        self.path.clear();
        let mut node = 0;
        let leaf = loop {
            self.try_to_solve(node, stop);
            let is_root = self.path.is_empty();
            if self.tree.node_mut(node).proven_win.is_some() && !is_root {
                break Leaf::Proven;
            }
            let Some(choice) = self.select(node) else {
                break Leaf::Proven;
            };
            self.path.push((node, choice));
            let branch = self.tree.branches(node)[choice];
            if branch.child != NO_NODE {
                node = branch.child;
                continue;
            }
            let board = self
                .tree
                .node_mut(node)
                .board
                .after(usize::from(branch.edge));
            let Some(board) = board else {
                break Leaf::Proven;
            };
            let is_net_evaluated = self.tree.node_mut(node).is_net_evaluated;
            let is_early = !is_net_evaluated && branch.visits < self.params.expand_after;
            if is_early || self.tree.is_full() {
                break if is_net_evaluated {
                    Leaf::NetValue(NO_NODE, branch.amaf_wins)
                } else {
                    Leaf::Playout(board)
                };
            }
            let (child, is_new) = self.tree.find_or_insert(board);
            self.tree.branches_mut(node)[choice].child = child;
            node = child;
            if is_new {
                self.schedule_solver(child);
                break if is_net_evaluated {
                    Leaf::NetValue(child, branch.amaf_wins)
                } else {
                    Leaf::Playout(board)
                };
            }
        };
        match leaf {
            Leaf::Playout(board) => {
                let played = self.playouts.play(&board, rng);
                self.back_up(node, &played);
            }
            Leaf::NetValue(child, chance) => self.back_up_net_value(child, chance),
            Leaf::Proven => self.back_up_proven(node),
        }
    }

    fn try_to_solve(&mut self, node_index: u32, stop: &mut dyn FnMut(u64) -> bool) {
        let node = self.tree.node_mut(node_index);
        if node.proven_win.is_some() || node.visits < node.solve_after_visits {
            return;
        }
        let (board, limit) = (node.board, node.max_solver_nodes);
        node.solve_after_visits *= 4.0;
        node.max_solver_nodes *= 4;
        let proven = self.solver.solve(&board, limit, stop);
        self.tree.node_mut(node_index).proven_win = proven;
        if let (0, Some(wins)) = (node_index, proven) {
            self.prove_root_moves(&board, wins, stop);
        }
    }

    /// Marks the root moves after the root is proven: which ones win, or that all lose.
    fn prove_root_moves(
        &mut self,
        board: &EdgeBoard,
        wins: bool,
        stop: &mut dyn FnMut(u64) -> bool,
    ) {
        for at in 0..self.tree.branches(0).len() {
            let branch = self.tree.branches(0)[at];
            let mut proven = branch.proven_win;
            if !wins {
                proven = Some(false);
            } else if let Some(after) = board.after(usize::from(branch.edge)) {
                // The result is in the solver's table, unless the table was too small.
                let other_wins = self.solver.solve(&after, 1, stop);
                proven = other_wins.map(|wins| !wins).or(proven);
            }
            self.tree.branches_mut(0)[at].proven_win = proven;
        }
    }

    /// Selects the unproven move with the highest score; `None` if all are proven.
    fn select(&self, node_index: u32) -> Option<usize> {
        let visits = self.tree.nodes[node_index as usize].visits;
        let explore = exploration_scale(self.params.exploration, visits + 1.0);
        let score = |branch: &ZuniqBranch| {
            let amaf_mean = mean_value(branch.amaf_wins, branch.amaf_visits);
            let weight = rave_weight(self.params.rave_k, branch.visits, 1.0);
            rave_mean(branch.mean_value, amaf_mean, weight) + explore / (branch.visits + 8.0).sqrt()
        };
        if node_index == 0
            && let Some(forced) = self.include_if_due(visits)
        {
            return Some(forced);
        }
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for (at, branch) in self.tree.branches(node_index).iter().enumerate() {
            if branch.proven_win.is_some() {
                continue;
            }
            let score = score(branch);
            if score > best_score {
                best_score = score;
                best = Some(at);
            }
        }
        best
    }

    /// Returns the forced root move if it is unproven and has less than its share of visits.
    fn include_if_due(&self, visits: f32) -> Option<usize> {
        let forced = self.include?;
        let branch = &self.tree.branches(0)[forced];
        (branch.proven_win.is_none() && included_move_is_due(branch.visits, visits))
            .then_some(forced)
    }

    /// Backs up the results of playouts to the root.
    ///
    /// `leaf` is the node from which they started, or its parent if it is not in the tree.
    fn back_up(&mut self, leaf: u32, games: &PlayoutBatch) {
        let tally = AmafTally::new(games);
        let wins = games.wins() as f32;
        // The player to move at the current node: 0 is the player to move at the leaf.
        let mut player = 0;
        let leads_to_leaf = self.path.last().is_none_or(|(node, _)| *node != leaf);
        if leads_to_leaf {
            self.add_playouts(leaf, player, wins, &tally);
        }
        let mut drawn = [0_u64; 2];
        for at in (0..self.path.len()).rev() {
            player = 1 - player;
            let (node, choice) = self.path[at];
            let won = if player == 0 {
                wins
            } else {
                BATCH_VISITS - wins
            };
            self.count_visits(node, choice, won / BATCH_VISITS);
            drawn[player] |= 1 << self.tree.branches(node)[choice].edge;
            self.add_playouts(node, player, wins, &tally);
            if !self.tree.node_mut(node).is_net_evaluated {
                for branch in self.tree.branches_mut(node) {
                    if drawn[player] >> branch.edge & 1 == 1 {
                        branch.amaf_visits += BATCH_VISITS;
                        branch.amaf_wins += won;
                    }
                }
            }
            self.tree.back_up_proof(node);
        }
    }

    /// Adds playouts to the visits of a node and to the AMAF statistics of its moves.
    fn add_playouts(&mut self, node_index: u32, player: usize, wins: f32, tally: &AmafTally) {
        let node = self.tree.node_mut(node_index);
        node.visits += BATCH_VISITS;
        node.wins += if player == 0 {
            wins
        } else {
            BATCH_VISITS - wins
        };
        if node.is_net_evaluated {
            return;
        }
        let weight = self.params.opponent_amaf_weight;
        for branch in self.tree.branches_mut(node_index) {
            let edge = usize::from(branch.edge);
            branch.amaf_visits += tally.drawn[player][edge];
            branch.amaf_wins += tally.won[player][edge];
            if weight > 0.0 {
                // A win of the opponent by this move counts as a win of this player by it.
                branch.amaf_visits += weight * tally.drawn[1 - player][edge];
                branch.amaf_wins += weight * tally.won[1 - player][edge];
            }
        }
    }

    /// Backs up an evaluation of the net to the root.
    ///
    /// `leaf` is the node evaluated, or [`NO_NODE`]; the win probability is that of the player who
    /// made the last move. It counts as much as a batch of playouts.
    fn back_up_net_value(&mut self, leaf: u32, mut win_probability: f32) {
        if leaf != NO_NODE {
            let node = self.tree.node_mut(leaf);
            node.visits += BATCH_VISITS;
            node.wins += BATCH_VISITS * (1.0 - win_probability);
        }
        for at in (0..self.path.len()).rev() {
            let (node_index, choice) = self.path[at];
            self.count_visits(node_index, choice, win_probability);
            let node = self.tree.node_mut(node_index);
            node.visits += BATCH_VISITS;
            node.wins += BATCH_VISITS * win_probability;
            self.tree.back_up_proof(node_index);
            win_probability = 1.0 - win_probability;
        }
    }

    /// Adds a batch of visits to a move, with the share `won` by the player who makes it.
    fn count_visits(&mut self, node_index: u32, choice: usize, won: f32) {
        let child = self.tree.branches(node_index)[choice].child;
        let after = (child != NO_NODE).then(|| {
            let child = self.tree.node_mut(child);
            child.wins / child.visits
        });
        let branch = &mut self.tree.branches_mut(node_index)[choice];
        branch.visits += BATCH_VISITS;
        match after {
            Some(after) => branch.mean_value = 1.0 - after,
            None => branch.mean_value += (won - branch.mean_value) * BATCH_VISITS / branch.visits,
        }
    }

    /// Backs up a proven result to the root.
    fn back_up_proven(&mut self, leaf: u32) {
        let mut wins = self.tree.node_mut(leaf).proven_win;
        for at in (0..self.path.len()).rev() {
            let (node_index, choice) = self.path[at];
            self.tree.back_up_proof(node_index);
            let won = wins.map_or(0.5, |wins| if wins { 0.0 } else { 1.0 });
            let branch = &mut self.tree.branches_mut(node_index)[choice];
            branch.visits += BATCH_VISITS;
            branch.mean_value += (won - branch.mean_value) * BATCH_VISITS / branch.visits;
            let node = self.tree.node_mut(node_index);
            node.visits += BATCH_VISITS;
            node.wins += won * BATCH_VISITS;
            wins = wins.map(|wins| !wins);
        }
    }
}
