//! The contest's own coordinates: `x y`, both from 0, `x` from the left and `y` from the *top*,
//! so that the size of the board is needed to tell which row of the record is meant.

use super::super::moves::{MAX_NAMEABLE_SIZE, Move, Point};
use super::super::notation::parse_point;
use crate::contract::ParseError;

/// Reads a move as a bot writes it, `4 4` or `PASS`, on a board of `size` times `size` points
/// (5 to 19). It may lie beyond the edge, as long as the record can name it: `9 0` is `K9` on
/// the contest's board, and refused there by the rule.
///
/// ```
/// use kifu::games::atari_go::{from_contest, to_contest};
///
/// let mv = from_contest("3 0", 9)?;
/// assert_eq!(mv.to_string(), "D9");
/// assert_eq!(to_contest(mv, 9), "3 0");
/// # Ok::<(), kifu::contract::BadText>(())
/// ```
///
/// # Errors
/// The text is no move, or a point so far off the board that it has no name (`-1 -1`).
pub fn from_contest(text: &str, size: u8) -> Result<Move, ParseError> {
    let bad = |at: usize, expected: &str| ParseError::new(text.as_bytes(), at, expected.to_owned());
    let mut words = words_with_offsets(text);
    let Some((at, first)) = words.next() else {
        return Err(bad(text.len(), "`x y` or PASS"));
    };
    let second = words.next();
    let rest = words.next();
    if let Some((at, _)) = if first == "PASS" { second } else { rest } {
        return Err(bad(at, "the end of the move"));
    }
    if first == "PASS" {
        return Ok(Move::Pass);
    }
    let Ok(x) = first.parse::<i32>() else {
        return Err(not_a_number(bad(at, "`x y` or PASS"), first, size));
    };
    let Some((second_at, second)) = second else {
        return Err(bad(
            text.len(),
            "y after x (the contest's referee itself crashes at a single number)",
        ));
    };
    let Ok(y) = second.parse::<i32>() else {
        return Err(bad(second_at, "y, a number"));
    };
    point_from_xy(x, y, size).map(Move::Stone).ok_or_else(|| {
        let last = size.saturating_sub(1);
        let expected =
            format!("a point from `0 0` to `{last} {last}` or PASS: this is off the board");
        bad(at, &expected)
    })
}

/// Writes a move as a bot does: `4 4` or `PASS`.
pub fn to_contest(mv: Move, size: u8) -> String {
    match mv {
        Move::Pass => "PASS".to_owned(),
        Move::Stone(point) => {
            let from_top = i32::from(size) - 1 - i32::from(point.y());
            format!("{} {from_top}", point.x())
        }
    }
}

/// Whether a text is a point in the contest's coordinates and nothing else, not even a second
/// blank between them: the referee would not take it.
pub(in super::super) fn is_coordinate_pair(text: &str) -> bool {
    let words = text.trim_end().split(' ');
    let mut numbers = words.map(|word| word.parse::<i32>().is_ok());
    [numbers.next(), numbers.next(), numbers.next()] == [Some(true), Some(true), None]
}

fn point_from_xy(x: i32, from_top: i32, size: u8) -> Option<Point> {
    let y = i32::from(size).checked_sub(1)?.checked_sub(from_top)?;
    Point::new(
        u8::try_from(x).ok()?,
        u8::try_from(y).ok().filter(|y| *y < MAX_NAMEABLE_SIZE)?,
    )
}

fn not_a_number(bad: ParseError, word: &str, size: u8) -> ParseError {
    if word.eq_ignore_ascii_case("PASS") {
        return ParseError {
            expected: "`x y` or PASS, in capital letters".into(),
            ..bad
        };
    }
    match parse_point(word.as_bytes()) {
        Ok(point) => bad.hint(format!(
            "the contest writes this point `{}`",
            to_contest(Move::Stone(point), size)
        )),
        Err(_) => bad,
    }
}

/// The words of a text with the bytes at which they start.
fn words_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
