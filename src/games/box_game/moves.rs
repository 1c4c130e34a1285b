//! Places on the board.

use super::tile::Tile;

/// Rows of the board, `A` to `P` from the top.
pub(super) const ROWS: u8 = 16;
/// Columns of the board, `a` to `t` from the left.
pub(super) const COLUMNS: u8 = 20;

/// A spot for a dot: row from the top and column from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub column: u8,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |first: u8, n: u8| char::from(first.saturating_add(n));
        write!(f, "{}{}", letter(b'A', self.row), letter(b'a', self.column))
    }
}

/// Which way a tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// 2 rows of 6; the upper one reads the tile from left to right, the lower one the reverse.
    Horizontal,
    /// 6 rows of 2; the right column reads the tile from the top, the left one the reverse.
    Vertical,
}

impl Orientation {
    /// Both, horizontal first.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// Rows and columns that a tile takes.
    pub const fn size(self) -> (u8, u8) {
        match self {
            Self::Horizontal => (2, 6),
            Self::Vertical => (6, 2),
        }
    }

    /// `h` or `v`.
    pub const fn letter(self) -> char {
        match self {
            Self::Horizontal => 'h',
            Self::Vertical => 'v',
        }
    }
}

/// Where a tile is put: its upper left dot and its direction. It can be spelled although the
/// tile would reach over the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    row: u8,
    column: u8,
    orientation: Orientation,
}

impl Move {
    /// Where the start tile lies: `Hhh`.
    pub const START: Self = Self {
        row: 7,
        column: 7,
        orientation: Orientation::Horizontal,
    };

    /// The place with its upper left dot in this row (0 to 15) and column (0 to 19); `None` for
    /// others.
    pub const fn new(row: u8, column: u8, direction: Orientation) -> Option<Self> {
        if row >= ROWS || column >= COLUMNS {
            return None;
        }
        Some(Self {
            row,
            column,
            orientation: direction,
        })
    }

    /// Every place, those that reach over the edge among them: by row, column, horizontal first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| {
            (0..COLUMNS).flat_map(move |column| {
                Orientation::ALL.map(move |direction| Self {
                    row,
                    column,
                    orientation: direction,
                })
            })
        })
    }

    /// Row of the upper left dot, 0 to 15 from the top.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Column of the upper left dot, 0 to 19 from the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Which way the tile lies.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// Whether the whole tile lies on the board.
    pub const fn fits(self) -> bool {
        let (rows, columns) = self.orientation.size();
        self.row + rows <= ROWS && self.column + columns <= COLUMNS
    }

    /// The twelve spots that a tile takes there, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (_, width) = self.orientation.size();
        (0..12).map(move |i| Cell {
            row: self.row + i / width,
            column: self.column + i % width,
        })
    }

    /// The token that the opponent is told: tile and place in one.
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

/// The cell that a hit area of the scene stands for: `Ik`.
pub(super) fn cell_from_id(id: &str) -> Option<Cell> {
    let &[row, column] = id.as_bytes() else {
        return None;
    };
    let dot = Cell {
        row: row.wrapping_sub(b'A'),
        column: column.wrapping_sub(b'a'),
    };
    (dot.row < ROWS && dot.column < COLUMNS).then_some(dot)
}
