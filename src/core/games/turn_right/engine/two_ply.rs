//! Exact two-ply search: the best circuits by their gain minus that of the best answer.

use super::super::circuit::Circuit;
use super::super::square::ALL_SQUARES;
use super::branch::SeenBoards;
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain, has_3x3};
use super::{scan, threat};
use crate::search::SearchBudget;

/// A circuit with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoPlyCandidate {
    /// The circuit.
    pub circuit: Circuit,
    /// The lead after the circuit and the best answer, in points; a 3x3 square counts
    /// [`BONUS_3X3`].
    pub value: i32,
    /// The expected answer, if there is one.
    pub continuation: Vec<Circuit>,
    /// Whether the game ends with this circuit or with the answer to it.
    pub is_last: bool,
    /// The number of nodes searched for it.
    pub visits: u64,
}

impl TwoPlyCandidate {
    /// Creates a candidate for a circuit that ends the game.
    fn ending(circuit: Circuit, value: i32) -> Self {
        Self {
            circuit,
            value,
            continuation: Vec::new(),
            is_last: true,
            visits: 0,
        }
    }
}

/// The two-ply search, with buffers and good answers kept between searches.
pub struct TwoPlySearch {
    /// The gain of each legal circuit, plus 25.
    gains: Vec<u8>,
    /// The indices of the circuits with the current gain.
    indices: Vec<u32>,
    /// The opponent's stones on the boards to search.
    boards: Vec<u64>,
    /// Marks of the boards that an answer refutes.
    marks: Vec<u8>,
    /// The boards already searched.
    seen: SeenBoards,
    /// The circuits that were a best answer before, the latest first.
    answers: Vec<Circuit>,
}

/// The number of good answers to remember.
const MAX_ANSWERS: usize = 64;

/// The best circuits of a position found so far.
struct BestCircuits<'a> {
    node: &'a CircuitPosition,
    /// The number of circuits to find.
    max_best: usize,
    /// The number of circuits to keep if they lose to the answer.
    max_losing: usize,
    /// A circuit to keep regardless of its value.
    include: Option<Circuit>,
    /// The candidates, the best first.
    best: Vec<TwoPlyCandidate>,
}

/// A bound below any value.
const MIN_VALUE: i32 = i32::MIN / 2;

impl BestCircuits<'_> {
    /// Returns the value that a circuit must exceed to be among the best.
    fn threshold(&self) -> i32 {
        if let Some(last) = self.best.get(self.max_best - 1) {
            return last.value;
        }
        let last = self.best.get(self.max_losing - 1);
        last.map_or(MIN_VALUE, |last| last.value.min(-BONUS_3X3 / 2))
    }

    /// Inserts a circuit, unless one leads to the same board, and drops those no longer among the
    /// best.
    fn insert(&mut self, found: TwoPlyCandidate) {
        let board_after = |candidate: &TwoPlyCandidate| candidate.circuit.rotate(self.node.own);
        let is_known = |candidate: &TwoPlyCandidate| {
            candidate.value == found.value && board_after(candidate) == board_after(&found)
        };
        if self.best.iter().any(is_known) {
            return;
        }
        let index = self
            .best
            .partition_point(|other| other.value >= found.value);
        self.best.insert(index, found);
        let mut count = 0;
        self.best.retain(|candidate| {
            count += 1;
            count <= self.max_best || self.include == Some(candidate.circuit)
        });
    }
}

impl Default for TwoPlySearch {
    /// Creates a search that remembers no answers.
    fn default() -> Self {
        Self {
            gains: Vec::new(),
            indices: Vec::new(),
            boards: Vec::new(),
            marks: Vec::new(),
            seen: SeenBoards::new(),
            answers: Vec::new(),
        }
    }
}

impl TwoPlySearch {
    /// Forgets the answers of earlier searches.
    ///
    /// They change the order of search, so with them the result for a given number of nodes would
    /// depend on earlier searches.
    pub fn clear_answers(&mut self) {
        self.answers.clear();
    }

    /// Returns the `max_best` best circuits, the best first, and the one to include regardless of
    /// its value.
    ///
    /// At most `max_losing` circuits that lose to the answer are returned, and one of those that
    /// lead to the same board. At least one circuit is evaluated, however small the budget.
    pub fn best_circuits(
        &mut self,
        node: &CircuitPosition,
        (max_best, max_losing): (usize, usize),
        include: Option<Circuit>,
        budget: &mut SearchBudget<'_>,
    ) -> Vec<TwoPlyCandidate> {
        let circuits = node.legal_circuits();
        scan::circuit_gains(node.own, circuits, &mut self.gains);
        budget.count_nodes(node_count(circuits.len()));
        self.seen.clear();
        let mut search = BestCircuits {
            node,
            max_best,
            max_losing,
            include,
            best: Vec::new(),
        };
        // The circuit to include comes first, since the budget may be small.
        if let Some(include) = include {
            let own_after = include.rotate(node.own);
            self.seen.insert(own_after);
            let candidate = self.evaluate(node, include, own_after, MIN_VALUE, budget);
            if let Some(candidate) = candidate {
                search.insert(candidate);
            }
        }
        if threat::can_make_3x3(node.own, node.turn_number()) {
            self.add_winning(&mut search);
        }
        let max_gain = scan::max_gain(&self.gains);
        for gain in (0..=max_gain).rev() {
            // No answer loses more than all 25 squares.
            if node.lead + i32::from(gain) <= search.threshold() {
                break;
            }
            self.search_gain_level(&mut search, gain, budget);
            if budget.exhausted() && !search.best.is_empty() {
                // The circuits not searched gain less at once.
                break;
            }
        }
        search.best
    }

    /// Adds the circuits that win at once.
    fn add_winning(&mut self, search: &mut BestCircuits<'_>) {
        let node = search.node;
        for circuit in node.legal_circuits() {
            let own_after = circuit.rotate(node.own);
            if !has_3x3(own_after)
                || search.include == Some(*circuit)
                || !self.seen.insert(own_after)
            {
                continue;
            }
            let value = node
                .result_by_3x3(own_after, board_gain(own_after))
                .unwrap_or(0);
            if value > search.threshold() {
                search.insert(TwoPlyCandidate::ending(*circuit, value));
            }
        }
    }

    /// Searches the circuits with a gain of `gain` (with 25 added).
    fn search_gain_level(
        &mut self,
        search: &mut BestCircuits<'_>,
        gain: u8,
        budget: &mut SearchBudget<'_>,
    ) {
        let (node, circuits) = (search.node, search.node.legal_circuits());
        scan::indices_with_gain(&self.gains, gain, &mut self.indices);
        let indices = std::mem::take(&mut self.indices);
        let mut boards = std::mem::take(&mut self.boards);
        boards.clear();
        for index in &indices {
            let own_after = circuits[*index as usize].rotate(node.own);
            if self.seen.insert(own_after) {
                boards.push(ALL_SQUARES ^ own_after);
            }
        }
        let mut remaining = indices.iter().map(|index| circuits[*index as usize]);
        let lead = node.lead + i32::from(gain) - 25;
        for answer in self.answers.clone() {
            self.drop_answered(&mut boards, node, answer, lead - search.threshold(), budget);
        }
        let mut next_board = 0;
        while let Some(other) = boards.get(next_board) {
            next_board += 1;
            let own_after = ALL_SQUARES ^ other;
            // The boards are in the order of their circuits.
            let Some(circuit) = remaining.find(|circuit| circuit.rotate(node.own) == own_after)
            else {
                break;
            };
            if search.include == Some(circuit) {
                continue;
            }
            let before = budget.nodes();
            let (threshold, known_answer) = (search.threshold(), self.answers.first().copied());
            if let Some(mut found) = self.evaluate(node, circuit, own_after, threshold, budget) {
                found.visits = budget.nodes() - before;
                search.insert(found);
            }
            if budget.count_node() && !search.best.is_empty() {
                break;
            }
            if let Some(answer) = self.answers.first().copied()
                && (known_answer != Some(answer) || search.threshold() > threshold)
            {
                boards.drain(..next_board);
                next_board = 0;
                self.drop_answered(&mut boards, node, answer, lead - search.threshold(), budget);
            }
        }
        (self.indices, self.boards) = (indices, boards);
    }

    /// Removes the boards on which an answer gains at least `enough` points.
    fn drop_answered(
        &mut self,
        boards: &mut Vec<u64>,
        node: &CircuitPosition,
        answer: Circuit,
        enough: i32,
        budget: &mut SearchBudget<'_>,
    ) {
        // The answer is made in the same turn as the circuit, or in the next.
        let turn = node.circuits_made.div_ceil(2) + 1;
        // If circuits that lose to the answer are kept, the gain of the answer does not matter.
        let enough = enough.clamp(-25, 26);
        if answer.is_legal_in(turn)
            && !boards.is_empty()
            && node.circuits_left() > 1
            && enough <= 25
        {
            let enough = u8::try_from(enough + 25).unwrap_or(0);
            budget.count_nodes(boards.len() as u64 / 1024);
            scan::drop_answered(boards, answer, enough, &mut self.marks);
        }
    }

    /// Evaluates one circuit; returns `None` if its value is at most `min_value`.
    fn evaluate(
        &mut self,
        node: &CircuitPosition,
        circuit: Circuit,
        own: u64,
        min_value: i32,
        budget: &mut SearchBudget<'_>,
    ) -> Option<TwoPlyCandidate> {
        let gain = board_gain(own);
        let candidate = |found: TwoPlyCandidate| (found.value > min_value).then_some(found);
        if let Some(value) = node.result_by_3x3(own, gain) {
            return candidate(TwoPlyCandidate::ending(circuit, value));
        }
        let next = node.after(own, gain);
        if next.circuits_left() == 0 {
            return candidate(TwoPlyCandidate::ending(circuit, -next.lead));
        }
        // An answer that gains this much refutes the circuit.
        let enough = -min_value - next.lead;
        if enough < BONUS_3X3 / 2 && threat::can_make_3x3(next.own, next.turn_number()) {
            return None;
        }
        let (answer, gain) = best_answer(&next, enough, budget);
        self.remember_answer(answer);
        candidate(TwoPlyCandidate {
            circuit,
            value: -(next.lead + gain),
            continuation: vec![answer],
            is_last: next.circuits_left() == 1 || gain.abs() > BONUS_3X3 / 2,
            visits: 0,
        })
    }

    /// Moves an answer to the front of those to try first.
    fn remember_answer(&mut self, answer: Circuit) {
        self.answers.retain(|known| *known != answer);
        self.answers.insert(0, answer);
        self.answers.truncate(MAX_ANSWERS);
    }
}

/// Returns the number of nodes for a number of boards: one per block of 1024.
pub(super) const fn node_count(boards: usize) -> u64 {
    boards as u64 / 1024 + 1
}

/// Returns the circuit with the largest gain, and the gain in points; a 3x3 square counts
/// [`BONUS_3X3`].
///
/// Another circuit may be returned if it gains at least `enough`.
pub(super) fn best_answer(
    node: &CircuitPosition,
    enough: i32,
    budget: &mut SearchBudget<'_>,
) -> (Circuit, i32) {
    let circuits = node.legal_circuits();
    if threat::can_make_3x3(node.own, node.turn_number()) {
        budget.count_nodes(node_count(circuits.len()));
        return careful_answer(node, circuits);
    }
    let enough = u8::try_from((enough + 25).clamp(0, 255)).unwrap_or(u8::MAX);
    let best = scan::best_gain(node.own, circuits, enough);
    budget.count_nodes(node_count(best.scanned));
    let circuit = circuits[best.index];
    if has_3x3(ALL_SQUARES ^ circuit.rotate(node.own)) {
        // It makes a 3x3 square of the opponent's, so the next best circuit must be found.
        budget.count_nodes(node_count(circuits.len()));
        return careful_answer(node, circuits);
    }
    (circuit, i32::from(best.gain) - 25)
}

/// Returns the circuit with the largest gain and the gain, checking every board for 3x3 squares.
fn careful_answer(node: &CircuitPosition, circuits: &[Circuit]) -> (Circuit, i32) {
    let mut best = (circuits[0], i32::MIN);
    for circuit in circuits {
        let own_after = circuit.rotate(node.own);
        let mut value = board_gain(own_after);
        if has_3x3(ALL_SQUARES ^ own_after) {
            value -= BONUS_3X3;
        } else if has_3x3(own_after) {
            value += BONUS_3X3;
        }
        if value > best.1 {
            best = (*circuit, value);
        }
    }
    best
}
