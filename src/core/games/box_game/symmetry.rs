//! The symmetries of the board, and the positions that count as equal.
//!
//! The start tile lies in the middle, so the board can be mirrored either way: a mirrored tile is
//! the tile read backwards. The colours may be exchanged with each other, too, so that all 720
//! start tiles are one.
//!
//! Later positions never recur in other games, because every tile is random. The places of tiles
//! recur, and the legal moves depend only on them. So positions count as equal if the same cells
//! are covered by any tiles, up to the symmetries, and a move is its place. After a few tiles not
//! even places recur; then only the features of moves can be compared: the direction, and how many
//! dots are covered.

use super::moves::{COLUMNS, ROWS};
use super::{BoxGame, Cell, Color, Move, Orientation, Position};
use crate::contract::{
    ImageParts, ImageTable, MoveFeatureSpec, PartSet, Symmetric, Symmetry, hash_words,
};
use std::sync::LazyLock;

/// The width and the height of the board.
const SIZE: [u8; 2] = [COLUMNS, ROWS];
/// The number of places of a tile, for each direction.
const PLACE_COUNT: u32 = 16 * 20;
/// The amount that a feature of a move adds to its number.
const FEATURE_UNIT: u32 = 1024;
/// The number of features of either direction: 0 to 4 dots are covered.
const COVERED_COUNT: u32 = 5;

/// The number of parts for each row; the board uses the first 20.
const ROW_PARTS: usize = 32;

/// The table, whose parts are the cells row by row.
static TABLE: LazyLock<ImageTable> = LazyLock::new(|| {
    let parts = usize::from(ROWS) * ROW_PARTS;
    ImageTable::new(parts, &Symmetry::RECTANGLE, |part, symmetry| {
        let cell = [part % ROW_PARTS, part / ROW_PARTS]
            .map(|coordinate| u8::try_from(coordinate).expect("the board is small"));
        if cell[0] >= COLUMNS {
            return part;
        }
        let [column, row] = symmetry.image(cell, SIZE);
        usize::from(row) * ROW_PARTS + usize::from(column)
    })
});

/// Returns the placement that a symmetry makes of one that fits on the board.
fn image(mv: Move, symmetry: Symmetry) -> Option<Move> {
    let (height, width) = mv.orientation().size();
    // The upper left dots of all placements make a smaller board.
    let size = [COLUMNS - (width - 1), ROWS - (height - 1)];
    let [column, row] = symmetry.image([mv.column(), mv.row()], size);
    Move::new(row, column, mv.orientation())
}

/// The features of placements: the orientation, and the number of dots that they cover.
pub(super) const MOVE_FEATURES: MoveFeatureSpec = MoveFeatureSpec {
    names: &[
        "horizontal, covers nothing",
        "horizontal, covers 1",
        "horizontal, covers 2",
        "horizontal, covers 3",
        "horizontal, covers 4",
        "vertical, covers nothing",
        "vertical, covers 1",
        "vertical, covers 2",
        "vertical, covers 3",
        "vertical, covers 4",
    ],
    of_number: |number| (number / FEATURE_UNIT) as usize,
};

/// Returns the key of the image of a position under a symmetry, with the dots, the tile in hand and
/// the colour of the player to move, whose numbers are those of the order in which they appear.
fn image_key(position: &Position, symmetry: Symmetry) -> u64 {
    let mut order: Vec<Color> = Vec::new();
    let mut number = |color: Option<Color>| {
        let Some(color) = color else { return 0 };
        let known = order.iter().position(|known| *known == color);
        let index = known.unwrap_or_else(|| {
            order.push(color);
            order.len() - 1
        });
        index as u64 + 1
    };
    let inverse = symmetry.inverse();
    let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| [column, row]));
    let mut words: Vec<u64> = cells
        .map(|cell| {
            let [column, row] = inverse.image(cell, SIZE);
            number(position.color_at(Cell { row, column }))
        })
        .collect();
    let mut tile = position
        .tile_in_hand()
        .map_or(Vec::new(), |tile| tile.colors().to_vec());
    if symmetry.mirrors_once() {
        tile.reverse();
    }
    words.extend(tile.into_iter().map(|color| number(Some(color))));
    let own_color = position.colors().0[position.to_move().index()];
    words.extend([number(own_color), position.to_move() as u64]);
    hash_words(words)
}

impl Symmetric for BoxGame {
    fn symmetries(_position: &Position) -> &'static [Symmetry] {
        &Symmetry::RECTANGLE
    }

    fn image_parts(position: &Position) -> ImageParts {
        let pairs = position.occupied_rows().chunks_exact(2);
        let words = pairs.map(|rows| u64::from(rows[0]) | u64::from(rows[1]) << ROW_PARTS);
        let rest = hash_words([position.to_move() as u64]);
        ImageParts::new(&TABLE, PartSet::from_words(words), rest)
    }

    fn choice_key(position: &Position) -> u64 {
        let images = Symmetry::RECTANGLE.iter();
        let keys = images.map(|symmetry| image_key(position, *symmetry));
        keys.min().unwrap_or(0)
    }

    fn move_number(position: &Position, mv: &Move, symmetry: Symmetry) -> u32 {
        let Some(image) = Some(*mv)
            .filter(|mv| mv.fits())
            .and_then(|mv| image(mv, symmetry))
        else {
            return 0;
        };
        let is_vertical = u32::from(mv.orientation() == Orientation::Vertical);
        let covered = mv
            .cells()
            .filter(|cell| position.is_occupied(*cell))
            .count();
        let covered = u32::try_from(covered).unwrap_or(0).min(COVERED_COUNT - 1);
        let place = u32::from(image.row()) * u32::from(COLUMNS) + u32::from(image.column());
        FEATURE_UNIT * (COVERED_COUNT * is_vertical + covered) + PLACE_COUNT * is_vertical + place
    }

    fn numbered_move(position: &Position, number: u32, symmetry: Symmetry) -> Option<Move> {
        let place = number % FEATURE_UNIT;
        let orientation = Orientation::ALL.get((place / PLACE_COUNT) as usize)?;
        let [row, column] = [
            place % PLACE_COUNT / u32::from(COLUMNS),
            place % u32::from(COLUMNS),
        ];
        let [row, column] = [u8::try_from(row).ok()?, u8::try_from(column).ok()?];
        let mv = Move::new(row, column, *orientation).filter(|mv| mv.fits())?;
        let mv = image(mv, symmetry.inverse())?;
        (Self::move_number(position, &mv, symmetry) == number).then_some(mv)
    }
}
