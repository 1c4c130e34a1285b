//! The board drawn as text for a terminal.

use super::board::Position;
use super::moves::{Move, Point, column_letter};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

/// The escape code that ends a colour; every colour's code begins with a reset, too.
const RESET: &str = "\x1b[0m";
const DIM: &str = "\x1b[0;2m";

/// Draws the board as Go programs print it, with column letters and row numbers on both sides.
///
/// The last stone stands in parentheses, and a point forbidden by ko is `#` or `□`. Star points
/// are drawn on the usual sizes. A pass is reported below the board.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    write_column_letters(position.size(), &mut out);
    for y in (0..position.size()).rev() {
        let _ = write!(out, "{:>3} ", y + 1);
        write_row(position, y, last, style, &mut out);
        let _ = writeln!(out, " {}", y + 1);
    }
    write_column_letters(position.size(), &mut out);
    if last == Some(Move::Pass) {
        let side = match position.to_move().opponent() {
            Player::First => "Black",
            Player::Second => "White",
        };
        let _ = writeln!(out, "     {side}: PASS");
    }
    out
}

/// Writes the line of column letters.
fn write_column_letters(size: u8, out: &mut String) {
    out.push_str("    ");
    for x in 0..size {
        let _ = write!(out, " {}", column_letter(x));
    }
    out.push('\n');
}

/// Writes a row of the board: every point and the gaps to its left and right.
fn write_row(position: &Position, y: u8, last: Option<Move>, style: TextStyle, out: &mut String) {
    let size = position.size();
    let marked = match last {
        Some(Move::Stone(point)) if point.y() == y => Some(point.x()),
        _ => None,
    };
    let mut current = RESET;
    for x in 0..=size {
        let gap = match marked {
            Some(mark) if mark == x => ("(", RESET),
            Some(mark) if mark + 1 == x => (")", RESET),
            _ if style.unicode && x > 0 && x < size => ("─", DIM),
            _ => (" ", current),
        };
        let point = Point::new(x, y).filter(|_| x < size);
        let symbol = point.map(|point| point_symbol(position, point, style));
        for (text, color) in [Some(gap), symbol].into_iter().flatten() {
            if style.color && current != color {
                out.push_str(color);
                current = color;
            }
            out.push_str(text);
        }
    }
    if current != RESET {
        out.push_str(RESET);
    }
}

/// Returns the symbol of a point and its colour code.
fn point_symbol(
    position: &Position,
    point: Point,
    style: TextStyle,
) -> (&'static str, &'static str) {
    let (ascii, unicode, color) = match position.stone(point) {
        Some(Player::First) => ("B", "●", "\x1b[0;1;33m"),
        Some(Player::Second) => ("W", "○", "\x1b[0;1;97m"),
        None if position.ko() == Some(point) => ("#", "□", "\x1b[0;1;31m"),
        None if is_star_point(position.size(), point) => ("+", "╋", DIM),
        None => (".", crossing(position.size(), point), DIM),
    };
    (if style.unicode { unicode } else { ascii }, color)
}

/// Returns the box-drawing character for the lines that meet on a point.
fn crossing(size: u8, point: Point) -> &'static str {
    let index = |at: u8| usize::from(at > 0) + usize::from(at + 1 == size);
    let lines = [["└", "┴", "┘"], ["├", "┼", "┤"], ["┌", "┬", "┐"]];
    lines[index(point.y())][index(point.x())]
}

/// Reports whether a point is a star point, marked on boards of 9, 13 and 19 lines.
pub(super) fn is_star_point(size: u8, point: Point) -> bool {
    let (near, sides) = match size {
        9 => (2, false),
        13 => (3, false),
        19 => (3, true),
        _ => return false,
    };
    let (middle, far) = (size / 2, size - 1 - near);
    let star = |at: u8| at == near || at == middle || at == far;
    let on_middle = [point.x(), point.y()].map(|at| at == middle);
    let beside = on_middle[0] != on_middle[1];
    star(point.x()) && star(point.y()) && (sides || !beside)
}
