//! Squares and moves, and their text.

use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

/// A square: `x` counts columns from the left and `y` rows from the bottom, both from 0.
/// Held as `16 y + x`, so that neighbours differ by 1 or 16 on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// The square in column `x`, row `y`, both below 16.
    pub const fn new(x: u8, y: u8) -> Self {
        Self(y << 4 | x)
    }

    /// `16 y + x`.
    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// Column from the left, from 0.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Row from the bottom, from 0.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Whether the two squares share a side.
    pub const fn touches(self, other: Self) -> bool {
        let apart = self.0.abs_diff(other.0);
        // Not `||`: which way a stone goes, no processor can foresee.
        let beside = apart == 1;
        let above = apart == 16;
        beside | above
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// A stone's way from one square onto the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the stone stands.
    pub from: Square,
    /// Which stone it takes.
    pub to: Square,
}

/// Nearly every token: four bytes, one-digit rows.
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

/// `move = square square rest`: the contest's referee takes any word that *starts* with a move,
/// so a rest is allowed.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    match parse_short(token) {
        Some(step) => Ok(Parsed {
            step,
            spelling: Spelling::Canonical,
        }),
        None => parse_long(token),
    }
}

/// Tokens with a row 10 or with a rest. `a9a10` could be a9-a1 and a rest: the reading in which
/// the squares touch is the one that can be legal.
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

/// `square = "a".."j" ("10" | "1".."9")`
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

/// A square and nothing else.
pub(super) fn parse_square(text: &[u8]) -> Option<Square> {
    let (square, end) = parse_square_at(text, 0).ok()?;
    (end == text.len()).then_some(square)
}

pub(super) fn write(mv: Move, out: &mut String) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", mv.from, mv.to);
}
