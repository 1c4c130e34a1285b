//! The keys of positions, equal for those that differ in nothing but where their parts lie.
//!
//! Of a part (cells that only the outside joins to others) nothing matters but its graph: which
//! nodes are joined, how many cells each stands for, by how many edges it is joined to the
//! outside, and whether a spare move hangs at it. A third of the positions that the search meets
//! is like another by that.
//!
//! The key of a graph comes from labels that are refined with those of their neighbours, round by
//! round (Weisfeiler and Leman 1968). For a tree, and for a connected graph with one circle, equal
//! labels say that two graphs are the same one:
//!
//! - A tree of n nodes lies within n/2 steps around its centre, so after n/2 rounds the label of
//!   the centre tells all of it.
//! - After n - 1 rounds labels part no further, and graphs of equal labels have one universal
//!   cover. With one circle that is a line of trees, repeated for ever; where the number of nodes
//!   is the same, so is the number of repetitions that make the circle.
//!
//! A part with more circles goes by its place on the board.

use super::super::grid::{self, BORDER, INNER};
use super::core::Core;

/// No part has more nodes, or more edges within, if it is to go by its graph. Larger ones are
/// seldom met again elsewhere.
const MOST: usize = 10;

/// The logarithm of how many parts are remembered: a megabyte.
const SLOTS: u32 = 16;

/// Numbers without a pattern.
const SEEDS: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];

/// The keys of parts, with those found lately.
#[derive(Debug)]
pub(super) struct Shapes {
    /// By part as it lies on the board: that, and its key.
    known: Vec<[u64; 2]>,
}

impl Shapes {
    pub(super) fn new() -> Self {
        Self {
            known: vec![[0; 2]; 1 << SLOTS],
        }
    }

    /// The key of a part, which has these edges.
    #[inline]
    pub(super) fn key(&mut self, core: &Core, part: u64, edges: u64) -> u64 {
        let (glue, spares) = (core.glue & grid::around(part), core.spares & part);
        let lies = folded(part ^ SEEDS[0], edges ^ SEEDS[1]) ^ glue;
        let lies = folded(lies, spares ^ SEEDS[2]);
        let nodes = part & !core.glued;
        let (count, within) = (nodes.count_ones(), (edges & INNER).count_ones());
        if within > count || count > MOST as u32 {
            return lies;
        }
        let Some(slot) = self.known.get_mut((lies >> (64 - SLOTS)) as usize) else {
            return lies;
        };
        if slot[0] != lies {
            *slot = [lies, graph(core, nodes, edges)];
        }
        slot[1]
    }
}

/// The key of all that is left, from the sum of the keys of its parts.
#[inline]
pub(super) fn whole(core: &Core, sum: u64) -> u64 {
    mixed(sum) ^ mixed(!(u64::from(core.sizes) << 1 | u64::from(core.spare)))
}

/// The key of a graph of these nodes, that is a tree but for one edge at most.
#[inline(never)]
fn graph(core: &Core, nodes: u64, edges: u64) -> u64 {
    let count = nodes.count_ones() as usize;
    let place = |cell: u64| (nodes & (cell - 1)).count_ones() as usize % MOST;
    let mut labels = [0; MOST];
    for (label, cell) in labels.iter_mut().zip(grid::bits(nodes)) {
        let doors = (edges & BORDER & grid::around(1 << cell)).count_ones();
        let spare = core.spares >> cell & 1;
        *label = (core.weight(cell) as u64) << 3 | spare << 2 | u64::from(doors);
    }
    let mut pairs = [[0; 2]; MOST];
    let within = edges & INNER;
    for (pair, edge) in pairs.iter_mut().zip(grid::bits(within)) {
        let sides = grid::sides(edge);
        let one = sides & sides.wrapping_neg();
        *pair = [place(one), place(sides ^ one)];
    }
    let labels = &mut labels[..count];
    let pairs = &pairs[..within.count_ones() as usize];
    let is_tree = pairs.len() < count;
    for _ in 0..if is_tree { count / 2 } else { count - 1 } {
        refine(labels, pairs);
    }
    let start = (count * MOST + pairs.len()) as u64;
    let sum = |sum: u64, label: &mut u64| sum.wrapping_add(mixed(*label));
    labels.iter_mut().fold(start, sum)
}

/// Mixes each label with those of its neighbours.
fn refine(labels: &mut [u64], pairs: &[[usize; 2]]) {
    let mut sums = [0_u64; MOST];
    for label in labels.iter_mut() {
        *label = mixed(*label);
    }
    for &[one, two] in pairs {
        sums[one] = sums[one].wrapping_add(labels[two]);
        sums[two] = sums[two].wrapping_add(labels[one]);
    }
    for (label, sum) in labels.iter_mut().zip(sums) {
        *label = mixed(label.rotate_left(32) ^ mixed(sum));
    }
}

#[inline]
fn mixed(number: u64) -> u64 {
    folded(number ^ SEEDS[0], SEEDS[1])
}

/// Both halves of a product (after wyhash, Wang Yi 2019).
#[inline]
fn folded(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    product as u64 ^ (product >> 64) as u64
}
