//! The lab of Turn Right: its contest bot against the rules, and the table of placements.

#![expect(clippy::cast_precision_loss, reason = "points are small numbers")]

use crate::naive_plies::{full, plies};
use kifu_core::contract::Position as _;
use kifu_core::games::turn_right::Move;
use kifu_core::games::turn_right::engine::circuit_eval::POINT_SCALE;
use kifu_core::games::turn_right::engine::placement_eval::{PlacementEval, SQUARE_COUNT};
use kifu_core::search::SplitMix64;
use kifu_lab::turn_right::opponents::TwoPlyBot;
use kifu_lab::turn_right::placement_eval_training::{free_squares, full_board_value};
use kifu_lab::turn_right::square_sets::stones;

const ALL: u64 = (1 << SQUARE_COUNT) - 1;

#[test]
fn two_ply_bot_is_exact_in_two_plies() {
    let mut rng = SplitMix64::new(31);
    let mut bot = TwoPlyBot::new();
    for round in 0..12 {
        let position = full(&mut rng, round % 3);
        let player = position.mover().unwrap();
        let truth = plies(&position, player, 2);
        let (circuit, _) = bot.circuit(stones(&position, player), position.circuits_made());
        let mut next = position;
        next.play(&Move::Circuit(circuit)).unwrap();
        let found = plies(&next, player, 1);
        // Of two wins it takes any.
        assert_eq!(found.min(500), truth.min(500), "{position:?}");
    }
}

#[test]
fn embedded_placement_eval_agrees_with_search_of_full_board() {
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
