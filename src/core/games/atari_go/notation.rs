//! The notation of moves: tokens such as `E5` and `PASS`.

use super::board::Position;
use super::moves::{MAX_NAMEABLE_SIZE, Move, Point};
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

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
