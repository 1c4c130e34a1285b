//! The evaluation of boards that are being filled.

#![expect(clippy::cast_precision_loss, reason = "points are small numbers")]

use kifu::internals::turn_right::circuit_eval::{POINT_SCALE, rotated_90};
use kifu::internals::turn_right::placement_eval::{PlacementEval, SQUARE_COUNT};
use kifu::lab::turn_right::placement_eval_training::{free_squares, full_board_value};
use kifu::search::SplitMix64;

const ALL: u64 = (1 << SQUARE_COUNT) - 1;
#[test]
fn a_board_that_is_turned_promises_the_same() {
    let mut random = SplitMix64::new(4);
    for stones in 0..SQUARE_COUNT {
        let mut squares: Vec<u64> = free_squares([0, 0]).collect();
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

#[test]
fn the_embedded_one_says_what_a_search_of_the_full_board_says() {
    let mut random = SplitMix64::new(5);
    let (mut off, mut all) = (0.0, 0.0);
    for _ in 0..200 {
        let mut squares: Vec<u64> = free_squares([0, 0]).collect();
        random.shuffle(&mut squares);
        let last = squares.split_off(SQUARE_COUNT - 1)[0];
        let black = squares
            .iter()
            .skip(1)
            .step_by(2)
            .fold(0, |set, at| set | at);
        let told = PlacementEval::embedded().expected_lead(black, ALL & !black & !last);
        let told = told as f32 / POINT_SCALE as f32;
        let found = full_board_value(black | last, 4);
        off += (told - found).abs();
        all += found.abs();
    }
    assert!(off < 0.7 * all, "{off} of {all}");
}
