//! What stands around each stone: nine squares, as a number.

use super::bits::Bits;
use super::stones::Stones;

/// How many patterns there are. Their nine squares are digits to base 3, row by row: 0 empty,
/// 1 own, 2 the other's. The middle one is the fifth, so a stone's pattern is at least 81.
pub const PATTERNS: usize = 19_683;
/// A weight for each, a signed byte; 0 where the middle is empty.
pub type Weights = [u8; PATTERNS];

/// So many parts of a weight are one: what multiplies the odds by e.
pub const PARTS: i32 = 64;

/// The weight of a pattern.
#[inline]
pub fn weight(weights: &Weights, pattern: u16) -> i32 {
    i32::from(weights[usize::from(pattern)].cast_signed())
}

/// Three squares of a row, own ones in the lower bits, as digits to base 3.
const DIGITS: [u16; 64] = digits();

const fn digits() -> [u16; 64] {
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
pub const fn digit(columns: i32, rows: i32) -> u16 {
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
const SIDE: usize = 10;
type Row = [u16; SIDE];

/// For each square of a row the digits of it and its neighbours.
#[inline]
fn row<B: Bits>(stones: Stones<B>, y: u32) -> Row {
    let (own, other) = (stones.own.row(y) << 1, stones.other.row(y) << 1);
    let mut row = [0; SIDE];
    if own | other != 0 {
        for (x, digits) in row.iter_mut().enumerate() {
            *digits = DIGITS[(own >> x & 7 | (other >> x & 7) << 3) as usize];
        }
    }
    row
}

/// Hands column, row and pattern of every stone to `each`.
#[inline]
pub fn each<B: Bits>(stones: Stones<B>, mut each: impl FnMut(usize, usize, u16)) {
    let all = stones.all();
    let (mut below, mut middle) = ([0; SIDE], row(stones, 0));
    for y in 0..u32::from(B::SIDE) {
        let above = row(stones, y + 1);
        let mut left = all.row(y);
        while left != 0 {
            let x = left.trailing_zeros() as usize;
            left &= left - 1;
            each(x, y as usize, 729 * above[x] + 27 * middle[x] + below[x]);
        }
        (below, middle) = (middle, above);
    }
}
