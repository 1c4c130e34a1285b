//! Squares and sets of squares.

use crate::contract::ParseError;
use std::fmt::Write;

/// One of the 36 squares, held as `6 x + y`: in the order of the rules, letter before digit.
///
/// In a set of squares it is the bit of that number; one square up is a shift by 1, one to the
/// right a shift by 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

/// The set of all squares.
pub(super) const ALL_SQUARES: u64 = (1 << 36) - 1;

impl Square {
    /// The square in column `x` and row `y`, both from 0 to 5, counted from the lower left.
    ///
    /// # Panics
    /// A coordinate above 5.
    pub const fn new(x: u8, y: u8) -> Self {
        assert!(x < 6 && y < 6, "a square of the 6x6 board");
        Self(6 * x + y)
    }

    /// The smallest square of a set that has one.
    pub(super) fn lowest(set: u64) -> Self {
        let number = u8::try_from(set.trailing_zeros()).expect("at most 64");
        Self(number.min(35))
    }

    /// Every square in order: a1, a2, ..., f6.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..36).map(Self)
    }

    /// Column from the left, from 0.
    pub const fn x(self) -> u8 {
        self.0 / 6
    }

    /// Row from the bottom, from 0.
    pub const fn y(self) -> u8 {
        self.0 % 6
    }

    /// The square as a set.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    pub(super) fn is_in(self, set: u64) -> bool {
        set & self.bit() != 0
    }

    /// The way from here to another square of the same row or column; `None` if there is none.
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

    /// The next square that way, which must be on the board.
    pub(super) fn neighbour(self, way: Direction) -> Self {
        Self(match way {
            Direction::Up => self.0 + 1,
            Direction::Right => self.0 + 6,
            Direction::Down => self.0 - 1,
            Direction::Left => self.0 - 6,
        })
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the machinery of `write!`, for somebody may want all circuits spelled.
        f.write_char(char::from(b'a' + self.x()))?;
        f.write_char(char::from(b'1' + self.y()))
    }
}

/// A direction along rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Right,
    Down,
    Left,
}

impl Direction {
    /// The way after a turn to the right.
    pub(super) const fn turned_right(self) -> Self {
        match self {
            Self::Up => Self::Right,
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
        }
    }

    /// The way back.
    pub(super) const fn opposite(self) -> Self {
        self.turned_right().turned_right()
    }
}

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

/// The square that a hit area of the scene stands for: `e3`.
pub(super) fn square_from_id(id: &str) -> Option<Square> {
    let square = parse(id.as_bytes(), 0).ok()?;
    (id.len() == 2).then_some(square)
}
