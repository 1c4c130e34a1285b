//! The lab of Turn Right: its contest bot against the rules, the table of placements, and the learners
//! of both evaluations.

#![expect(
    clippy::cast_precision_loss,
    reason = "points and parts of a point are small numbers"
)]

use crate::naive_plies::{full, plies};
use kifu_core::contract::Position as _;
use kifu_core::games::turn_right::Move;
use kifu_core::games::turn_right::engine::circuit_eval::POINT_SCALE;
use kifu_core::games::turn_right::engine::placement_eval::{PlacementEval, SQUARE_COUNT};
use kifu_core::search::SplitMix64;
use kifu_lab::turn_right::circuit_eval_training::{CircuitLearner, random_board};
use kifu_lab::turn_right::opponents::TwoPlyBot;
use kifu_lab::turn_right::placement_eval_training::{
    PlacementLearner, free_squares, full_board_value,
};
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
        let expected = PlacementEval::embedded().expected_lead(black, ALL & !black & !last);
        let expected = expected as f32 / POINT_SCALE as f32;
        let found = full_board_value(black | last, 4);
        off += (expected - found).abs();
        all += found.abs();
    }
    assert!(off < 0.7 * all, "{off} of {all}");
}

#[test]
fn circuit_learner_reaches_target_and_round_trips() {
    let mut learner = CircuitLearner::default();
    let mut random = SplitMix64::new(2);
    let board = random_board(&learner.eval(), &mut random);
    let first = learner.learn(board, 3, 4.0, 1.0);
    let second = learner.learn(board, 3, 4.0, 1.0);
    assert!(
        (first - 4.0).abs() < 0.01 && second.abs() < 0.1,
        "{first} {second}"
    );
    let gain = learner.eval().expected_gain(board, 3);
    assert!((gain - 4 * POINT_SCALE).abs() < 20, "{gain}");
    let mut again = CircuitLearner::default();
    again.0.set_from(&learner.0.encode()).unwrap();
    assert_eq!(again.0.encode(), learner.0.encode());
    assert!(again.0.set_from(&[0; 3]).is_err());
    // Learning from a whole game changes the estimates.
    let eval = learner.eval();
    assert!(learner.game(&eval, board, (2, 0.3), &mut random) > 0.0);
}

#[test]
fn mean_of_circuit_learners_lies_between_them() {
    let mut random = SplitMix64::new(4);
    let board = random_board(&CircuitLearner::default().eval(), &mut random);
    let learners = [2.0, 6.0].map(|target| {
        let mut learner = CircuitLearner::default();
        learner.learn(board, 0, target, 1.0);
        learner.0
    });
    let mut mean = CircuitLearner::default();
    mean.0.set_to_mean(&learners);
    let gain = mean.eval().expected_gain(board, 0);
    assert!((gain - 4 * POINT_SCALE).abs() < 20, "{gain}");
}

#[test]
fn placement_learner_improves_with_games_and_round_trips() {
    let mut random = SplitMix64::new(3);
    let mut learner = PlacementLearner::default();
    let mut games = |count: u16| {
        let games = (0..count).map(|_| learner.game(1, 1.0, &mut random).powi(2));
        games.sum::<f32>() / f32::from(count)
    };
    let early = games(100);
    games(700);
    let late = games(100);
    assert!(late < 0.8 * early, "{late} {early}");

    let bytes = learner.0.encode();
    let eval = PlacementEval::from_bytes(&bytes).unwrap();
    let board = [0b11 << 8 | 1, 0b11 << 14 | 2];
    let lead = eval.expected_lead(board[0], board[1]) as f32 / POINT_SCALE as f32;
    assert!((lead - learner.value(board)).abs() < 0.05, "{lead}");
    assert!(PlacementEval::from_bytes(&bytes[1..]).is_none());
    assert!(PlacementEval::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
}
