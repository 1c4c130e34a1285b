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

use super::super::grid::{self, BORDER_EDGES, INNER_EDGES};
use super::reduced::ReducedPosition;
use crate::contract::SPLITMIX64_INCREMENT;

/// No part has more nodes, or more edges within, if it is to go by its graph. Larger ones are
/// seldom met again elsewhere.
const MAX_NODES: usize = 10;

/// The logarithm of how many parts are remembered: a megabyte.
const LOG2_SLOTS: u32 = 16;

/// Numbers without a pattern.
const SEEDS: [u64; 3] = [
    SPLITMIX64_INCREMENT,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];

/// The keys of parts, with those found lately.
#[derive(Debug)]
pub(super) struct ComponentKeys {
    /// By part as it lies on the board: that, and its key.
    cache: Vec<[u64; 2]>,
}

impl ComponentKeys {
    pub(super) fn new() -> Self {
        Self {
            cache: vec![[0; 2]; 1 << LOG2_SLOTS],
        }
    }

    /// The key of a part, which has these edges.
    #[inline]
    pub(super) fn component_key(&mut self, core: &ReducedPosition, part: u64, edges: u64) -> u64 {
        let (glue, spares) = (
            core.dead_edges & grid::edges_around(part),
            core.spare_move_cells & part,
        );
        let lies = fold_multiply(part ^ SEEDS[0], edges ^ SEEDS[1]) ^ glue;
        let lies = fold_multiply(lies, spares ^ SEEDS[2]);
        let nodes = part & !core.merged_cells;
        let (count, within) = (nodes.count_ones(), (edges & INNER_EDGES).count_ones());
        if within > count || count > MAX_NODES as u32 {
            return lies;
        }
        let Some(slot) = self.cache.get_mut((lies >> (64 - LOG2_SLOTS)) as usize) else {
            return lies;
        };
        if slot[0] != lies {
            *slot = [lies, graph_key(core, nodes, edges)];
        }
        slot[1]
    }
}

/// The key of all that is left, from the sum of the keys of its parts.
#[inline]
pub(super) fn position_key(core: &ReducedPosition, sum: u64) -> u64 {
    mix(sum) ^ mix(!(u64::from(core.allowed_sizes) << 1 | u64::from(core.has_outside_spare)))
}

/// The key of a graph of these nodes, that is a tree but for one edge at most.
#[inline(never)]
fn graph_key(core: &ReducedPosition, nodes: u64, edges: u64) -> u64 {
    let count = nodes.count_ones() as usize;
    let place = |cell: u64| (nodes & (cell - 1)).count_ones() as usize % MAX_NODES;
    let mut labels = [0; MAX_NODES];
    for (label, cell) in labels.iter_mut().zip(grid::bits(nodes)) {
        let doors = (edges & BORDER_EDGES & grid::edges_around(1 << cell)).count_ones();
        let spare = core.spare_move_cells >> cell & 1;
        *label = (core.merged_cell_count(cell) as u64) << 3 | spare << 2 | u64::from(doors);
    }
    let mut pairs = [[0; 2]; MAX_NODES];
    let within = edges & INNER_EDGES;
    for (pair, edge) in pairs.iter_mut().zip(grid::bits(within)) {
        let sides = grid::adjacent_cells(edge);
        let one = sides & sides.wrapping_neg();
        *pair = [place(one), place(sides ^ one)];
    }
    let labels = &mut labels[..count];
    let pairs = &pairs[..within.count_ones() as usize];
    let is_tree = pairs.len() < count;
    for _ in 0..if is_tree { count / 2 } else { count - 1 } {
        refine(labels, pairs);
    }
    let start = (count * MAX_NODES + pairs.len()) as u64;
    let sum = |sum: u64, label: &mut u64| sum.wrapping_add(mix(*label));
    labels.iter_mut().fold(start, sum)
}

/// Mixes each label with those of its neighbours.
fn refine(labels: &mut [u64], pairs: &[[usize; 2]]) {
    let mut sums = [0_u64; MAX_NODES];
    for label in labels.iter_mut() {
        *label = mix(*label);
    }
    for &[one, two] in pairs {
        sums[one] = sums[one].wrapping_add(labels[two]);
        sums[two] = sums[two].wrapping_add(labels[one]);
    }
    for (label, sum) in labels.iter_mut().zip(sums) {
        *label = mix(label.rotate_left(32) ^ mix(sum));
    }
}

#[inline]
fn mix(number: u64) -> u64 {
    fold_multiply(number ^ SEEDS[0], SEEDS[1])
}

/// Both halves of a product (after wyhash, Wang Yi 2019).
#[inline]
fn fold_multiply(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    product as u64 ^ (product >> 64) as u64
}
