//! How first sight was fitted: games of the search against itself, then the weights under which
//! the moves that it tried most are most likely. The result is `engine/prior.bin`.
//!
//! `OUT=prior.bin GAMES=400 cargo test --release --no-default-features --test core --
//! --ignored --nocapture fit`

use super::random_choice::drawn;
use crate::common::setting;
use crate::lab::training::Adam;
use kifu::games::atari_go::Position;
use kifu::internals::atari_go::pattern::{PATTERN_COUNT, canonical_code, code};
use kifu::internals::atari_go::prior::{FEATURE_COUNT, FeatureContext};
use kifu::internals::atari_go::{AtariGoMcts, AtariGoParams, GoBoard, PASS};
use kifu::search::SplitMix64;
use std::collections::BTreeMap;

/// A position: the features and the share of the visits of each move.
type Case = Vec<(Vec<usize>, f32)>;

const START: f32 = 0.02;
const EPOCHS: u8 = 12;
const SEEN: u32 = 30;

/// The numbers of a move's features as they stand in the file: patterns low, features high.
fn numbers(board: &GoBoard, sight: &FeatureContext<'_>, point: usize) -> Vec<usize> {
    let mut all = Vec::new();
    sight.for_each_feature(point, |feature| {
        all.push(PATTERN_COUNT - FEATURE_COUNT + feature);
    });
    if point != PASS {
        all.push(canonical_code(code(board, point)));
    }
    all
}

fn play_one(search: &mut AtariGoMcts, random: &mut SplitMix64, cases: &mut Vec<Case>) {
    let mut board = GoBoard::from_position(&Position::new(9, 80)).unwrap();
    let mut last = [PASS; 2];
    let by_chance = 80 - u16::try_from(random.below(6)).unwrap();
    while board.plies_left() > 0 {
        search.set_root(board.clone(), last);
        for _ in 0..setting("NODES", 1500) {
            search.simulate(random, &mut |_| false);
        }
        let nodes = &search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        let mean = 1.0 - nodes[0].mean_value();
        if search.is_proven() || !(0.02..0.98).contains(&mean) {
            break;
        }
        let mut mv = usize::from(nodes[search.best_child().unwrap()].mv);
        if board.plies_left() > by_chance {
            mv = usize::from(children[random.index(children.len().min(30))].mv);
        } else {
            let sight = FeatureContext::new(&board, last);
            let case = children.iter().map(|node| {
                let numbers = numbers(&board, &sight, usize::from(node.mv));
                (numbers, node.visits / total)
            });
            cases.push(case.collect());
            if board.plies_left() > 64 {
                mv = drawn(search, random).unwrap_or(mv);
            }
        }
        board.play(mv);
        last = [mv, last[0]];
    }
}

/// How likely each move of a position is.
fn likely(case: &Case, weights: &[f32]) -> Vec<f32> {
    let sums = case.iter().map(|(numbers, _)| {
        let sum: f32 = numbers.iter().map(|number| weights[*number]).sum();
        sum.exp()
    });
    let odds: Vec<f32> = sums.collect();
    let all: f32 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / all).collect()
}

/// Batches of 64 positions.
fn fit(cases: &mut [Case], random: &mut SplitMix64) -> Vec<f32> {
    let mut weights = vec![0.0_f32; PATTERN_COUNT];
    let mut adam = Adam::new(PATTERN_COUNT, 1e-6);
    for epoch in 0..EPOCHS {
        random.shuffle(cases);
        let rate = START * (1.0 - f32::from(epoch) / f32::from(EPOCHS));
        for batch in cases.chunks(64) {
            let mut slope = vec![0.0_f32; PATTERN_COUNT];
            for case in batch {
                for ((numbers, share), likely) in case.iter().zip(likely(case, &weights)) {
                    for number in numbers {
                        slope[*number] += (likely - share) / 64.0;
                    }
                }
            }
            for (slope, weight) in slope.iter_mut().zip(&weights) {
                *slope += 1e-5 * weight;
            }
            for (weight, step) in weights.iter_mut().zip(adam.steps(slope.into_iter())) {
                *weight -= rate * step;
            }
        }
    }
    weights
}

#[test]
#[ignore = "an hour with the default of 400 games"]
#[expect(
    clippy::cast_possible_truncation,
    reason = "weights lie between -10 and 10"
)]
fn fit_first_sight() {
    let mut random = SplitMix64::new(1);
    let board = GoBoard::from_position(&Position::new(9, 80)).unwrap();
    let mut search = AtariGoMcts::new(32 << 20, AtariGoParams::BEST.without_net(), board);
    let mut cases = Vec::new();
    for _ in 0..setting("GAMES", 400) {
        play_one(&mut search, &mut random, &mut cases);
    }
    let weights = fit(&mut cases, &mut random);
    let mut seen = BTreeMap::new();
    for number in cases.iter().flatten().flat_map(|(numbers, _)| numbers) {
        *seen.entry(*number).or_insert(0_u32) += 1;
    }
    let mut bytes = Vec::new();
    for (number, _) in seen.iter().filter(|(_, count)| **count >= SEEN) {
        bytes.extend(u16::try_from(*number).unwrap().to_le_bytes());
        bytes.extend(((weights[*number] * 1000.0) as i16).to_le_bytes());
    }
    println!("{} positions, {} weights", cases.len(), bytes.len() / 4);
    if let Ok(path) = std::env::var("OUT") {
        std::fs::write(path, bytes).unwrap();
    }
}
