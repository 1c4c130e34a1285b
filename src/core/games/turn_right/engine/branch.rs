//! Selection of the circuits of a position to search further, by their evaluation.

use super::super::circuit::Circuit;
use super::circuit_eval::{CircuitEval, EVALS_PER_NODE, POINT_SCALE};
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain};
use super::forced_win::ForcedWinFinder;
use super::two_ply::node_count;
use super::{scan, threat};
use crate::contract::SPLITMIX64_INCREMENT;
use crate::search::SearchBudget;

/// The value above which a position is won by a 3x3 square.
pub(super) const SURE_VALUE: i32 = BONUS_3X3 / 2 * POINT_SCALE;
/// The largest difference, in points, between the best gain and that of a circuit to evaluate, if
/// there are others.
const MAX_GAIN_DEFICIT: u8 = 2;

/// The number of circuits to evaluate between checks of the budget.
const CLOCK_CHECK_BLOCK: usize = 1 << 13;
/// The number of boards to check for a 3x3 square that cannot be parried, which takes about a
/// hundredth of a second.
const MAX_FORCING_BOARDS: usize = 1 << 15;
/// The number of these checks that take as long as a node.
const THREAT_CHECKS_PER_NODE: usize = 32;

/// A circuit of a position in the tree, with its value.
#[derive(Clone, Debug)]
pub struct CircuitBranch {
    /// The circuit.
    pub circuit: Circuit,
    /// The mover's stones after the circuit.
    pub(super) own_after: u64,
    /// The points that it gains at once.
    pub(super) gain: i32,
    /// The mover's expected final lead, in units of 1 / [`POINT_SCALE`] points.
    pub value: i32,
    /// The number of times it was selected.
    pub visits: u32,
    /// The index of the node after it, or 0 if it is not expanded.
    pub(super) child: usize,
    /// Whether the value is final.
    pub(super) is_resolved: bool,
}

impl CircuitBranch {
    /// Returns the position after the circuit.
    pub(super) const fn after(&self, node: &CircuitPosition) -> CircuitPosition {
        node.after(self.own_after, self.gain)
    }
}

/// A finder of branches, with reusable buffers.
pub struct BranchFinder<'a> {
    eval: &'a CircuitEval,
    /// The gain of each legal circuit, plus 25.
    gains: Vec<u8>,
    /// The indices of the circuits with the current gain.
    indices: Vec<u32>,
    /// The boards already evaluated.
    seen: SeenBoards,
    forced_win: ForcedWinFinder,
}

impl<'a> BranchFinder<'a> {
    /// Creates a finder that uses an evaluation.
    pub fn new(eval: &'a CircuitEval) -> Self {
        Self {
            eval,
            gains: Vec::new(),
            indices: Vec::new(),
            seen: SeenBoards::new(),
            forced_win: ForcedWinFinder::new(),
        }
    }

    /// Creates the branch of a circuit with its evaluation, including a 3x3 square made by the
    /// answer.
    pub fn new_branch(&self, node: &CircuitPosition, circuit: Circuit) -> CircuitBranch {
        let own_after = circuit.rotate(node.own);
        let gain = board_gain(own_after);
        let next = node.after(own_after, gain);
        let ended = node.result_by_3x3(own_after, gain);
        let is_lost =
            || next.circuits_left() > 0 && threat::can_make_3x3(next.own, next.turn_number());
        let value = match ended {
            Some(value) => value * POINT_SCALE,
            None if is_lost() => (node.lead + gain - BONUS_3X3) * POINT_SCALE,
            None => -self.eval.expected_lead(&next),
        };
        CircuitBranch {
            circuit,
            own_after,
            gain,
            value,
            visits: 0,
            child: 0,
            is_resolved: ended.is_some() || next.circuits_left() == 0 || value < -SURE_VALUE,
        }
    }

    /// Adds up to `max_new` of the best circuits of a position that are not among the `known`.
    ///
    /// Circuits that lose to a 3x3 square in the answer are left out, except for one if there is no
    /// other. Returns whether it is certain that there are no further circuits.
    pub fn add_branches(
        &mut self,
        node: &CircuitPosition,
        known: &mut Vec<CircuitBranch>,
        max_new: usize,
        budget: &mut SearchBudget<'_>,
    ) -> bool {
        let max_gain = self.scan_gains(node, budget);
        let mut new: Vec<CircuitBranch> = Vec::new();
        for gain in (0..=max_gain).rev() {
            let is_far = max_gain - gain > MAX_GAIN_DEFICIT && !new.is_empty();
            if is_far || budget.exhausted() && !(new.is_empty() && known.is_empty()) {
                break;
            }
            let mut indices = std::mem::take(&mut self.indices);
            scan::indices_with_gain(&self.gains, gain, &mut indices);
            for indices in indices.chunks(CLOCK_CHECK_BLOCK) {
                self.evaluate_circuits(node, indices, max_new, known, &mut new);
                if budget.count_nodes(indices.len() as u64 / EVALS_PER_NODE) && !new.is_empty() {
                    break;
                }
            }
            self.indices = indices;
        }
        let are_all = new.is_empty() && !budget.exhausted();
        if new.is_empty() && known.is_empty() {
            // Every circuit loses, but one must be played.
            let circuits = node.legal_circuits();
            let best = scan::best_gain(node.own, circuits, max_gain);
            new.push(self.new_branch(node, circuits[best.index]));
        }
        known.extend(new);
        are_all
    }

    /// Computes the gain of each circuit of a position; returns the largest one, plus 25.
    fn scan_gains(&mut self, node: &CircuitPosition, budget: &mut SearchBudget<'_>) -> u8 {
        let circuits = node.legal_circuits();
        scan::circuit_gains(node.own, circuits, &mut self.gains);
        budget.count_nodes(node_count(circuits.len()));
        self.seen.clear();
        scan::max_gain(&self.gains)
    }

    /// Returns a circuit after which no answer is found to parry a 3x3 square, if there is one.
    ///
    /// Circuits are checked in descending order of gain, up to a limit.
    pub fn forcing_branch(
        &mut self,
        node: &CircuitPosition,
        budget: &mut SearchBudget<'_>,
    ) -> Option<CircuitBranch> {
        let circuits = node.legal_circuits();
        let max_gain = self.scan_gains(node, budget);
        let mut checked = 0;
        for gain in (0..=max_gain).rev() {
            scan::indices_with_gain(&self.gains, gain, &mut self.indices);
            for index in &self.indices {
                let circuit = circuits[*index as usize];
                let own_after = circuit.rotate(node.own);
                if !self.seen.insert(own_after) {
                    continue;
                }
                if self.forced_win.wins(node, own_after, budget) {
                    return Some(self.new_branch(node, circuit));
                }
                checked += 1;
                if checked % THREAT_CHECKS_PER_NODE == 0 && budget.count_node()
                    || checked == MAX_FORCING_BOARDS
                {
                    return None;
                }
            }
        }
        None
    }

    /// Evaluates circuits, given by their indices, and inserts those that are among the best so
    /// far.
    fn evaluate_circuits(
        &mut self,
        node: &CircuitPosition,
        indices: &[u32],
        max_new: usize,
        known: &[CircuitBranch],
        best: &mut Vec<CircuitBranch>,
    ) {
        let circuits = node.legal_circuits();
        for index in indices {
            let circuit = circuits[*index as usize];
            let own_after = circuit.rotate(node.own);
            if !self.seen.insert(own_after) {
                continue;
            }
            let value = -self
                .eval
                .expected_lead(&node.after(own_after, board_gain(own_after)));
            let min_value = best.get(max_new - 1).map(|last| last.value);
            let is_same_board = |branch: &CircuitBranch| branch.own_after == own_after;
            if min_value.is_some_and(|min_value| value <= min_value)
                || known.iter().chain(&*best).any(is_same_board)
            {
                continue;
            }
            let branch = self.new_branch(node, circuit);
            if branch.value >= -SURE_VALUE {
                let index = best.partition_point(|other| other.value >= branch.value);
                best.insert(index, branch);
                best.truncate(max_new);
            }
        }
    }
}

// A lossy table of boards already searched, since many circuits lead to the same board.

/// The number of boards that the table can hold.
const SLOT_COUNT: usize = 1 << 14;

/// A lossy set of boards: a new board replaces the one in its slot.
pub(super) struct SeenBoards {
    boards: Vec<u64>,
}

impl SeenBoards {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self {
            boards: vec![0; SLOT_COUNT],
        }
    }

    /// Removes all boards.
    pub fn clear(&mut self) {
        self.boards.fill(0);
    }

    /// Adds a board and reports whether it was new, as far as the table remembers.
    #[inline]
    pub fn insert(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(SPLITMIX64_INCREMENT) >> 50) as usize % SLOT_COUNT;
        std::mem::replace(&mut self.boards[slot], own) != own
    }
}
