//! The board as text.

use super::board::Position;
use super::cells::Cells;
use super::moves::{Move, Segment};
use crate::contract::{Player, TextStyle};
use std::fmt::Write;

const BOLD: &str = "\x1b[1;33m";
/// Zones of neighbouring sizes in different colours; the number tells them apart without.
const SIZE_COLORS: [&str; 5] = ["\x1b[36m", "\x1b[35m", "\x1b[32m", "\x1b[34m", "\x1b[31m"];

/// Dots with row letters and column numbers; each cell of a closed zone shows the zone's size;
/// the last segment is drawn thick. Below, the sizes that exist and the claims.
pub(super) fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let pen = TextRenderer {
        position,
        last: last.map(|mv| mv.segment),
        style,
    };
    let mut out = String::from("    1   2   3   4   5   6\n");
    for row in 0..6 {
        let _ = write!(out, "  {} ", char::from(b'A' + row));
        for column in 0..6 {
            out.push_str(&pen.dot(row, column));
            out.push_str(&pen.horizontal(row, column));
        }
        end_line(&mut out);
        if row == 5 {
            break;
        }
        out.push_str("    ");
        for column in 0..6 {
            out.push_str(&pen.vertical(row, column));
            out.push_str(&pen.cell(row, column));
        }
        end_line(&mut out);
    }
    out.push_str(&zone_and_claim_notes(position));
    out
}

/// What the picture does not show by itself.
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
    /// The dot, as the joint of the segments that meet there.
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

    /// A segment in one of `[Unicode, ASCII]`, thick if it is the last, or what stands for none.
    fn segment(
        &self,
        segment: Option<Segment>,
        thin: [&str; 2],
        thick: [&str; 2],
        none: &str,
    ) -> String {
        let charset = usize::from(!self.style.unicode);
        match segment {
            Some(there) if self.position.is_drawn(there) && self.last == segment => {
                self.colored(BOLD, thick[charset])
            }
            Some(there) if self.position.is_drawn(there) => thin[charset].to_owned(),
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
