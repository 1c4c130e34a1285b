//! The dots that lie, and where another tile has room.

use super::colors::Color;
use super::moves::{COLUMNS, Cell, Move, Orientation, ROWS};
use super::tile::Tile;
use super::violation::Violation;

/// 16 rows of 20 dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// Each row from the top: three bits a dot, the leftmost lowest; 0 where no dot lies.
    colors: [u64; 16],
    /// The same as one bit a dot, with an empty row above and one below the board: what a tile
    /// covers and touches is then asked without a thought for the edge.
    occupied: [u32; 18],
}

impl Grid {
    pub(super) const EMPTY: Self = Self {
        colors: [0; 16],
        occupied: [0; 18],
    };

    /// The rows, three bits a dot.
    pub(super) const fn rows(&self) -> &[u64; 16] {
        &self.colors
    }

    pub(super) fn is_empty(&self) -> bool {
        self.occupied == Self::EMPTY.occupied
    }

    /// The colour of the dot that lies there; `None` also beyond the edge.
    pub(super) fn color_at(&self, dot: Cell) -> Option<Color> {
        if dot.row >= ROWS || dot.column >= COLUMNS {
            return None;
        }
        let row = self.colors[usize::from(dot.row)];
        Color::new((row >> (3 * dot.column) & 7) as u8)
    }

    /// Puts a single dot on a spot of the board that has none.
    pub(super) fn set_dot(&mut self, dot: Cell, color: Color) {
        let row = usize::from(dot.row);
        self.colors[row] |= u64::from(color.number()) << (3 * dot.column);
        self.occupied[row + 1] |= 1 << dot.column;
    }

    /// Whether a tile may lie there.
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

    /// Lays a tile over what lies there. Does nothing where it does not fit.
    pub(super) fn lay(&mut self, tile: Tile, placement: Move) {
        if placement.fits() {
            let (row, column) = corner(placement);
            match placement.orientation() {
                Orientation::Horizontal => self.lay_horizontally(tile, row, column),
                Orientation::Vertical => self.lay_vertically(tile, row, column),
            }
        }
    }

    /// [`check`](Self::check) and [`lay`](Self::lay) with one look at the direction, which no
    /// processor can foresee.
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
            .expect("six rows");
        for (i, old) in colors.iter_mut().enumerate() {
            let two = octal >> (15 - 3 * i) & 7 | (octal >> (3 * i) & 7) << 3;
            *old = *old & hole | two << (3 * column);
        }
        for taken in &mut self.occupied[row + 1..row + 7] {
            *taken |= dots;
        }
    }

    /// What a tile of that size would cover, and whether a dot lies beside it.
    #[inline]
    fn footprint<const WIDTH: usize, const HEIGHT: usize>(
        &self,
        row: usize,
        column: u32,
    ) -> Footprint {
        // One row above the tile, its rows, one row below.
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

    /// Whether a tile has room anywhere on a board that is not empty.
    ///
    /// It is enough to find a place that covers at most four dots. If one covers none and touches
    /// none, push the tile around, one step a time: no step covers anything before the tile
    /// touches a dot, for what is covered was beside it before; and as a tile reaches every spot,
    /// it does touch one.
    ///
    /// All places of a row are counted at once, in binary: bit `c` of plane `k` is bit `k` of the
    /// number that belongs to column `c`. The planes of all rows lie one after the other, so that
    /// the compiler can take several rows in one instruction.
    pub(super) fn has_legal_place(&self) -> bool {
        let rows = &self.occupied[1..17];
        // How many dots lie on each spot and its right neighbour. Below the board all is full.
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
        let mut room = 0;
        for row in 0..16 {
            let at = |below: usize| {
                [
                    wide[0][row + below],
                    wide[1][row + below],
                    wide[2][row + below],
                ]
            };
            room |= at_most_four(at(0), at(1)) & 0x7fff;
        }
        for row in 0..11 {
            let at = |below: usize| {
                [
                    high[0][row + below],
                    high[1][row + below],
                    high[2][row + below],
                ]
            };
            room |= at_most_four(at(0), at(3)) & 0x7_ffff;
        }
        room != 0
    }
}

/// What a tile would meet at a place where it fits.
struct Footprint {
    /// The dots that it would cover: bit i is the i-th of [`Placement::dots`].
    covered: u32,
    /// Whether a dot lies beside it. Right where it covers none.
    touches_dot: bool,
}

impl Footprint {
    #[inline]
    fn check(&self, placement: Move) -> Result<(), Violation> {
        let count = POPCOUNT_6[(self.covered & 63) as usize]
            + POPCOUNT_6[(self.covered >> 6 & 63) as usize];
        // Whether a tile covers dots or lies beside them is as good as random, whether it is
        // legal is not: one question for the processor to guess instead of two.
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

/// The number of ones in six bits; not every processor has an instruction for it.
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

/// The sum of three numbers from 0 to 2, column by column.
#[inline]
fn sum(a: [u32; 2], b: [u32; 2], c: [u32; 2]) -> [u32; 3] {
    let (ones, carry) = full_adder(a[0], b[0], c[0]);
    let (twos, fours) = full_adder(a[1], b[1], c[1]);
    [ones, twos ^ carry, fours ^ (twos & carry)]
}

/// Where the sum of two numbers from 0 to 6 is at most 4, column by column.
#[inline]
fn at_most_four(a: [u32; 3], b: [u32; 3]) -> u32 {
    let (ones, carry) = (a[0] ^ b[0], a[0] & b[0]);
    let (twos, carry) = full_adder(a[1], b[1], carry);
    let (fours, eights) = full_adder(a[2], b[2], carry);
    !(eights | fours & (twos | ones))
}

/// Sum and carry of three bits, column by column.
#[inline]
fn full_adder(a: u32, b: u32, c: u32) -> (u32, u32) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}
