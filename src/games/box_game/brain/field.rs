//! What a board is worth, and what every spot of it is: how much is gained there.
//!
//! A colour's worth is the sum over all squares of their points times the weights of their four
//! corners. That is linear in each spot, so its *slope*, the sum over the squares at that spot
//! without the spot's own weight, tells what any change there gains. The gain of a tile is then
//! a sum over its twelve spots, and those of all tiles at all places are sums of shifted lines.
//!
//! A line is a column of the board: sixteen numbers of sixteen bits for each colour. Weights have
//! sixteen bits behind the point, slopes nine, gains six. That is finer than the weights are known.

use super::board::{Board, COLUMNS, Places, ROWS, Rows, coverage};
use super::weights::{Weights, phase};

/// Numbers of a line: those of the first player's colour, then those of the second's.
pub const LINE: usize = 2 * ROWS;
const ALL: usize = COLUMNS * LINE;
/// So many zeros stand before the first column and behind the last one.
const EDGE: usize = ROWS;
/// All columns, one after the other.
pub type Lines = [u16; EDGE + ALL + EDGE];

/// Where a number stands.
#[inline(always)]
pub const fn spot(column: usize, who: usize, row: usize) -> usize {
    EDGE + LINE * column + ROWS * who + row
}

/// What one sees of a board.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where tiles have room.
    pub fits: Places,
    /// Where they may lie.
    pub legal: Places,
    /// The step in which the game is, of [`super::weights::PHASES`].
    pub phase: usize,
    /// In how many places that fit each spot lies, in binary.
    pub cover: [Rows; 5],
    /// By spot, see [`super::weights::CODES`].
    pub codes: [[u8; 24]; ROWS],
    /// Weights of the spots for both colours.
    pub weights: Lines,
    /// Slopes of the spots for both colours.
    pub slopes: Lines,
    /// The worth of both colours, in points.
    pub worth: [f32; 2],
}

impl Field {
    /// Nothing seen yet.
    pub const EMPTY: Self = Self {
        fits: Places {
            flat: [0; ROWS],
            tall: [0; ROWS],
        },
        legal: Places {
            flat: [0; ROWS],
            tall: [0; ROWS],
        },
        phase: 0,
        cover: [[0; ROWS]; 5],
        codes: [[0; 24]; ROWS],
        weights: [0; EDGE + ALL + EDGE],
        slopes: [0; EDGE + ALL + EDGE],
        worth: [0.0; 2],
    };

    /// Looks at a board, weighed as if this player were to act.
    #[inline(always)]
    pub fn look(&mut self, board: &Board, weights: &Weights, mover: usize) {
        self.weigh(board, weights, mover);
        slopes(&self.weights, &mut self.slopes);
        let mut worth = [0; 2];
        for column in 0..COLUMNS {
            for (who, worth) in worth.iter_mut().enumerate() {
                let from = spot(column, who, 0);
                for at in from..from + ROWS {
                    *worth += (u32::from(self.slopes[at]) * u32::from(self.weights[at])) >> 8;
                }
            }
        }
        self.worth = worth.map(|worth| worth as f32 / (4.0 * 131_072.0));
    }

    /// The first half of it: the weights.
    #[inline(always)]
    pub fn weigh(&mut self, board: &Board, weights: &Weights, mover: usize) {
        self.fits = board.fits();
        self.legal = board.legal(&self.fits);
        self.phase = phase(self.fits.count());
        self.cover = coverage(&self.fits);
        self.codes = codes(board, &self.cover);
        let table = weights.table(self.phase, mover);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let [one, two] = table.spot[usize::from(self.codes[row][column] & 127)];
                self.weights[spot(column, 0, row)] = one;
                self.weights[spot(column, 1, row)] = two;
            }
        }
    }
}

/// A bit of eight spread over eight bytes.
const SPREAD: [u64; 256] = {
    let mut spread = [0u64; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            spread[bits] |= ((bits as u64 >> at) & 1) << (8 * at);
            at += 1;
        }
        bits += 1;
    }
    spread
};

/// The codes of all spots.
#[inline(always)]
fn codes(board: &Board, cover: &[[u32; ROWS]; 5]) -> [[u8; 24]; ROWS] {
    let mut codes = [[0; 24]; ROWS];
    for row in 0..ROWS {
        let [first, second] = [board.marks[0][row], board.marks[1][row]];
        let other = board.taken[row] & !(first | second);
        let planes = [
            cover[0][row],
            cover[1][row],
            cover[2][row],
            cover[3][row],
            cover[4][row],
            first | other,
            second | other,
        ];
        for eight in 0..3 {
            let mut bytes = 0;
            for (at, plane) in planes.iter().enumerate() {
                bytes |= SPREAD[(plane >> (8 * eight) & 255) as usize] << at;
            }
            codes[row][8 * eight..8 * eight + 8].copy_from_slice(&bytes.to_le_bytes());
        }
    }
    codes
}

/// The upper half of the product of two numbers.
#[inline(always)]
fn times(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// The slopes of both colours.
#[inline(always)]
fn slopes(weights: &Lines, slopes: &mut Lines) {
    slopes.fill(0);
    let mut scratch = [[0u16; ALL + 30 * LINE]; 2];
    macro_rules! sides {
        ($($side:literal)*) => { $( side::<$side>(weights, slopes, &mut scratch); )* };
    }
    sides!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// All ones where a square of this side has its upper corners, or its lower ones.
const fn corners(side: usize, upper: bool) -> [u16; ALL] {
    let mut corners = [0; ALL];
    let mut at = 0;
    while at < ALL {
        let row = at % ROWS;
        if upper && row + side < ROWS || !upper && row >= side {
            corners[at] = u16::MAX;
        }
        at += 1;
    }
    corners
}

/// Adds what squares of one side give to the slopes. The scratch has zeros for fifteen columns on
/// both sides of the board.
#[inline(always)]
fn side<const SIDE: usize>(
    weights: &Lines,
    slopes: &mut Lines,
    scratch: &mut [[u16; ALL + 30 * LINE]; 2],
) {
    let is_corner = const { [&corners(SIDE, true), &corners(SIDE, false)] };
    let points = SIDE as u16 * 4096;
    let mut beyond = [0u16; ALL];
    for way in 0..2 {
        let scratch = &mut scratch[way];
        // What is so far below each spot or above it, and two corners in a column.
        let shift = if way == 0 { EDGE + SIDE } else { EDGE - SIDE };
        for at in 0..ALL {
            beyond[at] = weights[shift + at] & is_corner[way][at];
            scratch[15 * LINE + at] = times(weights[EDGE + at], beyond[at]) >> 1;
        }
        // The two corners to the left and the two to the right.
        for at in 0..ALL {
            let left = scratch[(15 - SIDE) * LINE + at];
            let right = scratch[(15 + SIDE) * LINE + at];
            let others = times(left + right, points);
            let slope = (times(others, beyond[at]) + 2) >> 2;
            slopes[EDGE + at] = slopes[EDGE + at].saturating_add(slope);
        }
    }
}
