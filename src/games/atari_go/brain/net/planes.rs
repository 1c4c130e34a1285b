//! What the net sees of a position.

use super::kernel::{Sheet, blank, framed};
use crate::games::atari_go::brain::board::{Board, PASS};
use crate::games::atari_go::brain::prior::Sight;
use crate::games::atari_go::brain::shape::{Set, lowest, points};

/// How many numbers a point has.
pub const PLANES: usize = 24;

/// What the net sees, from the view of the player to move; `last` are the two moves before.
pub fn planes(board: &Board, sight: &Sight<'_>, last: [usize; 2]) -> Sheet<PLANES> {
    let mut sheet = blank();
    let (us, them) = (board.mover(), 1 - board.mover());
    let mut put = |plane: usize, set: Set, value: f32| {
        for point in points(set) {
            sheet[framed(point)][plane] = value;
        }
    };
    for (side, player) in [us, them].into_iter().enumerate() {
        put(side, board.stones(player), 1.0);
        for chain in board.chains(player) {
            let liberties = board.liberties(lowest(chain)).count_ones() as usize;
            if liberties <= 3 {
                put(1 + 3 * side + liberties, chain, 1.0);
            }
            put(8, chain, chain.count_ones().min(16) as f32 / 8.0);
        }
        let eyes = points(board.open()).filter(|point| board.is_eye(*point, player));
        put(21 + side, eyes.fold(0, |set, point| set | 1 << point), 1.0);
    }
    for (plane, mv) in [(9, last[0]), (10, last[1])] {
        if mv != PASS {
            put(plane, 1 << mv, 1.0);
        }
    }
    put(11, board.ko(), 1.0);
    let all = board.shape().all;
    put(12, all, 1.0);
    put(13, all, f32::from(board.left()) / 80.0);
    let lead = if us == 0 { board.lead() } else { -board.lead() };
    put(14, all, (lead as f32 / 8.0).clamp(-2.0, 2.0));
    put(15, all, f32::from(u8::from(board.captures() == [0; 2])));
    for (plane, set) in sight.sets().into_iter().enumerate() {
        put(16 + plane, set, 1.0);
    }
    put(23, board.legal(), 1.0);
    sheet
}
