//! The evaluation of boards that are being filled.

#![expect(clippy::cast_precision_loss, reason = "points are small numbers")]

use kifu::internals::turn_right::circuit_eval::{CircuitEval, POINT_SCALE, rotated_90};
use kifu::internals::turn_right::circuit_position::CircuitPosition;
use kifu::internals::turn_right::placement_eval::{PlacementEval, SQUARE_COUNT};
use kifu::internals::turn_right::tree::CircuitTree;
use kifu::search::{Limits, SearchBudget, SplitMix64};

const ALL: u64 = (1 << SQUARE_COUNT) - 1;
/// More points than so many are none: a 3x3 square counts as much.
const MOST: f32 = 15.0;

/// Returns the value of a full board for Black, who is to move, by a search that opens `opened`
/// positions.
pub fn full(black: u64, opened: u32) -> f32 {
    // White starts with five points.
    let node = CircuitPosition {
        own: black,
        lead: -5,
        circuits_made: 0,
    };
    let mut watch = SearchBudget::new(Limits::default());
    let outlook = CircuitEval::embedded();
    let mut tree = CircuitTree::new(outlook, &node, (1 << 20, 26), (12, None), &mut watch);
    for _ in 1..opened {
        tree.expand_best(&mut watch);
    }
    (tree.nodes[0].value as f32 / POINT_SCALE as f32).clamp(-MOST, MOST)
}

/// Free squares of a board.
pub fn free([own, other]: [u64; 2]) -> impl Iterator<Item = u64> {
    let free = ALL & !(own | other);
    (0..SQUARE_COUNT)
        .map(|square| 1 << square)
        .filter(move |square| free & square != 0)
}

#[test]
fn a_board_that_is_turned_promises_the_same() {
    let mut random = SplitMix64::new(4);
    for stones in 0..SQUARE_COUNT {
        let mut squares: Vec<u64> = free([0, 0]).collect();
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
        let mut squares: Vec<u64> = free([0, 0]).collect();
        random.shuffle(&mut squares);
        let last = squares.split_off(SQUARE_COUNT - 1)[0];
        let black = squares
            .iter()
            .skip(1)
            .step_by(2)
            .fold(0, |set, at| set | at);
        let told = PlacementEval::embedded().expected_lead(black, ALL & !black & !last);
        let told = told as f32 / POINT_SCALE as f32;
        let found = full(black | last, 4);
        off += (told - found).abs();
        all += found.abs();
    }
    assert!(off < 0.7 * all, "{off} of {all}");
}
