//! Drawing of the board as text for a terminal.

use super::board::Position;
use super::moves::{Move, Square};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

/// Draws the board with row numbers and column letters, the squares of the last move in brackets.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    for y in (0..position.height()).rev() {
        let _ = write!(out, "{:>3} ", y + 1);
        for x in 0..position.width() {
            let square = Square::new(x, y);
            let (left, right) = match last {
                Some(mv) if mv.to == square => ('[', ']'),
                Some(mv) if mv.from == square => ('(', ')'),
                _ => (' ', ' '),
            };
            let _ = write!(
                out,
                "{left}{}{right}",
                stone_symbol(position, square, style)
            );
        }
        out.push('\n');
    }
    out.push_str("    ");
    for x in 0..position.width() {
        let _ = write!(out, " {} ", char::from(b'a' + x));
    }
    out.push('\n');
    out
}

fn stone_symbol(position: &Position, square: Square, style: TextStyle) -> String {
    let (ascii, unicode, color) = match position.stone(square) {
        Some(Player::First) => ("w", "○", "\x1b[1;97m"),
        Some(Player::Second) => ("b", "●", "\x1b[1;33m"),
        None => (".", "·", "\x1b[2m"),
    };
    let symbol = if style.unicode { unicode } else { ascii };
    if style.color {
        format!("{color}{symbol}\x1b[0m")
    } else {
        symbol.to_owned()
    }
}
