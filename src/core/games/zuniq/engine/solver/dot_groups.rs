//! Groups of joined dots, which determine where an edge closes or may come to close a zone.

use super::super::grid::{self, BORDER_EDGES, EDGE_COUNT, EDGE_DOTS, INNER_EDGES};

/// The number of dots.
const DOT_COUNT: usize = 36;

/// The groups of dots joined by drawn edges.
#[derive(Clone, Debug)]
pub(super) struct DotGroups {
    /// The group of each dot, equal for joined dots; padded to fill whole vectors.
    group_of: [u8; 48],
    /// The edges of each group that have exactly one end in it.
    single_ended_edges: [u64; DOT_COUNT],
    /// The groups that contain a border dot, as bits.
    border_groups: u64,
}

impl DotGroups {
    pub(super) fn new(drawn: u64) -> Self {
        let mut groups = Self {
            group_of: std::array::from_fn(|dot| dot as u8),
            single_ended_edges: [0; DOT_COUNT],
            border_groups: 0,
        };
        for (edge, ends) in EDGE_DOTS.iter().enumerate() {
            for dot in ends {
                groups.single_ended_edges[usize::from(*dot)] |= 1 << edge;
                groups.border_groups |= u64::from(BORDER_EDGES >> edge & 1 == 1) << dot;
            }
        }
        for edge in grid::bits(drawn) {
            groups.join(edge);
        }
        groups
    }

    /// Returns the groups of an edge's two dots.
    #[inline]
    fn groups_of(&self, edge: usize) -> [usize; 2] {
        EDGE_DOTS[edge % EDGE_COUNT]
            .map(|dot| usize::from(self.group_of[usize::from(dot)]) % DOT_COUNT)
    }

    /// Returns the edges that would close a zone once this edge is drawn, and this edge itself.
    #[inline]
    pub(super) fn new_bridges(&self, edge: usize) -> u64 {
        let [one, two] = self.groups_of(edge);
        self.single_ended_edges[one] & self.single_ended_edges[two]
    }

    #[inline]
    pub(super) fn is_within_group(&self, edge: usize) -> bool {
        let [one, two] = self.groups_of(edge);
        one == two
    }

    /// Reports whether an edge that joins two groups separates the cells on its sides for good,
    /// except by way of the outside.
    #[inline]
    pub(super) fn splits_cells(&self, edge: usize) -> bool {
        let [one, two] = self.groups_of(edge);
        INNER_EDGES >> edge & self.border_groups >> one & self.border_groups >> two & 1 == 1
    }

    #[inline]
    pub(super) fn join(&mut self, edge: usize) {
        let [one, two] = self.groups_of(edge);
        if one == two {
            return;
        }
        let [from, to] = [one as u8, two as u8];
        for group in &mut self.group_of {
            *group = if *group == from { to } else { *group };
        }
        self.single_ended_edges[two] ^= self.single_ended_edges[one];
        self.border_groups |= (self.border_groups >> one & 1) << two;
    }
}
