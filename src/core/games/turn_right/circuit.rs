//! Circuits: their cells, their path, their corners, and how they move the stones.

use super::square::{Direction, Square};
use std::fmt::{self, Display, Write};

/// A clockwise simple cycle of squares, stored as the set of cells inside it.
///
/// The centres of the 36 squares enclose 5x5 cells. A circuit is the border of a set of cells that
/// is connected along sides, has no hole, and does not touch itself across a corner; there are
/// 1 222 363 of them. Cell `(x, y)`, whose lower left square is `(x, y)`, is bit `6 x + y`, so that
/// squares and cells shift alike and no shift carries a bit into the next column.
///
/// ```
/// use kifu_core::games::turn_right::Circuit;
///
/// let circuit = Circuit::from_cells(1).expect("one cell has a border");
/// assert_eq!(circuit.to_string(), "a1-a2-b2-b1");
/// assert_eq!(circuit.corners(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circuit(u32);

/// The set of the 25 cells.
pub(super) const ALL_CELLS: u32 = 0x1f7d_f7df;

/// The largest number of corners of a circuit on this board.
pub(super) const MAX_CORNERS: usize = 28;

impl Circuit {
    /// Creates the circuit round a set of cells; returns `None` if their border is not a single
    /// circuit.
    pub fn from_cells(cells: u32) -> Option<Self> {
        (cells & !ALL_CELLS == 0 && !touches_itself(cells) && is_disc(cells)).then_some(Self(cells))
    }

    /// Creates the circuit round cells that are known to form one.
    pub(super) const fn from_cells_unchecked(cells: u32) -> Self {
        Self(cells)
    }

    /// Returns the set of cells inside: bit `6 x + y` for the cell between the squares `(x, y)` and
    /// `(x + 1, y + 1)`, counted from 0 at the lower left.
    pub const fn cells(self) -> u32 {
        self.0
    }

    /// Returns the number of corners, an even number from 4 to 28.
    pub const fn corners(self) -> u32 {
        corner_set(self.0).count_ones()
    }

    /// Returns the largest legal number of corners of a player's circuit number `turn`, from 1.
    pub(super) const fn max_corners(turn: u8) -> u32 {
        2 * (turn as u32 + 1)
    }

    /// Reports whether a player may make this circuit as their circuit number `turn`, from 1.
    pub(super) const fn is_legal_in(self, turn: u8) -> bool {
        self.corners() <= Self::max_corners(turn)
    }

    /// Returns the smallest square of the path, where the canonical spelling starts, going up.
    pub fn start(self) -> Square {
        Square::lowest(self.0.into())
    }

    /// Returns the sets of squares from which stones move up, right, down and left.
    ///
    /// A stone that moves up has an inside cell on its right and none on its left, and
    /// correspondingly for the other directions.
    pub(super) const fn sources_by_direction(self) -> [u64; 4] {
        let cells = self.0 as u64;
        [
            cells & !(cells << 6),
            cells << 1 & !cells,
            (cells << 6 & !cells) << 1,
            (cells & !(cells << 1)) << 6,
        ]
    }

    /// Returns a set of stones after the circuit has moved those on its path one square on.
    pub(super) const fn rotate(self, stones: u64) -> u64 {
        let [up, right, down, left] = self.sources_by_direction();
        stones & !(up | right | down | left)
            | (stones & up) << 1
            | (stones & right) << 6
            | (stones & down) >> 1
            | (stones & left) >> 6
    }

    /// Returns the direction in which the path leaves a square, or `None` if the square is not on
    /// it.
    pub(super) fn direction_from(self, square: Square) -> Option<Direction> {
        direction_from(&self.sources_by_direction(), square)
    }

    /// Returns the squares of the path in the order in which the stones move, from the smallest on.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let (start, sources) = (self.start(), self.sources_by_direction());
        let next = move |at: &Square| {
            let next = at.neighbour(direction_from(&sources, *at)?);
            (next != start).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }

    /// Returns the corners in canonical order: as the stones move, from the smallest square on.
    pub fn corner_squares(self) -> impl Iterator<Item = Square> {
        let turns = corner_set(self.0);
        self.path().filter(move |square| square.is_in(turns))
    }
}

/// Writes the canonical spelling: `a1-a4-d4-d1`.
impl Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_corners(self.corner_squares(), f)
    }
}

/// Writes corners joined by dashes.
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

/// Returns the direction of the first set that holds a square, the sets in the order up, right,
/// down, left.
fn direction_from(sources: &[u64; 4], square: Square) -> Option<Direction> {
    let all = [
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ];
    let index = sources.iter().position(|set| square.is_in(*set))?;
    Some(all[index])
}

/// Returns the squares at which the border of a set of cells turns: those that touch one or three
/// of the cells.
pub(super) const fn corner_set(cells: u32) -> u64 {
    let cells = cells as u64;
    let columns = cells ^ cells << 1;
    columns ^ columns << 6
}

/// Reports whether two cells meet only across a corner, where the border would visit a square
/// twice.
pub(super) const fn touches_itself(cells: u32) -> bool {
    let above = cells ^ cells >> 1;
    above & (cells ^ cells >> 6) & above >> 6 != 0
}

/// Reports whether cells that do not touch across corners are connected and have no hole.
pub(super) fn is_disc(cells: u32) -> bool {
    let wide = u64::from(cells);
    let [rows, columns] = [wide | wide << 1, wide | wide << 6];
    // Euler: squares - sides + cells = components - holes. It is fast to compute, and components
    // are only counted where it is 1.
    let is_euler_1 = (rows | rows << 6).count_ones() + cells.count_ones()
        == rows.count_ones() + columns.count_ones() + 1;
    is_euler_1 && is_connected(cells)
}

/// Reports whether cells are connected along sides.
fn is_connected(cells: u32) -> bool {
    let mut component = cells & cells.wrapping_neg();
    loop {
        let beside = component << 1 | component >> 1 | component << 6 | component >> 6;
        let grown = (component | beside) & cells;
        if grown == component {
            return component == cells;
        }
        component = grown;
    }
}
