//! The board as text.

use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::square::{Direction, Square};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

/// Rows from the top with their numbers, columns with their letters. The last stone stands in
/// brackets; the last circuit is drawn between the squares, each arrow pointing to the stone
/// that came along it. Stones of a 3x3 square that ended the game are capitals, or framed.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let (stone, circuit) = match last {
        Some(Move::Place(square)) => (Some(square), None),
        Some(Move::Circuit(circuit)) => (None, Some(circuit)),
        _ => (None, None),
    };
    let pen = TextRenderer {
        position,
        stone,
        circuit,
        style,
    };
    let mut out = String::new();
    for y in (0..6).rev() {
        pen.row(y, &mut out);
        if y > 0 {
            pen.between(y - 1, &mut out);
        }
    }
    out.push_str("\n     a   b   c   d   e   f\n");
    out
}

/// What is drawn, and how.
struct TextRenderer<'a> {
    position: &'a Position,
    stone: Option<Square>,
    circuit: Option<Circuit>,
    style: TextStyle,
}

const BOLD: &str = "\x1b[1;96m";

impl TextRenderer<'_> {
    /// A row of squares with the arrows between them.
    fn row(&self, y: u8, out: &mut String) {
        let _ = write!(out, "{:>3} ", y + 1);
        self.styled(if self.marked(0, y) { "[" } else { " " }, BOLD, out);
        for x in 0..6 {
            self.square(Square::new(x, y), out);
            let arrow = match self.circuit_direction(x, y) {
                Some(Direction::Right) => self.either("-->", "──▸"),
                _ if x < 5 && self.circuit_direction(x + 1, y) == Some(Direction::Left) => {
                    self.either("<--", "◂──")
                }
                _ if self.marked(x, y) => "]  ",
                _ if x < 5 && self.marked(x + 1, y) => "  [",
                _ => "   ",
            };
            self.styled(if x < 5 { arrow } else { arrow.trim_end() }, BOLD, out);
        }
        out.push('\n');
    }

    /// The arrows between row `y` and the one above.
    fn between(&self, y: u8, out: &mut String) {
        let mut blanks = 5;
        for x in 0..6 {
            let arrow = match (
                self.circuit_direction(x, y),
                self.circuit_direction(x, y + 1),
            ) {
                (Some(Direction::Up), _) => self.either("^", "▴"),
                (_, Some(Direction::Down)) => self.either("v", "▾"),
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

    fn square(&self, square: Square, out: &mut String) {
        let ended = self.position.winner_by_3x3().is_some();
        let three = ended && square.is_in(self.position.stones_in_3x3());
        let (text, color) = match (self.position.stone(square), three) {
            (Some(Player::First), false) => (self.either("w", "○"), "\x1b[1;97m"),
            (Some(Player::First), true) => (self.either("W", "□"), "\x1b[1;97m"),
            (Some(Player::Second), false) => (self.either("b", "●"), "\x1b[1;33m"),
            (Some(Player::Second), true) => (self.either("B", "■"), "\x1b[1;33m"),
            (None, _) => (self.either(".", "·"), "\x1b[2m"),
        };
        self.styled(text, color, out);
    }

    fn styled(&self, text: &str, color: &str, out: &mut String) {
        if self.style.color && !text.trim().is_empty() {
            let _ = write!(out, "{color}{text}\x1b[0m");
        } else {
            out.push_str(text);
        }
    }

    fn either(&self, ascii: &'static str, unicode: &'static str) -> &'static str {
        if self.style.unicode { unicode } else { ascii }
    }

    fn marked(&self, x: u8, y: u8) -> bool {
        self.stone == Some(Square::new(x, y))
    }

    fn circuit_direction(&self, x: u8, y: u8) -> Option<Direction> {
        self.circuit?.direction_from(Square::new(x, y))
    }
}
