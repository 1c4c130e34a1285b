//! Best-first minimax: always the line that looks best is looked at one ply further.
//!
//! To open a position takes a scan of all circuits, two or three milliseconds; what each of the
//! good ones leads to is then seen at a glance ([`Outlook`]). So few positions are opened, and those
//! must be the ones that matter (Korf and Chickering 1996; with what was seldom tried drawing a
//! little, lest what looks worse by chance stays unseen). Who would lose by a 3x3 square in the
//! answer is never followed: that is known without trying an answer.

use super::super::circuit::Circuit;
use super::branch::{Finder, SURE};
use super::node::Node;
use super::outlook::{Outlook, PARTS};
use crate::search::SearchBudget;

pub use super::branch::Branch;

/// So many circuits of a position are kept at first.
pub const KEPT: usize = 20;
/// After so many visits a position is looked at for a 3x3 square that cannot be parried.
const PROBED: u32 = 16;
/// How much what was never tried seems to be worth more for the first visit elsewhere, in
/// [`PARTS`]: half a point.
const DRAW: f32 = 128.0;

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
    /// All circuits are kept but those that lose by the answer.
    is_whole: bool,
    is_settled: bool,
}

/// The tree.
pub struct Tree<'a> {
    finder: Finder<'a>,
    /// The positions that were opened, the root first.
    pub spots: Vec<Spot>,
    /// So many at most.
    most: usize,
    /// None is opened so many plies below the root.
    depth: usize,
}

impl<'a> Tree<'a> {
    /// A tree over a position, of so many bytes at most, that looks so many plies deep at most.
    /// The root keeps so many circuits at first, and the wanted one whatever it is worth.
    pub fn new(
        outlook: &'a Outlook,
        node: &Node,
        (bytes, depth): (usize, usize),
        (kept, wanted): (usize, Option<Circuit>),
        watch: &mut SearchBudget<'_>,
    ) -> Self {
        let mut tree = Self {
            finder: Finder::new(outlook),
            spots: Vec::new(),
            most: (bytes / (size_of::<Spot>() + KEPT * size_of::<Branch>())).max(64),
            depth: depth.max(1),
        };
        let wanted = wanted.map(|circuit| tree.finder.branch(node, circuit));
        tree.open(*node, (kept, wanted), 1, watch);
        tree.probe(0, 1, watch);
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
        let doubt = |branch: &Branch| PARTS / i32::try_from(1 + branch.visits).unwrap_or(PARTS);
        branches.sort_by_key(|branch| doubt(branch) - branch.value);
        branches
    }

    /// What is thought to follow after a circuit.
    pub fn follow(&self, branch: &Branch) -> Vec<Circuit> {
        let (mut line, mut next) = (Vec::new(), branch.next);
        while next > 0 {
            let branches = self.spots[next].branches.iter();
            let best = branches.max_by_key(|branch| branch.value);
            line.extend(best.map(|best| best.circuit));
            next = best.map_or(0, |best| best.next);
        }
        line
    }

    /// Every circuit loses by a 3x3 square.
    pub fn is_lost(&self) -> bool {
        self.spots[0].value < -SURE
    }

    /// Whether the value of a circuit of the root is what the rules give: the answer to it is the
    /// last circuit.
    pub fn is_exact(&self, branch: &Branch) -> bool {
        branch.next > 0 && self.spots[branch.next].node.left() == 1
    }

    /// Opens one more position.
    pub fn step(&mut self, watch: &mut SearchBudget<'_>) {
        let (mut path, mut at) = (Vec::new(), 0);
        while let Some(place) = self.spots[at].choice() {
            path.push((at, place));
            let spot = &self.spots[at];
            let branch = &spot.branches[place];
            if branch.next > 0 {
                at = branch.next;
                continue;
            }
            self.open_after(at, place, path.len(), watch);
            break;
        }
        for (plies, (at, place)) in path.into_iter().enumerate().rev() {
            self.back_up(at, place, watch);
            if self.spots[at].visits == PROBED {
                self.probe(at, plies + 1, watch);
            }
        }
    }

    /// Puts a position and its circuits, so many and the wanted one, to the others; its circuits are
    /// so many plies below the root.
    fn open(
        &mut self,
        node: Node,
        (kept, wanted): (usize, Option<Branch>),
        plies: usize,
        watch: &mut SearchBudget<'_>,
    ) {
        let mut branches: Vec<Branch> = wanted.into_iter().collect();
        let is_whole = self.finder.add(&node, &mut branches, kept, watch);
        let mut spot = Spot {
            node,
            branches,
            value: 0,
            visits: 1,
            is_whole,
            is_settled: false,
        };
        spot.close();
        spot.is_settled |= plies >= self.depth;
        self.spots.push(spot);
    }

    /// Opens the position after a branch, whose circuit is so many plies below the root.
    fn open_after(&mut self, at: usize, place: usize, plies: usize, watch: &mut SearchBudget<'_>) {
        let new = self.spots.len();
        let spot = &mut self.spots[at];
        let next = spot.branches[place].after(&spot.node);
        spot.branches[place].next = new;
        self.open(next, (KEPT, None), plies + 1, watch);
    }

    /// Looks whether the player to act wins by a 3x3 square that cannot be parried; the circuits of
    /// the position are so many plies below the root. What seems to win is opened, whereby all
    /// answers are looked at.
    fn probe(&mut self, at: usize, plies: usize, watch: &mut SearchBudget<'_>) {
        let spot = &self.spots[at];
        if spot.is_settled || spot.node.left() < 3 || watch.exhausted() {
            return;
        }
        let node = spot.node;
        let Some(found) = self.finder.forcing(&node, watch) else {
            return;
        };
        let branches = &mut self.spots[at].branches;
        let known = branches.iter().position(|branch| branch.own == found.own);
        let place = known.unwrap_or(branches.len());
        if known.is_none() {
            branches.push(found);
        }
        if branches[place].next == 0 {
            self.open_after(at, place, plies, watch);
        }
        self.back_up(at, place, watch);
    }

    /// Takes what is known now of a branch to its position.
    fn back_up(&mut self, at: usize, place: usize, watch: &mut SearchBudget<'_>) {
        let next = self.spots[at].branches[place].next;
        let (value, is_settled) = (-self.spots[next].value, self.spots[next].is_settled);
        let spot = &mut self.spots[at];
        spot.visits += 1;
        let branch = &mut spot.branches[place];
        branch.visits += 1;
        (branch.value, branch.is_settled) = (value, is_settled);
        if !spot.is_whole && spot.best() < -SURE {
            // All that were kept lose: one that was not may be better.
            spot.is_whole = self.finder.add(&spot.node, &mut spot.branches, KEPT, watch);
        }
        spot.close();
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
    /// or if all are settled.
    fn close(&mut self) {
        self.value = self.best();
        if !self.is_whole {
            // That there is nothing better is not known.
            self.value = self.value.max(-SURE);
        }
        let mut branches = self.branches.iter();
        self.is_settled = self.value > SURE || branches.all(|branch| branch.is_settled);
    }
}
