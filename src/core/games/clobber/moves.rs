//! The squares and moves of Clobber, and their notation: `e2e3`.

use super::board::Position;
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

/// A square, by its column `x` from the left and its row `y` from the bottom, both from 0.
///
/// Stored as `16 y + x`, so that neighbours differ by 1 or 16 on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// Creates the square in column `x` and row `y`, both below 16.
    pub const fn new(x: u8, y: u8) -> Self {
        Self(y << 4 | x)
    }

    /// Returns the index of the square, `16 y + x`.
    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// Returns the column, counted from 0 at the left.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Returns the row, counted from 0 at the bottom.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Reports whether the two squares share a side.
    pub const fn touches(self, other: Self) -> bool {
        let distance = self.0.abs_diff(other.0);
        // `|` rather than `||`: the direction of a move is unpredictable, so a branch would often
        // be mispredicted.
        let beside = distance == 1;
        let above = distance == 16;
        beside | above
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// A move of a stone onto an adjacent enemy stone, which it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the stone leaves.
    pub from: Square,
    /// The square of the captured stone.
    pub to: Square,
}

// Parsing and writing of move tokens such as `e2e3`.

/// Parses a token of four bytes with one-digit rows, the fast path for nearly every token.
#[inline]
pub(super) fn parse_short(token: &[u8]) -> Option<Step<Move, NoChance>> {
    match token {
        &[
            fx @ b'a'..=b'j',
            fy @ b'1'..=b'9',
            tx @ b'a'..=b'j',
            ty @ b'1'..=b'9',
        ] => Some(Step::from_move(Move {
            from: Square::new(fx - b'a', fy - b'1'),
            to: Square::new(tx - b'a', ty - b'1'),
        })),
        _ => None,
    }
}

/// Parses a token, `move = square square rest`.
///
/// The contest's referee accepts any word that *starts* with a move, so a rest is allowed.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    match parse_short(token) {
        Some(step) => Ok(Parsed {
            step,
            spelling: Spelling::Canonical,
        }),
        None => parse_long(token),
    }
}

/// Parses a token with a row 10 or with a rest.
///
/// `a9a10` could also be a9-a1 and a rest. If there are two readings, the one in which the squares
/// touch is used, because only that one can be legal.
fn parse_long(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (from, at) = parse_square_at(token, 0)?;
    let (long, mut end) = parse_square_at(token, at)?;
    let mut to = long;
    if long.y() == 9 && !from.touches(long) && from.touches(Square::new(long.x(), 0)) {
        to = Square::new(long.x(), 0);
        end -= 1;
    }
    Ok(Parsed {
        step: Step::from_move(Move { from, to }),
        spelling: if end == token.len() {
            Spelling::Canonical
        } else {
            Spelling::Allowed
        },
    })
}

/// Parses a square at an offset, `square = "a".."j" ("10" | "1".."9")`, and returns it with the
/// offset of its end.
fn parse_square_at(token: &[u8], at: usize) -> Result<(Square, usize), ParseError> {
    let x = match token.get(at) {
        Some(letter @ b'a'..=b'j') => letter - b'a',
        Some(letter @ b'A'..=b'J') => {
            return Err(ParseError::new(token, at, "a column, a to j").hint(format!(
                "columns are small letters: {}",
                char::from(letter.to_ascii_lowercase())
            )));
        }
        _ => return Err(ParseError::new(token, at, "a column, a to j")),
    };
    match token.get(at + 1..) {
        Some([b'1', b'0', ..]) => Ok((Square::new(x, 9), at + 3)),
        Some([row @ b'1'..=b'9', ..]) => Ok((Square::new(x, row - b'1'), at + 2)),
        _ => Err(ParseError::new(token, at + 1, "a row, 1 to 10")),
    }
}

/// Parses a text that is exactly one square.
fn parse_square(text: &[u8]) -> Option<Square> {
    let (square, end) = parse_square_at(text, 0).ok()?;
    (end == text.len()).then_some(square)
}

pub(super) fn write(mv: Move, out: &mut String) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", mv.from, mv.to);
}

/// Parses the identifier of a square in the scene; `None` if it is not on the board.
pub(super) fn square_from_id(position: &Position, id: &str) -> Option<Square> {
    parse_square(id.as_bytes())
        .filter(|square| square.x() < position.width() && square.y() < position.height())
}
