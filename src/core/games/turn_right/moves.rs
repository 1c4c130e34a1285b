//! A move, a stone or a circuit, and its notation: `c3` and `b2-b4-d4-d2`.

use super::circuit::{
    Circuit, InvalidCircuit, MAX_CORNERS, TracedPath, parse_canonical_circuit, trace_path,
};
use super::square::{self, Square};
use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};
use std::fmt::{self, Display};

/// A move: a stone in the first phase, a circuit in the second.
///
/// ```
/// use kifu_core::games::turn_right::{Move, Square};
///
/// assert_eq!(Move::Place(Square::new(2, 2)).to_string(), "c3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone placed on a square.
    Place(Square),
    /// A circuit, which moves every stone on its path one square on.
    Circuit(Circuit),
    /// A list of corners that does not describe a circuit; never legal.
    InvalidCircuit(InvalidCircuit),
}

/// Writes the canonical token.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Circuit(circuit) => circuit.fmt(f),
            Self::InvalidCircuit(invalid) => invalid.fmt(f),
        }
    }
}

// Parsing of move tokens: squares, `c3`, and circuits, `b2-b4-d4-d2`.

/// Parses a move token.
///
/// `move = square *("-" square)`
#[inline]
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let mv = match *token {
        [x @ b'a'..=b'f', y @ b'1'..=b'6'] => Move::Place(Square::new(x - b'a', y - b'1')),
        _ => match parse_canonical_circuit(token) {
            Some(circuit) => Move::Circuit(circuit),
            None => return parse_lenient(token),
        },
    };
    Ok(Parsed {
        step: Step::from_move(mv),
        spelling: Spelling::Canonical,
    })
}

/// Parses a token that is not a canonically spelled square or circuit.
#[cold]
fn parse_lenient(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (corners, non_corner) = parse_corners(token)?;
    let mv = match trace_path(corners.iter().copied()) {
        Ok(TracedPath {
            circuit,
            is_clockwise: true,
        }) => Move::Circuit(circuit),
        _ => Move::InvalidCircuit(InvalidCircuit::new(&corners)),
    };
    let spelling = match (non_corner, mv) {
        (Some(square), _) => Spelling::Forgiven(
            format!("{square} is not a corner, the path runs straight through it: {mv}").into(),
        ),
        (None, Move::InvalidCircuit(_)) => Spelling::Canonical,
        (None, _) => Spelling::Allowed,
    };
    Ok(Parsed {
        step: Step::from_move(mv),
        spelling,
    })
}

/// Parses a list of corners.
///
/// Squares at which the path runs straight on are left out; the first of them is returned, too.
fn parse_corners(token: &[u8]) -> Result<(Vec<Square>, Option<Square>), ParseError> {
    let first = square::parse(token, 0)?;
    let mut corners = vec![first];
    let mut non_corner = None;
    let mut offset = 2;
    while offset < token.len() {
        if token[offset] != b'-' {
            return Err(ParseError::new(
                token,
                offset,
                "a dash or the end of the token",
            ));
        }
        let corner = square::parse(token, offset + 1)?;
        check_run(token, offset + 1, corners[corners.len() - 1], corner)?;
        if let [.., before, middle] = corners[..]
            && before.direction_to(middle) == middle.direction_to(corner)
        {
            corners.pop();
            non_corner = non_corner.or(Some(middle));
        }
        corners.push(corner);
        offset += 3;
        // Up to two may still be dropped when the list closes.
        if corners.len() > MAX_CORNERS + 2 {
            return Err(too_many(token, offset - 2));
        }
    }
    check_closing_run(token, &mut corners, &mut non_corner)?;
    Ok((corners, non_corner))
}

/// Checks the run from the last corner back to the first, and drops either of them if the path runs
/// straight on there.
fn check_closing_run(
    token: &[u8],
    corners: &mut Vec<Square>,
    non_corner: &mut Option<Square>,
) -> Result<(), ParseError> {
    let (first, last) = (corners[0], corners[corners.len() - 1]);
    let offset = token.len() - 2;
    if first == last {
        let hint = format!("a circuit closes by itself: leave out the last {last}");
        return Err(ParseError::new(token, offset, "a corner other than the first").hint(hint));
    }
    check_run(token, offset, first, last)?;
    if let [_, .., before, _] = corners[..]
        && before.direction_to(last) == last.direction_to(first)
    {
        corners.pop();
        *non_corner = non_corner.or(Some(last));
    }
    let last = corners[corners.len() - 1];
    if let [_, second, _, ..] = corners[..]
        && last.direction_to(first) == first.direction_to(second)
    {
        corners.remove(0);
        *non_corner = non_corner.or(Some(first));
    }
    if corners.len() > MAX_CORNERS {
        return Err(too_many(token, offset));
    }
    Ok(())
}

/// Checks that two consecutive corners are different squares of one row or column.
fn check_run(token: &[u8], at: usize, from: Square, to: Square) -> Result<(), ParseError> {
    if from.direction_to(to).is_some() {
        return Ok(());
    }
    let (column, row) = (char::from(b'a' + from.x()), from.y() + 1);
    let expected = format!("a square in line with {from} (column {column} or row {row})");
    Err(ParseError::new(token, at, expected))
}

/// Returns the error for a list of more than [`MAX_CORNERS`] corners.
fn too_many(token: &[u8], at: usize) -> ParseError {
    let expected = "the end: no circuit on this board has more than 28 corners";
    ParseError::new(token, at, expected)
}
