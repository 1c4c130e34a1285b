//! Sets of cells, and how far one comes from a cell without crossing a segment.

/// A set of the 25 cells, each named by the dot at its upper left corner: `A1 A2 B1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells(
    /// The cell in `row` and `column` has bit `8 * row + column + 9`: the 5x5 cells lie inside a
    /// ring of places that are the outside.
    pub(super) u64,
);

/// The 25 cells.
pub(super) const ALL_CELLS: u64 = 0x3e3e_3e3e_3e00;

impl Cells {
    /// How many they are.
    #[inline]
    pub const fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the cell below and right of the dot in `row` and `column` (both from 0) is one.
    pub const fn contains(self, row: u8, column: u8) -> bool {
        row < 5 && column < 5 && self.0 >> (8 * row + column + 9) & 1 == 1
    }

    /// Rows and columns of the cells, from 0, row by row.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (0..5)
            .flat_map(|row| (0..5).map(move |column| (row, column)))
            .filter(move |&(row, column)| self.contains(row, column))
    }

    /// The same cells and one more that lies beside them, each in turn.
    pub(super) fn extended_by_one(self) -> impl Iterator<Item = Self> {
        let near = (self.0 << 8 | self.0 >> 8 | self.0 << 1 | self.0 >> 1) & ALL_CELLS & !self.0;
        each_bit(near).map(move |cell| Self(self.0 | cell))
    }

    /// All places of segments around and between them, `[horizontal, vertical]`.
    pub(super) const fn surrounding_segments(self) -> [u64; 2] {
        [self.0 | self.0 << 8, self.0 | self.0 << 1]
    }

    /// The places of segments that lie between two of these cells, `[horizontal, vertical]`.
    #[inline]
    pub(super) const fn inner_segments(self) -> [u64; 2] {
        [self.0 & self.0 << 8, self.0 & self.0 << 1]
    }
}

/// Each cell of the board alone.
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

/// The places of segments that can be crossed, `[horizontal, vertical]`.
pub(super) type Passages = [u64; 2];

/// The cells within one step.
#[inline]
const fn flood_step(cells: u64, [flat, upright]: Passages) -> u64 {
    let up_and_down = cells << 8 & flat | (cells & flat) >> 8;
    let sideways = cells << 1 & upright | (cells & upright) >> 1;
    cells | up_and_down | sideways
}

/// All that can be reached from `cells`; with places of the ring, if the outside can.
#[inline]
pub(super) const fn flood_fill(mut cells: u64, passages: Passages) -> u64 {
    loop {
        let wider = flood_step(cells, passages);
        if wider == cells {
            return cells;
        }
        cells = wider;
    }
}

/// The one of two sides that cannot reach the outside, with all that it reaches. Both spread at
/// the same pace, so that the work is the smaller side's.
#[inline]
pub(super) const fn enclosed_side([mut one, mut two]: [u64; 2], passages: Passages) -> Cells {
    loop {
        if one & !ALL_CELLS != 0 {
            return Cells(flood_fill(two, passages) & ALL_CELLS);
        }
        if two & !ALL_CELLS != 0 {
            return Cells(flood_fill(one, passages) & ALL_CELLS);
        }
        let wider = [flood_step(one, passages), flood_step(two, passages)];
        if wider[0] == one {
            return Cells(one);
        }
        if wider[1] == two {
            return Cells(two);
        }
        [one, two] = wider;
    }
}
