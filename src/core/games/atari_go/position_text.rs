//! The position text, `rows/from/the/top B 0/80 0-0 -`, and positions set up by hand.

use super::AtariGo;
use super::board::Position;
use super::moves::{Move, Point, move_from_id, parse_point};
use crate::contract::{BoardSizes, Edit, EditPiece, ParseError, Player, PositionEdit};
use crate::scene::{Role, Tone};

/// A word of the position text with the byte offset at which it starts.
type WordAt<'a> = (usize, &'a str);

/// Parses a position text and rejects positions that cannot arise.
///
/// `position = row *("/" row) SP ("B" | "W") SP played "/" turns SP number "-" number SP
/// ("-" | point)`
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let mut offset = 0;
    let mut words = text.split(' ').map(|word| {
        let start = offset;
        offset += word.len() + 1;
        (start, word)
    });
    let mut word = |expected: &'static str| {
        let missing = || ParseError::new(text.as_bytes(), text.len(), expected);
        words.next().ok_or_else(missing)
    };
    let rows = word("the rows of the board")?;
    let side = word("a space and the side to move, B or W")?;
    let turns = word("a space and the turns, played/all")?;
    let captures = word("a space and the captures, black-white")?;
    let ko = word("a space and the ko, a point or -")?;
    if let Some((offset, _)) = words.next() {
        return Err(parse_error(text, offset, "the end of the position"));
    }
    let turn_numbers = parse_turns(text, turns)?;
    let mut position = parse_rows(text, rows, turn_numbers)?;
    check_liberties(text, &position)?;
    check_side(text, side, turn_numbers[0])?;
    let captures = parse_captures(text, captures, turn_numbers[0], &position)?;
    position.set_turns_and_captures(to_u16(turn_numbers[0]), captures);
    parse_ko(text, ko, &mut position)?;
    Ok(position)
}

/// The number of turns of both players in the contest.
const DEFAULT_TURNS: u32 = 80;

fn parse_error(
    text: &str,
    at: usize,
    expected: impl Into<std::borrow::Cow<'static, str>>,
) -> ParseError {
    ParseError::new(text.as_bytes(), at, expected)
}

fn to_u16(number: u32) -> u16 {
    u16::try_from(number).expect("at most 1000")
}

/// Parses a number of at most four digits, so that sums cannot overflow.
fn parse_number(word: &str) -> Option<u32> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() <= 4;
    word.parse().ok().filter(|_| plain)
}

fn parse_turns(text: &str, (at, word): WordAt) -> Result<[u32; 2], ParseError> {
    let pair = word.split_once('/');
    let numbers = pair.and_then(|(played, all)| Some([parse_number(played)?, parse_number(all)?]));
    match numbers {
        Some([played, all]) if (1..=1000).contains(&all) && played <= all => Ok([played, all]),
        _ => Err(parse_error(
            text,
            at,
            "the turns, played/all, of 1 to 1000 in all",
        )),
    }
}

fn parse_rows(text: &str, (_, word): WordAt, [_, turns]: [u32; 2]) -> Result<Position, ParseError> {
    let size = word.split('/').count();
    if !(5..=19).contains(&size) {
        return Err(parse_error(
            text,
            0,
            "5 to 19 rows of B, W and ., joined by /",
        ));
    }
    let mut position = Position::new(u32::try_from(size).expect("at most 19"), turns);
    let points_of = |row: usize| {
        let y = u8::try_from(size - 1 - row).expect("at most 18");
        (0..19).filter_map(move |x| Point::new(x, y))
    };
    let mut offset = 0;
    for (from_top, row) in word.split('/').enumerate() {
        for ((x, stone), point) in row.bytes().enumerate().zip(points_of(from_top)) {
            match stone {
                b'B' => position.set_stone(point, Player::First),
                b'W' => position.set_stone(point, Player::Second),
                b'.' => {}
                _ => return Err(parse_error(text, offset + x, "B, W or .")),
            }
        }
        if row.len() != size {
            let end = (0..=row.len().min(size)).rev();
            let end = end.into_iter().find(|end| row.is_char_boundary(*end));
            let expected = format!("rows of {size} points, as many as there are rows");
            return Err(parse_error(text, offset + end.unwrap_or(0), expected));
        }
        offset += row.len() + 1;
    }
    Ok(position)
}

fn check_liberties(text: &str, position: &Position) -> Result<(), ParseError> {
    let size = usize::from(position.size());
    let dead_stone = position
        .points()
        .find(|point| !position.has_liberty(*point));
    if let Some(point) = dead_stone {
        let (x, from_top) = (usize::from(point.x()), size - 1 - usize::from(point.y()));
        let expected = format!("a chain with a liberty on {point}");
        return Err(parse_error(text, from_top * (size + 1) + x, expected));
    }
    Ok(())
}

/// Parses a position text into a position that may be impossible; only its rows must be readable.
fn parse_draft(text: &str) -> Option<Position> {
    let mut words = text.split(' ');
    let rows = words.next()?;
    // The side to move follows from the turns.
    let turns = words.nth(1);
    let turns = turns.and_then(|word| parse_turns(text, (0, word)).ok());
    let turns = turns.unwrap_or([0, DEFAULT_TURNS]);
    let mut position = parse_rows(text, (0, rows), turns).ok()?;
    let captures = words.next().and_then(|word| word.split_once('-'));
    let captures = captures.and_then(|(first, second)| {
        let captures = [parse_number(first)?, parse_number(second)?];
        Some(captures.map(|number| u16::try_from(number).expect("at most four digits")))
    });
    position.set_turns_and_captures(to_u16(turns[0]), captures.unwrap_or_default());
    if let Some(ko) = words.next() {
        // A ko that is impossible is dropped.
        let _ = parse_ko(text, (0, ko), &mut position);
    }
    Some(position)
}

fn check_side(text: &str, (at, word): WordAt, played: u32) -> Result<(), ParseError> {
    let expected_side = if played.is_multiple_of(2) { "B" } else { "W" };
    if word == expected_side {
        return Ok(());
    }
    let expected = format!("the side to move, {expected_side} after {played} turns");
    Err(parse_error(text, at, expected))
}

/// Parses the captures of both players.
///
/// A player's stones on the board and those they have lost cannot outnumber their turns.
fn parse_captures(
    text: &str,
    (at, word): WordAt,
    played: u32,
    position: &Position,
) -> Result<[u16; 2], ParseError> {
    let pair = word.split_once('-');
    let numbers =
        pair.and_then(|(first, second)| Some([parse_number(first)?, parse_number(second)?]));
    let Some([first, second]) = numbers else {
        return Err(parse_error(
            text,
            at,
            "what Black and White captured, as 3-1",
        ));
    };
    let [black, white] = position.stone_counts().map(u32::from);
    if black + second > played.div_ceil(2) || white + first > played / 2 {
        let expected = format!("no more stones than {played} turns bring");
        return Err(parse_error(text, at, expected));
    }
    Ok([to_u16(first), to_u16(second)])
}

fn parse_ko(text: &str, (at, word): WordAt, position: &mut Position) -> Result<(), ParseError> {
    if word == "-" {
        return Ok(());
    }
    let ko = parse_point(word.as_bytes()).map_err(|inner| ParseError {
        at: at + inner.at,
        expected: "the ko, a point or -".into(),
        ..inner
    })?;
    let [black, white] = position.captures();
    let captured = match position.to_move().opponent() {
        Player::First => black,
        Player::Second => white,
    };
    // Lowercase letters are not canonical, but accepted as they are for moves.
    if captured > 0 && position.try_set_ko(ko) {
        return Ok(());
    }
    Err(parse_error(
        text,
        at,
        "a point where one stone of the last player, alone and in atari, could be taken back",
    ))
}

/// Writes the position text.
pub(super) fn write(position: &Position) -> String {
    let board = rows_text(position);
    let side = side_letter(position.to_move());
    let (played, turns) = (position.turns_played(), position.total_turns());
    let [black, white] = position.captures();
    let ko = position
        .ko()
        .map_or_else(|| "-".to_owned(), |point| point.to_string());
    format!("{board} {side} {played}/{turns} {black}-{white} {ko}")
}

/// Returns the rows joined by `/`, the first word of the position text.
pub(super) fn rows_text(position: &Position) -> String {
    row_texts(position).collect::<Vec<_>>().join("/")
}

/// Returns the letter of a side, used in the position text and in the contest's protocol.
pub(super) const fn side_letter(player: Player) -> &'static str {
    match player {
        Player::First => "B",
        Player::Second => "W",
    }
}

/// Returns the rows from the top, as the position text and the contest's protocol write them.
pub(super) fn row_texts(position: &Position) -> impl Iterator<Item = String> {
    let size = position.size();
    (0..size).rev().map(move |y| {
        let points = (0..size).filter_map(move |x| Point::new(x, y));
        points
            .map(|point| position.stone(point).map_or(".", side_letter))
            .collect()
    })
}

// Positions set up by hand: possible are those in which every chain has a liberty. The turns
// played are raised to as many as the stones need.

impl Edit for AtariGo {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
    ];
    const BOARD_SIZES: Option<BoardSizes> = Some(BoardSizes {
        range: 5..=19,
        is_square: true,
    });

    fn parse_draft(text: &str) -> Option<Position> {
        parse_draft(text)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        draft
            .stone(point_from_id(draft, square)?)
            .map(Player::index)
    }

    fn board_size(draft: &Position) -> Option<[u8; 2]> {
        Some([draft.size(); 2])
    }

    /// A point that is forbidden by ko is forgotten.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        let (size, to_move) = (draft.size(), draft.to_move());
        Some(match change {
            PositionEdit::Put(square, piece) => {
                let changed = point_from_id(draft, square)?;
                let piece = piece.and_then(|piece| Player::ALL.get(piece).copied());
                with_stones(draft, size, to_move, |point| {
                    if point == changed {
                        piece
                    } else {
                        draft.stone(point)
                    }
                })
            }
            PositionEdit::SideToMove(player) => {
                with_stones(draft, size, *player, |point| draft.stone(point))
            }
            PositionEdit::Size([size, _]) => {
                with_stones(draft, *size, to_move, |point| draft.stone(point))
            }
            PositionEdit::Clear => Position::new(size.into(), draft.total_turns().into()),
        })
    }
}

fn point_from_id(draft: &Position, square: &str) -> Option<Point> {
    match move_from_id(draft, square)? {
        Move::Stone(point) => Some(point),
        Move::Pass => None,
    }
}

/// Creates a board with the stone that `stone` returns for each point, and as many turns played as
/// these stones and the captures need, if the draft has fewer.
fn with_stones(
    draft: &Position,
    size: u8,
    to_move: Player,
    stone: impl Fn(Point) -> Option<Player>,
) -> Position {
    let mut position = Position::new(size.into(), draft.total_turns().into());
    for point in position.points() {
        if let Some(owner) = stone(point) {
            position.set_stone(point, owner);
        }
    }
    let [black, white] = position.stone_counts();
    let [by_black, by_white] = draft.captures();
    let needed = (2 * (black + by_white)).saturating_sub(1);
    let mut played = draft.turns_played().max(needed).max(2 * (white + by_black));
    if played.is_multiple_of(2) != (to_move == Player::First) {
        played += 1;
    }
    position.set_turns_and_captures(played, draft.captures());
    position.raise_total_turns();
    position
}
