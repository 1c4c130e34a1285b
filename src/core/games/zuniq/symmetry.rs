//! The symmetries of the board: all of a square.
//!
//! Claims count, for they decide the contest points.

use super::{Move, Position, Segment, Zuniq};
use crate::contract::{ImageParts, ImageTable, PartSet, Symmetric, Symmetry, hash_words};
use std::sync::LazyLock;

/// The number of dots of a side of the board.
const DOTS: u8 = 6;

/// The table, whose parts are the segments by their numbers.
static TABLE: LazyLock<ImageTable> = LazyLock::new(|| {
    ImageTable::new(128, &Symmetry::SQUARE, |part, symmetry| {
        let number = u8::try_from(part).expect("below 128");
        let segment = Segment::from_number(number);
        segment.map_or(part, |segment| image(segment, symmetry).number().into())
    })
});

/// Returns the image of a segment under a symmetry.
fn image(segment: Segment, symmetry: Symmetry) -> Segment {
    let [row, column] = [segment.row(), segment.column()];
    let down = u8::from(segment.is_vertical());
    let right = 1 - down;
    let dots = [[column, row], [column + right, row + down]];
    let [a, b] = dots.map(|dot| symmetry.image(dot, [DOTS, DOTS]));
    let is_vertical = segment.is_vertical() != symmetry.exchanges_axes();
    let [column, row] = [a[0].min(b[0]), a[1].min(b[1])];
    Segment::new(row, column, is_vertical).unwrap_or(segment)
}

impl Symmetric for Zuniq {
    fn symmetries(_position: &Position) -> &'static [Symmetry] {
        &Symmetry::SQUARE
    }

    fn image_parts(position: &Position) -> ImageParts {
        let segments = PartSet::from_words(position.drawn());
        let [first, second] = position.claim_plies();
        let claim = |ply: Option<u32>| u64::from(ply.unwrap_or(0));
        let rest = hash_words([claim(first), claim(second)]);
        ImageParts::new(&TABLE, segments, rest)
    }

    /// Returns the number of the segment, and 128 more for a claim.
    fn move_number(_position: &Position, mv: &Move, symmetry: Symmetry) -> u32 {
        u32::from(image(mv.segment, symmetry).number()) + 128 * u32::from(mv.claims_win)
    }

    fn numbered_move(_position: &Position, number: u32, symmetry: Symmetry) -> Option<Move> {
        let segment = Segment::from_number(u8::try_from(number % 128).ok()?)?;
        (number < 256).then(|| Move {
            segment: image(segment, symmetry.inverse()),
            claims_win: number >= 128,
        })
    }
}
