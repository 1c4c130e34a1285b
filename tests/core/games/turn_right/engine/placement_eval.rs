//! The evaluation of boards that are being filled.

use kifu_core::games::turn_right::engine::circuit_eval::rotated_90;
use kifu_core::games::turn_right::engine::placement_eval::{PlacementEval, SQUARE_COUNT};
use kifu_core::search::SplitMix64;

#[test]
fn expected_lead_is_the_same_on_rotated_boards() {
    let mut random = SplitMix64::new(4);
    for stones in 0..SQUARE_COUNT {
        let mut squares: Vec<u64> = (0..SQUARE_COUNT).map(|square| 1 << square).collect();
        random.shuffle(&mut squares);
        let mut board = [0_u64; 2];
        for (at, square) in squares[..stones].iter().enumerate() {
            board[at % 2] |= square;
        }
        let of = |[own, other]: [u64; 2]| PlacementEval::embedded().expected_lead(own, other);
        let turned = board.map(rotated_90);
        assert_eq!(of(board), of(turned), "{board:?}");
        if stones > 0 {
            assert_ne!(of(board), 0, "it was learned");
        }
    }
}
