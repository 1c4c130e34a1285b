//! The circuits of a position that are worth a closer look, at a glance.

use super::super::circuit::Circuit;
use super::circuit_eval::{CircuitEval, EVALS_PER_NODE, POINT_SCALE};
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain};
use super::forced_win::ForcedWinFinder;
use super::seen_boards::SeenBoards;
use super::two_ply::node_count;
use super::{scan, threat};
use crate::search::SearchBudget;

/// A value above it is a 3x3 square.
pub(super) const SURE_VALUE: i32 = BONUS_3X3 / 2 * POINT_SCALE;
/// Circuits that gain so many points less than the best are not looked at, if there are others.
const MAX_GAIN_DEFICIT: u8 = 2;

/// So many are looked at between two looks at the clock.
const CLOCK_CHECK_BLOCK: usize = 1 << 13;
/// So many boards are looked at for a 3x3 square that cannot be parried: about a hundredth of a
/// second.
const MAX_FORCING_BOARDS: usize = 1 << 15;
/// So many of them take as long as a node.
const THREAT_CHECKS_PER_NODE: usize = 32;

/// A circuit of a position.
#[derive(Clone, Debug)]
pub struct CircuitBranch {
    /// The circuit.
    pub circuit: Circuit,
    /// The mover's stones after it.
    pub(super) own_after: u64,
    /// What it gains at once.
    pub(super) gain: i32,
    /// What it is worth to the mover: the lead at the end, in [`PARTS`] of a point.
    pub value: i32,
    /// How often it was chosen.
    pub visits: u32,
    /// Where the position after it stands, once it was opened; 0 before.
    pub(super) child: usize,
    /// Nothing is left to find out.
    pub(super) is_resolved: bool,
}

impl CircuitBranch {
    /// The position after it.
    pub(super) const fn after(&self, node: &CircuitPosition) -> CircuitPosition {
        node.after(self.own_after, self.gain)
    }
}

/// Who finds them.
pub(super) struct BranchFinder<'a> {
    eval: &'a CircuitEval,
    gains: Vec<u8>,
    indices: Vec<u32>,
    seen: SeenBoards,
    forced_win: ForcedWinFinder,
}

impl<'a> BranchFinder<'a> {
    pub fn new(outlook: &'a CircuitEval) -> Self {
        Self {
            eval: outlook,
            gains: Vec::new(),
            indices: Vec::new(),
            seen: SeenBoards::new(),
            forced_win: ForcedWinFinder::new(),
        }
    }

    /// A circuit at a glance; a 3x3 square in the answer is seen, too.
    pub fn new_branch(&self, node: &CircuitPosition, circuit: Circuit) -> CircuitBranch {
        let own = circuit.rotate(node.own);
        let gain = board_gain(own);
        let next = node.after(own, gain);
        let ended = node.result_by_3x3(own, gain);
        let is_lost =
            || next.circuits_left() > 0 && threat::can_make_3x3(next.own, next.turn_number());
        let value = match ended {
            Some(value) => value * POINT_SCALE,
            None if is_lost() => (node.lead + gain - BONUS_3X3) * POINT_SCALE,
            None => -self.eval.expected_lead(&next),
        };
        CircuitBranch {
            circuit,
            own_after: own,
            gain,
            value,
            visits: 0,
            child: 0,
            is_resolved: ended.is_some() || next.circuits_left() == 0 || value < -SURE_VALUE,
        }
    }

    /// Adds to the circuits of a position that are known up to `kept` of the best others, and none
    /// that loses by a 3x3 square in the answer; one that does if there is nothing else. Whether it
    /// is sure that there are no others.
    pub fn add_branches(
        &mut self,
        node: &CircuitPosition,
        known: &mut Vec<CircuitBranch>,
        kept: usize,
        watch: &mut SearchBudget<'_>,
    ) -> bool {
        let most = self.scan_gains(node, watch);
        let mut new: Vec<CircuitBranch> = Vec::new();
        for gain in (0..=most).rev() {
            let is_far = most - gain > MAX_GAIN_DEFICIT && !new.is_empty();
            if is_far || watch.exhausted() && !(new.is_empty() && known.is_empty()) {
                break;
            }
            let mut places = std::mem::take(&mut self.indices);
            scan::indices_with_gain(&self.gains, gain, &mut places);
            for places in places.chunks(CLOCK_CHECK_BLOCK) {
                self.evaluate_circuits(node, places, kept, known, &mut new);
                if watch.count_nodes(places.len() as u64 / EVALS_PER_NODE) && !new.is_empty() {
                    break;
                }
            }
            self.indices = places;
        }
        let are_all = new.is_empty() && !watch.exhausted();
        if new.is_empty() && known.is_empty() {
            // Nothing helps; something must be played.
            let circuits = node.legal_circuits();
            let best = scan::best_gain(node.own, circuits, most);
            new.push(self.new_branch(node, circuits[best.index]));
        }
        known.extend(new);
        are_all
    }

    /// Sees what each circuit of a position gains; the most of it, 25 counted to it.
    fn scan_gains(&mut self, node: &CircuitPosition, watch: &mut SearchBudget<'_>) -> u8 {
        let circuits = node.legal_circuits();
        scan::circuit_gains(node.own, circuits, &mut self.gains);
        watch.count_nodes(node_count(circuits.len()));
        self.seen.clear();
        scan::max_gain(&self.gains)
    }

    /// A circuit after which, it seems, no answer parries a 3x3 square; of those that gain most.
    pub fn forcing_branch(
        &mut self,
        node: &CircuitPosition,
        watch: &mut SearchBudget<'_>,
    ) -> Option<CircuitBranch> {
        let circuits = node.legal_circuits();
        let most = self.scan_gains(node, watch);
        let mut looked = 0;
        for gain in (0..=most).rev() {
            scan::indices_with_gain(&self.gains, gain, &mut self.indices);
            for place in &self.indices {
                let circuit = circuits[*place as usize];
                let own = circuit.rotate(node.own);
                if !self.seen.insert(own) {
                    continue;
                }
                if self.forced_win.wins(node, own, watch) {
                    return Some(self.new_branch(node, circuit));
                }
                looked += 1;
                if looked % THREAT_CHECKS_PER_NODE == 0 && watch.count_node()
                    || looked == MAX_FORCING_BOARDS
                {
                    return None;
                }
            }
        }
        None
    }

    /// Looks at circuits, by their places in the table; puts those that are better than the worst of
    /// the best in their place.
    fn evaluate_circuits(
        &mut self,
        node: &CircuitPosition,
        places: &[u32],
        kept: usize,
        known: &[CircuitBranch],
        best: &mut Vec<CircuitBranch>,
    ) {
        let circuits = node.legal_circuits();
        for place in places {
            let circuit = circuits[*place as usize];
            let own = circuit.rotate(node.own);
            if !self.seen.insert(own) {
                continue;
            }
            let value = -self.eval.expected_lead(&node.after(own, board_gain(own)));
            let least = best.get(kept - 1).map(|last| last.value);
            let is_it = |branch: &CircuitBranch| branch.own_after == own;
            if least.is_some_and(|least| value <= least) || known.iter().chain(&*best).any(is_it) {
                continue;
            }
            let found = self.new_branch(node, circuit);
            if found.value >= -SURE_VALUE {
                let at = best.partition_point(|branch| branch.value >= found.value);
                best.insert(at, found);
                best.truncate(kept);
            }
        }
    }
}
