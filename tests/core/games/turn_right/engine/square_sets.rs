//! Sets of squares of Turn Right: stones, points and circuits, straight from the rules.
//!
//! They share no code with the engine: the tests compare it with them, and the two-ply bot of the
//! lab plays with them.

use kifu_core::contract::Player;
use kifu_core::games::turn_right::{Circuit, Position, Square};

/// The set of all squares.
pub const ALL_SQUARES: u64 = (1 << 36) - 1;
/// The lower left squares of all 2x2 squares.
pub const CORNERS_2X2: u64 = 0x1f7d_f7df;

/// Returns the set of one square.
pub const fn bit(square: Square) -> u64 {
    1 << (6 * square.x() + square.y())
}

/// Returns the stones of a player, as a set.
pub fn stones(position: &Position, player: Player) -> u64 {
    let own = Square::all().filter(|square| position.stone(*square) == Some(player));
    own.fold(0, |set, square| set | bit(square))
}

/// Returns the lower left squares of the 2x2 squares in a set.
const fn corners(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & CORNERS_2X2
}

/// Reports whether a set contains a 3x3 square.
pub const fn has_3x3(stones: u64) -> bool {
    corners(corners(stones)) != 0
}

/// Returns the points gained by a player with these stones when the board is scored.
pub const fn gain(own: u64) -> i32 {
    corners(own).count_ones().cast_signed() - corners(ALL_SQUARES ^ own).count_ones().cast_signed()
}

/// Returns the sets of squares from which a circuit moves stones up, right, down and left.
pub fn sources(circuit: Circuit) -> [u64; 4] {
    let cells = u64::from(circuit.cells());
    let right = cells << 6;
    [
        cells & !right,
        cells << 1 & !cells,
        (right & !cells) << 1,
        (cells & !(cells << 1)) << 6,
    ]
}

/// Returns a set of stones after a circuit.
pub fn rotate(circuit: Circuit, stones: u64) -> u64 {
    let [up, right, down, left] = sources(circuit);
    let stay = stones & !(up | right | down | left);
    stay | (stones & up) << 1 | (stones & right) << 6 | (stones & down) >> 1 | (stones & left) >> 6
}
