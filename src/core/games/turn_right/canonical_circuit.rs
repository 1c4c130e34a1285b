//! Fast parsing of canonically spelled circuits, in a few instructions per corner.

use super::circuit::{self, Circuit, MAX_CORNERS};
use super::invalid_circuit::enclosed_cells;

/// The smallest token bytes in a group `a1-a1-`, lowest byte first.
const BASE: u64 = 0x2d31_612d_3161;
/// Added to a group without `BASE`, lifts each byte that is too large for its position to 128 or
/// more.
const LIMIT: u64 = 0x7f7a_7a7f_7a7a;
/// The high bit of each byte of a group.
const HIGH: u64 = 0x8080_8080_8080;
/// The dash that is missing at the end of the last group.
const LAST_DASH: u64 = 0x2d00_0000_0000;

/// The sides between the positions `a` and `b` of a row or column, as a set, at index `8 a + b`.
const SIDES_BETWEEN: [u8; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (a, b) = (index >> 3, index & 7);
        table[index] = (1u8 << a).abs_diff(1 << b);
        index += 1;
    }
    table
};

/// Returns the sides between two positions of a row or column, as a set.
#[allow(
    clippy::cast_possible_truncation,
    reason = "both are below 8, and the compiler sees it"
)]
fn sides_between(a: u64, b: u64) -> u64 {
    u64::from(SIDES_BETWEEN[(a << 3 | b) as usize])
}

/// The state of a scan over a token, group by group.
#[derive(Default)]
struct TokenScan {
    /// A set bit among [`HIGH`] if some byte is invalid at its position.
    invalid_bytes: u64,
    /// Not zero if some run does not start where the one before it ended.
    gaps: u64,
    /// The column of the corner at the end of the last group, from 0.
    column: u64,
    /// The row of the corner at the end of the last group, from 0.
    row: u64,
    /// The sums of the vertical and of the horizontal sides passed. They equal the sets exactly if
    /// no side is passed twice.
    sums: [u64; 2],
    /// The vertical and the horizontal sides passed, as sets.
    sets: [u64; 2],
}

/// Parses a canonically spelled circuit; returns `None` if the token is anything else.
///
/// A canonical token goes up first, so it consists of groups of six bytes, `a1-a4-`: a run within a
/// row from the corner before, then a run within a column. The path is a simple cycle exactly if
/// it passes no side twice, its cells do not touch across a corner, and it turns as often as the
/// list has corners, all of which are then different. It is clockwise if it goes up from its
/// smallest square.
#[inline]
pub(super) fn parse_canonical_circuit(token: &[u8]) -> Option<Circuit> {
    let groups = (token.len() + 1) / 6;
    if token.len() + 1 != 6 * groups || !(2..=MAX_CORNERS / 2).contains(&groups) {
        return None;
    }
    let last = from_base(u64::from_le_bytes(*token.last_chunk()?) >> 24 | LAST_DASH);
    let mut scan = TokenScan {
        column: last & 7,
        row: last >> 32 & 7,
        ..TokenScan::default()
    };
    for group in 0..groups - 1 {
        let bytes = token[6 * group..].first_chunk()?;
        scan.add(from_base(u64::from_le_bytes(*bytes)));
    }
    scan.add(last);
    let cells = enclosed_cells(scan.sets[0]);
    let start = u32::from(token[0] & 7) * 6 + u32::from(token[1] & 7);
    let is_circuit = scan.invalid_bytes & HIGH == 0
        && scan.gaps == 0
        && scan.sums == scan.sets
        && cells.trailing_zeros() + 7 == start
        && !circuit::touches_itself(cells)
        && circuit::corner_set(cells).count_ones() as usize == 2 * groups;
    is_circuit.then_some(Circuit::from_cells_unchecked(cells))
}

/// Converts the letters and digits of a group into columns and rows from 0.
fn from_base(bytes: u64) -> u64 {
    (bytes & 0xffff_ffff_ffff).wrapping_sub(BASE)
}

impl TokenScan {
    /// Adds a group: a horizontal run, then a vertical one.
    #[inline]
    fn add(&mut self, group: u64) {
        let (column, from, to) = (group & 7, group >> 8 & 7, group >> 32 & 7);
        self.invalid_bytes |= group | group.wrapping_add(LIMIT);
        self.gaps |= (group ^ group >> 24) & 7 | (from ^ self.row);
        let vertical = sides_between(from, to) << (6 * column);
        let horizontal = sides_between(self.column, column) << (6 * from);
        for (kind, sides) in [vertical, horizontal].into_iter().enumerate() {
            self.sums[kind] = self.sums[kind].wrapping_add(sides);
            self.sets[kind] ^= sides;
        }
        (self.column, self.row) = (column, to);
    }
}
