//! The tree of the Monte Carlo search: positions and the statistics of their moves.
//!
//! Transpositions, positions reached by several orders of moves, share one node.

use super::board::EdgeBoard;
use super::grid;
use super::net::ValueNet;
use crate::contract::Proven;
use crate::search::Bounds;
use std::collections::HashMap;

/// The index that means a missing child.
pub(super) const NO_NODE: u32 = u32::MAX;

/// A move of a node, with its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZuniqBranch {
    /// The number of playouts through the move.
    pub(super) visits: f32,
    /// The mean result for the player who makes the move, 0 to 1.
    pub(super) mean_value: f32,
    /// The number of playouts in which the player made the move now or later (AMAF); 1 if the net
    /// evaluated the position.
    pub(super) amaf_visits: f32,
    /// The wins among those playouts, or the net's win probability.
    pub(super) amaf_wins: f32,
    /// The index of the node after the move, or [`NO_NODE`].
    pub(super) child: u32,
    /// The edge drawn by the move.
    pub(super) edge: u8,
    /// The proven result for the player who makes the move.
    pub(super) proven_win: Option<bool>,
}

impl ZuniqBranch {
    /// Creates a move without statistics.
    const fn new(edge: usize) -> Self {
        Self {
            visits: 0.0,
            mean_value: 0.5,
            amaf_visits: 0.0,
            amaf_wins: 0.0,
            child: NO_NODE,
            edge: edge as u8,
            proven_win: None,
        }
    }
}

/// A position in the tree, with its statistics.
#[derive(Clone, Debug)]
pub(super) struct ZuniqNode {
    pub(super) board: EdgeBoard,
    first_branch: u32,
    branch_count: u8,
    /// Whether the net has evaluated its moves.
    pub(super) is_net_evaluated: bool,
    /// Whether the player to move wins, if that is proven.
    pub(super) proven_win: Option<bool>,
    /// The number of playouts through the node.
    pub(super) visits: f32,
    /// The number of them won by the player to move.
    pub(super) wins: f32,
    /// The number of visits from which on the solver is tried.
    pub(super) solve_after_visits: f32,
    /// The solver's budget at the next try, in positions.
    pub(super) max_solver_nodes: u64,
}

/// The search tree.
#[derive(Debug)]
pub(super) struct ZuniqTree {
    pub(super) nodes: Vec<ZuniqNode>,
    branches: Vec<ZuniqBranch>,
    index: HashMap<(u64, u64, u32), u32>,
    max_nodes: usize,
    /// The net that evaluates moves, and the number of plies from which on it is not used.
    net: Option<(&'static ValueNet, u32)>,
}

/// The size of a node in bytes, with the number of branches in the middle of a game.
const BYTES_PER_NODE: usize = size_of::<ZuniqNode>() + 40 * size_of::<ZuniqBranch>() + 48;

impl ZuniqTree {
    /// Creates an empty tree of about `bytes` bytes at most.
    pub(super) fn new(bytes: usize, net: Option<(&'static ValueNet, u32)>) -> Self {
        Self {
            nodes: Vec::new(),
            branches: Vec::new(),
            index: HashMap::new(),
            max_nodes: (bytes / BYTES_PER_NODE).max(64),
            net,
        }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.branches.clear();
        self.index.clear();
    }

    /// Reports whether the tree is full.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.max_nodes
    }

    /// Returns the index of a position, and whether it is new.
    ///
    /// Positions that differ only inside closed zones share a node.
    pub(super) fn find_or_insert(&mut self, board: EdgeBoard) -> (u32, bool) {
        let key = (board.free, board.open_cells, board.closed_sizes);
        if let Some(&index) = self.index.get(&key) {
            return (index, false);
        }
        let index = u32::try_from(self.nodes.len()).unwrap_or(NO_NODE);
        let first = u32::try_from(self.branches.len()).unwrap_or(NO_NODE);
        let net = self.net.filter(|(_, plies)| board.plies() < *plies);
        if let Some((net, _)) = net {
            net.evaluate_moves(&board, &mut |edge, odds| {
                self.branches.push(ZuniqBranch {
                    amaf_visits: 1.0,
                    amaf_wins: 1.0 / (1.0 + (-odds).exp()),
                    ..ZuniqBranch::new(edge)
                });
            });
        } else {
            self.branches
                .extend(grid::bits(board.legal_edges()).map(ZuniqBranch::new));
        }
        let count = (self.branches.len() - first as usize) as u8;
        self.nodes.push(ZuniqNode {
            board,
            first_branch: first,
            branch_count: count,
            is_net_evaluated: net.is_some(),
            proven_win: (count == 0).then_some(false),
            visits: 0.0,
            wins: 0.0,
            solve_after_visits: f32::INFINITY,
            max_solver_nodes: 0,
        });
        self.index.insert(key, index);
        (index, true)
    }

    pub(super) fn node_mut(&mut self, index: u32) -> &mut ZuniqNode {
        &mut self.nodes[index as usize]
    }

    /// Returns the moves of a node.
    pub(super) fn branches(&self, index: u32) -> &[ZuniqBranch] {
        let node = &self.nodes[index as usize];
        &self.branches[node.first_branch as usize..][..usize::from(node.branch_count)]
    }

    /// Returns the moves of a node for changing them.
    pub(super) fn branches_mut(&mut self, index: u32) -> &mut [ZuniqBranch] {
        let node = &self.nodes[index as usize];
        &mut self.branches[node.first_branch as usize..][..usize::from(node.branch_count)]
    }

    /// Backs up proven results from the children to the moves, and from the moves to the node.
    pub(super) fn back_up_proof(&mut self, index: u32) {
        let node = &self.nodes[index as usize];
        let range =
            node.first_branch as usize..node.first_branch as usize + usize::from(node.branch_count);
        let moves = self.branches[range].iter_mut().map(|branch| {
            if branch.proven_win.is_none() && branch.child != NO_NODE {
                branch.proven_win = self.nodes[branch.child as usize].proven_win.map(|won| !won);
            }
            Bounds::from_win(branch.proven_win)
        });
        if let Some(result) = Bounds::of_best_move(moves).proven() {
            self.nodes[index as usize].proven_win = Some(result == Proven::Win);
        }
    }
}
