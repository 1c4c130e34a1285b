//! Circuits: which squares they pass, how they move the stones, how they are spelled.

use super::square::{Direction, Square};
use std::fmt::{self, Display, Write};

/// A clockwise simple cycle of squares, held as the set of the cells that it goes round.
///
/// Between the 36 squares (their centres) lie 5x5 cells. A circuit is the border of a set of
/// cells that hangs together along sides, has no hole and touches itself nowhere across a
/// corner; there are 1 222 363 of them. Cell `(x, y)`, whose lower left square is `(x, y)`, is
/// bit `6 x + y`, so that squares and cells shift alike and no shift leaves a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circuit(u32);

/// The 25 cells.
pub(super) const ALL_CELLS: u32 = 0x1f7d_f7df;

/// The most corners that a circuit on this board can have.
pub(super) const MAX_CORNERS: usize = 28;

impl Circuit {
    /// The circuit round these cells; `None` if their border is not one circuit.
    pub fn from_cells(cells: u32) -> Option<Self> {
        (cells & !ALL_CELLS == 0 && !touches_itself(cells) && is_disc(cells)).then_some(Self(cells))
    }

    /// The same for cells that are known to make a circuit.
    pub(super) const fn from_cells_unchecked(cells: u32) -> Self {
        Self(cells)
    }

    /// The cells inside: bit `6 x + y` for the one between the squares `(x, y)` and
    /// `(x + 1, y + 1)`, counted from 0 at the lower left.
    pub const fn cells(self) -> u32 {
        self.0
    }

    /// How many corners it has: an even number from 4 to 28.
    pub const fn corners(self) -> u32 {
        corner_set(self.0).count_ones()
    }

    /// How many corners a player's circuit with this number, from 1, may have.
    pub(super) const fn max_corners(turn: u8) -> u32 {
        2 * (turn as u32 + 1)
    }

    /// Whether a player may make it as the circuit with this number, from 1.
    pub(super) const fn is_legal_in(self, turn: u8) -> bool {
        self.corners() <= Self::max_corners(turn)
    }

    /// The smallest square, from which the canonical spelling starts (upwards).
    pub fn start(self) -> Square {
        Square::lowest(self.0.into())
    }

    /// The squares from which stones go up, right, down and left. A stone that goes up has a
    /// cell of the inside on its right and none on its left, and so on.
    pub(super) const fn sources_by_direction(self) -> [u64; 4] {
        let cells = self.0 as u64;
        [
            cells & !(cells << 6),
            cells << 1 & !cells,
            (cells << 6 & !cells) << 1,
            (cells & !(cells << 1)) << 6,
        ]
    }

    /// Moves a set of stones one square along the circuit; those beside the path stay.
    pub(super) const fn rotate(self, stones: u64) -> u64 {
        let [up, right, down, left] = self.sources_by_direction();
        stones & !(up | right | down | left)
            | (stones & up) << 1
            | (stones & right) << 6
            | (stones & down) >> 1
            | (stones & left) >> 6
    }

    /// The way on from a square of the path; `None` beside it.
    pub(super) fn direction_from(self, square: Square) -> Option<Direction> {
        direction_from(&self.sources_by_direction(), square)
    }

    /// The squares of the path in the order in which the stones move, from the smallest on.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let (start, ways) = (self.start(), self.sources_by_direction());
        let next = move |at: &Square| {
            let next = at.neighbour(direction_from(&ways, *at)?);
            (next != start).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }

    /// The corners in canonical order: from the smallest square on, as the stones move.
    pub fn corner_squares(self) -> impl Iterator<Item = Square> {
        let turns = corner_set(self.0);
        self.path().filter(move |square| square.is_in(turns))
    }
}

/// The canonical spelling: `a1-a4-d4-d1`.
impl Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_corners(self.corner_squares(), f)
    }
}

/// Corners joined by dashes.
pub(super) fn write_corners(
    corners: impl Iterator<Item = Square>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (index, corner) in corners.enumerate() {
        if index > 0 {
            f.write_char('-')?;
        }
        corner.fmt(f)?;
    }
    Ok(())
}

fn direction_from(ways: &[u64; 4], square: Square) -> Option<Direction> {
    let all = [
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ];
    let index = ways.iter().position(|sources| square.is_in(*sources))?;
    Some(all[index])
}

/// The squares at which the border of a set of cells turns: those with one or three cells.
pub(super) const fn corner_set(cells: u32) -> u64 {
    let cells = cells as u64;
    let columns = cells ^ cells << 1;
    columns ^ columns << 6
}

/// Two cells that meet only across a corner: there the border would pass a square twice.
pub(super) const fn touches_itself(cells: u32) -> bool {
    let above = cells ^ cells >> 1;
    above & (cells ^ cells >> 6) & above >> 6 != 0
}

/// Whether cells that do not touch across corners are one piece without a hole.
pub(super) fn is_disc(cells: u32) -> bool {
    let wide = u64::from(cells);
    let [rows, columns] = [wide | wide << 1, wide | wide << 6];
    // Euler: squares - sides + cells = pieces - holes, quickly said; pieces are counted only
    // where it is 1.
    let euler = (rows | rows << 6).count_ones() + cells.count_ones()
        == rows.count_ones() + columns.count_ones() + 1;
    euler && is_one_piece(cells)
}

fn is_one_piece(cells: u32) -> bool {
    let mut piece = cells & cells.wrapping_neg();
    loop {
        let beside = piece << 1 | piece >> 1 | piece << 6 | piece >> 6;
        let grown = (piece | beside) & cells;
        if grown == piece {
            return piece == cells;
        }
        piece = grown;
    }
}
