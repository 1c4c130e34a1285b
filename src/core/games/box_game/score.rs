//! Squares of a colour and the points that they give.

use super::colors::Color;
use super::moves::{COLUMNS, Cell, ROWS};

/// The lowest bit of each of the twenty cells of a row.
const LOW_BITS: u64 = 0o11_111_111_111_111_111_111;

/// Returns the points of two colours on a board with three bits per cell.
///
/// Every axis-parallel square whose four corners show the colour gives its side less one. Both
/// colours are counted at once: of the three bits of a cell, the lowest marks the first colour
/// and the next one the second.
pub(super) fn scores(rows: &[u64; 16], colors: [Color; 2]) -> [i32; 2] {
    let marks = rows.map(|row| color_mask(row, colors[0]) | color_mask(row, colors[1]) << 1);
    let mut points = [0; 2];
    for (side, value) in (1..16).zip(1..) {
        for (upper, lower) in marks.iter().zip(&marks[side..]) {
            let both = upper & lower;
            let mut found = both & both >> (3 * side);
            while found != 0 {
                let lane = usize::from(found & found.wrapping_neg() & LOW_BITS == 0);
                points[lane] += value;
                found &= found - 1;
            }
        }
    }
    points
}

/// Returns the squares whose four corners show a colour, each as its upper left cell and its
/// points (its side less one).
pub(super) fn squares_of_color(rows: &[u64; 16], color: Color) -> impl Iterator<Item = (Cell, u8)> {
    squares_with_corners(rows, color, 4)
}

/// Returns the total points of the squares of which exactly three corners show a colour.
pub(super) fn three_corner_points(rows: &[u64; 16], color: Color) -> i32 {
    let squares = squares_with_corners(rows, color, 3);
    squares.map(|(_, points)| i32::from(points)).sum()
}

/// Returns the squares of which exactly `corners` corners show a colour.
fn squares_with_corners(
    rows: &[u64; 16],
    color: Color,
    corners: u8,
) -> impl Iterator<Item = (Cell, u8)> + use<> {
    let marks = rows.map(|row| color_mask(row, color));
    let shows = move |row: u8, column: u8| marks[usize::from(row)] >> (3 * column) & 1 == 1;
    let squares = (0..ROWS).flat_map(|row| {
        (0..COLUMNS).flat_map(move |column| {
            let end = (ROWS - row).min(COLUMNS - column);
            (1..end).map(move |side| (Cell { row, column }, side))
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

/// Returns the cells of a row that show a colour, marked in the lowest of their three bits.
fn color_mask(row: u64, color: Color) -> u64 {
    let other = row ^ (LOW_BITS * u64::from(color.number()));
    !(other | other >> 1 | other >> 2) & LOW_BITS
}
