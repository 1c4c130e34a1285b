//! The position text, `rows/from/the/top w claims`, and positions set up by hand.

use super::Zuniq;
use super::board::Position;
use super::moves::{Segment, segment_from_id};
use crate::contract::{Edit, EditPiece, ParseError, Player, PositionEdit};
use crate::scene::Role;
use std::borrow::Cow;

/// The length of the rows in bytes: six of five horizontals, five of six verticals, ten slashes.
const ROWS_LEN: usize = 6 * 5 + 5 * 6 + 10;

/// Parses a position text.
///
/// ```text
/// position = rows SP ("w" | "b") SP claims
/// rows     = across 5("/" down "/" across)
/// across   = 5("-" | ".")
/// down     = 6("|" | ".")
/// claims   = "-" | ["w" ply] ["b" ply]
/// ```
///
/// Every set of segments whose zones differ in size is reachable: first the segments that close
/// nothing, then a last one for each zone, the zones farthest from the outside first.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let bytes = text.as_bytes();
    let drawn = parse_rows(bytes)?;
    let plies = drawn.len();
    let to_move = if plies.is_multiple_of(2) { "w" } else { "b" };
    let bad = |at: usize, expected: Cow<'static, str>| Err(ParseError::new(bytes, at, expected));
    let side_at = ROWS_LEN + 1;
    if bytes.get(ROWS_LEN) != Some(&b' ') {
        return bad(ROWS_LEN, "a space and the side to move".into());
    }
    if bytes.get(side_at) != Some(&to_move.as_bytes()[0]) {
        let expected = format!("{to_move}: {plies} segments are drawn");
        return bad(side_at, expected.into());
    }
    if bytes.get(side_at + 1) != Some(&b' ') {
        return bad(side_at + 1, "a space and the claims, or -".into());
    }
    let claims = parse_claims(bytes, side_at + 2, plies)?;
    match Position::from_segments(drawn.into_iter(), claims) {
        (position, None) => Ok(position),
        (_, Some([first, second])) => Err(ParseError {
            at: 0,
            expected: "closed zones of different sizes".into(),
            found: format!("two of {}: {first} and {second}", first.size()),
            hint: None,
        }),
    }
}

/// Parses the rows and returns the segments drawn.
fn parse_rows(text: &[u8]) -> Result<Vec<Segment>, ParseError> {
    let mut drawn = Vec::new();
    let mut offset = 0;
    for (nth, segment) in Segment::all().enumerate() {
        // A row ends after five horizontals, and after six verticals.
        if matches!(nth % 11, 0 | 5) && nth > 0 {
            if text.get(offset) != Some(&b'/') {
                return Err(ParseError::new(text, offset, "/ and the next row"));
            }
            offset += 1;
        }
        let (mark, expected) = if segment.is_vertical() {
            (b'|', "6 times | or . (verticals)")
        } else {
            (b'-', "5 times - or . (horizontals)")
        };
        match text.get(offset) {
            Some(b'.') => {}
            Some(byte) if *byte == mark => drawn.push(segment),
            _ => return Err(ParseError::new(text, offset, expected)),
        }
        offset += 1;
    }
    Ok(drawn)
}

/// Parses the claims and returns the ply of each player's first claim, or 0.
fn parse_claims(text: &[u8], mut at: usize, plies: usize) -> Result<[u8; 2], ParseError> {
    let mut claims = [0; 2];
    if text.get(at..) == Some(b"-") {
        return Ok(claims);
    }
    let start = at;
    for (player, letter) in Player::ALL.into_iter().zip(*b"wb") {
        if text.get(at) != Some(&letter) {
            continue;
        }
        let digits = text[at + 1..].iter().take_while(|b| b.is_ascii_digit());
        let end = at + 1 + digits.count();
        let ply = match &text[at + 1..end] {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones] => 10 * (tens - b'0') + (ones - b'0'),
            _ => 0,
        };
        let is_own_ply = usize::from(ply % 2) == 1 - player.index();
        if ply == 0 || usize::from(ply) > plies || !is_own_ply {
            let parity = ["an odd", "an even"][player.index()];
            let expected = format!("{parity} ply, at most {plies}");
            return Err(ParseError::new(text, at + 1, expected));
        }
        claims[player.index()] = ply;
        at = end;
    }
    if at == start {
        let expected = "- or claims, White's first: w21, b30, w21b30";
        return Err(ParseError::new(text, at, expected));
    }
    if at < text.len() {
        return Err(ParseError::new(text, at, "the end of the position"));
    }
    Ok(claims)
}

pub(super) fn write(position: &Position) -> String {
    let mut text = String::with_capacity(ROWS_LEN + 10);
    for (nth, segment) in Segment::all().enumerate() {
        if matches!(nth % 11, 0 | 5) && nth > 0 {
            text.push('/');
        }
        text.push(match (position.is_drawn(segment), segment.is_vertical()) {
            (false, _) => '.',
            (true, false) => '-',
            (true, true) => '|',
        });
    }
    text.push_str(match position.to_move() {
        Player::First => " w ",
        Player::Second => " b ",
    });
    let unclaimed = text.len();
    for (player, letter) in Player::ALL.into_iter().zip(["w", "b"]) {
        if let Some(ply) = position.claim_ply(player) {
            text.push_str(letter);
            text.push_str(&ply.to_string());
        }
    }
    if text.len() == unclaimed {
        text.push('-');
    }
    text
}

// Positions set up by hand: any set of segments. Positions are possible if their zones differ in
// size.

impl Edit for Zuniq {
    const PIECES: &'static [EditPiece] = &[EditPiece::new("Segment", Role::OnBoard)];

    fn parse_draft(text: &str) -> Option<Position> {
        let drawn = parse_rows(text.as_bytes()).ok()?;
        let claims = parse(text).map_or([0; 2], |position| {
            let number = |ply: u32| u8::try_from(ply).unwrap_or_default();
            position.claim_plies().map(|ply| ply.map_or(0, number))
        });
        Some(Position::from_segments(drawn.into_iter(), claims).0)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        let segment = segment_from_id(square)?;
        draft.is_drawn(segment).then_some(0)
    }

    /// The side to move follows from the number of segments, and claims are dropped.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        match change {
            PositionEdit::Put(square, piece) => {
                let changed = segment_from_id(square)?;
                let is_drawn = |segment: &Segment| {
                    if *segment == changed {
                        piece.is_some()
                    } else {
                        draft.is_drawn(*segment)
                    }
                };
                let segments = Segment::all().filter(is_drawn);
                Some(Position::from_segments(segments, [0; 2]).0)
            }
            PositionEdit::Clear => Some(Position::EMPTY),
            PositionEdit::SideToMove(_) | PositionEdit::Size(_) => None,
        }
    }
}
