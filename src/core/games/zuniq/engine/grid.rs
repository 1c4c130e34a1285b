//! Bit sets of edges and cells in words of 64 bits, with aligned numbering.
//!
//! The edges are numbered in the order of [`Segment::all`](crate::games::zuniq::Segment::all):
//! eleven bits for each row of dots, five horizontals and then six verticals. The cell below and
//! right of the dot in `row` and `column` has bit `11 * row + column`, as has its upper edge. Its
//! left edge is 5 bits higher, its right one 6 and its lower one 11, so a set of cells spreads
//! across the undrawn edges with four shifts.

/// The number of edges.
pub(super) const EDGE_COUNT: usize = 60;
/// All edges.
pub(super) const ALL_EDGES: u64 = (1 << EDGE_COUNT) - 1;
/// All cells.
pub(super) const ALL_CELLS: u64 = 0b11111 * ROWS;
/// The first bit of each row of cells.
const ROWS: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33 | 1 << 44;
/// The top row of cells, and also the top border edges.
const TOP: u64 = 0b11111;
/// The bottom row of cells.
const BOTTOM: u64 = TOP << 44;
/// The leftmost column of cells.
const LEFT: u64 = ROWS;
/// The rightmost column of cells.
const RIGHT: u64 = ROWS << 4;
/// The edges between a cell and the outside.
pub(super) const BORDER_EDGES: u64 = TOP | BOTTOM << 11 | LEFT << 5 | RIGHT << 6;
/// The edges between two cells.
pub(super) const INNER_EDGES: u64 = ALL_EDGES & !BORDER_EDGES;

/// Returns the border cells with an edge to the outside among `passages`.
#[inline]
pub(super) const fn exit_cells(passages: u64) -> u64 {
    passages & TOP | passages >> 11 & BOTTOM | passages >> 5 & LEFT | passages >> 6 & RIGHT
}

/// Returns the cells and all cells one step away from them.
///
/// `passages` may contain inner edges only.
#[inline]
pub(super) const fn flood_step(cells: u64, passages: u64) -> u64 {
    let up_and_down = (cells & passages) >> 11 | cells << 11 & passages;
    let sideways = (cells << 5 & passages) >> 6 | (cells << 6 & passages) >> 5;
    cells | up_and_down | sideways
}

/// Returns all cells reachable from `cells`.
///
/// `passages` may contain inner edges only.
#[inline]
pub(super) const fn flood_fill(mut cells: u64, passages: u64) -> u64 {
    loop {
        let expanded = flood_step(cells, passages);
        if expanded == cells {
            return cells;
        }
        cells = expanded;
    }
}

/// Returns the edges around and between the cells.
#[inline]
pub(super) const fn edges_around(cells: u64) -> u64 {
    cells | cells << 5 | cells << 6 | cells << 11
}

/// Returns the edges between two of the cells.
#[inline]
pub(super) const fn edges_between(cells: u64) -> u64 {
    cells & cells << 11 | cells << 5 & cells << 6
}

/// Returns the cells on both sides of an edge, a single one at the border.
#[inline]
pub(super) const fn adjacent_cells(edge: usize) -> u64 {
    EDGE_CELLS[edge]
}

/// The cells on both sides of each edge.
const EDGE_CELLS: [u64; EDGE_COUNT] = {
    let mut sides = [0; EDGE_COUNT];
    let mut edge = 0;
    while edge < EDGE_COUNT {
        let bit = 1_u64 << edge;
        sides[edge] = if edge % 11 < 5 {
            (bit | bit >> 11) & ALL_CELLS
        } else {
            (bit >> 5 | bit >> 6) & ALL_CELLS
        };
        edge += 1;
    }
    sides
};

/// The two dots of each edge, numbered row by row.
pub(super) const EDGE_DOTS: [[u8; 2]; EDGE_COUNT] = {
    let mut ends = [[0; 2]; EDGE_COUNT];
    let mut edge = 0;
    while edge < EDGE_COUNT {
        let (row, offset) = ((edge / 11) as u8, (edge % 11) as u8);
        ends[edge] = if offset < 5 {
            [6 * row + offset, 6 * row + offset + 1]
        } else {
            [6 * row + offset - 5, 6 * row + offset + 1]
        };
        edge += 1;
    }
    ends
};

/// Returns the indices of the bits of a set in ascending order.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}
