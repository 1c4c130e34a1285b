//! What stands around each stone: nine squares, as a number.

use super::bitboard::BitboardWord;
use super::stones::Stones;

/// How many patterns there are. Their nine squares are digits to base 3, row by row: 0 empty,
/// 1 own, 2 the other's. The middle one is the fifth, so a stone's pattern is at least 81.
pub const PATTERN_COUNT: usize = 19_683;
/// A weight for each, a signed byte; 0 where the middle is empty.
pub type PatternWeights = [u8; PATTERN_COUNT];

/// So many parts of a weight are one: what multiplies the odds by e.
pub const LOGIT_SCALE: i32 = 64;

/// The weight of a pattern.
#[inline]
pub fn pattern_weight(weights: &PatternWeights, pattern: u16) -> i32 {
    i32::from(weights[usize::from(pattern)].cast_signed())
}

/// Three squares of a row, own ones in the lower bits, as digits to base 3.
const ROW_DIGITS: [u16; 64] = row_digits();

const fn row_digits() -> [u16; 64] {
    let mut all = [0; 64];
    let mut at = 0;
    while at < 64 {
        let mut x = 0;
        while x < 3 {
            let own = at >> x & 1;
            let other = at >> (x + 3) & 1;
            let digit = match (own, other) {
                (1, _) => 1,
                (_, 1) => 2,
                _ => 0,
            };
            all[at] = 3 * all[at] + digit;
            x += 1;
        }
        at += 1;
    }
    all
}

/// What a square counts that lies so far from a pattern's middle: the power of 3 of its digit, 0 of
/// one that is not in the pattern.
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

/// The most columns.
const MAX_COLUMNS: usize = 10;
type RowDigits = [u16; MAX_COLUMNS];

/// For each square of a row the digits of it and its neighbours.
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

/// Hands column, row and pattern of every stone to `each`.
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
