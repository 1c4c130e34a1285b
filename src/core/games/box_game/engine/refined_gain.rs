//! The precise gain at one place, including the effect of the tile on the cells around it: where
//! fewer places fit, dots are safer and empty cells have less value.

use super::board::{PlaceIndex, ROWS, RowBits, coverage, fitting_places};
use super::evaluation::{BoardEvaluation, cell_index};
use super::weights::PhaseWeights;

/// The gain at one place, split by the dots of the tile, in 1/64 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefinedGain {
    /// The gain of a tile with dots of neither colour.
    pub base: i32,
    /// The part of `base` that the mover's colour gains.
    pub own_base: i32,
    /// The gain added by the dot of the mover's colour, by its index in the tile.
    pub own: [i32; 6],
    /// The gain lost by the dot of the opponent's colour, by its index in the tile.
    pub other: [i32; 6],
}

impl RefinedGain {
    /// Returns the gain of a tile with these indices of the two colours' dots.
    pub fn for_dots(&self, own: usize, other: usize) -> i32 {
        self.base + self.own[own % 6] - self.other[other % 6]
    }

    /// Computes the gain at a place. The evaluation must have its gradients.
    #[inline(always)]
    pub fn compute(
        evaluation: &BoardEvaluation,
        taken: &RowBits,
        table: &PhaseWeights,
        player: usize,
        place: PlaceIndex,
    ) -> Self {
        let (top, left, vertical) = place.coordinates();
        let (height, bits) = if vertical {
            (6, 0b11u32 << left)
        } else {
            (2, 0b11_1111 << left)
        };
        let mut after = *taken;
        for row in after.iter_mut().skip(top).take(height) {
            *row |= bits;
        }
        let cover = coverage(&fitting_places(&after));
        let mut sums = [0; 2];
        for row in top.saturating_sub(5)..(top + height + 5).min(ROWS) {
            let is_own = (top..top + height).contains(&row);
            let outside = if is_own { !bits } else { !0 };
            add_outside(evaluation, &cover, table, row, outside, &mut sums);
        }
        let mut bonus = [[0; 6]; 2];
        add_covered(evaluation, &cover, table, place, &mut sums, &mut bonus);
        let to_units = |sum: i64| (sum >> 19) as i32;
        Self {
            base: to_units(sums[player] - sums[1 - player]),
            own_base: to_units(sums[player]),
            own: bonus[player].map(to_units),
            other: bonus[1 - player].map(to_units),
        }
    }
}

/// Returns the number of places that cover a cell.
#[inline(always)]
fn coverage_at(cover: &[RowBits; 5], row: usize, column: usize) -> usize {
    let mut count = 0;
    for (at, plane) in cover.iter().enumerate() {
        count |= (plane[row] >> column & 1) << at;
    }
    count as usize
}

/// Adds the gains of the cells of a row outside the tile, which fewer places cover than before.
#[inline(always)]
fn add_outside(
    evaluation: &BoardEvaluation,
    cover: &[RowBits; 5],
    table: &PhaseWeights,
    row: usize,
    outside: u32,
    sums: &mut [i64; 2],
) {
    let mut changed = 0;
    for (new, old) in cover.iter().zip(&evaluation.coverage) {
        changed |= new[row] ^ old[row];
    }
    changed &= outside;
    while changed != 0 {
        let column = changed.trailing_zeros() as usize;
        changed &= changed - 1;
        let code = usize::from(evaluation.cell_codes[row][column] & 0x60)
            | coverage_at(cover, row, column);
        for (colour, sum) in sums.iter_mut().enumerate() {
            let cell = cell_index(column, colour, row);
            let gain = i64::from(table.by_code[code][colour]) - i64::from(evaluation.weights[cell]);
            *sum += gain * i64::from(evaluation.gradients[cell]);
        }
    }
}

/// Adds the gains of the cells under the tile: for dots of neither colour, and the bonus of each
/// colour.
#[inline(always)]
fn add_covered(
    evaluation: &BoardEvaluation,
    cover: &[RowBits; 5],
    table: &PhaseWeights,
    place: PlaceIndex,
    sums: &mut [i64; 2],
    bonus: &mut [[i64; 6]; 2],
) {
    let (top, left, vertical) = place.coordinates();
    let (height, width) = if vertical { (6, 2) } else { (2, 6) };
    for row in 0..height {
        for column in 0..width {
            // The dots of a tile are counted along its upper or right half.
            let dot = match (vertical, row, column) {
                (false, 0, _) => column,
                (false, ..) => 5 - column,
                (true, _, 1) => row,
                (true, ..) => 5 - row,
            };
            let count = coverage_at(cover, top + row, left + column);
            for colour in 0..2 {
                let cell = cell_index(left + column, colour, top + row);
                let gradient = i64::from(evaluation.gradients[cell]);
                let plain = i64::from(table.by_code[96 + count][colour]);
                sums[colour] += (plain - i64::from(evaluation.weights[cell])) * gradient;
                let colored = i64::from(table.by_code[32 * (colour + 1) + count][colour]);
                bonus[colour][dot] += (colored - plain) * gradient;
            }
        }
    }
}
