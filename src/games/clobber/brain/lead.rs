//! By how much a side leads, at a glance.
//!
//! Atomic weights add up, and those of small components are known exactly. So every stone with
//! its eight neighbours is given a weight such that the sums over small components come near to
//! their atomic weights; the sum over a large position is then a guess at its own. Fitted to two
//! million components of 5 to 12 stones from random games, it explains 63 % of their variance, and
//! orders moves by who wins (37 stones, 610 pairs of moves) as well as 8000 playouts do: 80 % to
//! 76 % right; both together 85 %. `tests/clobber_brain/fit.rs` fits it again.

use super::bits::Bits;
use super::stones::Stones;

/// The weight of a stone by what stands around it, in `1/64` up, for the player to act. The nine
/// squares are digits to base 3, row by row: 0 empty, 1 own, 2 the other's.
static WEIGHTS: &[u8; 19_683] = include_bytes!("lead.bin");

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

/// By about how many ups the player to act leads.
pub fn lead<B: Bits>(stones: Stones<B>) -> f32 {
    let all = stones.all();
    let (mut below, mut middle) = ([0; SIDE], row(stones, 0));
    let mut sum = 0;
    for y in 0..u32::from(B::SIDE) {
        let above = row(stones, y + 1);
        let mut left = all.row(y);
        while left != 0 {
            let x = left.trailing_zeros() as usize;
            left &= left - 1;
            let pattern = 729 * above[x] + 27 * middle[x] + below[x];
            sum += i32::from(WEIGHTS[usize::from(pattern)].cast_signed());
        }
        (below, middle) = (middle, above);
    }
    #[expect(clippy::cast_precision_loss, reason = "far below 2^24")]
    let ups = sum as f32 / 64.0;
    ups
}

/// The chance to win of the player to act who leads by so many ups.
#[inline]
pub fn chance(ups: f32) -> f32 {
    1.0 / (1.0 + (-ups).exp())
}
