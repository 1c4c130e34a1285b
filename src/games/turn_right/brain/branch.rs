//! The circuits of a position that are worth a closer look, at a glance.

use super::super::circuit::Circuit;
use super::force::Force;
use super::node::{Node, THREE, gain};
use super::outlook::{Outlook, PARTS};
use super::seen::Seen;
use super::two_ply::blocks;
use super::{scan, threat};
use crate::search::SearchBudget;

/// A value above it is a 3x3 square.
pub(super) const SURE: i32 = THREE / 2 * PARTS;
/// Circuits that gain so many points less than the best are not looked at, if there are others.
const NEAR: u8 = 2;
/// So many boards that are seen at a glance take as long as a node.
pub(super) const GLANCES: u64 = 64;
/// So many are looked at between two looks at the clock.
const BLOCK: usize = 1 << 13;
/// So many boards are looked at for a 3x3 square that cannot be parried: about a hundredth of a
/// second.
const FORCED: usize = 1 << 15;
/// So many of them take as long as a node.
const THREATS: usize = 32;

/// A circuit of a position.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The circuit.
    pub circuit: Circuit,
    /// The mover's stones after it.
    pub(super) own: u64,
    /// What it gains at once.
    pub(super) gain: i32,
    /// What it is worth to the mover: the lead at the end, in [`PARTS`] of a point.
    pub value: i32,
    /// How often it was chosen.
    pub visits: u32,
    /// Where the position after it stands, once it was opened; 0 before.
    pub(super) next: usize,
    /// Nothing is left to find out.
    pub(super) is_settled: bool,
}

impl Branch {
    /// The position after it.
    pub(super) const fn after(&self, node: &Node) -> Node {
        node.after(self.own, self.gain)
    }
}

/// Who finds them.
pub(super) struct Finder<'a> {
    outlook: &'a Outlook,
    gains: Vec<u8>,
    places: Vec<u32>,
    seen: Seen,
    force: Force,
}

impl<'a> Finder<'a> {
    pub fn new(outlook: &'a Outlook) -> Self {
        Self {
            outlook,
            gains: Vec::new(),
            places: Vec::new(),
            seen: Seen::new(),
            force: Force::new(),
        }
    }

    /// A circuit at a glance; a 3x3 square in the answer is seen, too.
    pub fn branch(&self, node: &Node, circuit: Circuit) -> Branch {
        let own = circuit.rotate(node.own);
        let gain = gain(own);
        let next = node.after(own, gain);
        let ended = node.by_three(own, gain);
        let is_lost = || next.left() > 0 && threat::exists(next.own, next.turn());
        let value = match ended {
            Some(value) => value * PARTS,
            None if is_lost() => (node.lead + gain - THREE) * PARTS,
            None => -self.outlook.worth(&next),
        };
        Branch {
            circuit,
            own,
            gain,
            value,
            visits: 0,
            next: 0,
            is_settled: ended.is_some() || next.left() == 0 || value < -SURE,
        }
    }

    /// Adds to the circuits of a position that are known up to `kept` of the best others, and none
    /// that loses by a 3x3 square in the answer; one that does if there is nothing else. Whether it
    /// is sure that there are no others.
    pub fn add(
        &mut self,
        node: &Node,
        known: &mut Vec<Branch>,
        kept: usize,
        watch: &mut SearchBudget<'_>,
    ) -> bool {
        let most = self.scan(node, watch);
        let mut new: Vec<Branch> = Vec::new();
        for gain in (0..=most).rev() {
            let is_far = most - gain > NEAR && !new.is_empty();
            if is_far || watch.exhausted() && !(new.is_empty() && known.is_empty()) {
                break;
            }
            let mut places = std::mem::take(&mut self.places);
            scan::places(&self.gains, gain, &mut places);
            for places in places.chunks(BLOCK) {
                self.look(node, places, kept, known, &mut new);
                if watch.count_nodes(places.len() as u64 / GLANCES) && !new.is_empty() {
                    break;
                }
            }
            self.places = places;
        }
        let are_all = new.is_empty() && !watch.exhausted();
        if new.is_empty() && known.is_empty() {
            // Nothing helps; something must be played.
            let circuits = node.legal();
            let best = scan::best(node.own, circuits, most);
            new.push(self.branch(node, circuits[best.place]));
        }
        known.extend(new);
        are_all
    }

    /// Sees what each circuit of a position gains; the most of it, 25 counted to it.
    fn scan(&mut self, node: &Node, watch: &mut SearchBudget<'_>) -> u8 {
        let circuits = node.legal();
        scan::gains(node.own, circuits, &mut self.gains);
        watch.count_nodes(blocks(circuits.len()));
        self.seen.clear();
        scan::most(&self.gains)
    }

    /// A circuit after which, it seems, no answer parries a 3x3 square; of those that gain most.
    pub fn forcing(&mut self, node: &Node, watch: &mut SearchBudget<'_>) -> Option<Branch> {
        let circuits = node.legal();
        let most = self.scan(node, watch);
        let mut looked = 0;
        for gain in (0..=most).rev() {
            scan::places(&self.gains, gain, &mut self.places);
            for place in &self.places {
                let circuit = circuits[*place as usize];
                let own = circuit.rotate(node.own);
                if !self.seen.is_new(own) {
                    continue;
                }
                if self.force.wins(node, own, watch) {
                    return Some(self.branch(node, circuit));
                }
                looked += 1;
                if looked % THREATS == 0 && watch.count_node() || looked == FORCED {
                    return None;
                }
            }
        }
        None
    }

    /// Looks at circuits, by their places in the table; puts those that are better than the worst of
    /// the best in their place.
    fn look(
        &mut self,
        node: &Node,
        places: &[u32],
        kept: usize,
        known: &[Branch],
        best: &mut Vec<Branch>,
    ) {
        let circuits = node.legal();
        for place in places {
            let circuit = circuits[*place as usize];
            let own = circuit.rotate(node.own);
            if !self.seen.is_new(own) {
                continue;
            }
            let value = -self.outlook.worth(&node.after(own, gain(own)));
            let least = best.get(kept - 1).map(|last| last.value);
            let is_it = |branch: &Branch| branch.own == own;
            if least.is_some_and(|least| value <= least) || known.iter().chain(&*best).any(is_it) {
                continue;
            }
            let found = self.branch(node, circuit);
            if found.value >= -SURE {
                let at = best.partition_point(|branch| branch.value >= found.value);
                best.insert(at, found);
                best.truncate(kept);
            }
        }
    }
}
