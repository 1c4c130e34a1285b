//! The position text, `rows/from/the/top b 0 5-0`, and positions set up by hand.

use super::TurnRight;
use super::board::{Position, PositionField};
use super::square::{Square, square_from_id};
use crate::contract::{Actor, Edit, EditPiece, ParseError, Player, PositionEdit, Rules as _};
use crate::scene::{Role, Tone};

/// Parses a position text.
///
/// `position = row 5*5("/" row) SP status SP circuits SP points "-" points`, each row 6 of `w b .`.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let error = |at: usize, expected: &'static str| ParseError::new(text.as_bytes(), at, expected);
    let fields: Vec<(usize, &str)> = fields(text).collect();
    let &[
        (_, rows),
        (status_at, status),
        (circuits_at, circuits),
        (points_at, points),
    ] = &fields[..]
    else {
        return Err(error(
            0,
            "four fields: the rows, the side to move, circuits made, points",
        ));
    };
    let stones = parse_rows(text, rows)?;
    let circuits = parse_number(circuits)
        .and_then(|circuits| u8::try_from(circuits).ok())
        .ok_or_else(|| error(circuits_at, "how many circuits were made, 0 to 26"))?;
    let [white, black] = points
        .split_once('-')
        .and_then(|(white, black)| Some([parse_number(white)?, parse_number(black)?]))
        .ok_or_else(|| error(points_at, "White's points, a dash, Black's points"))?;
    let position =
        Position::from_parts(stones, circuits, [white, black]).map_err(|part| match part {
            PositionField::Stones => error(0, "as many white stones as black ones, or one more"),
            PositionField::Circuits => error(
                circuits_at,
                "0 to 26 circuits, and 0 as long as a square is free",
            ),
            PositionField::Points => error(
                points_at,
                "points that are possible with these stones and circuits",
            ),
        })?;
    if status != self::status_text(&position) {
        let expected = format!(
            "`{}`, from the stones and circuits",
            self::status_text(&position)
        );
        return Err(ParseError::new(text.as_bytes(), status_at, expected));
    }
    Ok(position)
}

/// Parses a position text into a position that may be impossible; only its rows must be readable.
fn parse_draft(text: &str) -> Option<Position> {
    let mut fields = text.split(' ');
    let stones = parse_rows(text, fields.next()?).ok()?;
    let circuits = fields.nth(1).and_then(parse_number).unwrap_or(0);
    let points = fields.next().and_then(|points| points.split_once('-'));
    let points = points.and_then(|(white, black)| {
        let parsed = [parse_number(white)?, parse_number(black)?];
        Some(parsed)
    });
    let circuits = u8::try_from(circuits).unwrap_or(u8::MAX);
    Some(Position::draft(
        stones,
        circuits,
        points.unwrap_or_default(),
    ))
}

/// Returns the fields between single spaces, each with the byte offset at which it starts.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split(' ').map(move |field| {
        let start = offset;
        offset += field.len() + 1;
        (start, field)
    })
}

/// Parses a number as [`write()`] writes it: without a sign or leading zeros.
fn parse_number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Parses the rows into White's and Black's stones, as sets.
fn parse_rows(text: &str, rows: &str) -> Result<[u64; 2], ParseError> {
    let error = |at: usize, expected: &'static str| ParseError::new(text.as_bytes(), at, expected);
    let mut stones = [0; 2];
    for (at, byte) in rows.bytes().enumerate().take(41) {
        let (from_top, x) = (at / 7, at % 7);
        let owner = match byte {
            b'/' if x == 6 => continue,
            _ if x == 6 => return Err(error(at, "a slash after six squares")),
            b'w' => Player::First,
            b'b' => Player::Second,
            b'.' => continue,
            _ => return Err(error(at, "w, b or .")),
        };
        let coordinate = |n: usize| u8::try_from(n).expect("below 6");
        stones[owner.index()] |= Square::new(coordinate(x), coordinate(5 - from_top)).bit();
    }
    match rows.len() {
        41 => Ok(stones),
        length => Err(error(
            length.min(41),
            "six rows of six squares, joined by /",
        )),
    }
}

/// Writes a position as text.
pub(super) fn write(position: &Position) -> String {
    let rows: Vec<String> = (0..6)
        .rev()
        .map(|y| {
            (0..6)
                .map(|x| stone_letter(position, Square::new(x, y)))
                .collect()
        })
        .collect();
    let [white, black] = position.points();
    let (rows, status, circuits) = (
        rows.join("/"),
        status_text(position),
        position.circuits_made(),
    );
    format!("{rows} {status} {circuits} {white}-{black}")
}

/// Returns the letter of a square: `w`, `b`, or `.` if it is empty.
fn stone_letter(position: &Position, square: Square) -> char {
    match position.stone(square) {
        Some(Player::First) => 'w',
        Some(Player::Second) => 'b',
        None => '.',
    }
}

/// Returns the status field: the side to move, `w` or `b`; after the end `-`, or `3x3:` and the
/// winner.
fn status_text(position: &Position) -> &'static str {
    match (position.winner_by_3x3(), position.actor()) {
        (Some(Player::First), _) => "3x3:w",
        (Some(Player::Second), _) => "3x3:b",
        _ if position.is_over() => "-",
        (None, Actor::Player(Player::First)) => "w",
        (None, _) => "b",
    }
}

// Positions set up by hand: possible are those with as many white stones as black ones, or one
// more.

impl Edit for TurnRight {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
    ];

    fn parse_draft(text: &str) -> Option<Position> {
        parse_draft(text)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        draft.stone(square_from_id(square)?).map(Player::index)
    }

    /// The side to move follows from the stones and circuits.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        match change {
            PositionEdit::Put(square, piece) => {
                let changed = square_from_id(square)?.bit();
                let mut stones = Player::ALL.map(|player| draft.stones_of(player) & !changed);
                if let Some(piece) = piece {
                    *stones.get_mut(*piece)? |= changed;
                }
                Some(Position::draft(
                    stones,
                    draft.circuits_made(),
                    draft.points(),
                ))
            }
            PositionEdit::Clear => Some(Position::START),
            PositionEdit::SideToMove(_) | PositionEdit::Size(_) => None,
        }
    }
}
