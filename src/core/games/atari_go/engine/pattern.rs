//! Patterns of the eight points around a point, encoded as numbers.

use super::board::GoBoard;
use super::geometry::{POINT_CAPACITY, PointSet};

/// The number of pattern codes.
pub const PATTERN_COUNT: usize = 1 << 16;

/// Returns the code of the pattern around a point, from the view of the player to move.
///
/// Each neighbour takes two bits, row by row from the bottom: 0 for an empty point, 1 for an own
/// stone, 2 for an enemy stone, 3 for a point off the board.
#[inline]
pub fn code(board: &GoBoard, point: usize) -> usize {
    let geometry = board.geometry();
    let own_stones = nine_points(board.stones(board.mover()), geometry.size, point);
    let other_stones = nine_points(board.stones(1 - board.mover()), geometry.size, point);
    let off_board = u32::from(geometry.off_board[point & (POINT_CAPACITY - 1)]);
    let bits = |nine: u32| SPREAD_BITS[(nine & 0x1ff) as usize] as usize;
    bits(own_stones & !off_board | off_board) | bits(other_stones & !off_board | off_board) << 1
}

/// Extracts the 3x3 points around a point from a set; the bits of points off the board are
/// arbitrary.
#[inline]
fn nine_points(set: PointSet, size: usize, point: usize) -> u32 {
    // Shifted to start one row and one column before the point, the nine points are within the
    // lower 25 bits.
    let before = size + 1;
    let set = if point >= before {
        (set >> (point - before)) as u32
    } else {
        (set as u32) << (before - point)
    };
    let row = |row: usize| set >> (row * size) & 7;
    row(0) | row(1) << 3 | row(2) << 6
}

/// Nine bits with the middle one dropped and the others moved to the even bit positions.
static SPREAD_BITS: [u16; 512] = {
    let mut table = [0; 512];
    let mut nine = 0;
    while nine < 512 {
        let (mut at, mut to) = (0, 0);
        while at < 9 {
            if at != 4 {
                table[nine] |= (((nine >> at) & 1) as u16) << (2 * to);
                to += 1;
            }
            at += 1;
        }
        nine += 1;
    }
    table
};

/// Returns the eight codes of a pattern under rotation and reflection.
pub fn symmetric_codes(code: usize) -> [usize; 8] {
    /// The neighbour that a quarter turn moves to each of the eight positions.
    const TURN: [usize; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    /// The neighbour that a reflection moves to each of the eight positions.
    const MIRROR: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let moved = |code: usize, from: [usize; 8]| {
        let each = from.iter().enumerate();
        each.fold(0, |sum, (to, from)| {
            sum | ((code >> (2 * from)) & 3) << (2 * to)
        })
    };
    let mut codes = [code; 8];
    for turn in 0..4 {
        codes[(turn + 1) & 3] = moved(codes[turn], TURN);
        codes[turn + 4] = moved(codes[turn], MIRROR);
    }
    codes
}

/// Returns the smallest code among the symmetric ones.
pub fn canonical_code(code: usize) -> usize {
    symmetric_codes(code).into_iter().min().unwrap_or(code)
}

/// Decodes fitted weights: pairs of a two-byte number and a two-byte weight in thousandths, both
/// little-endian.
pub fn read_fitted_weights(bytes: &[u8]) -> impl Iterator<Item = (usize, f32)> {
    bytes.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| {
        let number = usize::from(u16::from_le_bytes([a, b]));
        (number, f32::from(i16::from_le_bytes([c, d])) / 1000.0)
    })
}
