//! The training of the network: games of the search against itself without a network, a network
//! trained on them, games with that network, and so on.
//!
//! Each [`AtariGoStage`] plays games with the network so far and then trains a network on them, from
//! random weights or from those of the network so far. [`AtariGoStage::DEFAULTS`] are the stages of
//! `engine/net.bin`.
//!
//! All sums of the gradient are made in a fixed order, for any number of jobs. `exp`, `ln`,
//! `tanh` and `cos` come from the system's mathematical library and may differ in the last bit
//! between systems, which makes another network of equal strength.

use super::gradient::{Backpropagation, Loss};
use super::opponents::GnuGo;
use super::self_play::{SelfPlayGame, SelfPlayer, TrainingSample, samples_of};
use crate::common::args::Spec;
use crate::common::descent::{
    Adam, ShuffledOrder, cosine_rate, fill_normal, flat_weights, set_flat_weights,
};
use crate::common::session::LabSession;
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::net::kernel::CHANNELS;
use kifu_core::games::atari_go::engine::net::weights::NetWeights;
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

const BATCH_SIZE: usize = 128;
/// The number of samples whose gradients are added up by one job.
const CHUNK_SIZE: usize = 16;
const WEIGHT_DECAY: f32 = 3e-4;
/// The games between two checkpoints.
const GAMES_PER_BATCH: u64 = 32;
/// The batches of gradient descent between two checkpoints.
const STEPS_PER_BATCH: u64 = 50;
/// The batches after which the loss is reported.
const REPORT_INTERVAL: u64 = 500;

/// A stage of the training: games, then gradient descent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtariGoStage {
    /// The number of games.
    pub games: u64,
    /// The number of batches of gradient descent.
    pub batches: u64,
    /// The highest learning rate, in hundred thousandths.
    pub rate: u32,
    /// The playouts of a deep search, of which a shallow one has a fifth; 0 for the usual numbers.
    pub playouts: u32,
    /// Whether the descent starts from random weights instead of the network so far.
    pub is_fresh: bool,
    /// The number of stages, this one included, from whose games is learned.
    pub memory: usize,
    /// The percentage of games against GNU Go.
    pub gnu_go: u64,
    /// The level of GNU Go.
    pub level: u32,
}

impl AtariGoStage {
    /// The stages behind `engine/net.bin`. The last three need GNU Go.
    pub const DEFAULTS: [&'static str; 6] = [
        "games=5000,batches=10000,rate=200,fresh",
        "games=5000,batches=20000,rate=200,fresh,memory=2",
        "games=8100,batches=27000",
        "games=3500,batches=10000,rate=80,gnu-go=36",
        "games=4900,batches=9000,rate=80,gnu-go=50,memory=2",
        "games=2200,batches=4000,rate=60,gnu-go=60",
    ];
}

impl FromStr for AtariGoStage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Spec::new(text);
        let stage = Self {
            games: spec.take("games", 5000)?,
            batches: spec.take("batches", 20_000)?,
            rate: spec.take("rate", 150)?,
            playouts: spec.take("playouts", 0)?,
            is_fresh: spec.take("fresh", false)?,
            memory: spec.take("memory", 1)?,
            gnu_go: spec.take("gnu-go", 0)?,
            level: spec.take("level", 6)?,
        };
        spec.finish("games, batches, rate, playouts, fresh, memory, gnu-go or level")?;
        Ok(stage)
    }
}

/// Trains a network in stages and returns its file.
///
/// # Errors
/// Returns an error of the session, or of GNU Go.
pub fn train(
    session: &mut LabSession,
    stages: &[AtariGoStage],
    from: Option<&[u8]>,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let mut net = from.map(decode).transpose()?;
    let mut samples: Vec<Vec<TrainingSample>> = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        let stage_seed = SplitMix64::stream(seed, number as u64).next();
        let games = play(session, number, stage, net.as_ref(), stage_seed)?;
        samples.push(games.iter().flat_map(samples_of).collect());
        let first = samples.len().saturating_sub(stage.memory);
        let learned: Vec<&TrainingSample> = samples[first..].iter().flatten().collect();
        session.report(&format!(
            "stage {}: {} positions",
            number + 1,
            learned.len()
        ));
        let mut random = SplitMix64::stream(stage_seed, u64::MAX);
        let start = match net.take().filter(|_| !stage.is_fresh) {
            Some(net) => net,
            None => initial_weights(&mut random),
        };
        net = Some(descend(
            session, number, stage, start, &learned, stage_seed,
        )?);
    }
    net.map(|mut net| net.encode())
        .ok_or_else(|| Failure::usage("expected at least one stage, found none"))
}

fn decode(bytes: &[u8]) -> Result<NetWeights, Failure> {
    NetWeights::decode(bytes)
        .ok_or_else(|| Failure::usage("expected a network of Atari Go, found another file"))
}

/// Plays the games of a stage.
fn play(
    session: &mut LabSession,
    number: usize,
    stage: &AtariGoStage,
    net: Option<&NetWeights>,
    seed: u64,
) -> Result<Vec<SelfPlayGame>, Failure> {
    // The search holds networks for ever; a handful of them are made.
    let net = net.map(|net| &*Box::leak(Box::new(PolicyValueNet::new(net.clone()))));
    let section = format!("stage {}, games", number + 1);
    let share = stage.gnu_go;
    session.items(&section, stage.games, GAMES_PER_BATCH, |game| {
        let mut player = SelfPlayer::new(net, SplitMix64::stream(seed, game));
        if stage.playouts > 0 {
            player.playouts = [stage.playouts, stage.playouts.div_ceil(5)];
        }
        if game * share / 100 == (game + 1) * share / 100 {
            return player.game(None);
        }
        let seat = player.random.index(2);
        let mut rival = GnuGo::start(stage.level, player.random.next())?;
        player.game(Some((seat, &mut rival)))
    })
}

/// Returns random initial weights that keep the size of activations (He, Zhang, Ren and Sun 2015).
pub fn initial_weights(random: &mut SplitMix64) -> NetWeights {
    let mut net = NetWeights::zero();
    let mut fill = |weights: &mut [f32], deviation| fill_normal(weights, deviation, random);
    let layer = (2.0 / 9.0 / CHANNELS as f32).sqrt();
    fill(net.input.as_flattened_mut().as_flattened_mut(), 0.17);
    for block in &mut net.blocks {
        let [first, second] = [&mut block.first, &mut block.second];
        fill(first.as_flattened_mut().as_flattened_mut(), layer);
        fill(second.as_flattened_mut().as_flattened_mut(), 0.3 * layer);
    }
    fill(net.hidden.as_flattened_mut(), 0.25);
    for head in [&mut net.policy, &mut net.ownership, &mut net.pass] {
        fill(head, 0.2);
    }
    for head in [&mut net.value, &mut net.lead] {
        fill(head, 0.15);
    }
    net
}

/// The state of the gradient descent.
#[derive(Serialize, Deserialize)]
struct AtariGoDescent {
    weights: Vec<f32>,
    adam: Adam,
    loss: [f32; 4],
}

/// Trains by Adam with weight decay, the learning rate falling along a cosine.
fn descend(
    session: &mut LabSession,
    number: usize,
    stage: &AtariGoStage,
    mut net: NetWeights,
    samples: &[&TrainingSample],
    seed: u64,
) -> Result<NetWeights, Failure> {
    if samples.is_empty() {
        return Err(Failure::usage(
            "expected games with positions to learn from, found none",
        ));
    }
    let top = stage.rate as f32 * 1e-5;
    let section = format!("stage {}, network", number + 1);
    let start = flat_weights(net.parameters());
    let start = || AtariGoDescent {
        adam: Adam::new(start.len(), 1e-7),
        weights: start,
        loss: [0.0; 4],
    };
    let mut order = ShuffledOrder::new(samples.len(), seed);
    let counts = (stage.batches, STEPS_PER_BATCH);
    let state = session.steps(&section, counts, start, |session, state, step| {
        set_flat_weights(net.parameters(), &state.weights);
        let mut random = SplitMix64::stream(!seed, step);
        let numbers = step * BATCH_SIZE as u64..(step + 1) * BATCH_SIZE as u64;
        let batch = numbers.map(|at| (samples[order.index(at)], random.below(8)));
        let batch: Vec<_> = batch.collect();
        let (mut gradient, loss) = session.on_workers(|| gradient(&net, &batch));
        let parts = [loss.policy, loss.value, loss.owners, loss.lead];
        for (sum, part) in state.loss.iter_mut().zip(parts) {
            *sum += part / (REPORT_INTERVAL as f32 * BATCH_SIZE as f32);
        }
        let rate = cosine_rate(top, step, stage.batches);
        let slopes = flat_weights(gradient.parameters()).into_iter();
        let slopes = slopes.map(|slope| slope / BATCH_SIZE as f32);
        let (adam, weights) = (&mut state.adam, &mut state.weights);
        adam.descend(weights, slopes, rate, WEIGHT_DECAY);
        if (step + 1) % REPORT_INTERVAL == 0 {
            let [policy, value, owners, lead] = std::mem::take(&mut state.loss);
            session.report(&format!(
                "batch {}: loss of policy {policy:.4}, value {value:.4}, owners {owners:.4}, \
                 lead {lead:.4}",
                step + 1
            ));
        }
        Ok(())
    })?;
    set_flat_weights(net.parameters(), &state.weights);
    Ok(net)
}

/// Returns the sum of the gradients of a batch, and that of the losses.
fn gradient(net: &NetWeights, batch: &[(&TrainingSample, u32)]) -> (NetWeights, Loss) {
    let net = Backpropagation::new(net);
    let chunks: Vec<_> = batch
        .par_chunks(CHUNK_SIZE)
        .map(|chunk| {
            let (mut gradient, mut loss) = (NetWeights::zero(), Loss::default());
            for (sample, symmetry) in chunk {
                loss.add(net.loss(sample, *symmetry, Some(&mut gradient)));
            }
            (gradient, loss)
        })
        .collect();
    let (mut sum, mut loss) = (NetWeights::zero(), Loss::default());
    for (mut gradient, part) in chunks {
        for (to, from) in sum.parameters().into_iter().zip(gradient.parameters()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += *from);
        }
        loss.add(part);
    }
    (sum, loss)
}
