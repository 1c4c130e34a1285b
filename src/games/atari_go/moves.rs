//! Points and moves, and their canonical text.

use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

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

    const fn from_xy(x: u8, y: u8) -> Self {
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

/// `move = "PASS" | column row`, as it is written.
#[inline]
pub(super) fn parse_canonical(token: &[u8]) -> Option<Step<Move, NoChance>> {
    let (column, row) = match *token {
        [column, row @ b'1'..=b'9'] => (column, row - b'0'),
        // Two digits: the rows 10 to 25.
        [column, tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => {
            (column, 10 * (tens - b'0') + (ones - b'0'))
        }
        _ => return (token == b"PASS").then(|| Step::from_move(Move::Pass)),
    };
    let named = column.is_ascii_uppercase() && column != b'I' && row <= MAX_NAMEABLE_SIZE;
    named.then(|| {
        let x = column - b'A' - u8::from(column > b'I');
        Step::from_move(Move::Stone(Point::from_xy(x, row - 1)))
    })
}

/// The same, small letters forgiven.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (step, spelling) = match parse_canonical(token) {
        Some(step) => (step, Spelling::Canonical),
        None => parse_lenient(token)?,
    };
    Ok(Parsed { step, spelling })
}

fn parse_lenient(token: &[u8]) -> Result<(Step<Move, NoChance>, Spelling), ParseError> {
    let (mv, words) = if token.eq_ignore_ascii_case(b"PASS") {
        (Move::Pass, "PASS is written in capital letters")
    } else {
        let words = "the column is written as a capital letter";
        (Move::Stone(parse_point(token)?), words)
    };
    Ok((Step::from_move(mv), Spelling::Forgiven(words.into())))
}

/// `column = "A".."H" | "J".."Z"`, `row = "1".."25"`; small letters too.
pub(super) fn parse_point(token: &[u8]) -> Result<Point, ParseError> {
    let x = match token.first().map(u8::to_ascii_uppercase) {
        Some(b'I') => {
            return Err(
                ParseError::new(token, 0, "a column, A to Z without I").hint(format!(
                    "the letter I is not used: the eighth column is H, the ninth J ({})",
                    String::from_utf8_lossy(&[b"J", token.get(1..3).unwrap_or(b"5")].concat())
                )),
            );
        }
        Some(column @ b'A'..=b'Z') => column - b'A' - u8::from(column > b'I'),
        Some(b'0'..=b'9' | b'-') => {
            // Pairs on the board, or just beyond its edge, have been respelled before.
            let hint = if token.contains(&b' ') {
                "the contest's `x y` is read with the board's size; a pair that has no name even \
                 so is off the board"
            } else {
                "the contest's two numbers are a point only together, and on a board of known size"
            };
            return Err(
                ParseError::new(token, 0, "a point on the board as E5, or PASS").hint(hint),
            );
        }
        _ => return Err(ParseError::new(token, 0, "a point as E5, or PASS")),
    };
    let digit = |at: usize| token.get(at).filter(|byte| byte.is_ascii_digit());
    let row = match (digit(1), digit(2)) {
        (Some(ones), None) => ones - b'0',
        (Some(tens @ b'1'..=b'2'), Some(ones)) => 10 * (tens - b'0') + (ones - b'0'),
        _ => 0,
    };
    if !(1..=MAX_NAMEABLE_SIZE).contains(&row) {
        return Err(ParseError::new(token, 1, "a row, 1 to 25"));
    }
    let end = if row < 10 { 2 } else { 3 };
    if token.len() > end {
        return Err(ParseError::new(token, end, "the end of the move"));
    }
    Ok(Point::from_xy(x, row - 1))
}

pub(super) fn write_move(mv: Move, out: &mut String) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = write!(out, "{mv}");
}
