//! Drawing of the board as text.

use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::square::{Direction, Square};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

/// Draws the board as text, with the row numbers at the left and the column letters below.
///
/// The last stone is in brackets. The last circuit is drawn between the squares, each arrow
/// pointing to the stone that moved along it. The stones of a 3x3 square that ended the game are
/// capital letters, or squares in Unicode.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let (stone, circuit) = match last {
        Some(Move::Place(square)) => (Some(square), None),
        Some(Move::Circuit(circuit)) => (None, Some(circuit)),
        _ => (None, None),
    };
    let renderer = TextRenderer {
        position,
        stone,
        circuit,
        style,
    };
    let mut out = String::new();
    for y in (0..6).rev() {
        renderer.row(y, &mut out);
        if y > 0 {
            renderer.arrows_above(y - 1, &mut out);
        }
    }
    out.push_str("\n     a   b   c   d   e   f\n");
    out
}

/// A position to draw, the last move to mark in it, and the style.
struct TextRenderer<'a> {
    position: &'a Position,
    stone: Option<Square>,
    circuit: Option<Circuit>,
    style: TextStyle,
}

/// The escape sequence for the marks of the last move: bold, bright cyan.
const BOLD: &str = "\x1b[1;96m";

impl TextRenderer<'_> {
    /// Draws row `y` with the arrows between its squares.
    fn row(&self, y: u8, out: &mut String) {
        let _ = write!(out, "{:>3} ", y + 1);
        self.styled(if self.is_marked(0, y) { "[" } else { " " }, BOLD, out);
        for x in 0..6 {
            self.square(Square::new(x, y), out);
            let arrow = match self.circuit_direction(x, y) {
                Some(Direction::Right) => self.choose("-->", "──▸"),
                _ if x < 5 && self.circuit_direction(x + 1, y) == Some(Direction::Left) => {
                    self.choose("<--", "◂──")
                }
                _ if self.is_marked(x, y) => "]  ",
                _ if x < 5 && self.is_marked(x + 1, y) => "  [",
                _ => "   ",
            };
            self.styled(if x < 5 { arrow } else { arrow.trim_end() }, BOLD, out);
        }
        out.push('\n');
    }

    /// Draws the arrows between row `y` and the row above.
    fn arrows_above(&self, y: u8, out: &mut String) {
        let mut blanks = 5;
        for x in 0..6 {
            let arrow = match (
                self.circuit_direction(x, y),
                self.circuit_direction(x, y + 1),
            ) {
                (Some(Direction::Up), _) => self.choose("^", "▴"),
                (_, Some(Direction::Down)) => self.choose("v", "▾"),
                _ => {
                    blanks += 4;
                    continue;
                }
            };
            let _ = write!(out, "{:blanks$}", "");
            self.styled(arrow, BOLD, out);
            blanks = 3;
        }
        out.push('\n');
    }

    /// Draws the stone on a square, or the empty square.
    fn square(&self, square: Square, out: &mut String) {
        let is_won = self.position.winner_by_3x3().is_some();
        let is_in_3x3 = is_won && square.is_in(self.position.stones_in_3x3());
        let (text, color) = match (self.position.stone(square), is_in_3x3) {
            (Some(Player::First), false) => (self.choose("w", "○"), "\x1b[1;97m"),
            (Some(Player::First), true) => (self.choose("W", "□"), "\x1b[1;97m"),
            (Some(Player::Second), false) => (self.choose("b", "●"), "\x1b[1;33m"),
            (Some(Player::Second), true) => (self.choose("B", "■"), "\x1b[1;33m"),
            (None, _) => (self.choose(".", "·"), "\x1b[2m"),
        };
        self.styled(text, color, out);
    }

    /// Writes a text, coloured if the style asks for it.
    fn styled(&self, text: &str, color: &str, out: &mut String) {
        if self.style.color && !text.trim().is_empty() {
            let _ = write!(out, "{color}{text}\x1b[0m");
        } else {
            out.push_str(text);
        }
    }

    /// Returns the ASCII or the Unicode form, as the style asks.
    fn choose(&self, ascii: &'static str, unicode: &'static str) -> &'static str {
        if self.style.unicode { unicode } else { ascii }
    }

    /// Reports whether a square holds the last stone.
    fn is_marked(&self, x: u8, y: u8) -> bool {
        self.stone == Some(Square::new(x, y))
    }

    /// Returns the direction in which the last circuit leaves a square of its path.
    fn circuit_direction(&self, x: u8, y: u8) -> Option<Direction> {
        self.circuit?.direction_from(Square::new(x, y))
    }
}
