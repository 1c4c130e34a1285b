//! Sets of cells, and flood fills over them that do not cross segments.

/// A set of cells, each named by the dot at its upper left corner: `A1 A2 B1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells(
    /// The bits of the cells, `8 * row + column + 9` each, so that the 5x5 cells are surrounded by
    /// a ring of bits for the outside.
    pub(super) u64,
);

/// All 25 cells.
pub(super) const ALL_CELLS: u64 = 0x3e3e_3e3e_3e00;

impl Cells {
    /// Returns the number of cells.
    #[inline]
    pub const fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// Reports whether the set contains the cell in `row` and `column`, both from 0.
    pub const fn contains(self, row: u8, column: u8) -> bool {
        row < 5 && column < 5 && self.0 >> (8 * row + column + 9) & 1 == 1
    }

    /// Returns the row and column (from 0) of each cell, row by row.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (0..5)
            .flat_map(|row| (0..5).map(move |column| (row, column)))
            .filter(move |&(row, column)| self.contains(row, column))
    }

    /// Returns every set made of these cells and one adjacent cell.
    pub(super) fn extended_by_one(self) -> impl Iterator<Item = Self> {
        let near = (self.0 << 8 | self.0 >> 8 | self.0 << 1 | self.0 >> 1) & ALL_CELLS & !self.0;
        each_bit(near).map(move |cell| Self(self.0 | cell))
    }

    /// Returns all segments around and between the cells, `[horizontal, vertical]`.
    pub(super) const fn surrounding_segments(self) -> [u64; 2] {
        [self.0 | self.0 << 8, self.0 | self.0 << 1]
    }

    /// Returns the segments between two of the cells, `[horizontal, vertical]`.
    #[inline]
    pub(super) const fn inner_segments(self) -> [u64; 2] {
        [self.0 & self.0 << 8, self.0 & self.0 << 1]
    }
}

/// Returns each cell of the board as a separate set.
pub(super) fn single_cells() -> impl Iterator<Item = Cells> {
    each_bit(ALL_CELLS).map(Cells)
}

fn each_bit(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl std::fmt::Display for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (nth, (row, column)) in self.iter().enumerate() {
            let blank = if nth > 0 { " " } else { "" };
            write!(f, "{blank}{}{}", char::from(b'A' + row), column + 1)?;
        }
        Ok(())
    }
}

/// The segments that can be crossed, `[horizontal, vertical]`.
pub(super) type Passages = [u64; 2];

/// Returns the cells and all cells one step away from them.
#[inline]
const fn flood_step(cells: u64, [horizontal, vertical]: Passages) -> u64 {
    let up_and_down = cells << 8 & horizontal | (cells & horizontal) >> 8;
    let sideways = cells << 1 & vertical | (cells & vertical) >> 1;
    cells | up_and_down | sideways
}

/// Returns all cells reachable from `cells`, with bits of the ring if the outside is reachable.
#[inline]
pub(super) const fn flood_fill(mut cells: u64, passages: Passages) -> u64 {
    loop {
        let expanded = flood_step(cells, passages);
        if expanded == cells {
            return cells;
        }
        cells = expanded;
    }
}

/// Returns the side, of two, that cannot reach the outside, with all cells that it reaches.
///
/// Both sides are flooded in alternation, so the work is proportional to the smaller one.
#[inline]
pub(super) const fn enclosed_side([mut one, mut two]: [u64; 2], passages: Passages) -> Cells {
    loop {
        if one & !ALL_CELLS != 0 {
            return Cells(flood_fill(two, passages) & ALL_CELLS);
        }
        if two & !ALL_CELLS != 0 {
            return Cells(flood_fill(one, passages) & ALL_CELLS);
        }
        let expanded = [flood_step(one, passages), flood_step(two, passages)];
        if expanded[0] == one {
            return Cells(one);
        }
        if expanded[1] == two {
            return Cells(two);
        }
        [one, two] = expanded;
    }
}
