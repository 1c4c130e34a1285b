//! The tree of the search.

use super::board::to_u8;
use super::geometry::PointSet;
use crate::contract::Player;
use crate::search::{Bounds, formulas};

/// A position in the tree, and the move that leads to it. Values are those of the player who made
/// the move.
#[derive(Clone, Copy, Debug)]
pub struct AtariGoNode {
    /// Games that went through it.
    pub visits: f32,
    /// The sum of their values.
    pub value_sum: f32,
    /// Games in which the move was made now or later.
    pub amaf_visits: f32,
    /// The sum of their values.
    pub amaf_value_sum: f32,
    /// The probability of the move at first sight.
    pub prior: f32,
    first_child: u32,
    child_count: u8,
    /// The move.
    pub mv: u8,
    /// How often the solver was asked.
    pub solve_attempts: u8,
    /// Proven results, for the first player.
    pub bounds: Bounds,
}

impl AtariGoNode {
    /// A move that nobody has made yet.
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

    /// The places of its children.
    #[inline]
    pub const fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }

    /// Whether its children stand in the tree.
    #[inline]
    pub const fn is_expanded(&self) -> bool {
        self.child_count != 0
    }

    /// Returns the mean value, 0.5 without visits.
    #[inline]
    pub fn mean_value(&self) -> f32 {
        formulas::mean_value(self.value_sum, self.visits)
    }

    /// Returns the proven results for a player, 0 the first.
    #[inline]
    pub const fn bounds_for(&self, player: usize) -> Bounds {
        self.bounds.for_player(Player::ALL[player])
    }

    /// Returns whether the result is proven.
    #[inline]
    pub fn is_proven(&self) -> bool {
        self.bounds.proven().is_some()
    }
}

/// The tree; its root stands at 0.
#[derive(Debug)]
pub struct AtariGoTree {
    pub nodes: Vec<AtariGoNode>,
    max_nodes: usize,
}

impl AtariGoTree {
    /// A tree of about so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            max_nodes: (bytes / size_of::<AtariGoNode>()).max(400),
        }
    }

    /// Forgets all but a new root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(AtariGoNode::new(0, 1.0));
    }

    /// Gives a node its children; false if there is no room.
    pub fn expand(&mut self, at: usize, children: &[AtariGoNode]) -> bool {
        if self.nodes.len() + children.len() > self.max_nodes {
            return false;
        }
        self.nodes[at].first_child = u32::try_from(self.nodes.len()).unwrap_or(0);
        self.nodes[at].child_count = to_u8(children.len());
        self.nodes.extend_from_slice(children);
        true
    }

    /// Narrows the bounds of a node where `player` is to move by those of its children and returns
    /// whether that changed them.
    pub fn back_up_proof(&mut self, at: usize, player: usize) -> bool {
        let children = &self.nodes[self.nodes[at].child_range()];
        let found = Bounds::of_best_move(children.iter().map(|child| child.bounds_for(player)));
        self.nodes[at]
            .bounds
            .narrow(found.for_player(Player::ALL[player]))
    }

    /// Makes the subtree of a node the whole tree.
    pub fn reroot(&mut self, root: usize) {
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(old[root]);
        let mut at = 0;
        while at < self.nodes.len() {
            let children = self.nodes[at].child_range();
            if !children.is_empty() {
                self.nodes[at].first_child = u32::try_from(self.nodes.len()).unwrap_or(0);
                self.nodes.extend_from_slice(&old[children]);
            }
            at += 1;
        }
    }

    /// Counts a game for the children's moves that were made later in it.
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
