//! Places on the board.

use super::tile::Tile;

/// Rows of the board, `A` to `P` from the top.
pub(super) const ROWS: u8 = 16;
/// Columns of the board, `a` to `t` from the left.
pub(super) const COLUMNS: u8 = 20;

/// A spot for a dot: row from the top and column from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dot {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub column: u8,
}

impl std::fmt::Display for Dot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |first: u8, n: u8| char::from(first.saturating_add(n));
        write!(f, "{}{}", letter(b'A', self.row), letter(b'a', self.column))
    }
}

/// Which way a tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// 2 rows of 6; the upper one reads the tile from left to right, the lower one the reverse.
    Horizontal,
    /// 6 rows of 2; the right column reads the tile from the top, the left one the reverse.
    Vertical,
}

impl Direction {
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
pub struct Placement {
    row: u8,
    column: u8,
    direction: Direction,
}

impl Placement {
    /// Where the start tile lies: `Hhh`.
    pub const START: Self = Self {
        row: 7,
        column: 7,
        direction: Direction::Horizontal,
    };

    /// The place with its upper left dot in this row (0 to 15) and column (0 to 19); `None` for
    /// others.
    pub const fn new(row: u8, column: u8, direction: Direction) -> Option<Self> {
        if row >= ROWS || column >= COLUMNS {
            return None;
        }
        Some(Self {
            row,
            column,
            direction,
        })
    }

    /// Every place, those that reach over the edge among them: by row, column, horizontal first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| {
            (0..COLUMNS).flat_map(move |column| {
                Direction::ALL.map(move |direction| Self {
                    row,
                    column,
                    direction,
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
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Whether the whole tile lies on the board.
    pub const fn fits(self) -> bool {
        let (rows, columns) = self.direction.size();
        self.row + rows <= ROWS && self.column + columns <= COLUMNS
    }

    /// The twelve spots that a tile takes there, row by row.
    pub fn dots(self) -> impl Iterator<Item = Dot> {
        let (_, width) = self.direction.size();
        (0..12).map(move |i| Dot {
            row: self.row + i / width,
            column: self.column + i % width,
        })
    }

    /// The token that the opponent is told: tile and place in one.
    pub fn with(self, tile: Tile) -> String {
        format!(
            "{}{tile}{}",
            Dot {
                row: self.row,
                column: self.column
            },
            self.direction.letter()
        )
    }
}

impl std::fmt::Display for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let corner = Dot {
            row: self.row,
            column: self.column,
        };
        write!(f, "{corner}{}", self.direction.letter())
    }
}
