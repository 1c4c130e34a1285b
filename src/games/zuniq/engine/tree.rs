//! The tree of the Monte-Carlo search: positions, and what is known of their moves.
//!
//! Positions that are reached by several orders of moves stand in it once.

use super::board::EdgeBoard;
use super::grid;
use super::net::ValueNet;
use crate::contract::Proven;
use crate::search::Bounds;
use std::collections::HashMap;

/// No child yet.
pub(super) const NO_NODE: u32 = u32::MAX;

/// A move of a position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZuniqBranch {
    /// Games that went on with it.
    pub(super) visits: f32,
    /// Which part of them its player won, as far as is known of the position after it.
    pub(super) mean_value: f32,
    /// Games in which its player made it now or later; of a position that the net saw, 1.
    pub(super) amaf_visits: f32,
    /// Those of them that its player won; of a position that the net saw, its chance.
    pub(super) amaf_wins: f32,
    /// The position after it, or [`NONE`].
    pub(super) child: u32,
    /// The edge.
    pub(super) edge: u8,
    /// What is proven for its player.
    pub(super) proven_win: Option<bool>,
}

impl ZuniqBranch {
    /// A move of which nothing is known.
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

/// A position in the tree.
#[derive(Clone, Debug)]
pub(super) struct ZuniqNode {
    pub(super) board: EdgeBoard,
    first_branch: u32,
    branch_count: u8,
    /// Whether the net told what its moves are worth.
    pub(super) is_net_evaluated: bool,
    /// Whether the player to act wins, if that is proven.
    pub(super) proven_win: Option<bool>,
    /// Games that went through it.
    pub(super) visits: f32,
    /// Those that the player to act won.
    pub(super) wins: f32,
    /// From so many games on the solver tries it.
    pub(super) solve_after_visits: f32,
    /// And looks at so many positions at most.
    pub(super) max_solver_nodes: u64,
}

/// The tree.
#[derive(Debug)]
pub(super) struct ZuniqTree {
    pub(super) nodes: Vec<ZuniqNode>,
    branches: Vec<ZuniqBranch>,
    index: HashMap<(u64, u64, u32), u32>,
    max_nodes: usize,
    /// What tells of a move what it is worth, before so many plies.
    net: Option<(&'static ValueNet, u32)>,
}

/// Bytes that a position takes, with the branches that it has in the middle of a game.
const BYTES_PER_NODE: usize = size_of::<ZuniqNode>() + 40 * size_of::<ZuniqBranch>() + 48;

impl ZuniqTree {
    /// A tree of about so many bytes at most, empty.
    pub(super) fn new(bytes: usize, net: Option<(&'static ValueNet, u32)>) -> Self {
        Self {
            nodes: Vec::new(),
            branches: Vec::new(),
            index: HashMap::new(),
            max_nodes: (bytes / BYTES_PER_NODE).max(64),
            net,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.branches.clear();
        self.index.clear();
    }

    /// Whether no position can be added.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.max_nodes
    }

    /// The place of a position, and whether it is new. Inside closed zones positions may differ.
    pub(super) fn find_or_insert(&mut self, board: EdgeBoard) -> (u32, bool) {
        let key = (board.free, board.open_cells, board.closed_sizes);
        if let Some(&place) = self.index.get(&key) {
            return (place, false);
        }
        let place = u32::try_from(self.nodes.len()).unwrap_or(NO_NODE);
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
        self.index.insert(key, place);
        (place, true)
    }

    pub(super) fn node_mut(&mut self, place: u32) -> &mut ZuniqNode {
        &mut self.nodes[place as usize]
    }

    /// The moves of a position.
    pub(super) fn branches(&self, place: u32) -> &[ZuniqBranch] {
        let node = &self.nodes[place as usize];
        &self.branches[node.first_branch as usize..][..usize::from(node.branch_count)]
    }

    /// The moves of a position.
    pub(super) fn branches_mut(&mut self, place: u32) -> &mut [ZuniqBranch] {
        let node = &self.nodes[place as usize];
        &mut self.branches[node.first_branch as usize..][..usize::from(node.branch_count)]
    }

    /// Passes proven results from the children to their moves, and from the moves to the position.
    pub(super) fn back_up_proof(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        let range =
            node.first_branch as usize..node.first_branch as usize + usize::from(node.branch_count);
        let moves = self.branches[range].iter_mut().map(|branch| {
            if branch.proven_win.is_none() && branch.child != NO_NODE {
                branch.proven_win = self.nodes[branch.child as usize].proven_win.map(|won| !won);
            }
            Bounds::from_win(branch.proven_win)
        });
        if let Some(result) = Bounds::of_best_move(moves).proven() {
            self.nodes[place as usize].proven_win = Some(result == Proven::Win);
        }
    }
}
