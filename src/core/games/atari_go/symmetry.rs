//! The symmetries of the board: all of a square.
//!
//! Captures, the number of turns and the ko count, so only positions that are equal by the rules
//! count as one. Exchanging the colours is no symmetry: it exchanges the players.

use super::{AtariGo, Move, Point, Position};
use crate::contract::{ImageParts, ImageTable, PartSet, Symmetric, Symmetry, hash_words};
use std::sync::OnceLock;

/// The number of points of the largest board.
const POINT_COUNT: usize = 19 * 19;
/// The smallest size of a board.
const MIN_SIZE: u8 = 5;

/// The tables by the size of the board, from 5 to 19.
static TABLES: [OnceLock<ImageTable>; 15] = [const { OnceLock::new() }; 15];

/// Creates the table of a board. Its parts are, by point, the stones of either player and the ko.
fn new_table(size: u8) -> ImageTable {
    let side = usize::from(size);
    ImageTable::new(3 * POINT_COUNT, &Symmetry::SQUARE, |part, symmetry| {
        let point = part % POINT_COUNT;
        let [x, y] = [point % side, point / side].map(|at| u8::try_from(at).unwrap_or(size));
        if y >= size {
            return part;
        }
        let [x, y] = symmetry.image([x, y], [size, size]);
        part - point + usize::from(y) * side + usize::from(x)
    })
}

/// Returns the number of a point of a board of this size, row by row.
fn point_number(x: u8, y: u8, size: u8) -> usize {
    usize::from(y) * usize::from(size) + usize::from(x)
}

impl Symmetric for AtariGo {
    fn symmetries(_position: &Position) -> &'static [Symmetry] {
        &Symmetry::SQUARE
    }

    fn image_parts(position: &Position) -> ImageParts {
        let size = position.size();
        let mut parts = PartSet::default();
        for (y, rows) in (0..).zip(position.row_stones()) {
            let first = point_number(0, y, size);
            parts.insert_bits(first, rows[0]);
            parts.insert_bits(POINT_COUNT + first, rows[1]);
        }
        if let Some(ko) = position.ko() {
            parts.insert(2 * POINT_COUNT + point_number(ko.x(), ko.y(), size));
        }
        let [first, second] = position.captures().map(u64::from);
        let [played, total] = [position.turns_played(), position.total_turns()].map(u64::from);
        let rest = hash_words([
            first << 48 | second << 32 | played << 16 | total,
            size.into(),
        ]);
        let table = TABLES[usize::from(size - MIN_SIZE)].get_or_init(|| new_table(size));
        ImageParts::new(table, parts, rest)
    }

    /// Returns 0 for a pass, or the number of the point plus one.
    fn move_number(position: &Position, mv: &Move, symmetry: Symmetry) -> u32 {
        let size = position.size();
        let Move::Stone(point) = mv else { return 0 };
        if point.x() >= size || point.y() >= size {
            return 0;
        }
        let [x, y] = symmetry.image([point.x(), point.y()], [size, size]);
        u32::from(y) * u32::from(size) + u32::from(x) + 1
    }

    fn numbered_move(position: &Position, number: u32, symmetry: Symmetry) -> Option<Move> {
        let size = position.size();
        let Some(at) = number.checked_sub(1) else {
            return Some(Move::Pass);
        };
        let [x, y] = [at % u32::from(size), at / u32::from(size)];
        let [x, y] = [u8::try_from(x).ok()?, u8::try_from(y).ok()?];
        if y >= size {
            return None;
        }
        let [x, y] = symmetry.inverse().image([x, y], [size, size]);
        Point::new(x, y).map(Move::Stone)
    }
}
