//! Parsing of move tokens such as `A2h` and `E5v!`.

use super::moves::{Move, Segment};
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

/// Parses a token, `move = row column ("h" | "v") ["!"]`.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (segment, claims_win) = match *token {
        [row, column, direction] => (parse_segment(row, column, direction), false),
        [row, column, direction, b'!'] => (parse_segment(row, column, direction), true),
        _ => (None, false),
    };
    match segment {
        Some(segment) => Ok(Parsed {
            step: Step::from_move(Move {
                segment,
                claims_win,
            }),
            spelling: Spelling::Canonical,
        }),
        None => parse_lenient(token),
    }
}

#[inline]
const fn parse_segment(row: u8, column: u8, direction: u8) -> Option<Segment> {
    if direction != b'h' && direction != b'v' {
        return None;
    }
    Segment::new(
        row.wrapping_sub(b'A'),
        column.wrapping_sub(b'1'),
        direction == b'v',
    )
}

/// Parses a token that is not canonical.
///
/// Letters of the wrong case are accepted; anything else is an error that says what is expected.
#[cold]
fn parse_lenient(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let bad = |at, expected: &'static str| {
        let bad = ParseError::new(token, at, expected);
        Err(match suggestion(token) {
            Some(meant) => bad.hint(meant),
            None => bad,
        })
    };
    let Some(row @ b'A'..=b'F') = token.first().map(u8::to_ascii_uppercase) else {
        return bad(0, "a row, A to F");
    };
    let Some(&column @ b'1'..=b'6') = token.get(1) else {
        return bad(1, "a column, 1 to 6");
    };
    let Some(direction @ (b'h' | b'v')) = token.get(2).map(u8::to_ascii_lowercase) else {
        return bad(2, "the direction, h or v");
    };
    let Some(segment) = parse_segment(row, column, direction) else {
        return match direction {
            b'h' => bad(1, "a column from 1 to 5: to the right of 6 there is no dot"),
            _ => bad(0, "a row from A to E: below F there is no dot"),
        };
    };
    let claims_win = match token.get(3..) {
        None | Some([]) => false,
        Some([b'!']) => true,
        Some([b'!', ..]) => return bad(4, "the end of the move"),
        Some(_) => return bad(3, "! for a claim, or the end of the move"),
    };
    let mv = Move {
        segment,
        claims_win,
    };
    Ok(Parsed {
        step: Step::from_move(mv),
        spelling: Spelling::Forgiven(
            format!("rows are capital letters and directions small ones: {mv}").into(),
        ),
    })
}

/// Suggests the move that an invalid token may have meant.
fn suggestion(token: &[u8]) -> Option<String> {
    let letter = |byte: u8| byte.to_ascii_uppercase();
    match *token {
        [column @ b'1'..=b'6', row, direction] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("the row comes first: {meant}"))
        }
        [row, column, b'!', direction] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("the ! comes last: {meant}!"))
        }
        [row, column, direction, b'!', b'!', ..] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("one ! is a claim: {meant}!"))
        }
        [ra, ca, rb, cb] | [ra, ca, b'-', rb, cb] => segment_between([ra, ca], [rb, cb])
            .map(|meant| format!("a segment is named by its upper or left dot: {meant}")),
        _ => None,
    }
}

/// Returns the segment between two neighbouring dots, given in either order.
fn segment_between(one: [u8; 2], two: [u8; 2]) -> Option<Segment> {
    let dots = [one, two].map(|[row, column]| [row.to_ascii_uppercase(), column]);
    Segment::all().find(|segment| {
        let [row, column] = [b'A' + segment.row(), b'1' + segment.column()];
        let down = u8::from(segment.is_vertical());
        let ends = [[row, column], [row + down, column + 1 - down]];
        ends == dots || ends == [dots[1], dots[0]]
    })
}

/// Parses the identifier of a segment in the scene, which is a canonical token without a claim.
pub(super) fn segment_from_id(id: &str) -> Option<Segment> {
    let mv = parse(id.as_bytes()).ok()?.step.mv?;
    (mv.segment.to_string() == id).then_some(mv.segment)
}
