//! What the tiles gain at all places at once, roughly: as if a tile changed its own spots alone.

use super::board::{COLUMNS, PlaceIndex, PlaceSet, ROWS, TilePattern};
use super::evaluation::{BoardEvaluation, cell_index};
use super::weights::PhaseWeights;

/// Numbers for all places, each column sixteen: the horizontal ones, then the vertical ones.
const HORIZONTAL_SLOTS: usize = 15 * ROWS;
/// How many numbers that is.
pub const SLOT_COUNT: usize = (15 + 19) * ROWS;
/// A number for each place.
pub type SlotGains = [i16; SLOT_COUNT];
/// Gains are counted in so many parts of a point.
pub const POINT_SCALE: f32 = 64.0;
/// What no place gains.
pub const ILLEGAL_GAIN: i16 = -24_000;

/// What every place gains, by what lies in the tile.
#[derive(Clone, Debug)]
pub struct PlaceGains {
    /// What any tile gains there with dots of neither colour; [`NEVER`] where it may not lie.
    base: SlotGains,
    /// What the acting player's colour adds, by its place in the tile.
    own: [SlotGains; 6],
    /// What the other's colour takes.
    other: [SlotGains; 6],
}

/// The place of a slot.
pub const fn slot_place(slot: usize) -> PlaceIndex {
    let (column, row) = (slot / ROWS, slot % ROWS);
    if slot < HORIZONTAL_SLOTS {
        PlaceIndex::new(row, column, false)
    } else {
        PlaceIndex::new(row, column - 15, true)
    }
}

impl PlaceGains {
    /// Nothing known yet.
    pub const EMPTY: Self = Self {
        base: [ILLEGAL_GAIN; SLOT_COUNT],
        own: [[0; SLOT_COUNT]; 6],
        other: [[0; SLOT_COUNT]; 6],
    };

    /// Finds what this player gains over the other. The field must have slopes.
    #[inline(always)]
    pub fn compute(&mut self, field: &BoardEvaluation, table: &PhaseWeights, who: usize) {
        let other = 1 - who;
        let [mine, theirs] = [who, other].map(|who| table.fresh_dot[who]);
        let (more, less) = (mine[1] - mine[0], theirs[1] - theirs[0]);
        // Plain gains, those by the own colour, those by the other's; with zeros below.
        let mut spots = [[[0i16; 2 * ROWS]; COLUMNS]; 3];
        let [plain, bonus, malus] = &mut spots;
        for column in 0..COLUMNS {
            let [own, other] = [who, other].map(|who| cell_index(column, who, 0));
            for row in 0..ROWS {
                let slope = (field.gradients[own + row] >> 1) as i16;
                let less_slope = (field.gradients[other + row] >> 1) as i16;
                let gain = mul_high_signed(slope, mine[0] - (field.weights[own + row] >> 1) as i16);
                let loss = mul_high_signed(
                    less_slope,
                    theirs[0] - (field.weights[other + row] >> 1) as i16,
                );
                plain[column][row] = (gain - loss) >> 1;
                bonus[column][row] = mul_high_signed(slope, more) >> 1;
                malus[column][row] = mul_high_signed(less_slope, less) >> 1;
            }
        }
        base_gains(&spots[0], &field.legal_places, &mut self.base);
        for at in 0..6 {
            dot_gains(&spots[1], at, &mut self.own[at]);
            dot_gains(&spots[2], at, &mut self.other[at]);
        }
    }

    /// What a tile gains at each slot.
    #[inline(always)]
    pub fn for_tile(&self, tile: TilePattern, who: usize, gains: &mut SlotGains) {
        let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who] % 6));
        let (own, other) = (&self.own[own], &self.other[other]);
        for at in 0..SLOT_COUNT {
            gains[at] = self.base[at]
                .saturating_add(own[at])
                .saturating_sub(other[at]);
        }
    }

    /// More than any tile gains at each slot.
    #[inline(always)]
    pub fn upper_bounds(&self, gains: &mut SlotGains) {
        for at in 0..SLOT_COUNT {
            let own = self.own.iter().fold(0, |most, own| most.max(own[at]));
            let other = self
                .other
                .iter()
                .fold(i16::MAX, |least, other| least.min(other[at]));
            gains[at] = self.base[at].saturating_add(own).saturating_sub(other);
        }
    }
}

/// The upper half of the product of two numbers.
#[inline(always)]
fn mul_high_signed(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// Lines of gains by spot.
type CellGains = [[i16; 2 * ROWS]; COLUMNS];

/// Sums over the twelve spots of each place.
#[inline(always)]
fn base_gains(spots: &CellGains, legal: &PlaceSet, base: &mut SlotGains) {
    let mut two = [[0i16; 2 * ROWS]; COLUMNS];
    for column in 0..19 {
        for row in 0..ROWS {
            two[column][row] = spots[column][row].saturating_add(spots[column + 1][row]);
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

/// Sums over the two spots that one dot of the tile and its image take at each place.
#[inline(always)]
fn dot_gains(spots: &CellGains, dot: usize, sums: &mut SlotGains) {
    for column in 0..15 {
        let (upper, lower) = (&spots[column + dot], &spots[column + 5 - dot]);
        for row in 0..ROWS {
            sums[column * ROWS + row] = upper[row].saturating_add(lower[row + 1]);
        }
    }
    for column in 0..19 {
        let (right, left) = (&spots[column + 1], &spots[column]);
        for row in 0..ROWS {
            sums[HORIZONTAL_SLOTS + column * ROWS + row] =
                right[row + dot].saturating_add(left[row + 5 - dot]);
        }
    }
}
