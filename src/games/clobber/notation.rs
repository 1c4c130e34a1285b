//! Tokens: `e2e3`.

use super::board::Position;
use super::moves::{Move, Square};
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

/// Parses nearly every token: four bytes, one-digit rows.
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

/// Parses a square and nothing else.
fn parse_square(text: &[u8]) -> Option<Square> {
    let (square, end) = parse_square_at(text, 0).ok()?;
    (end == text.len()).then_some(square)
}

pub(super) fn write(mv: Move, out: &mut String) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", mv.from, mv.to);
}

/// Parses the id of a square of the board, as the scene names them.
pub(super) fn square_from_id(position: &Position, id: &str) -> Option<Square> {
    parse_square(id.as_bytes())
        .filter(|square| square.x() < position.width() && square.y() < position.height())
}
