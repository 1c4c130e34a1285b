//! Points of the board, moves, and their notation: `E5` and `PASS`.

use super::board::Position;
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

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

// The notation of moves: tokens such as `E5` and `PASS`.

/// Parses a move in its canonical spelling.
///
/// `move = "PASS" | column row`
#[inline]
pub(super) fn parse_canonical(token: &[u8]) -> Option<Step<Move, NoChance>> {
    let (column, row) = match *token {
        [column, row @ b'1'..=b'9'] => (column, row - b'0'),
        // Rows 10 to 25 have two digits.
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

/// Parses a move, accepting lowercase letters with a note.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (step, spelling) = match parse_canonical(token) {
        Some(step) => (step, Spelling::Canonical),
        None => parse_lenient(token)?,
    };
    Ok(Parsed { step, spelling })
}

/// Parses a move that is not in canonical spelling.
fn parse_lenient(token: &[u8]) -> Result<(Step<Move, NoChance>, Spelling), ParseError> {
    let (mv, words) = if token.eq_ignore_ascii_case(b"PASS") {
        (Move::Pass, "PASS is written in capital letters")
    } else {
        let words = "the column is written as a capital letter";
        (Move::Stone(parse_point(token)?), words)
    };
    Ok((Step::from_move(mv), Spelling::Forgiven(words.into())))
}

/// Parses a point, in capital or lowercase letters.
///
/// `column = "A".."H" | "J".."Z"`, `row = "1".."25"`
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
            // Pairs on the board or just beyond its edge were respelled before this is called.
            let hint = if token.contains(&b' ') {
                "the contest's `x y` is read with the board's size; a pair that has no name even \
                 so is off the board"
            } else {
                "the contest's two numbers are a point only together and with a known board size"
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

/// Writes a move in its canonical spelling.
pub(super) fn write_move(mv: Move, out: &mut String) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = write!(out, "{mv}");
}

/// Parses the id that the scene gives to a point of the board or to the PASS button.
pub(super) fn move_from_id(position: &Position, id: &str) -> Option<Move> {
    let mv = parse_canonical(id.as_bytes())?.mv?;
    match mv {
        Move::Stone(point) if point.x().max(point.y()) >= position.size() => None,
        mv => Some(mv),
    }
}
