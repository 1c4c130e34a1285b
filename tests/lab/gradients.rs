//! The gradients of the networks against small changes of their weights.

use kifu_core::games::atari_go::engine::net::weights::NetWeights;
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_core::search::SplitMix64;
use kifu_lab::atari_go::gradient::Backpropagation;
use kifu_lab::atari_go::net_training as atari_go;
use kifu_lab::atari_go::self_play::{SelfPlayer, samples_of};
use kifu_lab::zuniq::net_training::{self as zuniq, add_gradient};
use kifu_lab::zuniq::self_play::{SelfPlay, TrainingPosition, transformed};
use std::collections::BTreeSet;

/// Returns a weight of a network.
fn weight(parameters: Vec<&mut [f32]>, at: usize) -> &mut f32 {
    parameters.into_iter().flatten().nth(at).unwrap()
}

#[test]
fn atari_go_gradient_agrees_with_small_weight_changes() {
    let mut random = SplitMix64::new(3);
    let game = SelfPlayer::new(None, SplitMix64::new(5))
        .game(None)
        .unwrap();
    let samples = samples_of(&game);
    let sample = &samples[samples.len() / 2];
    let mut net = atari_go::initial_weights(&mut random);
    let mut gradient = NetWeights::zero();
    Backpropagation::new(&net).loss(sample, 5, Some(&mut gradient));
    let count = net.parameters().into_iter().flatten().count();
    let mut right = 0;
    for _ in 0..200 {
        let at = random.index(count);
        let slope = *weight(gradient.parameters(), at);
        let mut moved = |by: f32| {
            *weight(net.parameters(), at) += by;
            Backpropagation::new(&net)
                .loss(sample, 5, None)
                .total(sample)
        };
        let (more, less) = (moved(2e-3), moved(-4e-3));
        moved(2e-3);
        let found = (more - less) / 4e-3;
        // Where an activation passes 0 the slope changes on the way.
        right += u32::from((found - slope).abs() <= 0.002 + 0.05 * slope.abs());
    }
    assert!(right >= 194, "{right} of 200");
}

fn zuniq_game(seed: u64) -> Vec<TrainingPosition> {
    let self_play = SelfPlay {
        net: None,
        nodes: (64, 64),
        max_random_plies: 12,
        max_plies: 60,
    };
    self_play.game(&mut SplitMix64::new(seed))
}

#[test]
fn zuniq_gradient_agrees_with_small_weight_changes() {
    let mut net = zuniq::initial_weights(&mut SplitMix64::new(3));
    let game = zuniq_game(5);
    let position = &game[game.len() / 2];
    let mut gradient = ValueNet::zero();
    add_gradient(&net, position, 5, &mut gradient);
    let slopes: Vec<f32> = gradient
        .parameters()
        .into_iter()
        .flatten()
        .map(|slope| *slope)
        .collect();
    let (mut wrong, mut moving) = (0, 0);
    for (at, slope) in slopes.iter().enumerate() {
        if *slope == 0.0 && at % 200 != 0 {
            continue;
        }
        let mut moved = |by: f32| {
            *weight(net.parameters(), at) += by;
            add_gradient(&net, position, 5, &mut ValueNet::zero())
        };
        let (more, less) = (moved(1e-2), moved(-2e-2));
        moved(1e-2);
        let found = (more - less) / 2e-2;
        moving += u32::from(*slope != 0.0);
        // Where an activation passes 0 the slope changes on the way.
        wrong += u32::from((found - slope).abs() > 0.002 + 0.05 * slope.abs());
    }
    assert!(
        moving > 300 && wrong * 20 < moving,
        "{wrong} of {moving} wrong"
    );
}

#[test]
fn zuniq_edges_have_eight_symmetries() {
    for symmetry in 0..8 {
        let all: BTreeSet<_> = (0..60).map(|edge| transformed(edge, symmetry)).collect();
        assert_eq!(all.len(), 60);
        let position = TrainingPosition {
            drawn: 0b1100_0010_0011,
            is_won: true,
        };
        let board = position.board(symmetry);
        assert_eq!(board.plies(), 5);
        let legal = position.board(0).legal_edges().count_ones();
        assert_eq!(board.legal_edges().count_ones(), legal);
        assert_eq!(board.closed_sizes(), position.board(0).closed_sizes());
    }
}
