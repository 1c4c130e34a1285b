//! Drawing of the board as text for a terminal.

use super::board::Position;
use super::cells::Cells;
use super::moves::{Move, Segment};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

const BOLD: &str = "\x1b[1;33m";
/// The colours of zones by size, in turn; without colour the numbers distinguish them.
const SIZE_COLORS: [&str; 5] = ["\x1b[36m", "\x1b[35m", "\x1b[32m", "\x1b[34m", "\x1b[31m"];

/// Draws the dots and segments with row letters and column numbers.
///
/// Each cell of a closed zone shows the zone's size, and the last segment is thick. The sizes of
/// the zones and the claims are listed below.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let renderer = TextRenderer {
        position,
        last: last.map(|mv| mv.segment),
        style,
    };
    let mut out = String::from("    1   2   3   4   5   6\n");
    for row in 0..6 {
        let _ = write!(out, "  {} ", char::from(b'A' + row));
        for column in 0..6 {
            out.push_str(&renderer.dot(row, column));
            out.push_str(&renderer.horizontal(row, column));
        }
        end_line(&mut out);
        if row == 5 {
            break;
        }
        out.push_str("    ");
        for column in 0..6 {
            out.push_str(&renderer.vertical(row, column));
            out.push_str(&renderer.cell(row, column));
        }
        end_line(&mut out);
    }
    out.push_str(&zone_and_claim_notes(position));
    out
}

/// Lists the sizes of the zones and the claims.
fn zone_and_claim_notes(position: &Position) -> String {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    let mut out = String::from("zones:");
    for size in &sizes {
        let _ = write!(out, " {size}");
    }
    if sizes.is_empty() {
        out.push_str(" none");
    }
    for (player, side) in Player::ALL.into_iter().zip(["White", "Black"]) {
        if let Some(ply) = position.claim_ply(player) {
            let _ = write!(out, "; {side} claimed the win at ply {ply}");
        }
    }
    out.push('\n');
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

struct TextRenderer<'a> {
    position: &'a Position,
    last: Option<Segment>,
    style: TextStyle,
}

impl TextRenderer<'_> {
    /// Returns the symbol of a dot, with the segments that meet there.
    fn dot(&self, row: u8, column: u8) -> String {
        let drawn = |segment: Option<Segment>| {
            usize::from(segment.is_some_and(|segment| self.position.is_drawn(segment)))
        };
        let up = drawn(Segment::vertical(row.wrapping_sub(1) % 8, column));
        let left = drawn(Segment::horizontal(row, column.wrapping_sub(1) % 8));
        let right = drawn(Segment::horizontal(row, column));
        let down = drawn(Segment::vertical(row, column));
        let joint = up | right << 1 | down << 2 | left << 3;
        if !self.style.unicode {
            return "+".to_owned();
        }
        let joints = [
            "·", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
        ];
        joints[joint].to_owned()
    }

    fn horizontal(&self, row: u8, column: u8) -> String {
        self.segment(
            Segment::horizontal(row, column),
            ["───", "---"],
            ["━━━", "###"],
            "   ",
        )
    }

    fn vertical(&self, row: u8, column: u8) -> String {
        self.segment(Segment::vertical(row, column), ["│", "|"], ["┃", "#"], " ")
    }

    /// Returns the symbol of a segment from `[Unicode, ASCII]` variants: thick for the last
    /// segment, `none` if it is not drawn.
    fn segment(
        &self,
        segment: Option<Segment>,
        thin: [&str; 2],
        thick: [&str; 2],
        none: &str,
    ) -> String {
        let charset = usize::from(!self.style.unicode);
        match segment {
            Some(place) if self.position.is_drawn(place) && self.last == segment => {
                self.colored(BOLD, thick[charset])
            }
            Some(place) if self.position.is_drawn(place) => thin[charset].to_owned(),
            _ => none.to_owned(),
        }
    }

    fn cell(&self, row: u8, column: u8) -> String {
        match self.position.zone_at(row, column) {
            Some(zone) => {
                let size = zone.size();
                let color = SIZE_COLORS[size as usize % SIZE_COLORS.len()];
                self.colored(color, &format!("{size:>2} "))
            }
            None => "   ".to_owned(),
        }
    }

    fn colored(&self, color: &str, text: &str) -> String {
        if self.style.color {
            format!("{color}{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
