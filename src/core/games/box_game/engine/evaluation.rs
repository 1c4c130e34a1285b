//! The evaluation of a board: the expected points of both colours, and their gradient at each cell.
//!
//! The expected points of a colour are the sum over all squares of their points times the weights
//! of their four corners. This is linear in each cell, so the *gradient* at a cell, the sum over
//! its squares without the cell's own weight, gives the gain of any change there. The gain of a
//! tile is then a sum over its twelve cells, and the gains of all tiles at all places are sums of
//! shifted columns.
//!
//! A column holds sixteen 16-bit numbers for each colour. They are fixed-point numbers: weights
//! have 16 fractional bits, gradients 9 and gains 6, which is finer than the weights are known.

use super::board::{Bitboard, COLUMNS, PlaceSet, ROWS, RowBits, coverage};
use super::weights::{CellWeights, phase};

/// The numbers in a column: those of the first player's colour, then those of the second's.
pub const COLUMN_STRIDE: usize = 2 * ROWS;
const VALUE_COUNT: usize = COLUMNS * COLUMN_STRIDE;
/// The number of zeros before the first column and behind the last one.
const PADDING: usize = ROWS;
/// The numbers of all columns, column-major, with padding at both ends.
pub type ColumnValues = [u16; PADDING + VALUE_COUNT + PADDING];

/// Returns the index of a cell's number in [`ColumnValues`] for one player's colour.
#[inline(always)]
pub const fn cell_index(column: usize, player: usize, row: usize) -> usize {
    PADDING + COLUMN_STRIDE * column + ROWS * player + row
}

/// The evaluation of a board with all its intermediate results.
#[derive(Clone, Debug)]
pub struct BoardEvaluation {
    /// The places where a tile would cover at most four dots.
    pub fitting_places: PlaceSet,
    /// The places where a tile may be put.
    pub legal_places: PlaceSet,
    /// The phase of the game, below [`PHASE_COUNT`](super::weights::PHASE_COUNT).
    pub phase: usize,
    /// The number of fitting places that cover each cell, as bit planes.
    pub coverage: [RowBits; 5],
    /// The codes of the cells by row and column, below [`CODE_COUNT`](super::weights::CODE_COUNT).
    pub cell_codes: [[u8; 24]; ROWS],
    /// The weights of the cells for both colours, with 16 fractional bits.
    pub weights: ColumnValues,
    /// The gradients at the cells for both colours, with 9 fractional bits.
    pub gradients: ColumnValues,
    /// The expected points of both colours at the end of the game.
    pub expected_points: [f32; 2],
}

impl BoardEvaluation {
    /// The evaluation before any board.
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

    /// Evaluates a board with the weights for this player to move.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &Bitboard, weights: &CellWeights, mover: usize) {
        self.compute_weights(board, weights, mover);
        compute_gradients(&self.weights, &mut self.gradients);
        let mut points = [0; 2];
        for column in 0..COLUMNS {
            for (player, points) in points.iter_mut().enumerate() {
                let from = cell_index(column, player, 0);
                for at in from..from + ROWS {
                    *points += (u32::from(self.gradients[at]) * u32::from(self.weights[at])) >> 8;
                }
            }
        }
        self.expected_points = points.map(|points| points as f32 / (4.0 * 131_072.0));
    }

    /// Computes the weights of the cells, the first part of [`evaluate`](Self::evaluate).
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

/// The eight bits of a byte, each spread to its own byte.
const BIT_SPREAD: [u64; 256] = {
    let mut spread = [0u64; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= ((bits as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// Returns the codes of all cells.
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

/// Returns the upper half of the product of two numbers.
#[inline(always)]
fn mul_high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// Computes the gradients of both colours.
#[inline(always)]
fn compute_gradients(weights: &ColumnValues, gradients: &mut ColumnValues) {
    gradients.fill(0);
    let mut scratch = [[0u16; VALUE_COUNT + 30 * COLUMN_STRIDE]; 2];
    macro_rules! sides {
        ($($side:literal)*) => {
            $( add_squares_of_side::<$side>(weights, gradients, &mut scratch); )*
        };
    }
    sides!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Returns a mask of the cells that can be an upper (or a lower) corner of a square of this side.
const fn corner_mask(side: usize, upper: bool) -> [u16; VALUE_COUNT] {
    let mut corners = [0; VALUE_COUNT];
    let mut index = 0;
    while index < VALUE_COUNT {
        let row = index % ROWS;
        if upper && row + side < ROWS || !upper && row >= side {
            corners[index] = u16::MAX;
        }
        index += 1;
    }
    corners
}

/// Adds the contribution of the squares of one side to the gradients.
///
/// The scratch has fifteen columns of zeros on both sides of the board.
#[inline(always)]
fn add_squares_of_side<const SIDE: usize>(
    weights: &ColumnValues,
    gradients: &mut ColumnValues,
    scratch: &mut [[u16; VALUE_COUNT + 30 * COLUMN_STRIDE]; 2],
) {
    let is_corner = const { [&corner_mask(SIDE, true), &corner_mask(SIDE, false)] };
    let points = SIDE as u16 * 4096;
    let mut beyond = [0u16; VALUE_COUNT];
    for way in 0..2 {
        let scratch = &mut scratch[way];
        // The weight one side below (or above) each cell, and the product of these two corners.
        let shift = if way == 0 {
            PADDING + SIDE
        } else {
            PADDING - SIDE
        };
        for at in 0..VALUE_COUNT {
            beyond[at] = weights[shift + at] & is_corner[way][at];
            scratch[15 * COLUMN_STRIDE + at] = mul_high(weights[PADDING + at], beyond[at]) >> 1;
        }
        // The pair of corners to the left and the pair to the right.
        for at in 0..VALUE_COUNT {
            let left = scratch[(15 - SIDE) * COLUMN_STRIDE + at];
            let right = scratch[(15 + SIDE) * COLUMN_STRIDE + at];
            let others = mul_high(left + right, points);
            let gradient = (mul_high(others, beyond[at]) + 2) >> 2;
            gradients[PADDING + at] = gradients[PADDING + at].saturating_add(gradient);
        }
    }
}
