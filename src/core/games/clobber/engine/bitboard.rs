//! Bitboards: sets of squares in one machine word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares of a board: `u64` for boards of up to 8x8, `u128` for up to 10x10.
///
/// Square `(x, y)` is bit `STRIDE * y + x`.
pub trait BitboardWord:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The distance between the bits of vertically adjacent squares.
    const STRIDE: u32;
    /// The largest number of columns and rows that fit.
    const MAX_SIDE: u8;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set that contains only bit `index`.
    fn bit(index: u32) -> Self;
    /// Moves every square one column to the right; squares beyond the edge are dropped.
    #[must_use]
    fn east(self) -> Self;
    /// Moves every square one column to the left; squares beyond the edge are dropped.
    #[must_use]
    fn west(self) -> Self;
    /// Moves every square up by a number of rows.
    #[must_use]
    fn up(self, rows: u32) -> Self;
    /// Moves every square down by a number of rows.
    #[must_use]
    fn down(self, rows: u32) -> Self;
    /// Moves every square left by a number of columns; nothing may be moved beyond the edge.
    #[must_use]
    fn left(self, columns: u32) -> Self;
    /// Returns the squares of a row, column 0 as the lowest bit; 0 for a row that does not fit.
    fn row(self, y: u32) -> u32;
    /// Returns the number of squares.
    fn count(self) -> u32;
    /// Returns the index of the lowest square of a non-empty set.
    fn lowest_index(self) -> u32;
    /// Returns the set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Mirrors the set left to right within `MAX_SIDE` columns.
    #[must_use]
    fn mirrored(self) -> Self;
    /// Mirrors the set upside down within `MAX_SIDE` rows.
    #[must_use]
    fn flipped(self) -> Self;
    /// Exchanges rows and columns.
    #[must_use]
    fn transposed(self) -> Self;
    /// Returns the first column of a non-empty set that contains a square.
    fn first_column(self) -> u32;
    /// Returns the set as two words for hashing.
    fn words(self) -> [u64; 2];

    /// Reports whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns all squares adjacent to squares of the set.
    #[inline]
    #[must_use]
    fn neighbours(self) -> Self {
        self.east() | self.west() | self.up(1) | self.down(1)
    }

    /// Returns the squares of `within` that are connected with this set (flood fill).
    #[inline]
    #[must_use]
    fn flood(self, within: Self) -> Self {
        let mut all = self;
        loop {
            let more = (all | all.neighbours()) & within;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Moves two sets together so that their union, which is not empty, touches the lower left
    /// corner.
    ///
    /// Equal shapes thus become equal sets wherever they are on the board.
    #[inline]
    fn shifted_to_corner(a: Self, b: Self) -> (Self, Self) {
        let all = a | b;
        let (rows, columns) = (all.lowest_index() / Self::STRIDE, all.first_column());
        (a.down(rows).left(columns), b.down(rows).left(columns))
    }
}

/// Implements the methods of a [`BitboardWord`] that have the same body for all words.
macro_rules! bits_of_word {
    () => {
        #[inline]
        fn bit(index: u32) -> Self {
            1 << index
        }
        #[inline]
        fn up(self, rows: u32) -> Self {
            self << (Self::STRIDE * rows)
        }
        #[inline]
        fn down(self, rows: u32) -> Self {
            self >> (Self::STRIDE * rows)
        }
        #[inline]
        fn left(self, columns: u32) -> Self {
            self >> columns
        }
        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }
        #[inline]
        fn lowest_index(self) -> u32 {
            self.trailing_zeros()
        }
        #[inline]
        fn without_lowest(self) -> Self {
            self & self.wrapping_sub(1)
        }
    };
}

/// All columns except the first.
const NOT_FIRST_COLUMN: u64 = 0xfefe_fefe_fefe_fefe;
/// All columns except the last.
const NOT_LAST_COLUMN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl BitboardWord for u64 {
    const STRIDE: u32 = 8;
    const MAX_SIDE: u8 = 8;
    const EMPTY: Self = 0;

    bits_of_word!();

    #[inline]
    fn east(self) -> Self {
        self << 1 & NOT_FIRST_COLUMN
    }
    #[inline]
    fn west(self) -> Self {
        self >> 1 & NOT_LAST_COLUMN
    }
    #[inline]
    fn row(self, y: u32) -> u32 {
        u32::from(y < 8) * (self >> (8 * (y & 7)) & 0xff) as u32
    }
    #[inline]
    fn mirrored(self) -> Self {
        self.swap_bytes().reverse_bits()
    }
    #[inline]
    fn flipped(self) -> Self {
        self.swap_bytes()
    }
    #[inline]
    fn transposed(self) -> Self {
        // Three exchanges of blocks across the diagonal (Warren, Hacker's Delight, 7-3).
        let swap = |x: u64, mask: u64, by: u32| {
            let t = (x ^ (x >> by)) & mask;
            x ^ t ^ (t << by)
        };
        let x = swap(self, 0x00aa_00aa_00aa_00aa, 7);
        let x = swap(x, 0x0000_cccc_0000_cccc, 14);
        swap(x, 0x0000_0000_f0f0_f0f0, 28)
    }
    #[inline]
    fn first_column(self) -> u32 {
        let rows = self | self >> 32;
        let rows = rows | rows >> 16;
        (rows | rows >> 8).trailing_zeros()
    }
    #[inline]
    fn words(self) -> [u64; 2] {
        [self, 0]
    }
}

/// One row of the wide board: ten columns, and an eleventh bit that stays empty so that no shift
/// carries into the next row.
const ROW_MASK: u128 = 0x3ff;

impl BitboardWord for u128 {
    const STRIDE: u32 = 11;
    const MAX_SIDE: u8 = 10;
    const EMPTY: Self = 0;

    bits_of_word!();

    #[inline]
    fn east(self) -> Self {
        self << 1
    }
    #[inline]
    fn west(self) -> Self {
        self >> 1
    }
    #[inline]
    fn row(self, y: u32) -> u32 {
        (self >> (11 * y) & ROW_MASK) as u32
    }
    fn mirrored(self) -> Self {
        // Reversing the bits puts row y at 9 - y; flipping puts it back, mirrored left to right.
        (self.reverse_bits() >> 19).flipped()
    }
    fn flipped(self) -> Self {
        (0..10).fold(0, |all, y| {
            all | (self >> (11 * y) & ROW_MASK) << (11 * (9 - y))
        })
    }
    fn transposed(self) -> Self {
        let (mut left, mut all) = (self, 0);
        while left != 0 {
            let index = left.trailing_zeros();
            all |= 1 << (11 * (index % 11) + index / 11);
            left = left.without_lowest();
        }
        all
    }
    #[inline]
    fn first_column(self) -> u32 {
        let rows = self | self >> 55;
        (0..5)
            .fold(0, |all, y| all | rows >> (11 * y) & ROW_MASK)
            .trailing_zeros()
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}
