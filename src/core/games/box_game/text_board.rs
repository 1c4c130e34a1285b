//! Drawing of the board as text.

use super::board::Position;
use super::colors::Color;
use super::moves::{COLUMNS, Cell, Move, ROWS};
use crate::contract::TextStyle;
use std::fmt::Write;

/// Draws the board as text, with the letters of rows and columns on both sides.
///
/// The last tile is in brackets, and a tile in hand is below the board.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    let letters: String = (0..COLUMNS)
        .flat_map(|column| [' ', char::from(b'a' + column)])
        .collect();
    let [upper, side, lower] = frame(style);
    let _ = writeln!(out, "   {letters}\n  {upper}");
    for row in 0..ROWS {
        let letter = char::from(b'A' + row);
        let _ = write!(out, "{letter} {side}");
        draw_row(&mut out, position, last, style, row);
        let _ = writeln!(out, "{side} {letter}");
    }
    let _ = writeln!(out, "  {lower}\n   {letters}");
    if let Some(tile) = position.tile_in_hand() {
        let colors: String = tile
            .colors()
            .map(|color| color_symbol(Some(color), style, false))
            .concat();
        let _ = writeln!(out, "   tile to put: {colors}");
    }
    out
}

/// Appends the cells of a row, with a space or a bracket before each and after the last.
fn draw_row(out: &mut String, position: &Position, last: Option<Move>, style: TextStyle, row: u8) {
    let marked = |column: u8| {
        last.is_some_and(|placement| {
            let (height, width) = placement.orientation().size();
            let inside = |n: u8, from: u8, size: u8| (from..from + size).contains(&n);
            inside(row, placement.row(), height) && inside(column, placement.column(), width)
        })
    };
    for column in 0..=COLUMNS {
        let (here, before) = (marked(column), column > 0 && marked(column - 1));
        out.push(match (before, here) {
            (false, true) => '[',
            (true, false) => ']',
            _ => ' ',
        });
        if column < COLUMNS {
            out.push_str(&color_symbol(
                position.color_at(Cell { row, column }),
                style,
                here,
            ));
        }
    }
}

/// Returns the frame's upper line, side and lower line.
fn frame(style: TextStyle) -> [String; 3] {
    let line = usize::from(COLUMNS) * 2 + 1;
    if style.unicode {
        let line = "─".repeat(line);
        [format!("┌{line}┐"), "│".to_owned(), format!("└{line}┘")]
    } else {
        let line = format!("+{}+", "-".repeat(line));
        [line.clone(), "|".to_owned(), line]
    }
}

/// Returns the number of a colour, coloured itself if the style has colours.
fn color_symbol(color: Option<Color>, style: TextStyle, bold: bool) -> String {
    let (symbol, code) = match color {
        Some(color) => {
            let code = ["31", "33", "32", "36", "34", "35"][usize::from(color.number() - 1)];
            (color.to_string(), code)
        }
        None if style.unicode => ("·".to_owned(), "2"),
        None => (".".to_owned(), "2"),
    };
    match (style.color, bold) {
        (false, _) => symbol,
        (true, false) => format!("\x1b[{code}m{symbol}\x1b[0m"),
        (true, true) => format!("\x1b[1;{code}m{symbol}\x1b[0m"),
    }
}
