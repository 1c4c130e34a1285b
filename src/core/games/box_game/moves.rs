//! Moves (placements of a tile) and the cells of the board.

use super::tile::Tile;

/// The number of rows of the board, `A` to `P` from the top.
pub(super) const ROWS: u8 = 16;
/// The number of columns of the board, `a` to `t` from the left.
pub(super) const COLUMNS: u8 = 20;

/// A cell of the board, which holds at most one visible dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |first: u8, n: u8| char::from(first.saturating_add(n));
        write!(f, "{}{}", letter(b'A', self.row), letter(b'a', self.column))
    }
}

/// The orientation of a tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Two rows of 6; the upper one shows the tile from left to right, the lower one reversed.
    Horizontal,
    /// Six rows of 2; the right column shows the tile from the top, the left one reversed.
    Vertical,
}

impl Orientation {
    /// Both orientations, horizontal first.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// Returns the rows and the columns that a tile takes.
    pub const fn size(self) -> (u8, u8) {
        match self {
            Self::Horizontal => (2, 6),
            Self::Vertical => (6, 2),
        }
    }

    /// Returns the letter of the orientation, `h` or `v`.
    pub const fn letter(self) -> char {
        match self {
            Self::Horizontal => 'h',
            Self::Vertical => 'v',
        }
    }
}

/// A placement of a tile: the cell of its upper left dot, and its orientation.
///
/// It may reach over the edge of the board, so that every spelled move can be represented;
/// [`fits`](Self::fits) reports whether it does not.
///
/// ```
/// use kifu_core::games::box_game::{Move, Orientation};
///
/// let placement = Move::new(8, 10, Orientation::Vertical).unwrap();
/// assert_eq!(placement.to_string(), "Ikv");
/// assert!(placement.fits());
/// assert_eq!(placement.cells().count(), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    row: u8,
    column: u8,
    orientation: Orientation,
}

impl Move {
    /// The placement of the start tile, `Hhh`.
    pub const START: Self = Self {
        row: 7,
        column: 7,
        orientation: Orientation::Horizontal,
    };

    /// Creates the placement with its upper left dot in a row (0 to 15) and a column (0 to 19).
    ///
    /// Returns `None` outside these ranges.
    pub const fn new(row: u8, column: u8, orientation: Orientation) -> Option<Self> {
        if row >= ROWS || column >= COLUMNS {
            return None;
        }
        Some(Self {
            row,
            column,
            orientation,
        })
    }

    /// Returns every placement, including those that reach over the edge.
    ///
    /// They are ordered by row, then by column, horizontal before vertical.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| {
            (0..COLUMNS).flat_map(move |column| {
                Orientation::ALL.map(move |orientation| Self {
                    row,
                    column,
                    orientation,
                })
            })
        })
    }

    /// Returns the row of the upper left dot, 0 to 15 from the top.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the column of the upper left dot, 0 to 19 from the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the orientation of the tile.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// Reports whether the whole tile lies on the board.
    pub const fn fits(self) -> bool {
        let (rows, columns) = self.orientation.size();
        self.row + rows <= ROWS && self.column + columns <= COLUMNS
    }

    /// Returns the twelve cells that the tile takes, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (_, width) = self.orientation.size();
        (0..12).map(move |i| Cell {
            row: self.row + i / width,
            column: self.column + i % width,
        })
    }

    /// Returns the token of this placement with a tile, as `Ik364521v`.
    pub fn with_tile(self, tile: Tile) -> String {
        format!(
            "{}{tile}{}",
            Cell {
                row: self.row,
                column: self.column
            },
            self.orientation.letter()
        )
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let corner = Cell {
            row: self.row,
            column: self.column,
        };
        write!(f, "{corner}{}", self.orientation.letter())
    }
}

/// Returns the cell with the identifier of a hit area of the scene, as `Ik`.
pub(super) fn cell_from_id(id: &str) -> Option<Cell> {
    let &[row, column] = id.as_bytes() else {
        return None;
    };
    let cell = Cell {
        row: row.wrapping_sub(b'A'),
        column: column.wrapping_sub(b'a'),
    };
    (cell.row < ROWS && cell.column < COLUMNS).then_some(cell)
}
