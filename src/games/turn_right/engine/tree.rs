//! Best-first minimax: always the line that looks best is looked at one ply further.
//!
//! To open a position takes a scan of all circuits, two or three milliseconds; what each of the
//! good ones leads to is then seen at a glance ([`Outlook`]). So few positions are opened, and those
//! must be the ones that matter (Korf and Chickering 1996; with what was seldom tried drawing a
//! little, lest what looks worse by chance stays unseen). Who would lose by a 3x3 square in the
//! answer is never followed: that is known without trying an answer.

use super::super::circuit::Circuit;
use super::branch::{BranchFinder, SURE_VALUE};
use super::circuit_eval::{CircuitEval, POINT_SCALE};
use super::circuit_position::CircuitPosition;
use crate::search::SearchBudget;

pub use super::branch::CircuitBranch;

/// So many circuits of a position are kept at first.
pub const BRANCHES_KEPT: usize = 20;
/// After so many visits a position is looked at for a 3x3 square that cannot be parried.
const PROBE_VISITS: u32 = 16;
/// How much what was never tried seems to be worth more for the first visit elsewhere, in
/// [`PARTS`]: half a point.
const EXPLORATION: f32 = 128.0;

/// A position that was opened.
#[derive(Debug)]
pub struct CircuitNode {
    /// The position.
    pub position: CircuitPosition,
    /// Its circuits that were kept.
    branches: Vec<CircuitBranch>,
    /// What it is worth to the player to act.
    pub value: i32,
    /// How often it was passed.
    pub visits: u32,
    /// All circuits are kept but those that lose by the answer.
    has_all_branches: bool,
    is_resolved: bool,
}

/// The tree.
pub struct CircuitTree<'a> {
    finder: BranchFinder<'a>,
    /// The positions that were opened, the root first.
    pub nodes: Vec<CircuitNode>,
    /// So many at most.
    max_nodes: usize,
    /// None is opened so many plies below the root.
    max_depth: usize,
}

impl<'a> CircuitTree<'a> {
    /// A tree over a position, of so many bytes at most, that looks so many plies deep at most.
    /// The root keeps so many circuits at first, and the wanted one whatever it is worth.
    pub fn new(
        outlook: &'a CircuitEval,
        node: &CircuitPosition,
        (bytes, depth): (usize, usize),
        (kept, wanted): (usize, Option<Circuit>),
        watch: &mut SearchBudget<'_>,
    ) -> Self {
        let mut tree = Self {
            finder: BranchFinder::new(outlook),
            nodes: Vec::new(),
            max_nodes: (bytes
                / (size_of::<CircuitNode>() + BRANCHES_KEPT * size_of::<CircuitBranch>()))
            .max(64),
            max_depth: depth.max(1),
        };
        let wanted = wanted.map(|circuit| tree.finder.new_branch(node, circuit));
        tree.add_node(*node, (kept, wanted), 1, watch);
        tree.probe(0, 1, watch);
        tree
    }

    /// Nothing is left to find out, or there is no room for it.
    pub fn is_done(&self) -> bool {
        self.nodes[0].is_resolved || self.nodes.len() >= self.max_nodes
    }

    /// The root's circuits, the best first: of two that look alike the one that was looked at
    /// oftener.
    pub fn branches(&self) -> Vec<&CircuitBranch> {
        let mut branches: Vec<&CircuitBranch> = self.nodes[0].branches.iter().collect();
        let doubt = |branch: &CircuitBranch| {
            POINT_SCALE / i32::try_from(1 + branch.visits).unwrap_or(POINT_SCALE)
        };
        branches.sort_by_key(|branch| doubt(branch) - branch.value);
        branches
    }

    /// What is thought to follow after a circuit.
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

    /// Every circuit loses by a 3x3 square.
    pub fn is_lost(&self) -> bool {
        self.nodes[0].value < -SURE_VALUE
    }

    /// Whether the value of a circuit of the root is what the rules give: the answer to it is the
    /// last circuit.
    pub fn is_exact(&self, branch: &CircuitBranch) -> bool {
        branch.child > 0 && self.nodes[branch.child].position.circuits_left() == 1
    }

    /// Opens one more position.
    pub fn expand_best(&mut self, watch: &mut SearchBudget<'_>) {
        let (mut path, mut at) = (Vec::new(), 0);
        while let Some(place) = self.nodes[at].select() {
            path.push((at, place));
            let spot = &self.nodes[at];
            let branch = &spot.branches[place];
            if branch.child > 0 {
                at = branch.child;
                continue;
            }
            self.expand_branch(at, place, path.len(), watch);
            break;
        }
        for (plies, (at, place)) in path.into_iter().enumerate().rev() {
            self.back_up(at, place, watch);
            if self.nodes[at].visits == PROBE_VISITS {
                self.probe(at, plies + 1, watch);
            }
        }
    }

    /// Puts a position and its circuits, so many and the wanted one, to the others; its circuits are
    /// so many plies below the root.
    fn add_node(
        &mut self,
        node: CircuitPosition,
        (kept, wanted): (usize, Option<CircuitBranch>),
        plies: usize,
        watch: &mut SearchBudget<'_>,
    ) {
        let mut branches: Vec<CircuitBranch> = wanted.into_iter().collect();
        let is_whole = self.finder.add_branches(&node, &mut branches, kept, watch);
        let mut spot = CircuitNode {
            position: node,
            branches,
            value: 0,
            visits: 1,
            has_all_branches: is_whole,
            is_resolved: false,
        };
        spot.update_value();
        spot.is_resolved |= plies >= self.max_depth;
        self.nodes.push(spot);
    }

    /// Opens the position after a branch, whose circuit is so many plies below the root.
    fn expand_branch(
        &mut self,
        at: usize,
        place: usize,
        plies: usize,
        watch: &mut SearchBudget<'_>,
    ) {
        let new = self.nodes.len();
        let spot = &mut self.nodes[at];
        let next = spot.branches[place].after(&spot.position);
        spot.branches[place].child = new;
        self.add_node(next, (BRANCHES_KEPT, None), plies + 1, watch);
    }

    /// Looks whether the player to act wins by a 3x3 square that cannot be parried; the circuits of
    /// the position are so many plies below the root. What seems to win is opened, whereby all
    /// answers are looked at.
    fn probe(&mut self, at: usize, plies: usize, watch: &mut SearchBudget<'_>) {
        let spot = &self.nodes[at];
        if spot.is_resolved || spot.position.circuits_left() < 3 || watch.exhausted() {
            return;
        }
        let node = spot.position;
        let Some(found) = self.finder.forcing_branch(&node, watch) else {
            return;
        };
        let branches = &mut self.nodes[at].branches;
        let known = branches
            .iter()
            .position(|branch| branch.own_after == found.own_after);
        let place = known.unwrap_or(branches.len());
        if known.is_none() {
            branches.push(found);
        }
        if branches[place].child == 0 {
            self.expand_branch(at, place, plies, watch);
        }
        self.back_up(at, place, watch);
    }

    /// Takes what is known now of a branch to its position.
    fn back_up(&mut self, at: usize, place: usize, watch: &mut SearchBudget<'_>) {
        let next = self.nodes[at].branches[place].child;
        let (value, is_settled) = (-self.nodes[next].value, self.nodes[next].is_resolved);
        let spot = &mut self.nodes[at];
        spot.visits += 1;
        let branch = &mut spot.branches[place];
        branch.visits += 1;
        (branch.value, branch.is_resolved) = (value, is_settled);
        if !spot.has_all_branches && spot.best_value() < -SURE_VALUE {
            // All that were kept lose: one that was not may be better.
            spot.has_all_branches =
                self.finder
                    .add_branches(&spot.position, &mut spot.branches, BRANCHES_KEPT, watch);
        }
        spot.update_value();
    }
}

impl CircuitNode {
    /// The branch to look at: none where nothing is left to find out.
    #[expect(clippy::cast_precision_loss, reason = "values far below 2^24 decide")]
    fn select(&self) -> Option<usize> {
        if self.is_resolved {
            return None;
        }
        let draw = EXPLORATION * (self.visits as f32).sqrt();
        let urge = |branch: &CircuitBranch| branch.value as f32 + draw / (1 + branch.visits) as f32;
        let open = self.branches.iter().enumerate();
        let open = open.filter(|(_, branch)| !branch.is_resolved);
        let best = open.max_by(|(_, a), (_, b)| urge(a).total_cmp(&urge(b)));
        best.map(|(place, _)| place)
    }

    fn best_value(&self) -> i32 {
        let values = self.branches.iter().map(|branch| branch.value);
        values.max().unwrap_or(-SURE_VALUE)
    }

    /// Takes the value of the best branch. Nothing is left to find out if one wins by a 3x3 square,
    /// or if all are settled.
    fn update_value(&mut self) {
        self.value = self.best_value();
        if !self.has_all_branches {
            // That there is nothing better is not known.
            self.value = self.value.max(-SURE_VALUE);
        }
        let mut branches = self.branches.iter();
        self.is_resolved = self.value > SURE_VALUE || branches.all(|branch| branch.is_resolved);
    }
}
