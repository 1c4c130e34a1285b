//! The training of the value net: games of the search against itself without a net, a net trained
//! on them, games with that net, and so on; each net is trained on all games so far.
//!
//! [`ZuniqStage::DEFAULTS`] are those of `engine/net.bin`. `exp`, `ln` and `cos` come from the system's
//! mathematical library and may differ in the last bit between systems.

use super::self_play::{SelfPlay, TrainingPosition};
use crate::common::args::Spec;
use crate::common::descent::{Adam, cosine_rate, fill_normal, flat_weights, set_flat_weights};
use crate::common::session::LabSession;
use kifu_core::games::zuniq::engine::net::{HIDDEN1_UNITS, HIDDEN2_UNITS, NetInput, ValueNet};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

const BATCH_SIZE: usize = 256;
const RATE: f32 = 0.002;
const WEIGHT_DECAY: f32 = 0.1;
/// The number of times that each position is used.
const EPOCHS: usize = 4;
/// Every Nth game is held out to test the net.
const HELD_OUT_INTERVAL: usize = 20;
/// The games between two checkpoints.
const GAMES_PER_BATCH: u64 = 64;
/// The batches of gradient descent between two checkpoints.
const STEPS_PER_BATCH: u64 = 500;
/// The batches after which the loss is reported.
const REPORT_INTERVAL: u64 = 1000;

/// A stage of the training: games, then a net trained on all games so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZuniqStage {
    /// The number of games.
    pub games: u64,
    /// The fewest and the most nodes of a move.
    pub nodes: (u64, u64),
    /// The most random plies at the start of a game.
    pub max_random_plies: u32,
    /// The ply from which on nothing is learned.
    pub max_plies: u32,
}

impl ZuniqStage {
    /// The stages behind `engine/net.bin`.
    pub const DEFAULTS: [&'static str; 3] = [
        "games=13000,nodes=4000-12000",
        "games=10500,nodes=4000",
        "games=3900,nodes=6000",
    ];
}

/// Parses `number` or `low-high`.
fn parse_range(text: &str) -> Result<(u64, u64), String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        text.parse::<u64>()
            .map_err(|error| format!("nodes: {error}"))
    };
    let (low, high) = (number(low)?, number(high)?);
    if low == 0 || high < low {
        return Err(format!(
            "nodes: expected a range like 4000-12000, found `{text}`"
        ));
    }
    Ok((low, high))
}

impl FromStr for ZuniqStage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Spec::new(text);
        let stage = Self {
            games: spec.take("games", 12_000)?,
            nodes: parse_range(&spec.take("nodes", "4000".to_owned())?)?,
            max_random_plies: spec.take("random-plies", 14)?,
            max_plies: spec.take("max-plies", 30)?,
        };
        spec.finish("games, nodes, random-plies or max-plies")?;
        Ok(stage)
    }
}

/// Trains a net in stages and returns its file.
///
/// # Errors
/// Returns an error of the session.
pub fn train(
    session: &mut LabSession,
    stages: &[ZuniqStage],
    from: Option<&[u8]>,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let mut net = from.map(decode).transpose()?;
    let mut learned: Vec<TrainingPosition> = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        let stage_seed = SplitMix64::stream(seed, number as u64).next();
        let self_play = SelfPlay {
            // Engines hold nets for ever; a handful of them are made.
            net: net.take().map(|net| &*Box::leak(Box::new(net))),
            nodes: stage.nodes,
            max_random_plies: stage.max_random_plies,
            max_plies: stage.max_plies,
        };
        let section = format!("stage {}, games", number + 1);
        let games = session.items(&section, stage.games, GAMES_PER_BATCH, |game| {
            Ok(self_play.game(&mut SplitMix64::stream(stage_seed, game)))
        })?;
        let mut held_out = Vec::new();
        for (game, positions) in games.into_iter().enumerate() {
            if game % HELD_OUT_INTERVAL == HELD_OUT_INTERVAL - 1 {
                held_out.extend(positions);
            } else {
                learned.extend(positions);
            }
        }
        session.report(&format!(
            "stage {}: {} positions",
            number + 1,
            learned.len()
        ));
        let section = format!("stage {}, net", number + 1);
        let trained = descend(session, &section, &learned, seed)?;
        test(session, &trained, &held_out);
        net = Some(trained);
    }
    net.map(|mut net| net.encode())
        .ok_or_else(|| Failure::usage("expected at least one stage, found none"))
}

fn decode(bytes: &[u8]) -> Result<ValueNet, Failure> {
    ValueNet::decode(bytes)
        .ok_or_else(|| Failure::usage("expected a value net of Zuniq, found another file"))
}

/// Returns random initial weights.
pub fn initial_weights(random: &mut SplitMix64) -> ValueNet {
    let mut net = ValueNet::zero();
    let mut fill = |weights: &mut [f32], deviation| fill_normal(weights, deviation, random);
    fill(net.input.as_flattened_mut(), 0.1);
    fill(net.hidden.as_flattened_mut(), 0.17);
    fill(&mut net.value, 0.1);
    net
}

/// The state of the gradient descent.
#[derive(Serialize, Deserialize)]
struct ZuniqDescent {
    weights: Vec<f32>,
    adam: Adam,
    loss: f32,
}

/// Trains by Adam with weight decay, the learning rate falling along a cosine.
fn descend(
    session: &mut LabSession,
    section: &str,
    positions: &[TrainingPosition],
    seed: u64,
) -> Result<ValueNet, Failure> {
    if positions.is_empty() {
        return Err(Failure::usage(
            "expected games with positions to learn from, found none",
        ));
    }
    let mut net = initial_weights(&mut SplitMix64::new(seed));
    let weights = flat_weights(net.parameters());
    let start = || ZuniqDescent {
        adam: Adam::new(weights.len(), 1e-8),
        weights,
        loss: 0.0,
    };
    let batches = (EPOCHS * positions.len()).div_ceil(BATCH_SIZE) as u64;
    let counts = (batches, STEPS_PER_BATCH);
    let state = session.steps(section, counts, start, |session, state, step| {
        set_flat_weights(net.parameters(), &state.weights);
        let mut random = SplitMix64::stream(!seed, step);
        let mut gradient = ValueNet::zero();
        for _ in 0..BATCH_SIZE {
            let position = &positions[random.index(positions.len())];
            state.loss += add_gradient(&net, position, random.below(8), &mut gradient);
        }
        let rate = cosine_rate(RATE, step, batches);
        let slopes = gradient.parameters().into_iter().flatten();
        let slopes = slopes.map(|slope| *slope / BATCH_SIZE as f32);
        let (adam, weights) = (&mut state.adam, &mut state.weights);
        adam.descend(weights, slopes, rate, WEIGHT_DECAY);
        if (step + 1) % REPORT_INTERVAL == 0 {
            let loss = state.loss / (REPORT_INTERVAL as f32 * BATCH_SIZE as f32);
            session.report(&format!("batch {} of {batches}: loss {loss:.4}", step + 1));
            state.loss = 0.0;
        }
        Ok(())
    })?;
    set_flat_weights(net.parameters(), &state.weights);
    Ok(net)
}

/// Reports the quality of a net on held-out games.
fn test(session: &LabSession, net: &ValueNet, positions: &[TrainingPosition]) {
    for plies in [0..8, 8..14, 14..20, 20..26] {
        let here = positions
            .iter()
            .filter(|position| plies.contains(&position.plies()));
        let (mut loss, mut right, mut count) = (0.0, 0.0, 0_usize);
        for position in here {
            let logit = net.evaluate(&position.board(0));
            let logit = if position.is_won { logit } else { -logit };
            loss += (1.0 + (-logit).exp()).ln();
            right += f32::from(u8::from(logit > 0.0));
            count += 1;
        }
        let share = |sum: f32| sum / count.max(1) as f32;
        session.report(&format!(
            "held-out positions after {} to {} plies: {count}, loss {:.4}, right {:.1} %",
            plies.start,
            plies.end - 1,
            share(loss),
            100.0 * share(right)
        ));
    }
}

fn add_scaled<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += factor * number;
    }
}

/// Returns the loss of a position under a symmetry, and adds its gradient to `gradient`.
pub fn add_gradient(
    net: &ValueNet,
    position: &TrainingPosition,
    symmetry: u32,
    gradient: &mut ValueNet,
) -> f32 {
    let input = NetInput::new(&position.board(symmetry));
    let output = net.forward(&input);
    let sign = if input.is_for_mover() == position.is_won {
        1.0
    } else {
        -1.0
    };
    let loss = (1.0 + (-sign * output.logit).exp()).ln();
    let slope = -sign / (1.0 + (sign * output.logit).exp());
    gradient.value_bias += slope;
    let mut hidden2 = [0.0; HIDDEN2_UNITS];
    for (at, activation) in output.hidden2.iter().enumerate() {
        if *activation > 0.0 {
            gradient.value[at] += slope * activation;
            hidden2[at] = slope * net.value[at];
        }
    }
    add_scaled(&mut gradient.hidden_bias, 1.0, &hidden2);
    let mut hidden1 = [0.0; HIDDEN1_UNITS];
    for (at, activation) in output.hidden1.iter().enumerate() {
        if *activation > 0.0 {
            add_scaled(&mut gradient.hidden[at], *activation, &hidden2);
            let products = net.hidden[at].iter().zip(&hidden2);
            hidden1[at] = products.map(|(weight, slope)| weight * slope).sum();
        }
    }
    add_scaled(&mut gradient.input_bias, 1.0, &hidden1);
    input.for_each_row(&mut |row| add_scaled(&mut gradient.input[row], 1.0, &hidden1));
    loss
}
