//! A fast board: what the search needs, and nothing that a referee says.

use super::grid::{self, ALL, CELLS, INNER};

/// The edges that are left and the sizes that are taken. An edge is a bit; edges are numbered in the
/// order of [`Segment::all`](crate::games::zuniq::Segment::all).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The edges that are not drawn and not inside a closed zone.
    pub(super) free: u64,
    /// The edges drawn.
    pub(super) drawn: u64,
    /// The cells in no closed zone.
    pub(super) open: u64,
    /// Bit n: there is a closed zone of n cells.
    pub(super) sizes: u32,
}

impl Board {
    /// The board at the start.
    pub const EMPTY: Self = Self {
        free: ALL,
        drawn: 0,
        open: CELLS,
        sizes: 0,
    };

    /// The board with these edges drawn.
    pub fn with(drawn: u64) -> Self {
        let passages = ALL & !drawn;
        let open = grid::reach(grid::doors(passages), passages & INNER);
        let mut board = Self {
            free: passages & grid::around(open),
            drawn,
            open,
            sizes: 0,
        };
        let mut closed = CELLS & !open;
        while closed != 0 {
            let zone = grid::reach(closed & closed.wrapping_neg(), passages & INNER);
            board.sizes |= 1 << zone.count_ones();
            closed &= !zone;
        }
        board
    }

    /// The edges drawn.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Bit n: there is a closed zone of n cells.
    pub const fn sizes(&self) -> u32 {
        self.sizes
    }

    /// How many edges are drawn.
    pub const fn plies(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// The cells that a free edge would close off; none if it joins two groups of dots.
    #[inline]
    pub(super) const fn cut_off(&self, edge: usize) -> u64 {
        let passages = self.free & !(1 << edge);
        self.open & !grid::reach(grid::doors(passages), passages & INNER)
    }

    /// Whether a zone of these cells may be closed.
    #[inline]
    pub(super) const fn allows(&self, zone: u64) -> bool {
        zone == 0 || self.sizes >> zone.count_ones() & 1 == 0
    }

    /// Draws a free edge that closes off these cells, or none.
    #[inline]
    pub(super) const fn draw(&mut self, edge: usize, zone: u64) {
        self.drawn |= 1 << edge;
        self.free &= !(1 << edge | grid::between(zone));
        self.open &= !zone;
        if zone != 0 {
            self.sizes |= 1 << zone.count_ones();
        }
    }

    /// The board after an edge, if it is legal.
    pub const fn after(mut self, edge: usize) -> Option<Self> {
        if edge >= grid::EDGES || self.free >> edge & 1 == 0 {
            return None;
        }
        let zone = self.cut_off(edge);
        if !self.allows(zone) {
            return None;
        }
        self.draw(edge, zone);
        Some(self)
    }

    /// Every legal edge.
    pub fn legal(&self) -> u64 {
        let allowed = |edge: &usize| self.allows(self.cut_off(*edge));
        let legal = grid::bits(self.free).filter(allowed);
        legal.fold(0, |set, edge| set | 1 << edge)
    }
}
