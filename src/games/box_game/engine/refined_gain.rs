//! What a place gains, with all that a tile there does to the room around it: where fewer places
//! fit, what lies is safer and what is open is worth less.

use super::board::{PlaceIndex, ROWS, RowBits, coverage, fitting_places};
use super::evaluation::{BoardEvaluation, cell_index};
use super::weights::PhaseWeights;

/// What one place gains, with all that its tile does to the room around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefinedGain {
    /// With dots of neither colour.
    pub base: i32,
    /// The part of it by which the acting player's colour gains.
    pub own_base: i32,
    /// What the acting player's colour adds, by its place in the tile.
    pub own: [i32; 6],
    /// What the other's colour takes.
    pub other: [i32; 6],
}

impl RefinedGain {
    /// What a tile gains.
    pub fn for_dots(&self, own: usize, other: usize) -> i32 {
        self.base + self.own[own % 6] - self.other[other % 6]
    }

    /// Finds it. The field must have slopes.
    #[inline(always)]
    pub fn compute(
        field: &BoardEvaluation,
        taken: &RowBits,
        table: &PhaseWeights,
        who: usize,
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
            add_outside(field, &cover, table, row, outside, &mut sums);
        }
        let mut bonus = [[0; 6]; 2];
        add_covered(field, &cover, table, place, &mut sums, &mut bonus);
        let parts = |sum: i64| (sum >> 19) as i32;
        Self {
            base: parts(sums[who] - sums[1 - who]),
            own_base: parts(sums[who]),
            own: bonus[who].map(parts),
            other: bonus[1 - who].map(parts),
        }
    }
}

/// In how many places a spot lies.
#[inline(always)]
fn coverage_at(cover: &[RowBits; 5], row: usize, column: usize) -> usize {
    let mut count = 0;
    for (at, plane) in cover.iter().enumerate() {
        count |= (plane[row] >> column & 1) << at;
    }
    count as usize
}

/// What the spots of a row outside the tile gain by lying in fewer places than before.
#[inline(always)]
fn add_outside(
    field: &BoardEvaluation,
    cover: &[RowBits; 5],
    table: &PhaseWeights,
    row: usize,
    outside: u32,
    sums: &mut [i64; 2],
) {
    let mut changed = 0;
    for (new, old) in cover.iter().zip(&field.coverage) {
        changed |= new[row] ^ old[row];
    }
    changed &= outside;
    while changed != 0 {
        let column = changed.trailing_zeros() as usize;
        changed &= changed - 1;
        let code =
            usize::from(field.cell_codes[row][column] & 0x60) | coverage_at(cover, row, column);
        for (colour, sum) in sums.iter_mut().enumerate() {
            let at = cell_index(column, colour, row);
            let gain = i64::from(table.by_code[code][colour]) - i64::from(field.weights[at]);
            *sum += gain * i64::from(field.gradients[at]);
        }
    }
}

/// What the spots under the tile gain, with dots of neither colour, and what the colours add.
#[inline(always)]
fn add_covered(
    field: &BoardEvaluation,
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
                let at = cell_index(left + column, colour, top + row);
                let slope = i64::from(field.gradients[at]);
                let plain = i64::from(table.by_code[96 + count][colour]);
                sums[colour] += (plain - i64::from(field.weights[at])) * slope;
                let own = i64::from(table.by_code[32 * (colour + 1) + count][colour]);
                bonus[colour][dot] += (own - plain) * slope;
            }
        }
    }
}
