//! The fit of the prior: games of the search against itself, then the weights under which the
//! moves that it visited most are most likely. The result is `engine/prior.bin`.

use super::{draw_by_visits, start_board};
use crate::common::descent::Adam;
use crate::common::session::LabSession;
use kifu_core::games::atari_go::engine::pattern::{PATTERN_COUNT, canonical_code, code};
use kifu_core::games::atari_go::engine::prior::{FEATURE_COUNT, FeatureContext};
use kifu_core::games::atari_go::engine::{AtariGoMcts, AtariGoParams, GoBoard, PASS};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The learning rate of the first epoch.
const RATE: f32 = 0.02;
const EPOCHS: u64 = 12;
const BATCH_SIZE: usize = 64;
/// The strength of the pull of weights towards 0.
const REGULARIZATION: f32 = 1e-5;
/// The number of times that a feature must have been seen to get a weight.
const MIN_COUNT: u32 = 30;
/// The weight that is stored as 1.
const WEIGHT_SCALE: f32 = 1000.0;
const MEMORY_BYTES: usize = 32 << 20;

/// A position: the features of each move, and the share of its visits.
type MoveShares = Vec<(Vec<usize>, f32)>;

/// A ply of a game: the move and, unless it was random, the share of visits of each move.
#[derive(Serialize, Deserialize)]
struct SearchedPly {
    mv: u8,
    shares: Vec<(u8, f32)>,
}

/// Fits the prior to games and returns its file.
///
/// # Errors
/// Returns an error of the session.
pub fn fit(
    session: &mut LabSession,
    games: u64,
    playouts: u32,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let games = session.items("games", games, 8, |game| {
        Ok(play(playouts, &mut SplitMix64::stream(seed, game)))
    })?;
    let positions: Vec<MoveShares> = games.iter().flat_map(|game| positions_of(game)).collect();
    let weights = descend(session, &positions, seed)?;
    let mut counts = BTreeMap::new();
    for number in positions.iter().flatten().flat_map(|(numbers, _)| numbers) {
        *counts.entry(*number).or_insert(0_u32) += 1;
    }
    let mut bytes = Vec::new();
    for (number, _) in counts.iter().filter(|(_, count)| **count >= MIN_COUNT) {
        bytes.extend((*number as u16).to_le_bytes());
        bytes.extend(((weights[*number] * WEIGHT_SCALE) as i16).to_le_bytes());
    }
    session.report(&format!(
        "{} positions, {} weights",
        positions.len(),
        bytes.len() / 4
    ));
    Ok(bytes)
}

/// Plays a game until its result is nearly certain. The first plies are random, and up to the 16th
/// a move is drawn by its visits.
fn play(playouts: u32, random: &mut SplitMix64) -> Vec<SearchedPly> {
    let params = AtariGoParams::BEST.without_net();
    let mut search = AtariGoMcts::new(MEMORY_BYTES, params, start_board());
    let mut board = start_board();
    let mut last = [PASS; 2];
    let random_until = 80 - random.below(6) as u16;
    let mut plies = Vec::new();
    while board.plies_left() > 0 {
        search.set_root(board.clone(), last);
        for _ in 0..playouts {
            search.simulate(random, &mut |_| false);
        }
        let nodes = &search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        let value = 1.0 - nodes[0].mean_value();
        if search.is_proven() || !(0.02..0.98).contains(&value) {
            break;
        }
        let mut mv = search.best_child().map_or(PASS, |at| nodes[at].mv.into());
        let mut shares = Vec::new();
        if board.plies_left() > random_until {
            mv = children[random.index(children.len().min(30))].mv.into();
        } else {
            let share = children.iter().map(|node| (node.mv, node.visits / total));
            shares = share.collect();
            if board.plies_left() > 64 {
                mv = draw_by_visits(&search, random).unwrap_or(mv);
            }
        }
        board.play(mv);
        last = [mv, last[0]];
        plies.push(SearchedPly {
            mv: mv as u8,
            shares,
        });
    }
    plies
}

/// Returns the searched positions of a game.
fn positions_of(game: &[SearchedPly]) -> Vec<MoveShares> {
    let mut board = start_board();
    let mut last = [PASS; 2];
    let mut positions = Vec::new();
    for ply in game {
        if !ply.shares.is_empty() {
            let context = FeatureContext::new(&board, last);
            let shares = ply.shares.iter();
            let moves =
                shares.map(|(mv, share)| (feature_numbers(&board, &context, (*mv).into()), *share));
            positions.push(moves.collect());
        }
        board.play(ply.mv.into());
        last = [ply.mv.into(), last[0]];
    }
    positions
}

/// Returns the numbers of a move's features as in the file: patterns low, tactical features high.
fn feature_numbers(board: &GoBoard, context: &FeatureContext<'_>, point: usize) -> Vec<usize> {
    let mut numbers = Vec::new();
    context.for_each_feature(point, |feature| {
        numbers.push(PATTERN_COUNT - FEATURE_COUNT + feature);
    });
    if point != PASS {
        numbers.push(canonical_code(code(board, point)));
    }
    numbers
}

/// Returns the probability of each move of a position.
fn probabilities(position: &MoveShares, weights: &[f32]) -> Vec<f32> {
    let odds = position.iter().map(|(numbers, _)| {
        let logit: f32 = numbers.iter().map(|number| weights[*number]).sum();
        logit.exp()
    });
    let odds: Vec<f32> = odds.collect();
    let all: f32 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / all).collect()
}

/// Fits the weights by Adam, one epoch a step.
fn descend(
    session: &mut LabSession,
    positions: &[MoveShares],
    seed: u64,
) -> Result<Vec<f32>, Failure> {
    let start = || (vec![0.0_f32; PATTERN_COUNT], Adam::new(PATTERN_COUNT, 1e-6));
    let (weights, _) = session.steps("weights", (EPOCHS, 1), start, |_, state, epoch| {
        let (weights, adam) = state;
        let mut order: Vec<&MoveShares> = positions.iter().collect();
        SplitMix64::stream(!seed, epoch).shuffle(&mut order);
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(BATCH_SIZE) {
            let gradient = gradient(batch, weights);
            adam.descend(weights, gradient.into_iter(), rate, 0.0);
        }
        Ok(())
    })?;
    Ok(weights)
}

fn gradient(batch: &[&MoveShares], weights: &[f32]) -> Vec<f32> {
    let mut gradient: Vec<f32> = weights
        .iter()
        .map(|weight| REGULARIZATION * weight)
        .collect();
    for position in batch {
        for ((numbers, share), found) in position.iter().zip(probabilities(position, weights)) {
            for number in numbers {
                gradient[*number] += (found - share) / BATCH_SIZE as f32;
            }
        }
    }
    gradient
}
