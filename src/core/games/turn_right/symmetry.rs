//! The symmetries of the board: rotations, for a mirrored circuit would run the wrong way.
//!
//! Points and the number of circuits count. Exchanging the colours is no symmetry: it exchanges the
//! players.

use super::{Circuit, Move, Position, Square, TurnRight};
use crate::contract::{
    ImageParts, ImageTable, PartSet, Player, Rules as _, Symmetric, Symmetry, hash_words, set_bits,
};
use std::sync::LazyLock;

/// The number of parts for each player; the board uses the first 36.
const PLAYER_PARTS: usize = 64;
/// The number of the first circuit: those before it are squares.
///
/// A circuit is numbered by the set of its cells, five bits for each column.
const FIRST_CIRCUIT: u32 = 64;

/// The table, whose parts are the stones: the square, and 64 more for Black.
static TABLE: LazyLock<ImageTable> = LazyLock::new(|| {
    ImageTable::new(2 * PLAYER_PARTS, &Symmetry::ROTATIONS, |part, symmetry| {
        let number = part % PLAYER_PARTS;
        if number >= 36 {
            return part;
        }
        let square = image(Square::lowest(1 << number), symmetry);
        part - number + square.bit().trailing_zeros() as usize
    })
});

/// Returns the image of a square under a symmetry.
fn image(square: Square, symmetry: Symmetry) -> Square {
    let [x, y] = symmetry.image([square.x(), square.y()], [6, 6]);
    Square::new(x, y)
}

/// Returns the image of the 25 cells inside circuits under a symmetry.
fn image_of_cells(cells: u32, symmetry: Symmetry) -> u32 {
    let image = |bit: usize| {
        let [x, y] = [bit / 6, bit % 6].map(|at| u8::try_from(at).expect("below 6"));
        let [x, y] = symmetry.image([x, y], [5, 5]);
        1 << (6 * u32::from(x) + u32::from(y))
    };
    set_bits(cells.into()).fold(0, |all, bit| all | image(bit))
}

impl Symmetric for TurnRight {
    const MOVE_BITS: u32 = 26;

    fn symmetries(_position: &Position) -> &'static [Symmetry] {
        &Symmetry::ROTATIONS
    }

    fn image_parts(position: &Position) -> ImageParts {
        let stones = Player::ALL.map(|player| position.stones_of(player));
        let [first, second] = position.points().map(u64::from);
        let plies = position.stones_placed() + position.circuits_made();
        let winner = position
            .winner_by_3x3()
            .map_or(0, |player| player as u64 + 1);
        let rest = hash_words([first << 32 | second << 16 | u64::from(plies) << 8 | winner]);
        ImageParts::new(&TABLE, PartSet::from_words(stones), rest)
    }

    fn move_number(_position: &Position, mv: &Move, symmetry: Symmetry) -> u32 {
        match *mv {
            Move::Place(square) => image(square, symmetry).bit().trailing_zeros(),
            Move::Circuit(circuit) => {
                let cells = image_of_cells(circuit.cells(), symmetry);
                let column = |x: u32| (cells >> (6 * x) & 31) << (5 * x);
                FIRST_CIRCUIT + (0..5).fold(0, |number, x| number | column(x))
            }
            Move::InvalidCircuit(_) => 0,
        }
    }

    fn numbered_move(position: &Position, number: u32, symmetry: Symmetry) -> Option<Move> {
        let inverse = symmetry.inverse();
        let mv = match number.checked_sub(FIRST_CIRCUIT) {
            None if number < 36 => Move::Place(image(Square::lowest(1 << number), inverse)),
            None => return None,
            Some(columns) => {
                let column = |x: u32| (columns >> (5 * x) & 31) << (6 * x);
                let cells = (0..5).fold(0, |cells, x| cells | column(x));
                Move::Circuit(Circuit::from_cells(image_of_cells(cells, inverse))?)
            }
        };
        position.check(&mv).is_ok().then_some(mv)
    }
}
