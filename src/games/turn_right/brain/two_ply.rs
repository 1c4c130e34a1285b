//! The best circuits by what they gain less the best answer, exactly.

use super::super::circuit::Circuit;
use super::node::{Node, THREE, gain, three};
use super::{scan, threat};
use crate::search::Watch;

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

/// What stays between two searches: room, and good answers.
pub(super) struct Workshop {
    gains: Vec<u8>,
    order: Vec<u32>,
    /// Boards that were looked at, in a table that forgets.
    seen: Vec<u64>,
    /// Circuits that were the best answer to something, the latest first.
    answers: Vec<Circuit>,
}

/// So many good answers are remembered.
const ANSWERS: usize = 64;
const SEEN: usize = 1 << 17;

impl Workshop {
    pub fn new() -> Self {
        Self {
            gains: Vec::new(),
            order: Vec::new(),
            seen: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The `want` best circuits whose value is above `bar`, the best first, and the wanted one
    /// whatever its value. Of circuits that lead to the same board one is told. At
    /// least one is valued, however short the time.
    pub fn top(
        &mut self,
        node: &Node,
        want: usize,
        bar: i32,
        wanted: Option<Circuit>,
        watch: &mut Watch<'_>,
    ) -> Vec<Candidate> {
        let circuits = node.legal();
        scan::gains(node.own, circuits, &mut self.gains);
        watch.count_many(circuits.len() as u64 / 1024 + 1);
        self.sort();
        self.seen.clear();
        self.seen.resize(SEEN, 0);
        let mut best: Vec<Candidate> = Vec::new();
        // The wanted one first, for time may be short.
        for place in 0..=self.order.len() {
            let circuit = match (place, wanted) {
                (0, None) => continue,
                (0, Some(wanted)) => wanted,
                _ => circuits[self.order[place - 1] as usize],
            };
            let own = circuit.rotate(node.own);
            let is_wanted = place == 0;
            if wanted == Some(circuit) && !is_wanted {
                continue;
            }
            if !self.is_new(own) && !is_wanted {
                continue;
            }
            let least = match best.get(want - 1) {
                _ if is_wanted => i32::MIN / 2,
                Some(last) => bar.max(last.value),
                None => bar,
            };
            let before = watch.nodes();
            if let Some(mut found) = self.value(node, circuit, own, least, watch) {
                found.visits = watch.nodes() - before;
                put(&mut best, found, want, wanted);
            }
            if watch.count() && !best.is_empty() {
                // What was not looked at gains less at first sight.
                break;
            }
        }
        best
    }

    /// The value of one circuit, if it is above `least`.
    fn value(
        &mut self,
        node: &Node,
        circuit: Circuit,
        own: u64,
        least: i32,
        watch: &mut Watch<'_>,
    ) -> Option<Candidate> {
        let gain = gain(own);
        let candidate = |value, follow, is_last| Candidate {
            circuit,
            value,
            follow,
            is_last,
            visits: 0,
        };
        if let Some(value) = node.by_three(own, gain) {
            return (value > least).then(|| candidate(value, Vec::new(), true));
        }
        let next = node.after(own, gain);
        if next.left() == 0 {
            return (-next.lead > least).then(|| candidate(-next.lead, Vec::new(), true));
        }
        // An answer that gains so much refutes it.
        let enough = -least - next.lead;
        if self.is_refuted(&next, enough) {
            return None;
        }
        watch.count_many(next.legal().len() as u64 / 1024 + 1);
        let (answer, gain) = best_answer(&next, enough);
        self.remember(answer);
        let value = -(next.lead + gain);
        let is_last = next.left() == 1 || gain.abs() > THREE / 2;
        (value > least).then(|| candidate(value, vec![answer], is_last))
    }

    /// Whether one of the answers that were good elsewhere is good enough here.
    fn is_refuted(&mut self, next: &Node, enough: i32) -> bool {
        let most = 2 * (u32::from(next.turn()) + 1);
        let found = self.answers.iter().position(|answer| {
            let own = answer.rotate(next.own);
            gain(own) >= enough && answer.corners() <= most && next.by_three(own, 0).is_none()
        });
        if let Some(at) = found.filter(|at| *at > 0) {
            self.answers[..=at].rotate_right(1);
        }
        found.is_some()
    }

    fn remember(&mut self, answer: Circuit) {
        self.answers.retain(|known| *known != answer);
        self.answers.insert(0, answer);
        self.answers.truncate(ANSWERS);
    }

    /// The circuits by their gains, the most first.
    fn sort(&mut self) {
        let mut starts = [0_u32; 256];
        for gain in &self.gains {
            starts[usize::from(255 - gain)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            (*start, sum) = (sum, sum + *start);
        }
        self.order.clear();
        self.order.resize(self.gains.len(), 0);
        for (index, gain) in (0..).zip(&self.gains) {
            let start = &mut starts[usize::from(255 - gain)];
            self.order[*start as usize] = index;
            *start += 1;
        }
    }

    /// Whether a board was not looked at yet, as far as the table remembers.
    fn is_new(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 47) as usize % SEEN;
        std::mem::replace(&mut self.seen[slot], own) != own
    }
}

/// Puts a circuit among the best and drops the one that is none of them any more.
fn put(best: &mut Vec<Candidate>, found: Candidate, want: usize, wanted: Option<Circuit>) {
    let at = best.partition_point(|other| other.value >= found.value);
    best.insert(at, found);
    let mut at = 0;
    best.retain(|one| {
        at += 1;
        at <= want || wanted == Some(one.circuit)
    });
}

/// The circuit that gains most and what it gains, a 3x3 square as [`THREE`] more; another one if
/// it gains at least `enough`.
pub(super) fn best_answer(node: &Node, enough: i32) -> (Circuit, i32) {
    let circuits = node.legal();
    let other = super::super::square::ALL ^ node.own;
    if threat::exists(node.own, node.turn()) || threat::exists(other, node.turn()) {
        return careful_answer(node, circuits);
    }
    let enough = u8::try_from((enough + 25).clamp(0, 255)).unwrap_or(u8::MAX);
    let (gain, place) = scan::best(node.own, circuits, enough);
    (circuits[place], i32::from(gain) - 25)
}

/// The same with a look at the 3x3 squares of every board.
fn careful_answer(node: &Node, circuits: &[Circuit]) -> (Circuit, i32) {
    let mut best = (circuits[0], i32::MIN);
    for circuit in circuits {
        let own = circuit.rotate(node.own);
        let mut worth = gain(own);
        if three(super::super::square::ALL ^ own) {
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
