//! A rough gain of every tile at every place, as if a tile changed only its own cells.

use super::board::{COLUMNS, PlaceIndex, PlaceSet, ROWS, TilePattern};
use super::evaluation::{BoardEvaluation, cell_index};
use super::weights::PhaseWeights;

/// The number of slots for horizontal places, sixteen per column; vertical places follow.
const HORIZONTAL_SLOTS: usize = 15 * ROWS;
/// The number of slots for all places.
pub const SLOT_COUNT: usize = (15 + 19) * ROWS;
/// The gain at each slot, in 1/64 points ([`POINT_SCALE`]).
pub type SlotGains = [i16; SLOT_COUNT];
/// The units of a gain in one point.
pub const POINT_SCALE: f32 = 64.0;
/// The gain of an illegal place, which is below that of any legal one.
pub const ILLEGAL_GAIN: i16 = -24_000;

/// The gains at all places, split by the dots of the tile.
#[derive(Clone, Debug)]
pub struct PlaceGains {
    /// The gain of a tile with dots of neither colour; [`ILLEGAL_GAIN`] at illegal places.
    base: SlotGains,
    /// The gain added by the dot of the mover's colour, by its index in the tile.
    own: [SlotGains; 6],
    /// The gain lost by the dot of the opponent's colour, by its index in the tile.
    other: [SlotGains; 6],
}

/// Returns the place of a slot.
pub const fn slot_place(slot: usize) -> PlaceIndex {
    let (column, row) = (slot / ROWS, slot % ROWS);
    if slot < HORIZONTAL_SLOTS {
        PlaceIndex::new(row, column, false)
    } else {
        PlaceIndex::new(row, column - 15, true)
    }
}

impl PlaceGains {
    /// The gains before any board.
    pub const EMPTY: Self = Self {
        base: [ILLEGAL_GAIN; SLOT_COUNT],
        own: [[0; SLOT_COUNT]; 6],
        other: [[0; SLOT_COUNT]; 6],
    };

    /// Computes the gains of a player's lead. The evaluation must have its gradients.
    #[inline(always)]
    pub fn compute(&mut self, evaluation: &BoardEvaluation, table: &PhaseWeights, player: usize) {
        let other = 1 - player;
        let [mine, theirs] = [player, other].map(|player| table.fresh_dot[player]);
        let (more, less) = (mine[1] - mine[0], theirs[1] - theirs[0]);
        // Gains by any dot, by one's own colour and by the opponent's; zeros below the board.
        let mut cells = [[[0i16; 2 * ROWS]; COLUMNS]; 3];
        let [plain, bonus, penalty] = &mut cells;
        for column in 0..COLUMNS {
            let [own, other] = [player, other].map(|player| cell_index(column, player, 0));
            for row in 0..ROWS {
                let gradient = (evaluation.gradients[own + row] >> 1) as i16;
                let other_gradient = (evaluation.gradients[other + row] >> 1) as i16;
                let gain = mul_high_signed(
                    gradient,
                    mine[0] - (evaluation.weights[own + row] >> 1) as i16,
                );
                let loss = mul_high_signed(
                    other_gradient,
                    theirs[0] - (evaluation.weights[other + row] >> 1) as i16,
                );
                plain[column][row] = (gain - loss) >> 1;
                bonus[column][row] = mul_high_signed(gradient, more) >> 1;
                penalty[column][row] = mul_high_signed(other_gradient, less) >> 1;
            }
        }
        base_gains(&cells[0], &evaluation.legal_places, &mut self.base);
        for at in 0..6 {
            dot_gains(&cells[1], at, &mut self.own[at]);
            dot_gains(&cells[2], at, &mut self.other[at]);
        }
    }

    /// Writes the gain of a tile at each slot.
    #[inline(always)]
    pub fn for_tile(&self, tile: TilePattern, player: usize, gains: &mut SlotGains) {
        let [own, other] = [player, 1 - player].map(|player| usize::from(tile.0[player] % 6));
        let (own, other) = (&self.own[own], &self.other[other]);
        for at in 0..SLOT_COUNT {
            gains[at] = self.base[at]
                .saturating_add(own[at])
                .saturating_sub(other[at]);
        }
    }

    /// Writes an upper bound on the gain of any tile at each slot.
    #[inline(always)]
    pub fn upper_bounds(&self, gains: &mut SlotGains) {
        for at in 0..SLOT_COUNT {
            let own_gain = self.own.iter().fold(0, |max, own| max.max(own[at]));
            let other_gain = self
                .other
                .iter()
                .fold(i16::MAX, |min, other| min.min(other[at]));
            gains[at] = self.base[at]
                .saturating_add(own_gain)
                .saturating_sub(other_gain);
        }
    }
}

/// Returns the upper half of the product of two numbers.
#[inline(always)]
fn mul_high_signed(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// The gain at each cell, column by column.
type CellGains = [[i16; 2 * ROWS]; COLUMNS];

/// Sums the gains over the twelve cells of each place.
#[inline(always)]
fn base_gains(cells: &CellGains, legal: &PlaceSet, base: &mut SlotGains) {
    let mut two = [[0i16; 2 * ROWS]; COLUMNS];
    for column in 0..19 {
        for row in 0..ROWS {
            two[column][row] = cells[column][row].saturating_add(cells[column + 1][row]);
        }
    }
    for column in 0..15 {
        let mut six = [0i16; 2 * ROWS];
        for row in 0..ROWS {
            six[row] = two[column][row]
                .saturating_add(two[column + 2][row])
                .saturating_add(two[column + 4][row]);
        }
        for row in 0..ROWS {
            let sum = six[row].saturating_add(six[row + 1]);
            let is_legal = legal.horizontal[row] >> column & 1 == 1;
            base[column * ROWS + row] = if is_legal { sum } else { ILLEGAL_GAIN };
        }
    }
    for column in 0..19 {
        let two = &two[column];
        for row in 0..ROWS {
            let high = two[row]
                .saturating_add(two[row + 1])
                .saturating_add(two[row + 2]);
            let low = two[row + 3]
                .saturating_add(two[row + 4])
                .saturating_add(two[row + 5]);
            let sum = high.saturating_add(low);
            let is_legal = legal.vertical[row] >> column & 1 == 1;
            base[HORIZONTAL_SLOTS + column * ROWS + row] =
                if is_legal { sum } else { ILLEGAL_GAIN };
        }
    }
}

/// Sums the gains over the two cells that a dot of the tile takes at each place.
#[inline(always)]
fn dot_gains(cells: &CellGains, dot: usize, sums: &mut SlotGains) {
    for column in 0..15 {
        let (upper, lower) = (&cells[column + dot], &cells[column + 5 - dot]);
        for row in 0..ROWS {
            sums[column * ROWS + row] = upper[row].saturating_add(lower[row + 1]);
        }
    }
    for column in 0..19 {
        let (right, left) = (&cells[column + 1], &cells[column]);
        for row in 0..ROWS {
            sums[HORIZONTAL_SLOTS + column * ROWS + row] =
                right[row + dot].saturating_add(left[row + 5 - dot]);
        }
    }
}
