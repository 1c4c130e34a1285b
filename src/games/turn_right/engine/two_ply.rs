//! The best circuits by what they gain less the best answer, exactly.

use super::super::circuit::Circuit;
use super::super::square::ALL_SQUARES;
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain, has_3x3};
use super::seen_boards::SeenBoards;
use super::{scan, threat};
use crate::search::SearchBudget;

/// A circuit and what it is worth to the player who makes it: the lead after it and the answers
/// looked at, a 3x3 square as [`THREE`] more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TwoPlyCandidate {
    pub circuit: Circuit,
    pub value: i32,
    /// The circuits thought to follow.
    pub continuation: Vec<Circuit>,
    /// The game ends with this circuit, or with the answer to it.
    pub is_last: bool,
    /// How many boards were looked at for it.
    pub visits: u64,
}

impl TwoPlyCandidate {
    /// A circuit with which the game ends.
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

/// What stays between two searches: room, and good answers.
pub(super) struct TwoPlySearch {
    gains: Vec<u8>,
    indices: Vec<u32>,
    /// The opponent's stones on the boards that are looked at.
    boards: Vec<u64>,
    marks: Vec<u8>,
    seen: SeenBoards,
    /// Circuits that were the best answer to something, the latest first.
    answers: Vec<Circuit>,
}

/// So many good answers are remembered.
const MAX_ANSWERS: usize = 64;

/// The best circuits of a position while they are looked for.
struct BestCircuits<'a> {
    node: &'a CircuitPosition,
    max_best: usize,
    /// Of those that lose by the answer so many are told.
    max_losing: usize,
    include: Option<Circuit>,
    best: Vec<TwoPlyCandidate>,
}

/// Below any value.
const MIN_VALUE: i32 = i32::MIN / 2;

impl BestCircuits<'_> {
    /// What a circuit must be worth more than to be among the best.
    fn threshold(&self) -> i32 {
        if let Some(last) = self.best.get(self.max_best - 1) {
            return last.value;
        }
        let last = self.best.get(self.max_losing - 1);
        last.map_or(MIN_VALUE, |last| last.value.min(-BONUS_3X3 / 2))
    }

    /// Puts a circuit among the best and drops the one that is none of them any more.
    fn insert(&mut self, found: TwoPlyCandidate) {
        let board = |one: &TwoPlyCandidate| one.circuit.rotate(self.node.own);
        let is_known =
            |one: &TwoPlyCandidate| one.value == found.value && board(one) == board(&found);
        if self.best.iter().any(is_known) {
            return;
        }
        let at = self
            .best
            .partition_point(|other| other.value >= found.value);
        self.best.insert(at, found);
        let mut at = 0;
        self.best.retain(|one| {
            at += 1;
            at <= self.max_best || self.include == Some(one.circuit)
        });
    }
}

impl TwoPlySearch {
    pub fn new() -> Self {
        Self {
            gains: Vec::new(),
            indices: Vec::new(),
            boards: Vec::new(),
            marks: Vec::new(),
            seen: SeenBoards::new(),
            answers: Vec::new(),
        }
    }

    /// Forgets the answers of other positions: with them other circuits are looked at first, and
    /// what is found for a budget of nodes would depend on what was thought before.
    pub fn clear_answers(&mut self) {
        self.answers.clear();
    }

    /// The `want` best circuits, the best first, of those that lose by the answer `lost` at most,
    /// and the wanted one whatever its value. Of circuits that lead to the same board one is told.
    /// At least one is valued, however short the time.
    pub fn best_circuits(
        &mut self,
        node: &CircuitPosition,
        (want, lost): (usize, usize),
        wanted: Option<Circuit>,
        watch: &mut SearchBudget<'_>,
    ) -> Vec<TwoPlyCandidate> {
        let circuits = node.legal_circuits();
        scan::circuit_gains(node.own, circuits, &mut self.gains);
        watch.count_nodes(node_count(circuits.len()));
        self.seen.clear();
        let mut search = BestCircuits {
            node,
            max_best: want,
            max_losing: lost,
            include: wanted,
            best: Vec::new(),
        };
        // The wanted one first, for time may be short.
        if let Some(wanted) = wanted {
            let own = wanted.rotate(node.own);
            self.seen.insert(own);
            let found = self.evaluate(node, wanted, own, MIN_VALUE, watch);
            if let Some(found) = found {
                search.insert(found);
            }
        }
        if threat::can_make_3x3(node.own, node.turn_number()) {
            self.add_winning(&mut search);
        }
        let most = scan::max_gain(&self.gains);
        for gain in (0..=most).rev() {
            // No answer loses more than all 25 squares.
            if node.lead + i32::from(gain) <= search.threshold() {
                break;
            }
            self.search_gain_level(&mut search, gain, watch);
            if watch.exhausted() && !search.best.is_empty() {
                // What was not looked at gains less at first sight.
                break;
            }
        }
        search.best
    }

    /// The circuits that win at once.
    fn add_winning(&mut self, search: &mut BestCircuits<'_>) {
        let node = search.node;
        for circuit in node.legal_circuits() {
            let own = circuit.rotate(node.own);
            if !has_3x3(own) || search.include == Some(*circuit) || !self.seen.insert(own) {
                continue;
            }
            let value = node.result_by_3x3(own, board_gain(own)).unwrap_or(0);
            if value > search.threshold() {
                search.insert(TwoPlyCandidate::ending(*circuit, value));
            }
        }
    }

    /// The circuits that gain so much, 25 counted to it.
    fn search_gain_level(
        &mut self,
        search: &mut BestCircuits<'_>,
        gain: u8,
        watch: &mut SearchBudget<'_>,
    ) {
        let (node, circuits) = (search.node, search.node.legal_circuits());
        scan::indices_with_gain(&self.gains, gain, &mut self.indices);
        let places = std::mem::take(&mut self.indices);
        let mut boards = std::mem::take(&mut self.boards);
        boards.clear();
        for place in &places {
            let own = circuits[*place as usize].rotate(node.own);
            if self.seen.insert(own) {
                boards.push(ALL_SQUARES ^ own);
            }
        }
        let mut rest = places.iter().map(|place| circuits[*place as usize]);
        let after = node.lead + i32::from(gain) - 25;
        for answer in self.answers.clone() {
            self.drop_answered(&mut boards, node, answer, after - search.threshold(), watch);
        }
        let mut at = 0;
        while let Some(other) = boards.get(at) {
            at += 1;
            let own = ALL_SQUARES ^ other;
            // Boards stand in the order of their circuits.
            let Some(circuit) = rest.find(|circuit| circuit.rotate(node.own) == own) else {
                break;
            };
            if search.include == Some(circuit) {
                continue;
            }
            let before = watch.nodes();
            let (least, known) = (search.threshold(), self.answers.first().copied());
            if let Some(mut found) = self.evaluate(node, circuit, own, least, watch) {
                found.visits = watch.nodes() - before;
                search.insert(found);
            }
            if watch.count_node() && !search.best.is_empty() {
                break;
            }
            if let Some(answer) = self.answers.first().copied()
                && (known != Some(answer) || search.threshold() > least)
            {
                boards.drain(..at);
                at = 0;
                self.drop_answered(&mut boards, node, answer, after - search.threshold(), watch);
            }
        }
        (self.indices, self.boards) = (places, boards);
    }

    /// Drops the boards on which an answer gains so much that they are none of the best.
    fn drop_answered(
        &mut self,
        boards: &mut Vec<u64>,
        node: &CircuitPosition,
        answer: Circuit,
        enough: i32,
        watch: &mut SearchBudget<'_>,
    ) {
        // The answer's turn is the same as ours, or the next.
        let turn = node.circuits_made.div_ceil(2) + 1;
        // Who may lose by the answer is among the best whatever the answer gains.
        let enough = enough.clamp(-25, 26);
        if answer.is_legal_in(turn)
            && !boards.is_empty()
            && node.circuits_left() > 1
            && enough <= 25
        {
            let enough = u8::try_from(enough + 25).unwrap_or(0);
            watch.count_nodes(boards.len() as u64 / 1024);
            scan::drop_answered(boards, answer, enough, &mut self.marks);
        }
    }

    /// The value of one circuit, if it is above `least`.
    fn evaluate(
        &mut self,
        node: &CircuitPosition,
        circuit: Circuit,
        own: u64,
        least: i32,
        watch: &mut SearchBudget<'_>,
    ) -> Option<TwoPlyCandidate> {
        let gain = board_gain(own);
        let candidate = |found: TwoPlyCandidate| (found.value > least).then_some(found);
        if let Some(value) = node.result_by_3x3(own, gain) {
            return candidate(TwoPlyCandidate::ending(circuit, value));
        }
        let next = node.after(own, gain);
        if next.circuits_left() == 0 {
            return candidate(TwoPlyCandidate::ending(circuit, -next.lead));
        }
        // An answer that gains so much refutes it.
        let enough = -least - next.lead;
        if enough < BONUS_3X3 / 2 && threat::can_make_3x3(next.own, next.turn_number()) {
            return None;
        }
        let (answer, gain) = best_answer(&next, enough, watch);
        self.remember_answer(answer);
        candidate(TwoPlyCandidate {
            circuit,
            value: -(next.lead + gain),
            continuation: vec![answer],
            is_last: next.circuits_left() == 1 || gain.abs() > BONUS_3X3 / 2,
            visits: 0,
        })
    }

    fn remember_answer(&mut self, answer: Circuit) {
        self.answers.retain(|known| *known != answer);
        self.answers.insert(0, answer);
        self.answers.truncate(MAX_ANSWERS);
    }
}

/// Blocks of boards: what is counted as a node.
pub(super) const fn node_count(boards: usize) -> u64 {
    boards as u64 / 1024 + 1
}

/// The circuit that gains most and what it gains, a 3x3 square as [`THREE`] more; another one if
/// it gains at least `enough`.
pub(super) fn best_answer(
    node: &CircuitPosition,
    enough: i32,
    watch: &mut SearchBudget<'_>,
) -> (Circuit, i32) {
    let circuits = node.legal_circuits();
    if threat::can_make_3x3(node.own, node.turn_number()) {
        watch.count_nodes(node_count(circuits.len()));
        return careful_answer(node, circuits);
    }
    let enough = u8::try_from((enough + 25).clamp(0, 255)).unwrap_or(u8::MAX);
    let best = scan::best_gain(node.own, circuits, enough);
    watch.count_nodes(node_count(best.scanned));
    let circuit = circuits[best.index];
    if has_3x3(ALL_SQUARES ^ circuit.rotate(node.own)) {
        // It makes a 3x3 square of the other's: what is next best must be looked for.
        watch.count_nodes(node_count(circuits.len()));
        return careful_answer(node, circuits);
    }
    (circuit, i32::from(best.gain) - 25)
}

/// The same with a look at the 3x3 squares of every board.
fn careful_answer(node: &CircuitPosition, circuits: &[Circuit]) -> (Circuit, i32) {
    let mut best = (circuits[0], i32::MIN);
    for circuit in circuits {
        let own = circuit.rotate(node.own);
        let mut worth = board_gain(own);
        if has_3x3(ALL_SQUARES ^ own) {
            worth -= BONUS_3X3;
        } else if has_3x3(own) {
            worth += BONUS_3X3;
        }
        if worth > best.1 {
            best = (*circuit, worth);
        }
    }
    best
}
