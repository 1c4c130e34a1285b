//! Parsing and writing of the position text, `rows/from/the/top w`.

use super::board::Position;
use super::moves::Square;
use crate::contract::{ParseError, Player};

/// Parses a position text, `position = row *("/" row) SP ("w" | "b")`.
///
/// The 2 to 10 rows are equally long, each of 2 to 10 characters `w`, `b` or `.`.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let bad = |at: usize, expected: &'static str| ParseError::new(text.as_bytes(), at, expected);
    let board_end = text.find(' ').unwrap_or(text.len());
    let rows: Vec<&str> = text[..board_end].split('/').collect();
    let width = rows[0].len();
    if !(2..=10).contains(&width) {
        return Err(bad(0, "a row of 2 to 10 squares: w, b or ."));
    }
    if !(2..=10).contains(&rows.len()) {
        return Err(bad(board_end, "2 to 10 rows, joined by /"));
    }
    let to_move = match text.get(board_end..) {
        Some(" w") => Player::First,
        Some(" b") => Player::Second,
        _ => return Err(bad(board_end, "a space and the side to move, w or b")),
    };
    let small = |n: usize| u8::try_from(n).expect("at most 10");
    let mut position = Position::empty(small(width), small(rows.len()), to_move);
    let mut at = 0;
    for (from_top, row) in rows.iter().enumerate() {
        let y = small(rows.len() - 1 - from_top);
        for (x, stone) in row.bytes().enumerate().take(width) {
            let owner = match stone {
                b'w' => Player::First,
                b'b' => Player::Second,
                b'.' => continue,
                _ => return Err(bad(at + x, "w, b or .")),
            };
            position.place_stone(Square::new(small(x), y), owner);
        }
        if row.len() != width {
            return Err(bad(at + row.len().min(width), "rows that are all as long"));
        }
        at += row.len() + 1;
    }
    Ok(position)
}

pub(super) fn write(position: &Position) -> String {
    format!(
        "{} {}",
        rows_text(position),
        side_letter(position.to_move())
    )
}

/// Returns the rows joined by `/`, the first word of the position text.
pub(super) fn rows_text(position: &Position) -> String {
    row_texts(position).collect::<Vec<_>>().join("/")
}

/// Returns the letter of a side, as in the position text and in the contest's protocol.
pub(super) const fn side_letter(player: Player) -> &'static str {
    match player {
        Player::First => "w",
        Player::Second => "b",
    }
}

/// Returns the rows from the top, as in the position text and in the contest's protocol.
pub(super) fn row_texts(position: &Position) -> impl Iterator<Item = String> {
    (0..position.height()).rev().map(|y| {
        (0..position.width())
            .map(|x| match position.stone(Square::new(x, y)) {
                Some(Player::First) => 'w',
                Some(Player::Second) => 'b',
                None => '.',
            })
            .collect()
    })
}
