//! Squares of the secret colours.

use super::colors::Color;
use super::moves::{COLUMNS, Dot, ROWS};

/// A one for each of the twenty dots of a row.
const DOTS: u64 = 0o11_111_111_111_111_111_111;

/// The points of both colours on a board (rows of three bits a dot): every axis-parallel square
/// whose four corners show the colour gives its side less one.
///
/// Both are counted at once: of the three bits of a dot, the lowest says that it is of the first
/// colour and the next that it is of the second.
pub(super) fn squares(rows: &[u64; 16], colors: [Color; 2]) -> [i32; 2] {
    let marks = rows.map(|row| of_color(row, colors[0]) | of_color(row, colors[1]) << 1);
    let mut points = [0; 2];
    for (side, worth) in (1..16).zip(1..) {
        for (upper, lower) in marks.iter().zip(&marks[side..]) {
            let both = upper & lower;
            let mut found = both & both >> (3 * side);
            while found != 0 {
                let lane = usize::from(found & found.wrapping_neg() & DOTS == 0);
                points[lane] += worth;
                found &= found - 1;
            }
        }
    }
    points
}

/// The squares whose four corners show the colour: the upper left dot, and the side less one.
pub(super) fn each_square(rows: &[u64; 16], color: Color) -> impl Iterator<Item = (Dot, u8)> {
    with_corners(rows, color, 4)
}

/// The points of the squares of which three corners show the colour.
pub(super) fn three_corners(rows: &[u64; 16], color: Color) -> i32 {
    let squares = with_corners(rows, color, 3);
    squares.map(|(_, points)| i32::from(points)).sum()
}

/// The squares of which so many corners show the colour.
fn with_corners(
    rows: &[u64; 16],
    color: Color,
    corners: u8,
) -> impl Iterator<Item = (Dot, u8)> + use<> {
    let marks = rows.map(|row| of_color(row, color));
    let shows = move |row: u8, column: u8| marks[usize::from(row)] >> (3 * column) & 1 == 1;
    let squares = (0..ROWS).flat_map(|row| {
        (0..COLUMNS).flat_map(move |column| {
            let most = (ROWS - row).min(COLUMNS - column);
            (1..most).map(move |side| (Dot { row, column }, side))
        })
    });
    squares.filter(move |(Dot { row, column }, side)| {
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
fn of_color(row: u64, color: Color) -> u64 {
    let other = row ^ (DOTS * u64::from(color.number()));
    !(other | other >> 1 | other >> 2) & DOTS
}
