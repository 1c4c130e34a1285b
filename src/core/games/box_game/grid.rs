//! The grid of visible dots, the test of where another tile may be placed, and the squares of a
//! colour with the points that they give.

use super::colors::Color;
use super::moves::{COLUMNS, Cell, Move, Orientation, ROWS};
use super::result::Violation;
use super::tile::Tile;

/// A board of 16 rows of 20 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// The colours by row from the top: three bits per cell, the leftmost lowest, 0 if empty.
    colors: [u64; 16],
    /// The occupied cells, one bit per cell, with an empty row above and one below the board.
    ///
    /// The two extra rows spare the tests for covered and touching dots a special case at the
    /// edge.
    occupied: [u32; 18],
}

impl Grid {
    pub(super) const EMPTY: Self = Self {
        colors: [0; 16],
        occupied: [0; 18],
    };

    /// Returns the rows from the top, three bits per cell.
    pub(super) const fn rows(&self) -> &[u64; 16] {
        &self.colors
    }

    /// Returns the occupied cells of each row from the top, one bit per cell.
    pub(super) fn occupied_rows(&self) -> &[u32] {
        &self.occupied[1..=usize::from(ROWS)]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.occupied == Self::EMPTY.occupied
    }

    /// Returns the visible colour of a cell; `None` if it is empty or beyond the edge.
    pub(super) fn color_at(&self, cell: Cell) -> Option<Color> {
        if cell.row >= ROWS || cell.column >= COLUMNS {
            return None;
        }
        let row = self.colors[usize::from(cell.row)];
        Color::new((row >> (3 * cell.column) & 7) as u8)
    }

    /// Puts a single dot on an empty cell of the board.
    pub(super) fn set_dot(&mut self, cell: Cell, color: Color) {
        let row = usize::from(cell.row);
        self.colors[row] |= u64::from(color.number()) << (3 * cell.column);
        self.occupied[row + 1] |= 1 << cell.column;
    }

    /// Checks whether a placement is legal, and returns the broken rule if it is not.
    pub(super) fn check(&self, placement: Move) -> Result<(), Violation> {
        if !placement.fits() {
            return Err(Violation::OffBoard(placement));
        }
        let (row, column) = corner(placement);
        let under = match placement.orientation() {
            Orientation::Horizontal => self.footprint::<6, 2>(row, column),
            Orientation::Vertical => self.footprint::<2, 6>(row, column),
        };
        under.check(placement)
    }

    /// Lays a tile over the dots below it. Does nothing if the tile does not fit on the board.
    pub(super) fn lay(&mut self, tile: Tile, placement: Move) {
        if placement.fits() {
            let (row, column) = corner(placement);
            match placement.orientation() {
                Orientation::Horizontal => self.lay_horizontally(tile, row, column),
                Orientation::Vertical => self.lay_vertically(tile, row, column),
            }
        }
    }

    /// Lays a tile if its placement is legal.
    ///
    /// Does the same as [`check`](Self::check) and [`lay`](Self::lay), but branches on the
    /// orientation only once, because that branch is unpredictable.
    #[inline]
    pub(super) fn try_lay(&mut self, tile: Tile, placement: Move) -> Result<(), Violation> {
        if !placement.fits() {
            return Err(Violation::OffBoard(placement));
        }
        let (row, column) = corner(placement);
        match placement.orientation() {
            Orientation::Horizontal => {
                self.footprint::<6, 2>(row, column).check(placement)?;
                self.lay_horizontally(tile, row, column);
            }
            Orientation::Vertical => {
                self.footprint::<2, 6>(row, column).check(placement)?;
                self.lay_vertically(tile, row, column);
            }
        }
        Ok(())
    }

    #[inline]
    fn lay_horizontally(&mut self, tile: Tile, row: usize, column: u32) {
        for (row, six) in [(row, tile.octal()), (row + 1, tile.octal_reversed())] {
            let old = self.colors[row] & !(0o777_777 << (3 * column));
            self.colors[row] = old | u64::from(six) << (3 * column);
            self.occupied[row + 1] |= 0b11_1111 << column;
        }
    }

    #[inline]
    fn lay_vertically(&mut self, tile: Tile, row: usize, column: u32) {
        let octal = u64::from(tile.octal());
        let hole = !(0o77 << (3 * column));
        let dots = 0b11 << column;
        let colors: &mut [u64; 6] = (&mut self.colors[row..row + 6])
            .try_into()
            .expect("the slice has six rows");
        for (i, old) in colors.iter_mut().enumerate() {
            let two = octal >> (15 - 3 * i) & 7 | (octal >> (3 * i) & 7) << 3;
            *old = *old & hole | two << (3 * column);
        }
        for taken in &mut self.occupied[row + 1..row + 7] {
            *taken |= dots;
        }
    }

    /// Returns the dots that a tile of this size would cover, and whether a dot is next to it.
    #[inline]
    fn footprint<const WIDTH: usize, const HEIGHT: usize>(
        &self,
        row: usize,
        column: u32,
    ) -> Footprint {
        // The row above the tile, its own rows, and the row below it.
        let rows = &self.occupied[row..row + HEIGHT + 2];
        let full = (1u32 << WIDTH) - 1;
        let mut covered = 0;
        let mut sides = 0;
        for i in 0..HEIGHT {
            covered |= (rows[i + 1] >> column & full) << (WIDTH * i);
            sides |= rows[i + 1];
        }
        let ends = (rows[0] | rows[HEIGHT + 1]) & full << column;
        let flanks = sides & (full << column << 1 | full << column >> 1);
        Footprint {
            covered,
            touches_dot: ends | flanks != 0,
        }
    }

    /// Reports whether any placement is legal on a board that is not empty.
    ///
    /// It is enough to find a placement that covers at most four dots. If one covers and touches
    /// no dot, slide the tile across the board one step at a time: no step covers a dot before
    /// the tile touches one, because a newly covered dot was next to the tile before; and since
    /// the tile can reach every cell, it does touch a dot at some point.
    ///
    /// All placements of a row are counted at once, in binary: bit `c` of plane `k` is bit `k` of
    /// the number for column `c`. The planes of all rows are adjacent in memory, so that the
    /// compiler can process several rows in one instruction.
    pub(super) fn has_legal_place(&self) -> bool {
        let rows = &self.occupied[1..17];
        // Counts the dots on each cell and its right neighbour. All rows below the board are full.
        let mut pairs = [[0; 18], [!0; 18]];
        for row in 0..16 {
            pairs[0][row] = rows[row] ^ rows[row] >> 1;
            pairs[1][row] = rows[row] & rows[row] >> 1;
        }
        let mut wide = [[0; 17], [!0; 17], [!0; 17]];
        let mut high = [[0; 16]; 3];
        for row in 0..16 {
            let pair = |below: usize| [pairs[0][row + below], pairs[1][row + below]];
            let right = |by: u32| pair(0).map(|plane| plane >> by);
            let six = sum(pair(0), right(2), right(4));
            let three = sum(pair(0), pair(1), pair(2));
            for plane in 0..3 {
                wide[plane][row] = six[plane];
                high[plane][row] = three[plane];
            }
        }
        let mut fitting = 0;
        for row in 0..16 {
            let planes = |below: usize| {
                [
                    wide[0][row + below],
                    wide[1][row + below],
                    wide[2][row + below],
                ]
            };
            fitting |= at_most_four(planes(0), planes(1)) & 0x7fff;
        }
        for row in 0..11 {
            let planes = |below: usize| {
                [
                    high[0][row + below],
                    high[1][row + below],
                    high[2][row + below],
                ]
            };
            fitting |= at_most_four(planes(0), planes(3)) & 0x7_ffff;
        }
        fitting != 0
    }
}

/// The surroundings of a tile at a placement that fits on the board.
struct Footprint {
    /// The dots that the tile would cover: bit i is the i-th of [`Move::cells`].
    covered: u32,
    /// Whether a dot is next to the tile. Correct only if the tile covers none.
    touches_dot: bool,
}

impl Footprint {
    #[inline]
    fn check(&self, placement: Move) -> Result<(), Violation> {
        let count = POPCOUNT_6[(self.covered & 63) as usize]
            + POPCOUNT_6[(self.covered >> 6 & 63) as usize];
        // Whether a tile covers dots or is next to them is close to random, but whether it is
        // legal is not: one well predicted branch replaces two badly predicted ones.
        let met = count + u32::from(self.touches_dot);
        if count <= 4 && met > 0 {
            Ok(())
        } else if count > 4 {
            Err(Violation::CoversTooMany(placement, self.covered))
        } else {
            Err(Violation::TouchesNothing(placement))
        }
    }
}

/// The number of ones in six bits, as a table because not every processor has `popcnt`.
const POPCOUNT_6: [u32; 64] = {
    let mut ones = [0; 64];
    let mut n = 0;
    while n < 64 {
        ones[n] = n.count_ones();
        n += 1;
    }
    ones
};

const fn corner(placement: Move) -> (usize, u32) {
    (placement.row() as usize, placement.column() as u32)
}

/// Adds three numbers from 0 to 2 in each column, as bit planes.
#[inline]
fn sum(a: [u32; 2], b: [u32; 2], c: [u32; 2]) -> [u32; 3] {
    let (ones, carry) = full_adder(a[0], b[0], c[0]);
    let (twos, fours) = full_adder(a[1], b[1], c[1]);
    [ones, twos ^ carry, fours ^ (twos & carry)]
}

/// Returns the columns in which the sum of two numbers from 0 to 6 is at most 4.
#[inline]
fn at_most_four(a: [u32; 3], b: [u32; 3]) -> u32 {
    let (ones, carry) = (a[0] ^ b[0], a[0] & b[0]);
    let (twos, carry) = full_adder(a[1], b[1], carry);
    let (fours, eights) = full_adder(a[2], b[2], carry);
    !(eights | fours & (twos | ones))
}

/// Returns the sum and the carry of three bits in each column.
#[inline]
fn full_adder(a: u32, b: u32, c: u32) -> (u32, u32) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

// Squares of a colour and the points that they give.

/// The lowest bit of each of the twenty cells of a row.
const LOW_BITS: u64 = 0o11_111_111_111_111_111_111;

/// Returns the points of two colours on a board with three bits per cell.
///
/// Every axis-parallel square whose four corners show the colour gives its side less one. Both
/// colours are counted at once: of the three bits of a cell, the lowest marks the first colour
/// and the next one the second.
pub(super) fn scores(rows: &[u64; 16], colors: [Color; 2]) -> [i32; 2] {
    let marks = rows.map(|row| color_mask(row, colors[0]) | color_mask(row, colors[1]) << 1);
    let mut points = [0; 2];
    for (side, value) in (1..16).zip(1..) {
        for (upper, lower) in marks.iter().zip(&marks[side..]) {
            let both = upper & lower;
            let mut matches = both & both >> (3 * side);
            while matches != 0 {
                let lane = usize::from(matches & matches.wrapping_neg() & LOW_BITS == 0);
                points[lane] += value;
                matches &= matches - 1;
            }
        }
    }
    points
}

/// Returns the squares whose four corners show a colour, each as its upper left cell and its
/// points (its side less one).
pub(super) fn squares_of_color(rows: &[u64; 16], color: Color) -> impl Iterator<Item = (Cell, u8)> {
    squares_with_corners(rows, color, 4)
}

/// Returns the total points of the squares with exactly three corners of a colour.
pub(super) fn three_corner_points(rows: &[u64; 16], color: Color) -> i32 {
    let squares = squares_with_corners(rows, color, 3);
    squares.map(|(_, points)| i32::from(points)).sum()
}

/// Returns the squares with exactly `corners` corners of a colour, by their upper left cells and then
/// by their size.
fn squares_with_corners(
    rows: &[u64; 16],
    color: Color,
    corners: u8,
) -> impl Iterator<Item = (Cell, u8)> + use<> {
    let marks = rows.map(|row| color_mask(row, color));
    (0..ROWS).flat_map(move |row| {
        // For each size the upper left cells of its squares, marked in the lowest of their bits.
        let mut found = [0_u64; ROWS as usize];
        for side in 1..ROWS - row {
            let (upper, lower) = (marks[usize::from(row)], marks[usize::from(row + side)]);
            let shift = 3 * side;
            // The number of corners, 0 to 4, has room in the three bits of a cell.
            let count = upper + (upper >> shift) + lower + (lower >> shift);
            let other = count ^ (LOW_BITS * u64::from(corners));
            let inside = (1 << (3 * (COLUMNS - side))) - 1;
            found[usize::from(side)] = !(other | other >> 1 | other >> 2) & LOW_BITS & inside;
        }
        let mut cells = found.iter().fold(0, |all, cells| all | cells);
        let columns = std::iter::from_fn(move || {
            let column = cells.trailing_zeros() / 3;
            cells &= cells.wrapping_sub(1);
            u8::try_from(column).ok().filter(|column| *column < COLUMNS)
        });
        columns.flat_map(move |column| {
            let has_square = move |side: &u8| found[usize::from(*side)] >> (3 * column) & 1 == 1;
            let squares = (1..ROWS - row).filter(has_square);
            squares.map(move |side| (Cell { row, column }, side))
        })
    })
}

/// Returns the cells of a row that show a colour, marked in the lowest of their three bits.
fn color_mask(row: u64, color: Color) -> u64 {
    let other = row ^ (LOW_BITS * u64::from(color.number()));
    !(other | other >> 1 | other >> 2) & LOW_BITS
}
