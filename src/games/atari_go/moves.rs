//! Points and moves.

/// Columns and rows that can be named: all letters but I. More than the largest board has, so
/// that a move beyond the edge can be written and then refused by the rule that forbids it.
pub(super) const MAX_NAMEABLE_SIZE: u8 = 25;

/// A point, where two lines cross: `x` counts columns from the left and `y` rows from the
/// bottom, both from 0 and below 25. It may lie beyond the edge of a board.
///
/// Held as `256 y + x` in one number: two bytes written apart and read together make the
/// processor wait.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Point(u16);

impl Point {
    /// The point in column `x`, row `y`; `None` if one of them is not below 25.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < MAX_NAMEABLE_SIZE && y < MAX_NAMEABLE_SIZE {
            Some(Self::from_xy(x, y))
        } else {
            None
        }
    }

    pub(super) const fn from_xy(x: u8, y: u8) -> Self {
        Self((y as u16) << 8 | x as u16)
    }

    /// Column from the left, from 0.
    pub const fn x(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    /// Row from the bottom, from 0.
    pub const fn y(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

/// The letter of a column: A to Z without I.
pub(super) const fn column_letter(x: u8) -> char {
    (b'A' + x + (x >= 8) as u8) as char
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", column_letter(self.x()), self.y() + 1)
    }
}

impl std::fmt::Debug for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// One player's act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone on a point.
    Stone(Point),
    /// No stone.
    Pass,
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stone(point) => point.fmt(f),
            Self::Pass => f.write_str("PASS"),
        }
    }
}
