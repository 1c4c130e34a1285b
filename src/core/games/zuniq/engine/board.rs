//! The engine's board: a compact position without claims and error reports.

use super::grid::{self, ALL_CELLS, ALL_EDGES, INNER_EDGES};

/// A position as bit sets of edges and cells.
///
/// An edge is a segment, numbered in the order of
/// [`Segment::all`](crate::games::zuniq::Segment::all).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoard {
    /// The edges that are not drawn and not inside a closed zone.
    pub(super) free: u64,
    /// The drawn edges.
    pub(super) drawn: u64,
    /// The cells outside all closed zones.
    pub(super) open_cells: u64,
    /// The sizes of the closed zones: bit n is set if there is a zone of n cells.
    pub(super) closed_sizes: u32,
}

impl EdgeBoard {
    /// The empty board.
    pub const EMPTY: Self = Self {
        free: ALL_EDGES,
        drawn: 0,
        open_cells: ALL_CELLS,
        closed_sizes: 0,
    };

    /// Creates the board on which the given edges are drawn.
    pub fn from_drawn(drawn: u64) -> Self {
        let passages = ALL_EDGES & !drawn;
        let open = grid::flood_fill(grid::exit_cells(passages), passages & INNER_EDGES);
        let mut board = Self {
            free: passages & grid::edges_around(open),
            drawn,
            open_cells: open,
            closed_sizes: 0,
        };
        let mut closed = ALL_CELLS & !open;
        while closed != 0 {
            let zone = grid::flood_fill(closed & closed.wrapping_neg(), passages & INNER_EDGES);
            board.closed_sizes |= 1 << zone.count_ones();
            closed &= !zone;
        }
        board
    }

    /// Returns the drawn edges as a bit set.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Returns the sizes of the closed zones: bit n is set if there is a zone of n cells.
    pub const fn closed_sizes(&self) -> u32 {
        self.closed_sizes
    }

    /// Returns the number of drawn edges.
    pub const fn plies(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// Returns the cells that a free edge would enclose, none if it joins two groups of dots.
    #[inline]
    pub(super) const fn zone_closed_by(&self, edge: usize) -> u64 {
        let passages = self.free & !(1 << edge);
        self.open_cells & !grid::flood_fill(grid::exit_cells(passages), passages & INNER_EDGES)
    }

    /// Reports whether a zone of these cells may be closed.
    #[inline]
    pub(super) const fn allows_zone(&self, zone: u64) -> bool {
        zone == 0 || self.closed_sizes >> zone.count_ones() & 1 == 0
    }

    /// Draws a free edge that encloses the given cells, if any.
    #[inline]
    pub(super) const fn draw(&mut self, edge: usize, zone: u64) {
        self.drawn |= 1 << edge;
        self.free &= !(1 << edge | grid::edges_between(zone));
        self.open_cells &= !zone;
        if zone != 0 {
            self.closed_sizes |= 1 << zone.count_ones();
        }
    }

    /// Returns the board after drawing an edge; `None` if that is illegal.
    pub const fn after(mut self, edge: usize) -> Option<Self> {
        if edge >= grid::EDGE_COUNT || self.free >> edge & 1 == 0 {
            return None;
        }
        let zone = self.zone_closed_by(edge);
        if !self.allows_zone(zone) {
            return None;
        }
        self.draw(edge, zone);
        Some(self)
    }

    /// Returns all legal edges as a bit set.
    pub fn legal_edges(&self) -> u64 {
        let allowed = |edge: &usize| self.allows_zone(self.zone_closed_by(*edge));
        let legal = grid::bits(self.free).filter(allowed);
        legal.fold(0, |set, edge| set | 1 << edge)
    }
}
