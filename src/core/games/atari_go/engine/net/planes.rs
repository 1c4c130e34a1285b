//! The input planes of the network.

use super::kernel::{FeatureMap, padded_index, zero_map};
use crate::games::atari_go::engine::board::{GoBoard, PASS};
use crate::games::atari_go::engine::geometry::{PointSet, lowest, points};
use crate::games::atari_go::engine::prior::FeatureContext;

/// The number of input planes.
pub const PLANE_COUNT: usize = 24;

/// Returns the input planes of a position, from the view of the player to move; `last` are the two
/// moves before it, the latest first.
pub fn input_planes(
    board: &GoBoard,
    features: &FeatureContext<'_>,
    last: [usize; 2],
) -> FeatureMap<PLANE_COUNT> {
    let mut map = zero_map();
    let (us, them) = (board.mover(), 1 - board.mover());
    let mut fill = |plane: usize, set: PointSet, value: f32| {
        for point in points(set) {
            map[padded_index(point)][plane] = value;
        }
    };
    for (side, player) in [us, them].into_iter().enumerate() {
        fill(side, board.stones(player), 1.0);
        for chain in board.chains(player) {
            let liberties = board.liberties(lowest(chain)).count_ones() as usize;
            if liberties <= 3 {
                fill(1 + 3 * side + liberties, chain, 1.0);
            }
            fill(8, chain, chain.count_ones().min(16) as f32 / 8.0);
        }
        let eyes = points(board.empty_points()).filter(|point| board.is_eye(*point, player));
        fill(21 + side, eyes.fold(0, |set, point| set | 1 << point), 1.0);
    }
    for (plane, mv) in [(9, last[0]), (10, last[1])] {
        if mv != PASS {
            fill(plane, 1 << mv, 1.0);
        }
    }
    fill(11, board.ko(), 1.0);
    let all = board.geometry().all_points;
    fill(12, all, 1.0);
    fill(13, all, f32::from(board.plies_left()) / 80.0);
    let lead = if us == 0 {
        board.capture_lead()
    } else {
        -board.capture_lead()
    };
    fill(14, all, (lead as f32 / 8.0).clamp(-2.0, 2.0));
    fill(15, all, f32::from(u8::from(board.captures() == [0; 2])));
    for (plane, set) in features.tactical_sets().into_iter().enumerate() {
        fill(16 + plane, set, 1.0);
    }
    fill(23, board.legal_points(), 1.0);
    map
}
