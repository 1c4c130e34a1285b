//! Best-first minimax: always the line that looks best is looked at one ply further.
//!
//! To open a position takes a scan of all circuits, a millisecond or two; what each of them leads
//! to is then seen at a glance ([`Outlook`]). So few positions are opened, and those must be the
//! ones that matter (Korf and Chickering 1996; with what was seldom tried drawing a little, lest
//! what looks worse by chance stays unseen). Who would lose by a 3x3 square in the answer is never
//! followed: that is known without trying an answer ([`threat`]).

use super::super::circuit::Circuit;
use super::super::square::ALL;
use super::node::{Node, THREE, gain};
use super::outlook::{Outlook, PARTS};
use super::two_ply::blocks;
use super::{scan, threat};
use crate::search::Watch;

/// A value above it is a 3x3 square.
const SURE: i32 = THREE / 2 * PARTS;
/// So many circuits of a position are kept at first.
pub const KEPT: usize = 20;
/// Circuits that gain so many points less than the best are not looked at, if there are others.
const NEAR: u8 = 2;
/// How much what was never tried seems to be worth more for the first visits elsewhere.
const DRAW: f32 = 0.5 * PARTS as f32;
/// So many boards that are seen at a glance take as long as a node.
const GLANCES: u64 = 64;
/// Boards that were just looked at, in a table that forgets.
const SEEN: usize = 1 << 14;

/// A circuit of a position.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The circuit.
    pub circuit: Circuit,
    /// The mover's stones after it.
    own: u64,
    /// What it gains at once.
    gain: i32,
    /// What it is worth to the mover: the lead at the end, in [`PARTS`] of a point.
    pub value: i32,
    /// How often it was chosen.
    pub visits: u32,
    /// Where the position after it stands, once it was opened; 0 before.
    next: usize,
    /// Nothing is left to find out.
    is_settled: bool,
}

/// A position that was opened.
#[derive(Debug)]
pub struct Spot {
    /// The position.
    pub node: Node,
    /// Its circuits that were kept.
    branches: Vec<Branch>,
    /// What it is worth to the player to act.
    pub value: i32,
    /// How often it was passed.
    pub visits: u32,
    /// All circuits but those that lose by the answer are kept.
    is_whole: bool,
    is_settled: bool,
}

/// The tree.
pub struct Tree<'a> {
    outlook: &'a Outlook,
    /// The positions that were opened, the root first.
    pub spots: Vec<Spot>,
    /// So many at most.
    most: usize,
    /// None is opened so many plies below the root.
    depth: usize,
    gains: Vec<u8>,
    places: Vec<u32>,
    seen: Vec<u64>,
}

impl<'a> Tree<'a> {
    /// A tree over a position, of so many bytes at most, that looks so many plies deep at most.
    /// The root keeps so many circuits at first, and the wanted one whatever it is worth.
    pub fn new(
        outlook: &'a Outlook,
        node: &Node,
        bytes: usize,
        depth: usize,
        (kept, wanted): (usize, Option<Circuit>),
        watch: &mut Watch<'_>,
    ) -> Self {
        let mut tree = Self {
            outlook,
            spots: Vec::new(),
            most: (bytes / (size_of::<Spot>() + KEPT * size_of::<Branch>())).max(64),
            depth: depth.max(1),
            gains: Vec::new(),
            places: Vec::new(),
            seen: vec![0; SEEN],
        };
        let wanted = wanted.map(|circuit| tree.branch(node, circuit, circuit.rotate(node.own)));
        let mut root = Spot {
            node: *node,
            branches: wanted.into_iter().collect(),
            value: 0,
            visits: 1,
            is_whole: false,
            is_settled: false,
        };
        tree.widen(&mut root, kept, watch);
        root.close(tree.depth == 1);
        tree.spots.push(root);
        tree
    }

    /// Nothing is left to find out, or there is no room for it.
    pub fn is_done(&self) -> bool {
        self.spots[0].is_settled || self.spots.len() >= self.most
    }

    /// The root's circuits, the best first: of two that look alike the one that was looked at
    /// oftener.
    pub fn branches(&self) -> Vec<&Branch> {
        let mut branches: Vec<&Branch> = self.spots[0].branches.iter().collect();
        let rank = |branch: &Branch| {
            branch.value - PARTS / i32::try_from(1 + branch.visits).unwrap_or(i32::MAX)
        };
        branches.sort_by_key(|branch| -rank(branch));
        branches
    }

    /// What is thought to follow after a circuit.
    pub fn follow(&self, branch: &Branch) -> Vec<Circuit> {
        let mut line = Vec::new();
        let mut next = branch.next;
        while next > 0 {
            let spot = &self.spots[next];
            let best = spot.branches.iter().max_by_key(|branch| branch.value);
            line.extend(best.map(|best| best.circuit));
            next = best.map_or(0, |best| best.next);
        }
        line
    }

    /// Every circuit loses by a 3x3 square.
    pub fn is_lost(&self) -> bool {
        self.spots[0].value < -SURE
    }

    /// Whether the value of a circuit is what the rules give, no guess.
    pub fn is_exact(&self, branch: &Branch) -> bool {
        match self.spots.get(branch.next) {
            Some(spot) if branch.next > 0 => spot.node.left() == 1 && spot.is_settled,
            _ => branch.is_settled && self.spots[0].node.left() == 1,
        }
    }

    /// Opens one more position.
    pub fn step(&mut self, watch: &mut Watch<'_>) {
        let (mut path, mut at) = (Vec::new(), 0);
        while let Some(place) = self.spots[at].choice() {
            path.push((at, place));
            let spot = &self.spots[at];
            let branch = &spot.branches[place];
            if branch.next > 0 {
                at = branch.next;
                continue;
            }
            let next = spot.node.after(branch.own, branch.gain);
            let is_last = path.len() + 1 >= self.depth;
            let opened = self.open(next, is_last, watch);
            self.spots[at].branches[place].next = self.spots.len();
            self.spots.push(opened);
            break;
        }
        for (at, place) in path.into_iter().rev() {
            self.back_up(at, place, watch);
        }
    }

    /// Takes what is known now of a branch to its position.
    fn back_up(&mut self, at: usize, place: usize, watch: &mut Watch<'_>) {
        let next = self.spots[at].branches[place].next;
        let (value, is_settled) = (-self.spots[next].value, self.spots[next].is_settled);
        let spot = &mut self.spots[at];
        spot.visits += 1;
        let branch = &mut spot.branches[place];
        branch.visits += 1;
        (branch.value, branch.is_settled) = (value, is_settled);
        if !spot.is_whole && spot.best() < -SURE {
            // All that were kept lose: what was not kept may be better.
            let mut spot = self.take(at);
            self.widen(&mut spot, KEPT, watch);
            self.spots[at] = spot;
        }
        let is_root_of_one = self.depth == 1;
        self.spots[at].close(is_root_of_one);
    }

    fn take(&mut self, at: usize) -> Spot {
        let spot = &mut self.spots[at];
        Spot {
            branches: std::mem::take(&mut spot.branches),
            ..*spot
        }
    }

    /// A position and its circuits.
    fn open(&mut self, node: Node, is_last: bool, watch: &mut Watch<'_>) -> Spot {
        let mut spot = Spot {
            node,
            branches: Vec::new(),
            value: 0,
            visits: 1,
            is_whole: false,
            is_settled: false,
        };
        self.widen(&mut spot, KEPT, watch);
        spot.close(is_last);
        spot
    }

    /// A circuit at a glance.
    fn branch(&self, node: &Node, circuit: Circuit, own: u64) -> Branch {
        let gain = gain(own);
        let next = node.after(own, gain);
        let ended = node.by_three(own, gain);
        let is_lost = || next.left() > 0 && threat::exists(next.own, next.turn());
        let value = match ended {
            Some(value) => value * PARTS,
            None if is_lost() => (node.lead + gain - THREE) * PARTS,
            None => (node.lead + gain) * PARTS - self.outlook.of(next.own, next.circuits),
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

    /// Adds the best of the circuits that the position does not have, up to so many, and none that
    /// loses by the answer. If there is none at all, one that does, and then all is known.
    fn widen(&mut self, spot: &mut Spot, kept: usize, watch: &mut Watch<'_>) {
        let node = spot.node;
        let circuits = node.legal();
        scan::gains(node.own, circuits, &mut self.gains);
        watch.count_many(blocks(circuits.len()));
        self.seen.fill(0);
        let most = scan::most(&self.gains);
        let mut new: Vec<Branch> = Vec::new();
        for gain in (0..=most).rev() {
            if most - gain > NEAR && (!new.is_empty() || watch.is_up() && !spot.branches.is_empty()) {
                break;
            }
            self.level(spot, gain, kept, &mut new);
            watch.count_many(self.places.len() as u64 / GLANCES);
        }
        spot.is_whole = new.is_empty() && !watch.is_up();
        if new.is_empty() && spot.branches.is_empty() {
            // Nothing helps; something must be played.
            let place = scan::best(node.own, circuits, most).place;
            let circuit = circuits[place];
            new.push(self.branch(&node, circuit, circuit.rotate(node.own)));
        }
        spot.branches.extend(new);
    }

    /// Looks at the circuits that gain so much, 25 counted to it.
    fn level(&mut self, spot: &Spot, gain: u8, kept: usize, best: &mut Vec<Branch>) {
        let node = &spot.node;
        let circuits = node.legal();
        let mut places = std::mem::take(&mut self.places);
        scan::places(&self.gains, gain, &mut places);
        let now = (node.lead + i32::from(gain) - 25) * PARTS;
        for place in &places {
            let circuit = circuits[*place as usize];
            let own = circuit.rotate(node.own);
            let other = ALL ^ own;
            if !self.is_new(own) {
                continue;
            }
            let value = now - self.outlook.of(other, node.circuits + 1);
            let least = best.get(kept - 1).map(|last| last.value);
            if least.is_some_and(|least| value <= least) {
                continue;
            }
            let is_known = |branch: &Branch| branch.own == own;
            if spot.branches.iter().any(is_known) || best.iter().any(is_known) {
                continue;
            }
            let found = self.branch(node, circuit, own);
            if found.value < -SURE {
                continue;
            }
            let at = best.partition_point(|branch| branch.value >= found.value);
            best.insert(at, found);
            best.truncate(kept);
        }
        self.places = places;
    }

    /// Whether a board was not looked at yet, as far as the table remembers.
    fn is_new(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize % SEEN;
        std::mem::replace(&mut self.seen[slot], own) != own
    }
}

impl Spot {
    /// The branch to look at: none where nothing is left to find out.
    #[expect(clippy::cast_precision_loss, reason = "values far below 2^24 decide")]
    fn choice(&self) -> Option<usize> {
        if self.is_settled {
            return None;
        }
        let draw = DRAW * (self.visits as f32).sqrt();
        let urge = |branch: &Branch| branch.value as f32 + draw / (1 + branch.visits) as f32;
        let open = self.branches.iter().enumerate();
        let open = open.filter(|(_, branch)| !branch.is_settled);
        let best = open.max_by(|(_, a), (_, b)| urge(a).total_cmp(&urge(b)));
        best.map(|(place, _)| place)
    }

    fn best(&self) -> i32 {
        let values = self.branches.iter().map(|branch| branch.value);
        values.max().unwrap_or(-SURE)
    }

    /// Takes the value of the best branch. Nothing is left to find out if one wins by a 3x3 square,
    /// if all are settled, or if there is only the last circuit.
    fn close(&mut self, is_last: bool) {
        self.value = self.best();
        if !self.is_whole {
            // That there is nothing better is not known.
            self.value = self.value.max(-SURE);
        }
        self.is_settled = is_last
            || self.value > SURE
            || self.branches.iter().all(|branch| branch.is_settled);
    }
}
