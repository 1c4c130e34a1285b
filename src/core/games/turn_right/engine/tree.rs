//! Best-first minimax search: the most promising line is always extended by one ply.
//!
//! Expanding a position takes a scan of all circuits, two or three milliseconds; the positions
//! after the good ones are then evaluated by patterns ([`CircuitEval`]). So few positions are
//! expanded, and they must be the ones that matter (Korf and Chickering 1996). A small exploration
//! bonus for branches that were seldom visited keeps the search from missing a branch that looks
//! worse by chance. A circuit that loses to a 3x3 square in the answer is never followed: that is
//! known without trying an answer.

use super::super::circuit::Circuit;
use super::branch::{BranchFinder, SURE_VALUE};
use super::circuit_eval::{CircuitEval, POINT_SCALE};
use super::circuit_position::CircuitPosition;
use crate::search::SearchBudget;

pub use super::branch::CircuitBranch;

/// The number of circuits of a position to keep at first.
pub const BRANCHES_KEPT: usize = 20;
/// The number of visits after which a position is checked for a 3x3 square that cannot be parried.
const PROBE_VISITS: u32 = 16;
/// The exploration bonus of an unvisited branch after one visit of its node, in units of
/// 1 / [`POINT_SCALE`] points: half a point.
const EXPLORATION: f32 = 128.0;

/// A node of the tree: an expanded position.
#[derive(Debug)]
pub struct CircuitNode {
    /// The position.
    pub position: CircuitPosition,
    /// The circuits that are kept.
    branches: Vec<CircuitBranch>,
    /// The value for the player to move, in units of 1 / [`POINT_SCALE`] points.
    pub value: i32,
    /// The number of visits.
    pub visits: u32,
    /// Whether all circuits are kept, except those that lose to the answer.
    has_all_branches: bool,
    /// Whether the value is final.
    is_resolved: bool,
}

/// A search tree of circuits.
pub struct CircuitTree<'a> {
    finder: BranchFinder<'a>,
    /// The expanded positions, the root first.
    pub nodes: Vec<CircuitNode>,
    /// The largest number of nodes.
    max_nodes: usize,
    /// The depth, in plies below the root, at which positions are no longer expanded.
    max_depth: usize,
}

impl<'a> CircuitTree<'a> {
    /// Creates a tree with its root expanded.
    ///
    /// The tree takes about `bytes` at most and is searched to at most `depth` plies. The root
    /// keeps `kept` circuits at first, and `include` regardless of its value.
    pub fn new(
        eval: &'a CircuitEval,
        position: &CircuitPosition,
        (bytes, depth): (usize, usize),
        (kept, include): (usize, Option<Circuit>),
        budget: &mut SearchBudget<'_>,
    ) -> Self {
        let mut tree = Self {
            finder: BranchFinder::new(eval),
            nodes: Vec::new(),
            max_nodes: (bytes
                / (size_of::<CircuitNode>() + BRANCHES_KEPT * size_of::<CircuitBranch>()))
            .max(64),
            max_depth: depth.max(1),
        };
        let include = include.map(|circuit| tree.finder.new_branch(position, circuit));
        tree.add_node(*position, (kept, include), 1, budget);
        tree.probe(0, 1, budget);
        tree
    }

    /// Reports whether the root is resolved or the tree is full.
    pub fn is_done(&self) -> bool {
        self.nodes[0].is_resolved || self.nodes.len() >= self.max_nodes
    }

    /// Returns the root's branches, the best first; of two with similar values, the one with more
    /// visits is first.
    pub fn branches(&self) -> Vec<&CircuitBranch> {
        let mut branches: Vec<&CircuitBranch> = self.nodes[0].branches.iter().collect();
        let uncertainty = |branch: &CircuitBranch| {
            POINT_SCALE / i32::try_from(1 + branch.visits).unwrap_or(POINT_SCALE)
        };
        branches.sort_by_key(|branch| uncertainty(branch) - branch.value);
        branches
    }

    /// Returns the circuits that are expected to follow a branch.
    pub fn principal_variation(&self, branch: &CircuitBranch) -> Vec<Circuit> {
        let (mut line, mut next) = (Vec::new(), branch.child);
        while next > 0 {
            let branches = self.nodes[next].branches.iter();
            let best = branches.max_by_key(|branch| branch.value);
            line.extend(best.map(|best| best.circuit));
            next = best.map_or(0, |best| best.child);
        }
        line
    }

    /// Reports whether every circuit loses by a 3x3 square.
    pub fn is_lost(&self) -> bool {
        self.nodes[0].value < -SURE_VALUE
    }

    /// Reports whether the value of a branch of the root is exact, because the answer to it is the
    /// last circuit.
    pub fn is_exact(&self, branch: &CircuitBranch) -> bool {
        branch.child > 0 && self.nodes[branch.child].position.circuits_left() == 1
    }

    /// Expands one more position: the one at the end of the most promising line.
    pub fn expand_best(&mut self, budget: &mut SearchBudget<'_>) {
        let (mut path, mut node_index) = (Vec::new(), 0);
        while let Some(branch_index) = self.nodes[node_index].select() {
            path.push((node_index, branch_index));
            let node = &self.nodes[node_index];
            let branch = &node.branches[branch_index];
            if branch.child > 0 {
                node_index = branch.child;
                continue;
            }
            self.expand_branch(node_index, branch_index, path.len(), budget);
            break;
        }
        for (plies, (node_index, branch_index)) in path.into_iter().enumerate().rev() {
            self.back_up(node_index, branch_index, budget);
            if self.nodes[node_index].visits == PROBE_VISITS {
                self.probe(node_index, plies + 1, budget);
            }
        }
    }

    /// Adds a node with the `kept` best branches of a position and the one to include.
    ///
    /// Its circuits are `plies` plies below the root.
    fn add_node(
        &mut self,
        position: CircuitPosition,
        (kept, include): (usize, Option<CircuitBranch>),
        plies: usize,
        budget: &mut SearchBudget<'_>,
    ) {
        let mut branches: Vec<CircuitBranch> = include.into_iter().collect();
        let has_all_branches = self
            .finder
            .add_branches(&position, &mut branches, kept, budget);
        let mut node = CircuitNode {
            position,
            branches,
            value: 0,
            visits: 1,
            has_all_branches,
            is_resolved: false,
        };
        node.update_value();
        node.is_resolved |= plies >= self.max_depth;
        self.nodes.push(node);
    }

    /// Expands the position after a branch whose circuit is `plies` plies below the root.
    fn expand_branch(
        &mut self,
        node_index: usize,
        branch_index: usize,
        plies: usize,
        budget: &mut SearchBudget<'_>,
    ) {
        let new = self.nodes.len();
        let node = &mut self.nodes[node_index];
        let next = node.branches[branch_index].after(&node.position);
        node.branches[branch_index].child = new;
        self.add_node(next, (BRANCHES_KEPT, None), plies + 1, budget);
    }

    /// Checks whether the player to move wins by a 3x3 square that cannot be parried.
    ///
    /// A circuit that seems to win is expanded, which tries all answers. The circuits of the node
    /// are `plies` plies below the root.
    fn probe(&mut self, node_index: usize, plies: usize, budget: &mut SearchBudget<'_>) {
        let node = &self.nodes[node_index];
        if node.is_resolved || node.position.circuits_left() < 3 || budget.exhausted() {
            return;
        }
        let position = node.position;
        let Some(found) = self.finder.forcing_branch(&position, budget) else {
            return;
        };
        let branches = &mut self.nodes[node_index].branches;
        let existing = branches
            .iter()
            .position(|branch| branch.own_after == found.own_after);
        let branch_index = existing.unwrap_or(branches.len());
        if existing.is_none() {
            branches.push(found);
        }
        if branches[branch_index].child == 0 {
            self.expand_branch(node_index, branch_index, plies, budget);
        }
        self.back_up(node_index, branch_index, budget);
    }

    /// Updates a node from the node after one of its branches.
    fn back_up(&mut self, node_index: usize, branch_index: usize, budget: &mut SearchBudget<'_>) {
        let next = self.nodes[node_index].branches[branch_index].child;
        let (value, is_resolved) = (-self.nodes[next].value, self.nodes[next].is_resolved);
        let node = &mut self.nodes[node_index];
        node.visits += 1;
        let branch = &mut node.branches[branch_index];
        branch.visits += 1;
        (branch.value, branch.is_resolved) = (value, is_resolved);
        if !node.has_all_branches && node.best_value() < -SURE_VALUE {
            // All branches that were kept lose, but another may be better.
            node.has_all_branches =
                self.finder
                    .add_branches(&node.position, &mut node.branches, BRANCHES_KEPT, budget);
        }
        node.update_value();
    }
}

impl CircuitNode {
    /// Returns the index of the most promising branch, or `None` if the node is resolved.
    #[expect(clippy::cast_precision_loss, reason = "values far below 2^24 decide")]
    fn select(&self) -> Option<usize> {
        if self.is_resolved {
            return None;
        }
        let bonus = EXPLORATION * (self.visits as f32).sqrt();
        let priority =
            |branch: &CircuitBranch| branch.value as f32 + bonus / (1 + branch.visits) as f32;
        let open = self.branches.iter().enumerate();
        let open = open.filter(|(_, branch)| !branch.is_resolved);
        let best = open.max_by(|(_, a), (_, b)| priority(a).total_cmp(&priority(b)));
        best.map(|(index, _)| index)
    }

    /// Returns the largest value of the branches.
    fn best_value(&self) -> i32 {
        let values = self.branches.iter().map(|branch| branch.value);
        values.max().unwrap_or(-SURE_VALUE)
    }

    /// Takes the value of the best branch.
    ///
    /// The node is resolved if a branch wins by a 3x3 square or all branches are resolved.
    fn update_value(&mut self) {
        self.value = self.best_value();
        if !self.has_all_branches {
            // A circuit that was not kept may be better.
            self.value = self.value.max(-SURE_VALUE);
        }
        let mut branches = self.branches.iter();
        self.is_resolved = self.value > SURE_VALUE || branches.all(|branch| branch.is_resolved);
    }
}
