//! Squares of the secret colours.

use super::colors::Color;
use super::moves::{COLUMNS, Cell, ROWS};

/// A one for each of the twenty dots of a row.
const LOW_BITS: u64 = 0o11_111_111_111_111_111_111;

/// The points of both colours on a board (rows of three bits a dot): every axis-parallel square
/// whose four corners show the colour gives its side less one.
///
/// Both are counted at once: of the three bits of a dot, the lowest says that it is of the first
/// colour and the next that it is of the second.
pub(super) fn scores(rows: &[u64; 16], colors: [Color; 2]) -> [i32; 2] {
    let marks = rows.map(|row| color_mask(row, colors[0]) | color_mask(row, colors[1]) << 1);
    let mut points = [0; 2];
    for (side, worth) in (1..16).zip(1..) {
        for (upper, lower) in marks.iter().zip(&marks[side..]) {
            let both = upper & lower;
            let mut found = both & both >> (3 * side);
            while found != 0 {
                let lane = usize::from(found & found.wrapping_neg() & LOW_BITS == 0);
                points[lane] += worth;
                found &= found - 1;
            }
        }
    }
    points
}

/// The squares whose four corners show the colour: the upper left dot, and the side less one.
pub(super) fn squares_of_color(rows: &[u64; 16], color: Color) -> impl Iterator<Item = (Cell, u8)> {
    squares_with_corners(rows, color, 4)
}

/// The points of the squares of which three corners show the colour.
pub(super) fn three_corner_points(rows: &[u64; 16], color: Color) -> i32 {
    let squares = squares_with_corners(rows, color, 3);
    squares.map(|(_, points)| i32::from(points)).sum()
}

/// The squares of which so many corners show the colour.
fn squares_with_corners(
    rows: &[u64; 16],
    color: Color,
    corners: u8,
) -> impl Iterator<Item = (Cell, u8)> + use<> {
    let marks = rows.map(|row| color_mask(row, color));
    let shows = move |row: u8, column: u8| marks[usize::from(row)] >> (3 * column) & 1 == 1;
    let squares = (0..ROWS).flat_map(|row| {
        (0..COLUMNS).flat_map(move |column| {
            let most = (ROWS - row).min(COLUMNS - column);
            (1..most).map(move |side| (Cell { row, column }, side))
        })
    });
    squares.filter(move |(Cell { row, column }, side)| {
        let shown = [
            shows(*row, *column),
            shows(row + side, column + side),
            shows(*row, column + side),
            shows(row + side, *column),
        ];
        shown.map(u8::from).iter().sum::<u8>() == corners
    })
}

/// The dots of a row that have the colour, as ones in the lowest of their bits.
fn color_mask(row: u64, color: Color) -> u64 {
    let other = row ^ (LOW_BITS * u64::from(color.number()));
    !(other | other >> 1 | other >> 2) & LOW_BITS
}
