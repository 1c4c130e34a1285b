//! The symmetries of the board: all of a square or of a rectangle.
//!
//! Exchanging the colours is none: it exchanges the players, and who has won is counted by player.

use super::{Clobber, Move, Position, Square};
use crate::contract::{ImageParts, ImageTable, PartSet, Player, Symmetric, Symmetry, hash_words};
use std::sync::OnceLock;

/// The number of sizes that a side of the board can have.
const SIZE_COUNT: usize = 9;
/// The number of squares that can be spelled, on the board or not.
const SQUARE_COUNT: usize = 256;

/// The tables by width, then by height, from 2.
static TABLES: [[OnceLock<ImageTable>; SIZE_COUNT]; SIZE_COUNT] =
    [const { [const { OnceLock::new() }; SIZE_COUNT] }; SIZE_COUNT];

/// Creates the table of a board of this size. Its parts are stones: the square, and 256 more for
/// Black.
fn new_table(size: [u8; 2]) -> ImageTable {
    ImageTable::new(
        2 * SQUARE_COUNT,
        Symmetry::of_board(size),
        |part, symmetry| {
            let [x, y] = [part % 16, part / 16 % 16].map(|at| u8::try_from(at).expect("below 16"));
            if x >= size[0] || y >= size[1] {
                return part;
            }
            let [x, y] = symmetry.image([x, y], size);
            part / SQUARE_COUNT * SQUARE_COUNT + usize::from(Square::new(x, y).index())
        },
    )
}

/// The four directions of a move in the order of their numbers.
const DIRECTIONS: [[i16; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

impl Symmetric for Clobber {
    fn symmetries(position: &Position) -> &'static [Symmetry] {
        Symmetry::of_board([position.width(), position.height()])
    }

    fn image_parts(position: &Position) -> ImageParts {
        let size = [position.width(), position.height()];
        let [width, height] = size.map(|side| usize::from(side) - 2);
        let table = TABLES[width][height].get_or_init(|| new_table(size));
        let stones = Player::ALL.map(|player| *position.stones_of(player));
        let parts = PartSet::from_words(stones.into_iter().flatten());
        let rest = hash_words([size[0].into(), size[1].into(), position.to_move() as u64]);
        ImageParts::new(table, parts, rest)
    }

    /// Returns four times the square that the stone leaves, plus the direction.
    fn move_number(position: &Position, mv: &Move, symmetry: Symmetry) -> u32 {
        let size = [position.width(), position.height()];
        let [from, to] = [mv.from, mv.to].map(|at| symmetry.image([at.x(), at.y()], size));
        let step = [0, 1].map(|axis| i16::from(to[axis]) - i16::from(from[axis]));
        let direction = DIRECTIONS.iter().position(|known| *known == step);
        let from = u32::from(Square::new(from[0], from[1]).index());
        4 * from + u32::try_from(direction.unwrap_or(0)).unwrap_or(0)
    }

    fn numbered_move(position: &Position, number: u32, symmetry: Symmetry) -> Option<Move> {
        let size = [position.width(), position.height()];
        let square = u8::try_from(number / 4).ok()?;
        let from = [square % 16, square / 16];
        let step = DIRECTIONS[number as usize % 4];
        let mut to = [0; 2];
        for axis in 0..2 {
            let moved = i16::from(from[axis]) + step[axis];
            to[axis] = u8::try_from(moved).ok()?;
            if from[axis] >= size[axis] || to[axis] >= size[axis] {
                return None;
            }
        }
        let [from, to] = [from, to].map(|square| {
            let [x, y] = symmetry.inverse().image(square, size);
            Square::new(x, y)
        });
        Some(Move { from, to })
    }
}
