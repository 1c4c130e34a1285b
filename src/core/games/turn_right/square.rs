//! Squares, sets of squares, and directions.

use crate::contract::ParseError;
use std::fmt::Write;

/// One of the 36 squares, stored as `6 x + y`, so that squares are ordered by letter, then digit.
///
/// In a set of squares it is the bit of that number; one square up is a shift by 1, one square to
/// the right a shift by 6.
///
/// ```
/// use kifu_core::games::turn_right::Square;
///
/// let square = Square::new(4, 2);
/// assert_eq!(square.to_string(), "e3");
/// assert_eq!(Square::all().count(), 36);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

/// The set of all squares.
pub(super) const ALL_SQUARES: u64 = (1 << 36) - 1;

impl Square {
    /// Creates the square in column `x` and row `y`, both from 0 to 5, counted from the lower left.
    ///
    /// # Panics
    /// Panics if a coordinate is above 5.
    pub const fn new(x: u8, y: u8) -> Self {
        assert!(x < 6 && y < 6, "a square of the 6x6 board");
        Self(6 * x + y)
    }

    /// Returns the smallest square of a non-empty set.
    pub(super) fn lowest(set: u64) -> Self {
        let number = u8::try_from(set.trailing_zeros()).expect("at most 64");
        Self(number.min(35))
    }

    /// Returns all squares in order: a1, a2, ..., f6.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..36).map(Self)
    }

    /// Returns the column, from 0 at the left.
    pub const fn x(self) -> u8 {
        self.0 / 6
    }

    /// Returns the row, from 0 at the bottom.
    pub const fn y(self) -> u8 {
        self.0 % 6
    }

    /// Returns the set that contains only this square.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Reports whether the square is in a set.
    pub(super) fn is_in(self, set: u64) -> bool {
        set & self.bit() != 0
    }

    /// Returns the direction to another square of the same row or column, or `None` if the square
    /// is not in line or is this one.
    pub(super) fn direction_to(self, to: Self) -> Option<Direction> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (to.x().cmp(&self.x()), to.y().cmp(&self.y())) {
            (Equal, Greater) => Some(Direction::Up),
            (Greater, Equal) => Some(Direction::Right),
            (Equal, Less) => Some(Direction::Down),
            (Less, Equal) => Some(Direction::Left),
            _ => None,
        }
    }

    /// Returns the next square in a direction, which must be on the board.
    pub(super) fn neighbour(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0 + 1,
            Direction::Right => self.0 + 6,
            Direction::Down => self.0 - 1,
            Direction::Left => self.0 - 6,
        })
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Avoids the overhead of `write!`: a caller may want all circuits spelled.
        f.write_char(char::from(b'a' + self.x()))?;
        f.write_char(char::from(b'1' + self.y()))
    }
}

/// A direction along a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Right,
    Down,
    Left,
}

impl Direction {
    /// Returns the direction after a turn to the right.
    pub(super) const fn turned_right(self) -> Self {
        match self {
            Self::Up => Self::Right,
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
        }
    }

    /// Returns the opposite direction.
    pub(super) const fn opposite(self) -> Self {
        self.turned_right().turned_right()
    }
}

/// Parses the square at byte `at` of a token.
///
/// `square = "a".."f" "1".."6"`
pub(super) fn parse(token: &[u8], at: usize) -> Result<Square, ParseError> {
    let x = match token.get(at) {
        Some(letter @ b'a'..=b'f') => letter - b'a',
        Some(letter @ b'A'..=b'F') => {
            return Err(ParseError::new(token, at, "a column, a to f").hint(format!(
                "columns are small letters: {}",
                char::from(letter.to_ascii_lowercase())
            )));
        }
        _ => return Err(ParseError::new(token, at, "a column, a to f")),
    };
    match token.get(at + 1) {
        Some(row @ b'1'..=b'6') => Ok(Square::new(x, row - b'1')),
        _ => Err(ParseError::new(token, at + 1, "a row, 1 to 6")),
    }
}

/// Returns the square with the id that its hit area has in the scene, such as `e3`.
pub(super) fn square_from_id(id: &str) -> Option<Square> {
    let square = parse(id.as_bytes(), 0).ok()?;
    (id.len() == 2).then_some(square)
}
