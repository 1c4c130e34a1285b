//! What the tiles gain at all places at once, roughly: as if a tile changed its own spots alone.

use super::board::{COLUMNS, Pair, Place, Places, ROWS};
use super::field::{Field, spot};
use super::weights::Table;

/// Numbers for all places, each column sixteen: the horizontal ones, then the vertical ones.
const FLAT: usize = 15 * ROWS;
/// How many numbers that is.
pub const SLOTS: usize = (15 + 19) * ROWS;
/// A number for each place.
pub type Slots = [i16; SLOTS];
/// Gains are counted in so many parts of a point.
pub const PARTS: f32 = 64.0;
/// What no place gains.
pub const NEVER: i16 = -24_000;

/// What every place gains, by what lies in the tile.
#[derive(Clone, Debug)]
pub struct Gains {
    /// What any tile gains there with dots of neither colour; [`NEVER`] where it may not lie.
    base: Slots,
    /// What the acting player's colour adds, by its place in the tile.
    own: [Slots; 6],
    /// What the other's colour takes.
    other: [Slots; 6],
}

/// The place of a slot.
pub const fn place_of(slot: usize) -> Place {
    let (column, row) = (slot / ROWS, slot % ROWS);
    if slot < FLAT {
        Place::new(row, column, false)
    } else {
        Place::new(row, column - 15, true)
    }
}

impl Gains {
    /// Nothing known yet.
    pub const EMPTY: Self = Self {
        base: [NEVER; SLOTS],
        own: [[0; SLOTS]; 6],
        other: [[0; SLOTS]; 6],
    };

    /// Finds what this player gains over the other. The field must have slopes.
    #[inline(always)]
    pub fn find(&mut self, field: &Field, table: &Table, who: usize) {
        let other = 1 - who;
        let [mine, theirs] = [who, other].map(|who| table.fresh[who]);
        let (more, less) = (mine[1] - mine[0], theirs[1] - theirs[0]);
        // Plain gains, those by the own colour, those by the other's; with zeros below.
        let mut spots = [[[0i16; 2 * ROWS]; COLUMNS]; 3];
        let [plain, bonus, malus] = &mut spots;
        for column in 0..COLUMNS {
            let [own, other] = [who, other].map(|who| spot(column, who, 0));
            for row in 0..ROWS {
                let slope = (field.slopes[own + row] >> 1) as i16;
                let less_slope = (field.slopes[other + row] >> 1) as i16;
                let gain = signed_times(slope, mine[0] - (field.weights[own + row] >> 1) as i16);
                let loss = signed_times(
                    less_slope,
                    theirs[0] - (field.weights[other + row] >> 1) as i16,
                );
                plain[column][row] = (gain - loss) >> 1;
                bonus[column][row] = signed_times(slope, more) >> 1;
                malus[column][row] = signed_times(less_slope, less) >> 1;
            }
        }
        bases(&spots[0], &field.legal, &mut self.base);
        for at in 0..6 {
            shifted(&spots[1], at, &mut self.own[at]);
            shifted(&spots[2], at, &mut self.other[at]);
        }
    }

    /// What a tile gains at each slot.
    #[inline(always)]
    pub fn of(&self, tile: Pair, who: usize, gains: &mut Slots) {
        let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who] % 6));
        let (own, other) = (&self.own[own], &self.other[other]);
        for at in 0..SLOTS {
            gains[at] = self.base[at]
                .saturating_add(own[at])
                .saturating_sub(other[at]);
        }
    }

    /// More than any tile gains at each slot.
    #[inline(always)]
    pub fn bounds(&self, gains: &mut Slots) {
        for at in 0..SLOTS {
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
fn signed_times(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// Lines of gains by spot.
type Spots = [[i16; 2 * ROWS]; COLUMNS];

/// Sums over the twelve spots of each place.
#[inline(always)]
fn bases(spots: &Spots, legal: &Places, base: &mut Slots) {
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
            let is_legal = legal.flat[row] >> column & 1 == 1;
            base[column * ROWS + row] = if is_legal { sum } else { NEVER };
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
            let is_legal = legal.tall[row] >> column & 1 == 1;
            base[FLAT + column * ROWS + row] = if is_legal { sum } else { NEVER };
        }
    }
}

/// Sums over the two spots that one dot of the tile and its image take at each place.
#[inline(always)]
fn shifted(spots: &Spots, dot: usize, sums: &mut Slots) {
    for column in 0..15 {
        let (upper, lower) = (&spots[column + dot], &spots[column + 5 - dot]);
        for row in 0..ROWS {
            sums[column * ROWS + row] = upper[row].saturating_add(lower[row + 1]);
        }
    }
    for column in 0..19 {
        let (right, left) = (&spots[column + 1], &spots[column]);
        for row in 0..ROWS {
            sums[FLAT + column * ROWS + row] = right[row + dot].saturating_add(left[row + 5 - dot]);
        }
    }
}
