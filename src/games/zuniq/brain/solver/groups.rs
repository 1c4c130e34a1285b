//! Which dots are joined: where a move closes or may yet close a zone.

use super::super::grid::{self, BORDER, EDGES, ENDS, INNER};

/// How many dots there are.
const DOTS: usize = 36;

/// Which dots are joined by edges that are drawn.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Equal numbers: joined. Longer than there are dots, to fill whole vectors.
    of: [u8; 48],
    /// Of a group's number: the edges that one of its dots has, but not two.
    edges: [u64; DOTS],
    /// Bit n: group n has a dot of the rim.
    rim: u64,
}

impl Groups {
    pub(super) fn new(drawn: u64) -> Self {
        let mut groups = Self {
            of: std::array::from_fn(|dot| dot as u8),
            edges: [0; DOTS],
            rim: 0,
        };
        for (edge, ends) in ENDS.iter().enumerate() {
            for dot in ends {
                groups.edges[usize::from(*dot)] |= 1 << edge;
                groups.rim |= u64::from(BORDER >> edge & 1 == 1) << dot;
            }
        }
        for edge in grid::bits(drawn) {
            groups.join(edge);
        }
        groups
    }

    /// The groups of an edge's two dots.
    #[inline]
    fn at(&self, edge: usize) -> [usize; 2] {
        ENDS[edge % EDGES].map(|dot| usize::from(self.of[usize::from(dot)]) % DOTS)
    }

    /// The edges that can close a zone once this edge is drawn, and this edge.
    #[inline]
    pub(super) fn fresh(&self, edge: usize) -> u64 {
        let [one, two] = self.at(edge);
        self.edges[one] & self.edges[two]
    }

    #[inline]
    pub(super) fn joins(&self, edge: usize) -> bool {
        let [one, two] = self.at(edge);
        one == two
    }

    /// Whether an edge that joins two groups parts the cells on its sides for good, the way over
    /// the outside aside.
    #[inline]
    pub(super) fn splits(&self, edge: usize) -> bool {
        let [one, two] = self.at(edge);
        INNER >> edge & self.rim >> one & self.rim >> two & 1 == 1
    }

    #[inline]
    pub(super) fn join(&mut self, edge: usize) {
        let [one, two] = self.at(edge);
        if one == two {
            return;
        }
        let [from, to] = [one as u8, two as u8];
        for group in &mut self.of {
            *group = if *group == from { to } else { *group };
        }
        self.edges[two] ^= self.edges[one];
        self.rim |= (self.rim >> one & 1) << two;
    }
}
