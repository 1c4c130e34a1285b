//! The best circuits by what they gain less the best answer, exactly.

use super::super::circuit::Circuit;
use super::super::square::ALL;
use super::node::{Node, THREE, gain, three};
use super::seen::Seen;
use super::{scan, threat};
use crate::search::SearchBudget;

/// A circuit and what it is worth to the player who makes it: the lead after it and the answers
/// looked at, a 3x3 square as [`THREE`] more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub circuit: Circuit,
    pub value: i32,
    /// The circuits thought to follow.
    pub follow: Vec<Circuit>,
    /// The game ends with this circuit, or with the answer to it.
    pub is_last: bool,
    /// How many boards were looked at for it.
    pub visits: u64,
}

impl Candidate {
    /// A circuit with which the game ends.
    fn last(circuit: Circuit, value: i32) -> Self {
        Self {
            circuit,
            value,
            follow: Vec::new(),
            is_last: true,
            visits: 0,
        }
    }
}

/// What stays between two searches: room, and good answers.
pub(super) struct Workshop {
    gains: Vec<u8>,
    places: Vec<u32>,
    /// The opponent's stones on the boards that are looked at.
    boards: Vec<u64>,
    marks: Vec<u8>,
    seen: Seen,
    /// Circuits that were the best answer to something, the latest first.
    answers: Vec<Circuit>,
}

/// So many good answers are remembered.
const ANSWERS: usize = 64;

/// The best circuits of a position while they are looked for.
struct Search<'a> {
    node: &'a Node,
    want: usize,
    /// Of those that lose by the answer so many are told.
    lost: usize,
    wanted: Option<Circuit>,
    best: Vec<Candidate>,
}

/// Below any value.
const LEAST: i32 = i32::MIN / 2;

impl Search<'_> {
    /// What a circuit must be worth more than to be among the best.
    fn least(&self) -> i32 {
        if let Some(last) = self.best.get(self.want - 1) {
            return last.value;
        }
        let last = self.best.get(self.lost - 1);
        last.map_or(LEAST, |last| last.value.min(-THREE / 2))
    }

    /// Puts a circuit among the best and drops the one that is none of them any more.
    fn put(&mut self, found: Candidate) {
        let board = |one: &Candidate| one.circuit.rotate(self.node.own);
        let is_known = |one: &Candidate| one.value == found.value && board(one) == board(&found);
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
            at <= self.want || self.wanted == Some(one.circuit)
        });
    }
}

impl Workshop {
    pub fn new() -> Self {
        Self {
            gains: Vec::new(),
            places: Vec::new(),
            boards: Vec::new(),
            marks: Vec::new(),
            seen: Seen::new(),
            answers: Vec::new(),
        }
    }

    /// Forgets the answers of other positions: with them other circuits are looked at first, and
    /// what is found for a budget of nodes would depend on what was thought before.
    pub fn forget(&mut self) {
        self.answers.clear();
    }

    /// The `want` best circuits, the best first, of those that lose by the answer `lost` at most,
    /// and the wanted one whatever its value. Of circuits that lead to the same board one is told.
    /// At least one is valued, however short the time.
    pub fn top(
        &mut self,
        node: &Node,
        (want, lost): (usize, usize),
        wanted: Option<Circuit>,
        watch: &mut SearchBudget<'_>,
    ) -> Vec<Candidate> {
        let circuits = node.legal();
        scan::gains(node.own, circuits, &mut self.gains);
        watch.count_nodes(blocks(circuits.len()));
        self.seen.clear();
        let mut search = Search {
            node,
            want,
            lost,
            wanted,
            best: Vec::new(),
        };
        // The wanted one first, for time may be short.
        if let Some(wanted) = wanted {
            let own = wanted.rotate(node.own);
            self.seen.is_new(own);
            let found = self.value(node, wanted, own, LEAST, watch);
            if let Some(found) = found {
                search.put(found);
            }
        }
        if threat::exists(node.own, node.turn()) {
            self.threes(&mut search);
        }
        let most = scan::most(&self.gains);
        for gain in (0..=most).rev() {
            // No answer loses more than all 25 squares.
            if node.lead + i32::from(gain) <= search.least() {
                break;
            }
            self.level(&mut search, gain, watch);
            if watch.exhausted() && !search.best.is_empty() {
                // What was not looked at gains less at first sight.
                break;
            }
        }
        search.best
    }

    /// The circuits that win at once.
    fn threes(&mut self, search: &mut Search<'_>) {
        let node = search.node;
        for circuit in node.legal() {
            let own = circuit.rotate(node.own);
            if !three(own) || search.wanted == Some(*circuit) || !self.seen.is_new(own) {
                continue;
            }
            let value = node.by_three(own, gain(own)).unwrap_or(0);
            if value > search.least() {
                search.put(Candidate::last(*circuit, value));
            }
        }
    }

    /// The circuits that gain so much, 25 counted to it.
    fn level(&mut self, search: &mut Search<'_>, gain: u8, watch: &mut SearchBudget<'_>) {
        let (node, circuits) = (search.node, search.node.legal());
        scan::places(&self.gains, gain, &mut self.places);
        let places = std::mem::take(&mut self.places);
        let mut boards = std::mem::take(&mut self.boards);
        boards.clear();
        for place in &places {
            let own = circuits[*place as usize].rotate(node.own);
            if self.seen.is_new(own) {
                boards.push(ALL ^ own);
            }
        }
        let mut rest = places.iter().map(|place| circuits[*place as usize]);
        let after = node.lead + i32::from(gain) - 25;
        for answer in self.answers.clone() {
            self.drop_answered(&mut boards, node, answer, after - search.least(), watch);
        }
        let mut at = 0;
        while let Some(other) = boards.get(at) {
            at += 1;
            let own = ALL ^ other;
            // Boards stand in the order of their circuits.
            let Some(circuit) = rest.find(|circuit| circuit.rotate(node.own) == own) else {
                break;
            };
            if search.wanted == Some(circuit) {
                continue;
            }
            let before = watch.nodes();
            let (least, known) = (search.least(), self.answers.first().copied());
            if let Some(mut found) = self.value(node, circuit, own, least, watch) {
                found.visits = watch.nodes() - before;
                search.put(found);
            }
            if watch.count_node() && !search.best.is_empty() {
                break;
            }
            if let Some(answer) = self.answers.first().copied()
                && (known != Some(answer) || search.least() > least)
            {
                boards.drain(..at);
                at = 0;
                self.drop_answered(&mut boards, node, answer, after - search.least(), watch);
            }
        }
        (self.places, self.boards) = (places, boards);
    }

    /// Drops the boards on which an answer gains so much that they are none of the best.
    fn drop_answered(
        &mut self,
        boards: &mut Vec<u64>,
        node: &Node,
        answer: Circuit,
        enough: i32,
        watch: &mut SearchBudget<'_>,
    ) {
        // The answer's turn is the same as ours, or the next.
        let turn = node.circuits.div_ceil(2) + 1;
        // Who may lose by the answer is among the best whatever the answer gains.
        let enough = enough.clamp(-25, 26);
        if answer.is_legal_in(turn) && !boards.is_empty() && node.left() > 1 && enough <= 25 {
            let enough = u8::try_from(enough + 25).unwrap_or(0);
            watch.count_nodes(boards.len() as u64 / 1024);
            scan::drop_answered(boards, answer, enough, &mut self.marks);
        }
    }

    /// The value of one circuit, if it is above `least`.
    fn value(
        &mut self,
        node: &Node,
        circuit: Circuit,
        own: u64,
        least: i32,
        watch: &mut SearchBudget<'_>,
    ) -> Option<Candidate> {
        let gain = gain(own);
        let candidate = |found: Candidate| (found.value > least).then_some(found);
        if let Some(value) = node.by_three(own, gain) {
            return candidate(Candidate::last(circuit, value));
        }
        let next = node.after(own, gain);
        if next.left() == 0 {
            return candidate(Candidate::last(circuit, -next.lead));
        }
        // An answer that gains so much refutes it.
        let enough = -least - next.lead;
        if enough < THREE / 2 && threat::exists(next.own, next.turn()) {
            return None;
        }
        let (answer, gain) = best_answer(&next, enough, watch);
        self.remember(answer);
        candidate(Candidate {
            circuit,
            value: -(next.lead + gain),
            follow: vec![answer],
            is_last: next.left() == 1 || gain.abs() > THREE / 2,
            visits: 0,
        })
    }

    fn remember(&mut self, answer: Circuit) {
        self.answers.retain(|known| *known != answer);
        self.answers.insert(0, answer);
        self.answers.truncate(ANSWERS);
    }
}

/// Blocks of boards: what is counted as a node.
pub(super) const fn blocks(boards: usize) -> u64 {
    boards as u64 / 1024 + 1
}

/// The circuit that gains most and what it gains, a 3x3 square as [`THREE`] more; another one if
/// it gains at least `enough`.
pub(super) fn best_answer(
    node: &Node,
    enough: i32,
    watch: &mut SearchBudget<'_>,
) -> (Circuit, i32) {
    let circuits = node.legal();
    if threat::exists(node.own, node.turn()) {
        watch.count_nodes(blocks(circuits.len()));
        return careful_answer(node, circuits);
    }
    let enough = u8::try_from((enough + 25).clamp(0, 255)).unwrap_or(u8::MAX);
    let best = scan::best(node.own, circuits, enough);
    watch.count_nodes(blocks(best.looked));
    let circuit = circuits[best.place];
    if three(ALL ^ circuit.rotate(node.own)) {
        // It makes a 3x3 square of the other's: what is next best must be looked for.
        watch.count_nodes(blocks(circuits.len()));
        return careful_answer(node, circuits);
    }
    (circuit, i32::from(best.gain) - 25)
}

/// The same with a look at the 3x3 squares of every board.
fn careful_answer(node: &Node, circuits: &[Circuit]) -> (Circuit, i32) {
    let mut best = (circuits[0], i32::MIN);
    for circuit in circuits {
        let own = circuit.rotate(node.own);
        let mut worth = gain(own);
        if three(ALL ^ own) {
            worth -= THREE;
        } else if three(own) {
            worth += THREE;
        }
        if worth > best.1 {
            best = (*circuit, worth);
        }
    }
    best
}
