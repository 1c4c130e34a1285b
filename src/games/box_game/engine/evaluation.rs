//! What a board is worth, and what every spot of it is: how much is gained there.
//!
//! A colour's worth is the sum over all squares of their points times the weights of their four
//! corners. That is linear in each spot, so its *slope*, the sum over the squares at that spot
//! without the spot's own weight, tells what any change there gains. The gain of a tile is then
//! a sum over its twelve spots, and those of all tiles at all places are sums of shifted lines.
//!
//! A line is a column of the board: sixteen numbers of sixteen bits for each colour. Weights have
//! sixteen bits behind the point, slopes nine, gains six. That is finer than the weights are known.

use super::board::{Bitboard, COLUMNS, PlaceSet, ROWS, RowBits, coverage};
use super::weights::{CellWeights, phase};

/// Numbers of a line: those of the first player's colour, then those of the second's.
pub const COLUMN_STRIDE: usize = 2 * ROWS;
const VALUE_COUNT: usize = COLUMNS * COLUMN_STRIDE;
/// So many zeros stand before the first column and behind the last one.
const PADDING: usize = ROWS;
/// All columns, one after the other.
pub type ColumnValues = [u16; PADDING + VALUE_COUNT + PADDING];

/// Where a number stands.
#[inline(always)]
pub const fn cell_index(column: usize, who: usize, row: usize) -> usize {
    PADDING + COLUMN_STRIDE * column + ROWS * who + row
}

/// What one sees of a board.
#[derive(Clone, Debug)]
pub struct BoardEvaluation {
    /// Where tiles have room.
    pub fitting_places: PlaceSet,
    /// Where they may lie.
    pub legal_places: PlaceSet,
    /// The step in which the game is, of [`super::weights::PHASES`].
    pub phase: usize,
    /// In how many places that fit each spot lies, in binary.
    pub coverage: [RowBits; 5],
    /// By spot, see [`super::weights::CODES`].
    pub cell_codes: [[u8; 24]; ROWS],
    /// Weights of the spots for both colours.
    pub weights: ColumnValues,
    /// Slopes of the spots for both colours.
    pub gradients: ColumnValues,
    /// The worth of both colours, in points.
    pub expected_points: [f32; 2],
}

impl BoardEvaluation {
    /// Nothing seen yet.
    pub const EMPTY: Self = Self {
        fitting_places: PlaceSet {
            horizontal: [0; ROWS],
            vertical: [0; ROWS],
        },
        legal_places: PlaceSet {
            horizontal: [0; ROWS],
            vertical: [0; ROWS],
        },
        phase: 0,
        coverage: [[0; ROWS]; 5],
        cell_codes: [[0; 24]; ROWS],
        weights: [0; PADDING + VALUE_COUNT + PADDING],
        gradients: [0; PADDING + VALUE_COUNT + PADDING],
        expected_points: [0.0; 2],
    };

    /// Looks at a board, weighed as if this player were to act.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &Bitboard, weights: &CellWeights, mover: usize) {
        self.compute_weights(board, weights, mover);
        compute_gradients(&self.weights, &mut self.gradients);
        let mut worth = [0; 2];
        for column in 0..COLUMNS {
            for (who, worth) in worth.iter_mut().enumerate() {
                let from = cell_index(column, who, 0);
                for at in from..from + ROWS {
                    *worth += (u32::from(self.gradients[at]) * u32::from(self.weights[at])) >> 8;
                }
            }
        }
        self.expected_points = worth.map(|worth| worth as f32 / (4.0 * 131_072.0));
    }

    /// The first half of it: the weights.
    #[inline(always)]
    pub fn compute_weights(&mut self, board: &Bitboard, weights: &CellWeights, mover: usize) {
        self.fitting_places = board.fitting_places();
        self.legal_places = board.legal_places(&self.fitting_places);
        self.phase = phase(self.fitting_places.count());
        self.coverage = coverage(&self.fitting_places);
        self.cell_codes = compute_codes(board, &self.coverage);
        let table = weights.table(self.phase, mover);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let [one, two] = table.by_code[usize::from(self.cell_codes[row][column] & 127)];
                self.weights[cell_index(column, 0, row)] = one;
                self.weights[cell_index(column, 1, row)] = two;
            }
        }
    }
}

/// A bit of eight spread over eight bytes.
const BIT_SPREAD: [u64; 256] = {
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
fn compute_codes(board: &Bitboard, cover: &[[u32; ROWS]; 5]) -> [[u8; 24]; ROWS] {
    let mut codes = [[0; 24]; ROWS];
    for row in 0..ROWS {
        let [first, second] = [board.player_dots[0][row], board.player_dots[1][row]];
        let other = board.occupied[row] & !(first | second);
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
                bytes |= BIT_SPREAD[(plane >> (8 * eight) & 255) as usize] << at;
            }
            codes[row][8 * eight..8 * eight + 8].copy_from_slice(&bytes.to_le_bytes());
        }
    }
    codes
}

/// The upper half of the product of two numbers.
#[inline(always)]
fn mul_high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// The slopes of both colours.
#[inline(always)]
fn compute_gradients(weights: &ColumnValues, slopes: &mut ColumnValues) {
    slopes.fill(0);
    let mut scratch = [[0u16; VALUE_COUNT + 30 * COLUMN_STRIDE]; 2];
    macro_rules! sides {
        ($($side:literal)*) => { $( add_squares_of_side::<$side>(weights, slopes, &mut scratch); )* };
    }
    sides!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// All ones where a square of this side has its upper corners, or its lower ones.
const fn corner_mask(side: usize, upper: bool) -> [u16; VALUE_COUNT] {
    let mut corners = [0; VALUE_COUNT];
    let mut at = 0;
    while at < VALUE_COUNT {
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
fn add_squares_of_side<const SIDE: usize>(
    weights: &ColumnValues,
    slopes: &mut ColumnValues,
    scratch: &mut [[u16; VALUE_COUNT + 30 * COLUMN_STRIDE]; 2],
) {
    let is_corner = const { [&corner_mask(SIDE, true), &corner_mask(SIDE, false)] };
    let points = SIDE as u16 * 4096;
    let mut beyond = [0u16; VALUE_COUNT];
    for way in 0..2 {
        let scratch = &mut scratch[way];
        // What is so far below each spot or above it, and two corners in a column.
        let shift = if way == 0 {
            PADDING + SIDE
        } else {
            PADDING - SIDE
        };
        for at in 0..VALUE_COUNT {
            beyond[at] = weights[shift + at] & is_corner[way][at];
            scratch[15 * COLUMN_STRIDE + at] = mul_high(weights[PADDING + at], beyond[at]) >> 1;
        }
        // The two corners to the left and the two to the right.
        for at in 0..VALUE_COUNT {
            let left = scratch[(15 - SIDE) * COLUMN_STRIDE + at];
            let right = scratch[(15 + SIDE) * COLUMN_STRIDE + at];
            let others = mul_high(left + right, points);
            let slope = (mul_high(others, beyond[at]) + 2) >> 2;
            slopes[PADDING + at] = slopes[PADDING + at].saturating_add(slope);
        }
    }
}
