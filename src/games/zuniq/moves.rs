//! Segments and moves.

/// A place for a segment between two neighbouring dots, drawn or not.
///
/// Held as the bit that [`Cells`](super::Cells) gives the cell below a horizontal segment, or the
/// cell to the right of a vertical one, with 64 added for a vertical one. So a set of segments is
/// a word a direction, and lies over the cells without a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment(u8);

impl Segment {
    /// The segment from the dot in `row` (0 is A, the top) and `column` (0 is 1, the left) to the
    /// dot on its right; `None` if there is no such place.
    pub const fn horizontal(row: u8, column: u8) -> Option<Self> {
        Self::new(row, column, false)
    }

    /// The segment from the dot in `row` and `column` to the dot below it; `None` if there is no
    /// such place.
    pub const fn vertical(row: u8, column: u8) -> Option<Self> {
        Self::new(row, column, true)
    }

    /// Both directions in one, without a branch on the direction, which is a coin toss.
    #[inline]
    pub(super) const fn new(row: u8, column: u8, vertical: bool) -> Option<Self> {
        if row < 6 - vertical as u8 && column < 5 + vertical as u8 {
            Some(Self((vertical as u8) << 6 | (row * 8 + column + 9)))
        } else {
            None
        }
    }

    /// All 60 places, row by row as the eye meets them: A1h to A5h, A1v to A6v, B1h, ..., F5h.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..6).flat_map(|row| {
            let across = (0..5).filter_map(move |column| Self::horizontal(row, column));
            across.chain((0..6).filter_map(move |column| Self::vertical(row, column)))
        })
    }

    /// The segments of two sets, `[horizontal, vertical]`.
    pub(super) fn in_sets(sets: [u64; 2]) -> impl Iterator<Item = Self> {
        let [mut flat, mut upright] = sets;
        std::iter::from_fn(move || {
            let (set, way) = if flat != 0 {
                (&mut flat, 0)
            } else if upright != 0 {
                (&mut upright, 64)
            } else {
                return None;
            };
            let lowest = (set.trailing_zeros() % 64) as u8;
            *set &= *set - 1;
            Some(Self(way | lowest))
        })
    }

    /// The row of the first dot, from 0 at the top.
    pub const fn row(self) -> u8 {
        (self.0 % 64 - 9) / 8
    }

    /// The column of the first dot, from 0 at the left.
    pub const fn column(self) -> u8 {
        (self.0 % 64 - 9) % 8
    }

    /// Whether it runs down rather than to the right.
    pub const fn is_vertical(self) -> bool {
        self.0 >= 64
    }

    /// The place of its direction in a pair of sets: 0 horizontal, 1 vertical.
    #[inline]
    pub(super) const fn direction_index(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// Its bit in the set of its direction, which is also the bit of the cell below it or to its
    /// right.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// The bits of the two cells that it parts: above and below, or left and right.
    #[inline]
    pub(super) const fn adjacent_cells(self) -> [u64; 2] {
        [self.bit() >> (8 - 7 * self.direction_index()), self.bit()]
    }

    /// Its two dots, numbered `8 * row + column`.
    #[inline]
    pub(super) const fn dots(self) -> [usize; 2] {
        let first = (self.0 % 64) as usize - 9;
        [first, first + 1 + 7 * self.direction_index()]
    }
}

impl std::fmt::Display for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way = if self.is_vertical() { 'v' } else { 'h' };
        let row = char::from(b'A' + self.row());
        write!(f, "{row}{}{way}", self.column() + 1)
    }
}

/// A segment to be drawn, and whether the player claims the win with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// What is drawn.
    pub segment: Segment,
    /// `!` is written after it.
    pub claims_win: bool,
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}{}",
            self.segment,
            if self.claims_win { "!" } else { "" }
        )
    }
}
