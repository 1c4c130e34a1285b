//! A fast board: what the search needs, and nothing that a referee says.

use super::grid::{self, ALL_CELLS, ALL_EDGES, INNER_EDGES};

/// The edges that are left and the sizes that are taken. An edge is a bit; edges are numbered in the
/// order of [`Segment::all`](crate::games::zuniq::Segment::all).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoard {
    /// The edges that are not drawn and not inside a closed zone.
    pub(super) free: u64,
    /// The edges drawn.
    pub(super) drawn: u64,
    /// The cells in no closed zone.
    pub(super) open_cells: u64,
    /// Bit n: there is a closed zone of n cells.
    pub(super) closed_sizes: u32,
}

impl EdgeBoard {
    /// The board at the start.
    pub const EMPTY: Self = Self {
        free: ALL_EDGES,
        drawn: 0,
        open_cells: ALL_CELLS,
        closed_sizes: 0,
    };

    /// The board with these edges drawn.
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

    /// The edges drawn.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Bit n: there is a closed zone of n cells.
    pub const fn closed_sizes(&self) -> u32 {
        self.closed_sizes
    }

    /// How many edges are drawn.
    pub const fn plies(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// The cells that a free edge would close off; none if it joins two groups of dots.
    #[inline]
    pub(super) const fn zone_closed_by(&self, edge: usize) -> u64 {
        let passages = self.free & !(1 << edge);
        self.open_cells & !grid::flood_fill(grid::exit_cells(passages), passages & INNER_EDGES)
    }

    /// Whether a zone of these cells may be closed.
    #[inline]
    pub(super) const fn allows_zone(&self, zone: u64) -> bool {
        zone == 0 || self.closed_sizes >> zone.count_ones() & 1 == 0
    }

    /// Draws a free edge that closes off these cells, or none.
    #[inline]
    pub(super) const fn draw(&mut self, edge: usize, zone: u64) {
        self.drawn |= 1 << edge;
        self.free &= !(1 << edge | grid::edges_between(zone));
        self.open_cells &= !zone;
        if zone != 0 {
            self.closed_sizes |= 1 << zone.count_ones();
        }
    }

    /// The board after an edge, if it is legal.
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

    /// Every legal edge.
    pub fn legal_edges(&self) -> u64 {
        let allowed = |edge: &usize| self.allows_zone(self.zone_closed_by(*edge));
        let legal = grid::bits(self.free).filter(allowed);
        legal.fold(0, |set, edge| set | 1 << edge)
    }
}
