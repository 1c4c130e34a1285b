//! The tree of the Monte-Carlo search: positions, and what is known of their moves.
//!
//! Positions that are reached by several orders of moves stand in it once.

use super::board::Board;
use super::grid;
use super::net::Net;
use std::collections::HashMap;

/// No child yet.
pub(super) const NONE: u32 = u32::MAX;

/// A move of a position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// Games that went on with it.
    pub(super) games: f32,
    /// Which part of them its player won, as far as is known of the position after it.
    pub(super) mean: f32,
    /// Games in which its player made it now or later; of a position that the net saw, 1.
    pub(super) later_games: f32,
    /// Those of them that its player won; of a position that the net saw, its chance.
    pub(super) later_wins: f32,
    /// The position after it, or [`NONE`].
    pub(super) child: u32,
    /// The edge.
    pub(super) edge: u8,
    /// What is proven for its player.
    pub(super) proven: Option<bool>,
}

impl Branch {
    /// A move of which nothing is known.
    const fn new(edge: usize) -> Self {
        Self {
            games: 0.0,
            mean: 0.5,
            later_games: 0.0,
            later_wins: 0.0,
            child: NONE,
            edge: edge as u8,
            proven: None,
        }
    }
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) board: Board,
    first: u32,
    count: u8,
    /// Whether the net told what its moves are worth.
    pub(super) seen: bool,
    /// Whether the player to act wins, if that is proven.
    pub(super) proven: Option<bool>,
    /// Games that went through it.
    pub(super) games: f32,
    /// Those that the player to act won.
    pub(super) wins: f32,
    /// From so many games on the solver tries it.
    pub(super) solve_at: f32,
    /// And looks at so many positions at most.
    pub(super) solve_nodes: u64,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    branches: Vec<Branch>,
    index: HashMap<(u64, u64, u32), u32>,
    most: usize,
    /// What tells of a move what it is worth, before so many plies.
    net: Option<(&'static Net, u32)>,
}

/// Bytes that a position takes, with the branches that it has in the middle of a game.
const NODE_BYTES: usize = size_of::<Node>() + 40 * size_of::<Branch>() + 48;

impl Tree {
    /// A tree of about so many bytes at most, empty.
    pub(super) fn new(bytes: usize, net: Option<(&'static Net, u32)>) -> Self {
        Self {
            nodes: Vec::new(),
            branches: Vec::new(),
            index: HashMap::new(),
            most: (bytes / NODE_BYTES).max(64),
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
        self.nodes.len() >= self.most
    }

    /// The place of a position, and whether it is new. Inside closed zones positions may differ.
    pub(super) fn place(&mut self, board: Board) -> (u32, bool) {
        let key = (board.free, board.open, board.sizes);
        if let Some(&place) = self.index.get(&key) {
            return (place, false);
        }
        let place = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let first = u32::try_from(self.branches.len()).unwrap_or(NONE);
        let net = self.net.filter(|(_, plies)| board.plies() < *plies);
        if let Some((net, _)) = net {
            net.look_ahead(&board, &mut |edge, odds| {
                self.branches.push(Branch {
                    later_games: 1.0,
                    later_wins: 1.0 / (1.0 + (-odds).exp()),
                    ..Branch::new(edge)
                });
            });
        } else {
            self.branches
                .extend(grid::bits(board.legal()).map(Branch::new));
        }
        let count = (self.branches.len() - first as usize) as u8;
        self.nodes.push(Node {
            board,
            first,
            count,
            seen: net.is_some(),
            proven: (count == 0).then_some(false),
            games: 0.0,
            wins: 0.0,
            solve_at: f32::INFINITY,
            solve_nodes: 0,
        });
        self.index.insert(key, place);
        (place, true)
    }

    pub(super) fn node(&mut self, place: u32) -> &mut Node {
        &mut self.nodes[place as usize]
    }

    /// The moves of a position.
    pub(super) fn branches(&self, place: u32) -> &[Branch] {
        let node = &self.nodes[place as usize];
        &self.branches[node.first as usize..][..usize::from(node.count)]
    }

    /// The moves of a position.
    pub(super) fn branches_mut(&mut self, place: u32) -> &mut [Branch] {
        let node = &self.nodes[place as usize];
        &mut self.branches[node.first as usize..][..usize::from(node.count)]
    }

    /// Takes over from the children what is proven, and from the moves what follows for the
    /// position itself.
    pub(super) fn prove(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        let range = node.first as usize..node.first as usize + usize::from(node.count);
        let mut lost = 0;
        let mut won = false;
        for branch in &mut self.branches[range] {
            if branch.proven.is_none() && branch.child != NONE {
                branch.proven = self.nodes[branch.child as usize].proven.map(|won| !won);
            }
            won |= branch.proven == Some(true);
            lost += u8::from(branch.proven == Some(false));
        }
        let node = &mut self.nodes[place as usize];
        if won {
            node.proven = Some(true);
        } else if lost == node.count {
            node.proven = Some(false);
        }
    }
}
