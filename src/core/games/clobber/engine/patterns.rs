//! The 3x3 pattern around each stone, encoded as a number.

use super::bitboard::BitboardWord;
use super::stones::Stones;

/// The number of patterns, 3^9.
///
/// The nine squares are digits in base 3, row by row: 0 empty, 1 own stone, 2 opponent's stone. The
/// centre is the fifth digit, so the pattern of a stone is at least 81.
pub const PATTERN_COUNT: usize = 19_683;
/// A weight for each pattern, stored as a signed byte; 0 if the centre is empty.
pub type PatternWeights = [u8; PATTERN_COUNT];

/// The weight that multiplies the odds of winning by e.
pub const LOGIT_SCALE: i32 = 64;

/// Returns the weight of a pattern, in units of 1 / [`LOGIT_SCALE`].
#[inline]
pub fn pattern_weight(weights: &PatternWeights, pattern: u16) -> i32 {
    i32::from(weights[usize::from(pattern)].cast_signed())
}

/// The base-3 digits of three squares of a row, indexed by own stones (lower three bits) and
/// opponent's stones (upper three bits).
const ROW_DIGITS: [u16; 64] = row_digits();

const fn row_digits() -> [u16; 64] {
    let mut all = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut x = 0;
        while x < 3 {
            let own_bit = bits >> x & 1;
            let other_bit = bits >> (x + 3) & 1;
            let digit = match (own_bit, other_bit) {
                (1, _) => 1,
                (_, 1) => 2,
                _ => 0,
            };
            all[bits] = 3 * all[bits] + digit;
            x += 1;
        }
        bits += 1;
    }
    all
}

/// Returns the power of 3 of the digit at an offset from a pattern's centre, 0 outside the pattern.
pub const fn digit_value(columns: i32, rows: i32) -> u16 {
    let by_row = match rows {
        1 => 729,
        0 => 27,
        -1 => 1,
        _ => 0,
    };
    let by_column = match columns {
        -1 => 9,
        0 => 3,
        1 => 1,
        _ => 0,
    };
    by_row * by_column
}

/// The largest number of columns of a board.
const MAX_COLUMNS: usize = 10;
type RowDigits = [u16; MAX_COLUMNS];

/// Returns for each square of a row the digits of it and its two neighbours in the row.
#[inline]
fn digits_of_row<B: BitboardWord>(stones: Stones<B>, y: u32) -> RowDigits {
    let (own, other) = (stones.own.row(y) << 1, stones.other.row(y) << 1);
    let mut row = [0; MAX_COLUMNS];
    if own | other != 0 {
        for (x, digits) in row.iter_mut().enumerate() {
            *digits = ROW_DIGITS[(own >> x & 7 | (other >> x & 7) << 3) as usize];
        }
    }
    row
}

/// Calls `each` with the column, row and pattern of every stone.
#[inline]
pub fn for_each_pattern<B: BitboardWord>(
    stones: Stones<B>,
    mut each: impl FnMut(usize, usize, u16),
) {
    let all = stones.all();
    let (mut below, mut middle) = ([0; MAX_COLUMNS], digits_of_row(stones, 0));
    for y in 0..u32::from(B::MAX_SIDE) {
        let above = digits_of_row(stones, y + 1);
        let mut left = all.row(y);
        while left != 0 {
            let x = left.trailing_zeros() as usize;
            left &= left - 1;
            each(x, y as usize, 729 * above[x] + 27 * middle[x] + below[x]);
        }
        (below, middle) = (middle, above);
    }
}
