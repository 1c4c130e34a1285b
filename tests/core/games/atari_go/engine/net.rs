//! The net: its arithmetic, its file and its judgement of nearly finished games.

use kifu_core::contract::Game as _;
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::net::kernel::{
    BOARD_SIZE, CHANNELS, FeatureMap, PADDED_SIZE, convolve, convolve_scalar, padded_index,
    zero_map,
};
use kifu_core::games::atari_go::engine::net::weights::input_planes;
use kifu_core::games::atari_go::engine::net::weights::{NetWeights, ResidualBlock};
use kifu_core::games::atari_go::engine::net::winograd::{
    Activation, WinogradBuffers, WinogradLayer, transform_weights,
};
use kifu_core::games::atari_go::engine::prior::FeatureContext;
use kifu_core::games::atari_go::engine::{GoBoard, PASS, PointSet, points};
use kifu_core::games::atari_go::{AtariGo, Position};
use kifu_core::search::SplitMix64;

fn random_block(random: &mut SplitMix64) -> ResidualBlock {
    let mut net = NetWeights::zero();
    for weight in net.parameters().into_iter().flatten() {
        *weight = random.unit() - 0.5;
    }
    net.blocks.swap_remove(0)
}

fn random_map(random: &mut SplitMix64) -> FeatureMap<CHANNELS> {
    let mut map = zero_map();
    for point in 0..BOARD_SIZE * BOARD_SIZE {
        map[padded_index(point)] = std::array::from_fn(|_| random.unit() - 0.3);
    }
    map
}

/// Computes one output of the convolution by its definition.
fn naive_convolution(
    input: &FeatureMap<CHANNELS>,
    block: &ResidualBlock,
    point: usize,
    channel: usize,
) -> f64 {
    let mut sum = f64::from(block.first_bias[channel]);
    for tap in 0..9 {
        let from = padded_index(point) + (tap / 3) * PADDED_SIZE + tap % 3 - PADDED_SIZE - 1;
        for (number, weights) in input[from].iter().zip(&block.first[tap]) {
            sum += f64::from(*number) * f64::from(weights[channel]);
        }
    }
    sum
}

#[test]
fn convolution_equals_its_scalar_version_bit_for_bit() {
    let mut random = SplitMix64::new(4);
    for _ in 0..20 {
        let (block, input) = (random_block(&mut random), random_map(&mut random));
        let (mut fast, mut scalar) = (zero_map(), zero_map());
        convolve(&input, &block.first, &block.first_bias, &mut fast);
        convolve_scalar(&input, &block.first, &block.first_bias, &mut scalar);
        let bits = |map: &FeatureMap<CHANNELS>| map.map(|point| point.map(f32::to_bits));
        assert_eq!(bits(&fast), bits(&scalar));
        for point in 0..BOARD_SIZE * BOARD_SIZE {
            for (channel, found) in fast[padded_index(point)].iter().enumerate() {
                let sum = naive_convolution(&input, &block, point, channel);
                assert!((f64::from(*found) - sum).abs() < 1e-4, "{found} {sum}");
            }
        }
    }
}

#[test]
fn winograd_layer_agrees_with_the_naive_convolution() {
    let mut random = SplitMix64::new(6);
    for _ in 0..10 {
        let (block, input) = (random_block(&mut random), random_map(&mut random));
        let (weights, bias) = (transform_weights(&block.first), &block.first_bias);
        let (mut fast, mut scalar, mut buffers) =
            (zero_map(), zero_map(), WinogradBuffers::default());
        for then in [
            Activation::Identity,
            Activation::Relu,
            Activation::ResidualRelu(&input),
        ] {
            let layer = WinogradLayer {
                input: &input,
                weights: &weights,
                bias,
                activation: then,
            };
            layer.convolve(&mut fast, &mut buffers);
            layer.convolve_scalar(&mut scalar, &mut buffers);
            let bits = |map: &FeatureMap<CHANNELS>| map.map(|point| point.map(f32::to_bits));
            assert_eq!(bits(&fast), bits(&scalar), "the same on every machine");
            for point in 0..BOARD_SIZE * BOARD_SIZE {
                for (channel, found) in fast[padded_index(point)].iter().enumerate() {
                    let sum = naive_convolution(&input, &block, point, channel);
                    let sum = match then {
                        Activation::Identity => sum,
                        Activation::Relu => sum.max(0.0),
                        Activation::ResidualRelu(map) => {
                            (sum + f64::from(map[padded_index(point)][channel])).max(0.0)
                        }
                    };
                    assert!((f64::from(*found) - sum).abs() < 1e-3, "{found} {sum}");
                }
            }
        }
    }
}

#[test]
fn net_weights_round_trip_and_broken_files_are_refused() {
    let mut net = PolicyValueNet::embedded().unwrap().weights().clone();
    let bytes = net.encode();
    assert_eq!(NetWeights::decode(&bytes).unwrap().encode(), bytes);
    assert!(NetWeights::decode(&bytes[..bytes.len() - 1]).is_none());
    assert!(NetWeights::decode(&bytes[4..]).is_none());
    assert!(NetWeights::decode(&[bytes.as_slice(), &[0; 4]].concat()).is_none());
    assert!(NetWeights::decode(&[]).is_none());
}

#[test]
fn input_planes_describe_stones_atari_lead_and_plies_left() {
    let text = ".......BW/......BW./........./....B..../...BW..../....B..../........./........./......... W 13/80 0-2 -";
    let board = GoBoard::from_position(&AtariGo::parse_position(text).unwrap()).unwrap();
    let map = input_planes(&board, &FeatureContext::new(&board, [PASS; 2]), [PASS; 2]);
    let sum = |plane: usize| map.iter().map(|point| point[plane]).sum::<f32>();
    let count = |set: PointSet| f32::from(u8::try_from(set.count_ones()).unwrap());
    let alone = |plane: usize, value: f32| (sum(plane) - value).abs() < 1e-3;
    assert!(alone(0, count(board.stones(1))) && alone(1, count(board.stones(0))));
    assert!(alone(23, count(board.legal_points())), "where it may play");
    assert!(alone(2, 2.0), "two of its stones have one liberty");
    assert!(alone(13, 67.0 * 81.0 / 80.0), "plies left");
    assert!(alone(14, 2.0 * 81.0 / 8.0), "it leads by two");
    assert!(alone(15, 0.0), "something was taken");
}

/// Plays random stones until few plies are left.
fn random_end(random: &mut SplitMix64) -> (GoBoard, [usize; 2]) {
    let mut board = GoBoard::from_position(&Position::new(9, 80)).unwrap();
    let mut last = [PASS; 2];
    while board.plies_left() > 6 {
        let all: Vec<usize> = points(board.legal_points()).collect();
        let mv = all.get(random.index(all.len().max(1))).copied();
        last = [mv.unwrap_or(PASS), last[0]];
        board.play(last[0]);
    }
    (board, last)
}

#[test]
fn net_predicts_the_winner_when_few_plies_are_left() {
    let net = PolicyValueNet::embedded().unwrap();
    let mut random = SplitMix64::new(8);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..300 {
        let (board, last) = random_end(&mut random);
        if board.capture_lead().abs() < 8 {
            continue;
        }
        let chance = net
            .evaluate(&board, &FeatureContext::new(&board, last), last)
            .win_probability();
        let leads = (board.capture_lead() > 0) == (board.mover() == 0);
        if leads == (chance > 0.5) {
            right += 1;
        } else {
            wrong += 1;
        }
    }
    assert!(
        right > 30 && right > 19 * wrong,
        "{right} right, {wrong} wrong"
    );
}
