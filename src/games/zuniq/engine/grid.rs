//! The board as words of 64 bits: edges and cells laid over each other.
//!
//! The edges stand in the order of [`Segment::all`](crate::games::zuniq::Segment::all): eleven
//! bits a row of dots, five horizontals and then six verticals. The cell below and right of the
//! dot in `row` and `column` has bit `11 * row + column`, which is that of its upper edge. So its
//! left edge is 5 bits on, its right one 6 and its lower one 11, and a set of cells spreads over
//! the edges that are not drawn with four shifts.

/// How many edges there are.
pub(super) const EDGE_COUNT: usize = 60;
/// All edges.
pub(super) const ALL_EDGES: u64 = (1 << EDGE_COUNT) - 1;
/// All cells.
pub(super) const ALL_CELLS: u64 = 0b11111 * ROWS;
/// The first bit of each row of cells.
const ROWS: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33 | 1 << 44;
/// The upper row of cells, and so the upper border.
const TOP: u64 = 0b11111;
const BOTTOM: u64 = TOP << 44;
const LEFT: u64 = ROWS;
const RIGHT: u64 = ROWS << 4;
/// The edges that part a cell from the outside.
pub(super) const BORDER_EDGES: u64 = TOP | BOTTOM << 11 | LEFT << 5 | RIGHT << 6;
/// The edges that part two cells.
pub(super) const INNER_EDGES: u64 = ALL_EDGES & !BORDER_EDGES;

/// The cells that a passage leads out of, if these edges are passages.
#[inline]
pub(super) const fn exit_cells(passages: u64) -> u64 {
    passages & TOP | passages >> 11 & BOTTOM | passages >> 5 & LEFT | passages >> 6 & RIGHT
}

/// The cells within one step. `passages` may hold inner edges only.
#[inline]
pub(super) const fn flood_step(cells: u64, passages: u64) -> u64 {
    let up_and_down = (cells & passages) >> 11 | cells << 11 & passages;
    let sideways = (cells << 5 & passages) >> 6 | (cells << 6 & passages) >> 5;
    cells | up_and_down | sideways
}

/// All that is reached from `cells`. `passages` may hold inner edges only.
#[inline]
pub(super) const fn flood_fill(mut cells: u64, passages: u64) -> u64 {
    loop {
        let wider = flood_step(cells, passages);
        if wider == cells {
            return cells;
        }
        cells = wider;
    }
}

/// The edges around and between these cells.
#[inline]
pub(super) const fn edges_around(cells: u64) -> u64 {
    cells | cells << 5 | cells << 6 | cells << 11
}

/// The edges between two of these cells.
#[inline]
pub(super) const fn edges_between(cells: u64) -> u64 {
    cells & cells << 11 | cells << 5 & cells << 6
}

/// The cells on both sides of an edge, one of them none at the border.
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
        let (row, place) = ((edge / 11) as u8, (edge % 11) as u8);
        ends[edge] = if place < 5 {
            [6 * row + place, 6 * row + place + 1]
        } else {
            [6 * row + place - 5, 6 * row + place + 1]
        };
        edge += 1;
    }
    ends
};

/// The numbers of the bits of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}
