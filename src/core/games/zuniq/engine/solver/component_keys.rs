//! The keys of positions, equal for positions whose components are isomorphic graphs.
//!
//! A component is a set of connected cells, joined to others only by the outside. Only its graph
//! matters: which nodes are joined, how many cells each node contains, by how many edges it is
//! joined to the outside, and whether it has a spare move. This identifies a third of the positions
//! that the search meets with others.
//!
//! The key of a graph is computed from labels that are refined with those of their neighbours,
//! round by round (Weisfeiler and Leman 1968). For a tree, and for a connected graph with a single
//! cycle, equal labels imply that two graphs are isomorphic:
//!
//! - All nodes of a tree of n nodes are within n/2 steps of its centre, so after n/2 rounds the
//!   label of the centre determines the tree.
//! - After n - 1 rounds the labels are stable, and graphs of equal labels have the same universal
//!   cover. With one cycle the cover is an infinite periodic line of trees; equal numbers of nodes
//!   imply equal numbers of periods in the cycle.
//!
//! A component with more cycles is identified by its placement on the board.

use super::super::grid::{self, BORDER_EDGES, INNER_EDGES};
use super::reduced::ReducedPosition;
use crate::contract::SPLITMIX64_INCREMENT;

/// The largest number of nodes of a component that is identified by its graph.
///
/// Larger components seldom occur elsewhere.
const MAX_NODES: usize = 10;

/// The binary logarithm of the number of cached components, which take one megabyte.
const LOG2_SLOTS: u32 = 16;

/// Random-looking constants for hashing.
const SEEDS: [u64; 3] = [
    SPLITMIX64_INCREMENT,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];

/// The keys of components, with a cache.
#[derive(Debug)]
pub struct ComponentKeys {
    /// The cache: the key of a component as placed on the board, and the key of its graph.
    cache: Vec<[u64; 2]>,
}

impl Default for ComponentKeys {
    /// Creates an empty cache.
    fn default() -> Self {
        Self {
            cache: vec![[0; 2]; 1 << LOG2_SLOTS],
        }
    }
}

impl ComponentKeys {
    /// Returns the key of a component with the given edges.
    #[inline]
    pub(super) fn component_key(
        &mut self,
        reduced: &ReducedPosition,
        component: u64,
        edges: u64,
    ) -> u64 {
        let (dead_edges, spares) = (
            reduced.dead_edges & grid::edges_around(component),
            reduced.spare_move_cells & component,
        );
        let placement_key = fold_multiply(component ^ SEEDS[0], edges ^ SEEDS[1]) ^ dead_edges;
        let placement_key = fold_multiply(placement_key, spares ^ SEEDS[2]);
        let nodes = component & !reduced.merged_cells;
        let (count, inner_edges) = (nodes.count_ones(), (edges & INNER_EDGES).count_ones());
        if inner_edges > count || count > MAX_NODES as u32 {
            return placement_key;
        }
        let Some(slot) = self
            .cache
            .get_mut((placement_key >> (64 - LOG2_SLOTS)) as usize)
        else {
            return placement_key;
        };
        if slot[0] != placement_key {
            *slot = [placement_key, graph_key(reduced, nodes, edges)];
        }
        slot[1]
    }
}

/// Returns the key of a position, from the sum of the keys of its components.
#[inline]
pub(super) fn position_key(reduced: &ReducedPosition, sum: u64) -> u64 {
    mix(sum) ^ mix(!(u64::from(reduced.allowed_sizes) << 1 | u64::from(reduced.has_outside_spare)))
}

/// Returns the key of the graph of these nodes, which has at most one cycle.
#[inline(never)]
fn graph_key(reduced: &ReducedPosition, nodes: u64, edges: u64) -> u64 {
    let count = nodes.count_ones() as usize;
    let index_of = |cell: u64| (nodes & (cell - 1)).count_ones() as usize % MAX_NODES;
    let mut labels = [0; MAX_NODES];
    for (label, cell) in labels.iter_mut().zip(grid::bits(nodes)) {
        let exits = (edges & BORDER_EDGES & grid::edges_around(1 << cell)).count_ones();
        let spare = reduced.spare_move_cells >> cell & 1;
        *label = (reduced.merged_cell_count(cell) as u64) << 3 | spare << 2 | u64::from(exits);
    }
    let mut pairs = [[0; 2]; MAX_NODES];
    let inner_edges = edges & INNER_EDGES;
    for (pair, edge) in pairs.iter_mut().zip(grid::bits(inner_edges)) {
        let sides = grid::adjacent_cells(edge);
        let one = sides & sides.wrapping_neg();
        *pair = [index_of(one), index_of(sides ^ one)];
    }
    let labels = &mut labels[..count];
    let pairs = &pairs[..inner_edges.count_ones() as usize];
    let is_tree = pairs.len() < count;
    for _ in 0..if is_tree { count / 2 } else { count - 1 } {
        refine(labels, pairs);
    }
    let start = (count * MAX_NODES + pairs.len()) as u64;
    let sum = |sum: u64, label: &mut u64| sum.wrapping_add(mix(*label));
    labels.iter_mut().fold(start, sum)
}

/// Mixes each label with the labels of its neighbours.
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

/// Returns the exclusive or of both halves of a product (after wyhash, Wang Yi 2019).
#[inline]
fn fold_multiply(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    product as u64 ^ (product >> 64) as u64
}
