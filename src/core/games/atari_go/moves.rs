//! Points of the board and moves.

/// The number of columns, and of rows, that can be named: one per letter but I.
///
/// This is more than the largest board has, so that a move beyond the edge can be written and
/// then rejected by the rule that forbids it.
pub(super) const MAX_NAMEABLE_SIZE: u8 = 25;

/// A point of the board, where two lines cross.
///
/// `x` counts columns from the left and `y` rows from the bottom, both from 0 and below 25. The
/// point may lie beyond the edge of a board.
///
/// ```
/// use kifu_core::games::atari_go::Point;
///
/// let point = Point::new(4, 4).expect("both are below 25");
/// assert_eq!(point.to_string(), "E5");
/// ```
// Stored as `256 y + x` in one number: two bytes written separately and read together stall the
// processor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Point(u16);

impl Point {
    /// Creates the point in column `x`, row `y`; `None` unless both are below 25.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < MAX_NAMEABLE_SIZE && y < MAX_NAMEABLE_SIZE {
            Some(Self::from_xy(x, y))
        } else {
            None
        }
    }

    /// Creates the point in column `x`, row `y`, which the caller has checked.
    pub(super) const fn from_xy(x: u8, y: u8) -> Self {
        Self((y as u16) << 8 | x as u16)
    }

    /// Returns the column, counted from the left from 0.
    pub const fn x(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    /// Returns the row, counted from the bottom from 0.
    pub const fn y(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

/// Returns the letter of a column, A to Z without I.
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

/// A player's move: a stone or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Places a stone on a point.
    Stone(Point),
    /// Places no stone.
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
