//! The contest's own coordinates: `x y`, both from 0, with `x` from the left and `y` from the
//! *top*.
//!
//! Because rows are counted from the top, the size of the board is needed to convert them.

use super::super::moves::{MAX_NAMEABLE_SIZE, Move, Point};
use super::super::notation::parse_point;
use crate::contract::ParseError;

/// Parses a move as a bot writes it, `4 4` or `PASS`, on a board of `size` by `size` points (5 to
/// 19).
///
/// The point may lie beyond the edge as long as it has a name: `9 0` is `K9` on the contest's
/// board, where the rules reject it.
///
/// ```
/// use kifu_core::games::atari_go::{from_contest, to_contest};
///
/// let mv = from_contest("3 0", 9)?;
/// assert_eq!(mv.to_string(), "D9");
/// assert_eq!(to_contest(mv, 9), "3 0");
/// # Ok::<(), kifu_core::contract::ParseError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a move, or names a point so far off the board that it has
/// no name (`-1 -1`).
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

/// Returns a move as a bot writes it, `4 4` or `PASS`, on a board of `size` by `size` points.
pub fn to_contest(mv: Move, size: u8) -> String {
    match mv {
        Move::Pass => "PASS".to_owned(),
        Move::Stone(point) => {
            let from_top = i32::from(size) - 1 - i32::from(point.y());
            format!("{} {from_top}", point.x())
        }
    }
}

/// Reports whether a text is a point in the contest's coordinates and nothing else.
///
/// Even a second space between the numbers is too much: the referee would reject it.
pub(in super::super) fn is_coordinate_pair(text: &str) -> bool {
    let words = text.trim_end().split(' ');
    let mut numbers = words.map(|word| word.parse::<i32>().is_ok());
    [numbers.next(), numbers.next(), numbers.next()] == [Some(true), Some(true), None]
}

/// Converts contest coordinates to a point; `None` if it has no name.
fn point_from_xy(x: i32, from_top: i32, size: u8) -> Option<Point> {
    let y = i32::from(size).checked_sub(1)?.checked_sub(from_top)?;
    Point::new(
        u8::try_from(x).ok()?,
        u8::try_from(y).ok().filter(|y| *y < MAX_NAMEABLE_SIZE)?,
    )
}

/// Adds to an error how the contest would write the move, if the word can be read otherwise.
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

/// Returns the words of a text with the byte offsets at which they start.
fn words_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
