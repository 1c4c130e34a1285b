//! The learners of Turn Right's two evaluations.

#![expect(
    clippy::cast_precision_loss,
    reason = "parts of a point are small numbers"
)]

use kifu_core::games::turn_right::engine::circuit_eval::POINT_SCALE;
use kifu_core::games::turn_right::engine::placement_eval::PlacementEval;
use kifu_core::search::SplitMix64;
use kifu_lab::turn_right::circuit_eval_training::{CircuitLearner, random_board};
use kifu_lab::turn_right::placement_eval_training::PlacementLearner;

#[test]
fn a_circuit_learner_learns_and_is_written() {
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
    // A whole game teaches something of its positions.
    let eval = learner.eval();
    assert!(learner.game(&eval, board, (2, 0.3), &mut random) > 0.0);
}

#[test]
fn a_mean_of_learners_lies_between_them() {
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
fn a_placement_learner_learns_from_games_and_is_written() {
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
