//! Expectimax: a tile by luck, the few best places for it, and so on; the leaves are what the
//! next tile gains on the average.
//!
//! Below the first layer a lot of six tiles stands for all thirty: a layer more for the same nodes
//! (200 games, 5000 nodes a move: 58 % won against the tree with all tiles).

use super::board::{Board, Pair, Place};
use super::kernel::{Breadth, Kernel, Sight};
use super::weights::Eyes;
use super::worth::{self, Worth};

/// Trees have at most so many layers of tiles above the leaves.
pub const DEEPEST: usize = 4;

/// How broad the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// So many places are looked at closely in a leaf.
    pub leaf: usize,
    /// So many in other nodes.
    pub inner: usize,
    /// So many are followed for each tile, by the layers that are left (1 first).
    pub follow: [usize; DEEPEST],
}

impl Shape {
    /// What was found to be best.
    pub const BEST: Self = Self {
        leaf: 20,
        inner: 32,
        follow: [2, 2, 1, 1],
    };
}

/// The tree's tools.
pub struct Tree<'a> {
    /// How boards are looked at.
    pub kernel: Kernel,
    /// The weights.
    pub eyes: &'a Eyes,
    /// How broad it is.
    pub shape: Shape,
    /// A sight for each layer, and one for the leaves.
    pub sights: &'a mut [Sight; DEEPEST + 1],
    /// Counts so many boards that were looked at; whether to stop.
    pub count: &'a mut dyn FnMut(u64) -> bool,
}

impl Tree<'_> {
    /// What a board is worth to the player who places next, after the end.
    pub fn end(board: &Board, who: usize) -> Worth {
        let points = board.points();
        Worth::end(points[who] - points[1 - who])
    }

    /// What a board is worth to the player who gets the next tile, with no layer between.
    pub fn leaf(&mut self, board: &Board, who: usize) -> Option<Worth> {
        self.look(board, who, self.shape.leaf)
    }

    /// The same with so many places looked at closely.
    pub fn look(&mut self, board: &Board, who: usize, closely: usize) -> Option<Worth> {
        if (self.count)(1) {
            return None;
        }
        let sight = &mut self.sights[DEEPEST];
        let lead = self
            .kernel
            .leaf(sight, board, &self.eyes.leaf, who, closely);
        Some(if sight.is_over() {
            Self::end(board, who)
        } else {
            let phase = sight.field.phase;
            let still = sight.lead(who);
            let lead = still + worth::of_hoped(phase) * (lead - still);
            Worth::expected(f64::from(lead), phase)
        })
    }

    /// The same with so many layers of tiles, the mean over these; `None` when it is stopped.
    pub fn value(
        &mut self,
        board: &Board,
        who: usize,
        layers: usize,
        tiles: &[Pair],
    ) -> Option<Worth> {
        if layers == 0 {
            return self.leaf(board, who);
        }
        let mut sum = Worth::default();
        let each = &mut |_: usize, worth| sum = sum + worth;
        self.tiles(board, who, layers, tiles, each)?;
        Some(sum / tiles.len() as f64)
    }

    /// Hands what each of these tiles is worth to the player who gets it, by its number.
    pub fn tiles(
        &mut self,
        board: &Board,
        who: usize,
        layers: usize,
        tiles: &[Pair],
        each: &mut dyn FnMut(usize, Worth),
    ) -> Option<()> {
        if (self.count)(1) {
            return None;
        }
        let breadth = Breadth::Best(self.shape.inner, None);
        let layer = layers.clamp(1, DEEPEST) - 1;
        let sight = &mut self.sights[layer];
        let glance = &self.eyes.glance;
        self.kernel.open(sight, board, glance, who, breadth);
        if sight.is_over() {
            let worth = Self::end(board, who);
            (0..tiles.len()).for_each(|tile| each(tile, worth));
            return Some(());
        }
        for (number, tile) in tiles.iter().enumerate() {
            let mut top = [(i32::MIN, Place::default()); 8];
            let count = self.shape.follow[layer].min(top.len());
            let found = follow(&self.sights[layer], *tile, who, &mut top[..count]);
            let mut best: Option<Worth> = None;
            for (_, place) in &top[..found] {
                let after = board.after(*place, *tile);
                // The same lot for all places that are compared.
                let worth = -self.value(&after, 1 - who, layer, &Pair::lot(number))?;
                if best.is_none_or(|best| worth.points > best.points) {
                    best = Some(worth);
                }
            }
            each(number, best.unwrap_or_default());
        }
        Some(())
    }
}

/// The places that gain most with a tile, the most first; how many.
pub(super) fn follow(sight: &Sight, tile: Pair, who: usize, top: &mut [(i32, Place)]) -> usize {
    let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who]));
    let mut found = 0;
    for (place, refined) in &sight.places {
        let gain = refined.of(own, other);
        if found == top.len() && gain <= top[found - 1].0 {
            continue;
        }
        let mut at = found.min(top.len() - 1);
        found = (found + 1).min(top.len());
        while at > 0 && top[at - 1].0 < gain {
            top[at] = top[at - 1];
            at -= 1;
        }
        top[at] = (gain, *place);
    }
    found
}
