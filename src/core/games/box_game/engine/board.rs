//! Bitboards of two colours, and the legal placements on them.

use crate::games::box_game::Position;
use crate::games::box_game::colors::Color;
use crate::games::box_game::moves::{Move, Orientation};
use crate::games::box_game::tile::Tile;
use std::ops::BitOr;

/// The number of rows of the board; each row is a word whose lowest bit is the leftmost cell.
pub const ROWS: usize = 16;
/// The number of columns of the board.
pub const COLUMNS: usize = 20;
/// The number of places, including those that reach over the edge.
pub const PLACE_COUNT: usize = 2 * ROWS * COLUMNS;
/// A set of cells, one word per row from the top.
pub type RowBits = [u32; ROWS];

/// The index of a place for a tile: the horizontal places row by row, then the vertical ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlaceIndex(pub u16);

impl PlaceIndex {
    /// Returns the place with its upper left dot in a row and a column.
    pub const fn new(row: usize, column: usize, vertical: bool) -> Self {
        Self((row * COLUMNS + column) as u16 + if vertical { 320 } else { 0 })
    }

    /// Returns the row and the column of the upper left dot, and whether the tile is vertical.
    pub const fn coordinates(self) -> (usize, usize, bool) {
        let index = self.0 as usize % 320;
        (index / COLUMNS, index % COLUMNS, self.0 >= 320)
    }

    /// Returns the place of a move.
    pub fn from_move(mv: Move) -> Self {
        let vertical = mv.orientation() == Orientation::Vertical;
        Self::new(usize::from(mv.row()), usize::from(mv.column()), vertical)
    }

    /// Returns the move that puts the tile here; `None` if the index is out of range.
    pub fn to_move(self) -> Option<Move> {
        let (row, column, vertical) = self.coordinates();
        let orientation = if vertical {
            Orientation::Vertical
        } else {
            Orientation::Horizontal
        };
        Move::new(row as u8, column as u8, orientation)
    }
}

/// A tile as two colours see it: the index of the dot in the first player's colour, and of the
/// dot in the second's, 0 to 5 each.
///
/// There are thirty, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TilePattern(pub [u8; 2]);

impl TilePattern {
    /// All thirty patterns.
    pub const ALL: [Self; 30] = {
        let mut all = [Self([0, 0]); 30];
        let mut index = 0;
        let mut first = 0;
        while first < 6 {
            let mut second = 0;
            while second < 6 {
                if first != second {
                    all[index] = Self([first, second]);
                    index += 1;
                }
                second += 1;
            }
            first += 1;
        }
        all
    };

    /// Returns the pattern of a tile for two colours.
    pub fn of_tile(tile: Tile, colors: [Color; 2]) -> Self {
        Self(colors.map(|color| {
            tile.colors()
                .iter()
                .position(|known| *known == color)
                .unwrap_or_default() as u8
        }))
    }

    /// The number of tiles in a batch.
    pub const BATCH_SIZE: usize = 6;
    /// The number of batches, which together contain all tiles.
    pub const BATCH_COUNT: usize = 5;

    /// Returns a batch of tiles that represents all: each colour takes each of the six dots once.
    pub fn batch(number: usize) -> [Self; Self::BATCH_SIZE] {
        std::array::from_fn(|first| {
            let second = (first + number % Self::BATCH_COUNT + 1) % Self::BATCH_SIZE;
            Self([first as u8, second as u8])
        })
    }
}

/// A board of the occupied cells and the dots of two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitboard {
    /// The occupied cells.
    pub occupied: RowBits,
    /// The dots of the first player's colour, then those of the second's.
    pub player_dots: [RowBits; 2],
}

/// A set of places, one bit per cell of the upper left dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlaceSet {
    /// The horizontal places, in the first 15 rows.
    pub horizontal: RowBits,
    /// The vertical places, in the first 11 rows.
    pub vertical: RowBits,
}

impl PlaceSet {
    /// Returns the number of places.
    #[inline(always)]
    pub fn count(&self) -> usize {
        let ones = |rows: &RowBits| rows.iter().map(|row| row.count_ones()).sum::<u32>();
        (ones(&self.horizontal) + ones(&self.vertical)) as usize
    }

    /// Reports whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let any = |rows: &RowBits| rows.iter().fold(0, BitOr::bitor);
        any(&self.horizontal) | any(&self.vertical) == 0
    }

    /// Reports whether the set contains a place.
    pub const fn contains(&self, place: PlaceIndex) -> bool {
        let (row, column, vertical) = place.coordinates();
        let rows = if vertical {
            &self.vertical
        } else {
            &self.horizontal
        };
        rows[row] >> column & 1 == 1
    }

    /// Returns the places as a list, the horizontal ones first.
    pub fn list(&self) -> Vec<PlaceIndex> {
        let mut all = Vec::with_capacity(self.count());
        self.for_each(|place| all.push(place));
        all
    }

    /// Calls `each` with every place, the horizontal ones first.
    pub fn for_each(&self, mut each: impl FnMut(PlaceIndex)) {
        for (rows, vertical) in [(&self.horizontal, false), (&self.vertical, true)] {
            for (row, bits) in rows.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    each(PlaceIndex::new(
                        row,
                        bits.trailing_zeros() as usize,
                        vertical,
                    ));
                    bits &= bits - 1;
                }
            }
        }
    }
}

impl Bitboard {
    /// The empty board.
    pub const EMPTY: Self = Self {
        occupied: [0; ROWS],
        player_dots: [[0; ROWS]; 2],
    };

    /// Returns the board of a position as two colours see it.
    pub fn from_position(position: &Position, colors: [Color; 2]) -> Self {
        let mut board = Self::EMPTY;
        for (row, dots) in position.rows().iter().enumerate() {
            for column in 0..COLUMNS {
                let dot = dots >> (3 * column) & 7;
                board.occupied[row] |= u32::from(dot != 0) << column;
                for (marks, color) in board.player_dots.iter_mut().zip(colors) {
                    marks[row] |= u32::from(dot == u64::from(color.number())) << column;
                }
            }
        }
        board
    }

    /// Lays a tile. The place must not reach over the edge of the board.
    #[inline]
    pub fn lay(&mut self, place: PlaceIndex, pair: TilePattern) {
        let (row, column, vertical) = place.coordinates();
        if vertical {
            let two = 0b11u32 << column;
            for row in row..(row + 6).min(ROWS) {
                self.occupied[row] |= two;
                self.player_dots[0][row] &= !two;
                self.player_dots[1][row] &= !two;
            }
            for (marks, at) in self.player_dots.iter_mut().zip(pair.0) {
                let distance = usize::from(at);
                marks[(row + distance) % ROWS] |= 2 << column;
                marks[(row + 5 - distance) % ROWS] |= 1 << column;
            }
        } else {
            let six = 0b11_1111u32 << column;
            for row in row..(row + 2).min(ROWS) {
                self.occupied[row] |= six;
                self.player_dots[0][row] &= !six;
                self.player_dots[1][row] &= !six;
            }
            for (marks, at) in self.player_dots.iter_mut().zip(pair.0) {
                let distance = usize::from(at);
                marks[row % ROWS] |= 1 << (column + distance);
                marks[(row + 1) % ROWS] |= 1 << (column + 5 - distance);
            }
        }
    }

    /// Returns the board after a tile is laid.
    #[must_use]
    pub fn after(&self, place: PlaceIndex, pair: TilePattern) -> Self {
        let mut after = *self;
        after.lay(place, pair);
        after
    }

    /// Returns the places where a tile would cover at most four dots.
    ///
    /// A place that does not fit will never fit again.
    #[inline(always)]
    pub fn fitting_places(&self) -> PlaceSet {
        fitting_places(&self.occupied)
    }

    /// Returns those fitting places that are legal: a dot is under or next to the tile.
    #[inline(always)]
    pub fn legal_places(&self, fits: &PlaceSet) -> PlaceSet {
        let mut near = [0u32; 24];
        for (row, dots) in self.occupied.iter().enumerate() {
            near[row] |= dots | dots << 1 | dots >> 1;
            near[row + 1] |= dots;
        }
        for (near, below) in near.iter_mut().zip(&self.occupied[1..]) {
            *near |= below;
        }
        let mut wide = [0u32; 24];
        let mut two = [0u32; 24];
        for row in 0..24 {
            two[row] = near[row] | near[row] >> 1;
            let four = two[row] | two[row] >> 2;
            wide[row] = four | two[row] >> 4;
        }
        let mut legal = PlaceSet::default();
        for row in 0..ROWS {
            legal.horizontal[row] = fits.horizontal[row] & (wide[row] | wide[row + 1]);
            let high = two[row] | two[row + 1] | two[row + 2];
            let low = two[row + 3] | two[row + 4] | two[row + 5];
            legal.vertical[row] = fits.vertical[row] & (high | low);
        }
        legal
    }

    /// Returns the points of both colours.
    pub fn points(&self) -> [i32; 2] {
        self.player_dots.map(|marks| square_points(&marks))
    }
}

/// Returns the points of the squares whose four corners are among these dots.
#[inline(always)]
pub fn square_points(marks: &RowBits) -> i32 {
    let mut points = 0;
    for side in 1..ROWS {
        let mut matches = 0;
        for row in 0..ROWS - side {
            let both = marks[row] & marks[row + side];
            matches += (both & both >> side).count_ones();
        }
        points += matches * side as u32;
    }
    points as i32
}

/// Returns the places where a tile would cover at most four of these dots.
#[inline(always)]
pub fn fitting_places(taken: &RowBits) -> PlaceSet {
    // Counts the dots on each cell and its right neighbour. All rows below the board are full.
    let mut pairs = [[0u32; 24], [!0u32; 24]];
    for row in 0..ROWS {
        let dots = taken[row];
        pairs[0][row] = dots ^ dots >> 1;
        pairs[1][row] = dots & dots >> 1;
    }
    let mut wide = [[0u32; 24], [!0; 24], [!0; 24]];
    let mut high = [[0u32; 24], [!0; 24], [!0; 24]];
    for row in 0..ROWS {
        let pair = |below: usize| [pairs[0][row + below], pairs[1][row + below]];
        let right = |by: u32| pair(0).map(|plane| plane >> by);
        let six = sum(pair(0), right(2), right(4));
        let three = sum(pair(0), pair(1), pair(2));
        for plane in 0..3 {
            wide[plane][row] = six[plane];
            high[plane][row] = three[plane];
        }
    }
    let mut fits = PlaceSet::default();
    for row in 0..ROWS {
        let planes = |table: &[[u32; 24]; 3], below: usize| {
            [
                table[0][row + below],
                table[1][row + below],
                table[2][row + below],
            ]
        };
        fits.horizontal[row] = at_most_four(planes(&wide, 0), planes(&wide, 1)) & 0x7fff;
        fits.vertical[row] = at_most_four(planes(&high, 0), planes(&high, 3)) & 0x7_ffff;
    }
    fits.horizontal[15] = 0;
    for row in 11..ROWS {
        fits.vertical[row] = 0;
    }
    fits
}

/// Returns the number of the places that cover each cell, as bit planes: bit k of a cell's number
/// is in plane k.
#[inline(always)]
pub fn coverage(places: &PlaceSet) -> [RowBits; 5] {
    // Five empty rows above the board.
    let mut wide = [[0u32; 24]; 3];
    let mut pairs = [[0u32; 24]; 2];
    for row in 0..ROWS {
        let flat = places.horizontal[row];
        let pair = [flat ^ flat << 1, flat & flat << 1];
        let left = |by: u32| pair.map(|plane| plane << by);
        let six = sum(pair, left(2), left(4));
        for plane in 0..3 {
            wide[plane][row + 5] = six[plane];
        }
        let tall = places.vertical[row];
        pairs[0][row + 5] = tall ^ tall << 1;
        pairs[1][row + 5] = tall & tall << 1;
    }
    let mut high = [[0u32; 24]; 3];
    for row in 2..21 {
        let pair = |above: usize| [pairs[0][row - above], pairs[1][row - above]];
        let three = sum(pair(0), pair(1), pair(2));
        for plane in 0..3 {
            high[plane][row] = three[plane];
        }
    }
    let mut planes = [[0u32; ROWS]; 5];
    for row in 0..ROWS {
        let planes_at = |table: &[[u32; 24]; 3], above: usize| {
            let row = row + 5 - above;
            [table[0][row], table[1][row], table[2][row]]
        };
        let flat = add(planes_at(&wide, 0), planes_at(&wide, 1));
        let tall = add(planes_at(&high, 0), planes_at(&high, 3));
        let (ones, carry) = (flat[0] ^ tall[0], flat[0] & tall[0]);
        let (twos, carry) = full_adder(flat[1], tall[1], carry);
        let (fours, carry) = full_adder(flat[2], tall[2], carry);
        let (eights, sixteens) = full_adder(flat[3], tall[3], carry);
        for (plane, bits) in planes.iter_mut().zip([ones, twos, fours, eights, sixteens]) {
            plane[row] = bits & 0xf_ffff;
        }
    }
    planes
}

/// Adds three numbers from 0 to 2 in each column, as bit planes.
#[inline(always)]
fn sum(a: [u32; 2], b: [u32; 2], c: [u32; 2]) -> [u32; 3] {
    let (ones, carry) = full_adder(a[0], b[0], c[0]);
    let (twos, fours) = full_adder(a[1], b[1], c[1]);
    [ones, twos ^ carry, fours ^ (twos & carry)]
}

/// Adds two numbers from 0 to 6 in each column, as bit planes.
#[inline(always)]
fn add(a: [u32; 3], b: [u32; 3]) -> [u32; 4] {
    let (ones, carry) = (a[0] ^ b[0], a[0] & b[0]);
    let (twos, carry) = full_adder(a[1], b[1], carry);
    let (fours, eights) = full_adder(a[2], b[2], carry);
    [ones, twos, fours, eights]
}

/// Returns the columns in which the sum of two numbers from 0 to 6 is at most 4.
#[inline(always)]
fn at_most_four(a: [u32; 3], b: [u32; 3]) -> u32 {
    let [ones, twos, fours, eights] = add(a, b);
    !(eights | fours & (twos | ones))
}

/// Returns the sum and the carry of three bits in each column.
#[inline(always)]
fn full_adder(a: u32, b: u32, c: u32) -> (u32, u32) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}
