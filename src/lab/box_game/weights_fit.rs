//! The fit of `engine/weight_params.rs`: games of the engine's evaluation against itself, and least
//! squares on what came of them.
//!
//! First the weights of gains: in each round, games of players that take the best gain, and a fit
//! to them. Then those of leaves: games of players that search the reply with these weights, once.
//! (As many games again with the fitted leaves, and another fit, gave nothing more: 49 % against
//! the first.)

use super::gradient::{FreshDotCounts, count_fresh_dots, fresh_dot_params, gradient};
use super::self_play::{TrainingBoard, Valuation, play, training_boards};
use super::weights_source::{FittedWeights, write_source};
use crate::common::adam::Adam;
use crate::common::session::Session;
use crate::common::shuffled_order::ShuffledOrder;
use kifu_core::games::box_game::engine::weights::{
    CellWeights, EvalWeights, FreshDotParams, WeightParams,
};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;

const BATCH_SIZE: usize = 1024;
const GAMES_PER_BATCH: u64 = 512;
const STEPS_PER_BATCH: u64 = 100;
const PARAM_COUNT: usize = 540;
/// The learning rates of the first rounds; later ones have the last.
const ROUND_RATES: [f32; 5] = [0.02, 0.01, 0.007, 0.005, 0.003];
/// One board in so many is learned from, of games by gains and by leaves.
const GAIN_INTERVAL: usize = 3;
const LEAF_INTERVAL: usize = 2;

/// The settings of the fit.
#[derive(Clone, Debug)]
pub struct WeightsFit {
    /// The number of rounds of the gain weights.
    pub rounds: u64,
    /// The games of a round.
    pub games: u64,
    /// The games for the leaf weights.
    pub leaf_games: u64,
}

/// Fits the parameters and returns the source file with them.
///
/// # Errors
/// Returns an error of the session, or if there are no games.
pub fn fit(session: &mut Session, settings: &WeightsFit, seed: u64) -> Result<Vec<u8>, Failure> {
    let mut gain = start_params();
    let mut gain_fresh: FreshDotParams = [[[0.1, 0.7]; 2]; 10];
    for round in 0..settings.rounds {
        let weights = CellWeights::new(&gain, &gain_fresh);
        let seed = SplitMix64::stream(seed, round).next();
        let section = format!("gains, round {}", round + 1);
        let valuation = Valuation::Gains(&weights);
        let (boards, counts) = boards(
            session,
            &section,
            (&valuation, settings.games, GAIN_INTERVAL),
            seed,
        )?;
        let rate = ROUND_RATES[(round as usize).min(ROUND_RATES.len() - 1)];
        gain = descend(session, &section, &boards, (gain, 3), seed, |_| rate)?;
        gain_fresh = fresh_dot_params(&gain, &counts);
    }
    let weights = CellWeights::new(&gain, &gain_fresh);
    let eval = EvalWeights {
        leaf: weights.clone(),
        gain: weights,
    };
    let seed = SplitMix64::stream(seed, u64::MAX).next();
    let valuation = Valuation::Leaves(&eval);
    let (boards, counts) = boards(
        session,
        "leaves",
        (&valuation, settings.leaf_games, LEAF_INTERVAL),
        seed,
    )?;
    let rate = |done: f32| 0.004 * (1.0 - done).max(0.02);
    let leaf = descend(session, "leaves", &boards, (gain, 6), seed, rate)?;
    let fitted = FittedWeights {
        gain,
        gain_fresh,
        leaf,
        leaf_fresh: fresh_dot_params(&leaf, &counts),
    };
    Ok(write_source(&fitted).into_bytes())
}

/// Returns the parameters to start from.
fn start_params() -> WeightParams {
    let mut params: WeightParams = [[[[0.0; 9]; 3]; 2]; 10];
    for row in params.iter_mut().flatten() {
        *row = [[0.25; 9], [0.7; 9], [0.1; 9]];
    }
    params
}

/// Plays games; returns their boards and the counts of fresh dots.
fn boards(
    session: &mut Session,
    section: &str,
    (valuation, games, interval): (&Valuation<'_>, u64, usize),
    seed: u64,
) -> Result<(Vec<TrainingBoard>, FreshDotCounts), Failure> {
    let section = format!("{section}, games");
    let games = session.items(&section, games, GAMES_PER_BATCH, |game| {
        Ok(play(
            valuation,
            interval,
            &mut SplitMix64::stream(seed, game),
        ))
    })?;
    let mut counts: FreshDotCounts = [[0.0; 25]; 10];
    let boards: Vec<_> = games
        .iter()
        .flat_map(|game| training_boards(game))
        .collect();
    for board in &boards {
        count_fresh_dots(board, &mut counts);
    }
    session.report(&format!("{section}: {} boards", boards.len()));
    Ok((boards, counts))
}

/// Fits the parameters by Adam over a number of epochs, with a learning rate by the share done.
fn descend(
    session: &mut Session,
    section: &str,
    boards: &[TrainingBoard],
    (mut params, epochs): (WeightParams, usize),
    seed: u64,
    rate: impl Fn(f32) -> f32,
) -> Result<WeightParams, Failure> {
    if boards.is_empty() {
        return Err(Failure::usage(
            "expected games with boards to learn from, found none",
        ));
    }
    let section = format!("{section}, weights");
    let per_epoch = boards.len().div_ceil(BATCH_SIZE);
    let steps = (epochs * per_epoch) as u64;
    let mut order = ShuffledOrder::new(boards.len(), !seed);
    let flat: Vec<f32> = flatten(&mut params).map(|param| *param).collect();
    let start = || {
        (
            flat,
            Adam::with_decay(PARAM_COUNT, 1e-4, [0.9, 0.99]),
            0.0_f32,
        )
    };
    let counts = (steps, STEPS_PER_BATCH);
    let (flat, ..) = session.steps(&section, counts, start, |session, state, step| {
        let (flat, adam, squares) = state;
        flatten(&mut params)
            .zip(flat.iter())
            .for_each(|(to, from)| *to = *from);
        let weights = CellWeights::new(&params, &[[[0.0; 2]; 2]; 10]);
        let size = BATCH_SIZE.min(boards.len());
        let numbers = step * size as u64..(step + 1) * size as u64;
        let batch: Vec<&TrainingBoard> = numbers.map(|at| &boards[order.index(at)]).collect();
        let (mut slopes, sum) = session.on_workers(|| gradient(&batch, &weights));
        *squares += sum / (size * per_epoch) as f32;
        let rate = rate(step as f32 / steps as f32);
        let slopes = flatten(&mut slopes).map(|slope| *slope);
        for (param, step) in flat.iter_mut().zip(adam.steps(slopes)) {
            *param = (*param - rate * step).clamp(0.0, 1.0);
        }
        if (step + 1) % per_epoch as u64 == 0 {
            let error = std::mem::take(squares).sqrt();
            session.report(&format!("{section}: error of the lead {error:.3}"));
        }
        Ok(())
    })?;
    flatten(&mut params)
        .zip(flat)
        .for_each(|(to, from)| *to = from);
    Ok(params)
}

fn flatten(params: &mut WeightParams) -> impl Iterator<Item = &mut f32> {
    params.iter_mut().flatten().flatten().flatten()
}
