//! The search tree and its nodes.

use super::board::to_u8;
use super::geometry::PointSet;
use crate::contract::Player;
use crate::search::{Bounds, formulas};

/// A node of the tree: a position and the move that leads to it.
///
/// Values are from the view of the player who made the move.
#[derive(Clone, Copy, Debug)]
pub struct AtariGoNode {
    /// The number of visits, including those that the network's evaluation counts for.
    pub visits: f32,
    /// The sum of the values of all visits.
    pub value_sum: f32,
    /// The number of simulations in which the move was made now or later (all moves as first).
    pub amaf_visits: f32,
    /// The sum of the values of those simulations.
    pub amaf_value_sum: f32,
    /// The prior probability of the move.
    pub prior: f32,
    first_child: u32,
    child_count: u8,
    /// The move that leads to the position.
    pub mv: u8,
    /// The number of times the solver has tried the position.
    pub solve_attempts: u8,
    /// The proven bounds on the result, for the first player.
    pub bounds: Bounds,
}

impl AtariGoNode {
    /// Creates an unvisited node.
    pub fn new(mv: usize, prior: f32) -> Self {
        Self {
            visits: 0.0,
            value_sum: 0.0,
            amaf_visits: 0.0,
            amaf_value_sum: 0.0,
            prior,
            first_child: 0,
            child_count: 0,
            mv: to_u8(mv),
            solve_attempts: 0,
            bounds: Bounds::UNKNOWN,
        }
    }

    /// Returns the indices of the node's children.
    #[inline]
    pub const fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }

    /// Reports whether the node's children are in the tree.
    #[inline]
    pub const fn is_expanded(&self) -> bool {
        self.child_count != 0
    }

    /// Returns the mean value, 0.5 without visits.
    #[inline]
    pub fn mean_value(&self) -> f32 {
        formulas::mean_value(self.value_sum, self.visits)
    }

    /// Returns the proven bounds for a player, 0 being the first.
    #[inline]
    pub const fn bounds_for(&self, player: usize) -> Bounds {
        self.bounds.for_player(Player::ALL[player])
    }

    /// Reports whether the result is proven.
    #[inline]
    pub fn is_proven(&self) -> bool {
        self.bounds.proven().is_some()
    }
}

/// The search tree, whose root has index 0.
#[derive(Debug)]
pub struct AtariGoTree {
    /// The nodes; the children of a node are contiguous.
    pub nodes: Vec<AtariGoNode>,
    max_nodes: usize,
}

impl AtariGoTree {
    /// Creates a tree that uses at most about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            max_nodes: (bytes / size_of::<AtariGoNode>()).max(400),
        }
    }

    /// Removes all nodes but a new, unvisited root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(AtariGoNode::new(0, 1.0));
    }

    /// Adds the children of a node; false if the tree is full.
    pub fn expand(&mut self, at: usize, children: &[AtariGoNode]) -> bool {
        if self.nodes.len() + children.len() > self.max_nodes {
            return false;
        }
        self.nodes[at].first_child = u32::try_from(self.nodes.len()).unwrap_or(0);
        self.nodes[at].child_count = to_u8(children.len());
        self.nodes.extend_from_slice(children);
        true
    }

    /// Narrows the bounds of a node with `player` to move by those of its children and reports
    /// whether that changed them.
    pub fn back_up_proof(&mut self, at: usize, player: usize) -> bool {
        let children = &self.nodes[self.nodes[at].child_range()];
        let best = Bounds::of_best_move(children.iter().map(|child| child.bounds_for(player)));
        self.nodes[at]
            .bounds
            .narrow(best.for_player(Player::ALL[player]))
    }

    /// Makes the subtree of a node the whole tree.
    pub fn reroot(&mut self, root: usize) {
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(old[root]);
        let mut index = 0;
        while index < self.nodes.len() {
            let children = self.nodes[index].child_range();
            if !children.is_empty() {
                self.nodes[index].first_child = u32::try_from(self.nodes.len()).unwrap_or(0);
                self.nodes.extend_from_slice(&old[children]);
            }
            index += 1;
        }
    }

    /// Counts a simulation for the children whose moves were made later in it.
    #[inline]
    pub fn update_amaf(&mut self, at: usize, made: PointSet, value: f32) {
        let children = self.nodes[at].child_range();
        for child in &mut self.nodes[children] {
            if (made >> child.mv) & 1 == 1 {
                child.amaf_visits += 1.0;
                child.amaf_value_sum += value;
            }
        }
    }
}
