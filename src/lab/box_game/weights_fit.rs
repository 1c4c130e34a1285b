//! The fit of `engine/weight_params.rs`: games of the engine's evaluation against itself, and least
//! squares on what came of them.
//!
//! First the weights of gains: in each round, games of players that take the best gain, and a fit
//! to them. Then those of leaves: games of players that search the reply with these weights, once.
//! (As many games again with the fitted leaves, and another fit, gave nothing more: 49 % against
//! the first.)

use super::self_play::{TrainingBoard, Valuation, play, training_boards};
use crate::common::descent::{Adam, ShuffledOrder};
use crate::common::session::LabSession;
use kifu_core::games::box_game::engine::board::{COLUMNS, ROWS, coverage};
use kifu_core::games::box_game::engine::evaluation::cell_index;
use kifu_core::games::box_game::engine::kernel::{Breadth, EvalWorkspace, Kernel};
use kifu_core::games::box_game::engine::weights::{
    COVER_KNOTS, CellWeights, EvalWeights, FreshDotParams, PHASE_COUNT, PHASE_KNOTS, WeightParams,
    knot_position, phase, phase_places,
};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use rayon::prelude::*;
use std::fmt::Write;

const BATCH_SIZE: usize = 1024;
const GAMES_PER_BATCH: u64 = 512;
const STEPS_PER_BATCH: u64 = 100;
const PARAM_COUNT: usize = 540;
/// The learning rates of the first rounds; later ones have the last.
const ROUND_RATES: [f32; 5] = [0.02, 0.01, 0.007, 0.005, 0.003];
/// Training uses every Nth board: N for games by gains and for games by leaves.
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
pub fn fit(session: &mut LabSession, settings: &WeightsFit, seed: u64) -> Result<Vec<u8>, Failure> {
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
    session: &mut LabSession,
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
    session: &mut LabSession,
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

/// The number of parameters of the file.
const SOURCE_PARAM_COUNT: usize = 2 * (540 + 40);

/// All parameters of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedWeights {
    /// The parameters of cells for gains.
    pub gain: WeightParams,
    /// The parameters of freshly laid dots for gains.
    pub gain_fresh: FreshDotParams,
    /// The parameters of cells for leaves.
    pub leaf: WeightParams,
    /// The parameters of freshly laid dots for leaves.
    pub leaf_fresh: FreshDotParams,
}

const HEADER: &str = "\
//! The parameters of the weights, fitted to self-play games of the engine
//! (`kifu-lab fit box`; see `weight_params.recipe.ron`).
//!
//! The parameters of cells are indexed by phase, by whether the colour is that of the player to
//! move (0 or 1), by state (empty, of the colour, of another) and by coverage. The parameters of
//! freshly laid dots are indexed by phase, by whether the colour is that of the player to move,
//! and by whether the dot has this colour (0 or 1).

use super::weights::{FreshDotParams, WeightParams};
";

/// Writes the source file.
pub fn write_source(weights: &FittedWeights) -> String {
    let mut text = HEADER.to_owned();
    let gain = "for gains, fitted to games of players that search no further";
    let leaf = "for leaves, fitted to games of players that search the reply to their placement";
    write_cells(&mut text, "GAIN_PARAMS", gain, &weights.gain);
    write_fresh(&mut text, "GAIN_FRESH_PARAMS", &weights.gain_fresh);
    write_cells(&mut text, "LEAF_PARAMS", leaf, &weights.leaf);
    write_fresh(&mut text, "LEAF_FRESH_PARAMS", &weights.leaf_fresh);
    text
}

fn numbers(row: &[f32]) -> String {
    let numbers: Vec<String> = row.iter().map(|number| format!("{number:.3}")).collect();
    numbers.join(", ")
}

fn write_cells(text: &mut String, name: &str, what: &str, params: &WeightParams) {
    let _ = writeln!(
        text,
        "\n/// The parameters {what}.\n#[rustfmt::skip]\npub(super) const {name}: WeightParams = ["
    );
    for phase in params {
        text.push_str("    [\n");
        for mover in phase {
            text.push_str("        [\n");
            for row in mover {
                let _ = writeln!(text, "            [{}],", numbers(row));
            }
            text.push_str("        ],\n");
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
}

fn write_fresh(text: &mut String, name: &str, params: &FreshDotParams) {
    let _ = writeln!(
        text,
        "\n/// The parameters of freshly laid dots, fitted to the games of the table above.\n\
         #[rustfmt::skip]\npub(super) const {name}: FreshDotParams = ["
    );
    for [other, mover] in params {
        let _ = writeln!(text, "    [[{}], [{}]],", numbers(other), numbers(mover));
    }
    text.push_str("];\n");
}

/// Reads all parameters of the source file in order; `None` if it has another number of them.
pub fn read_source(text: &str) -> Option<Vec<f32>> {
    let rows = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('['));
    let words = rows.flat_map(|row| row.split(['[', ']', ',', ' ']));
    let numbers: Vec<f32> = words.filter_map(|word| word.parse().ok()).collect();
    (numbers.len() == SOURCE_PARAM_COUNT).then_some(numbers)
}

/// The boards whose gradients are added up by one job.
const CHUNK_SIZE: usize = 128;

/// The gradient by phase, by whether the colour is that of the player to move, by state of the
/// cell, and by coverage.
type CellGradient = Vec<[[[f32; 25]; 3]; 2]>;

/// The number of freshly laid dots by phase knot and by the number of places that cover them.
pub type FreshDotCounts = [[f32; 25]; PHASE_KNOTS.len()];

/// Counts the cells of the tile laid last by the number of places that cover them.
pub fn count_fresh_dots(training: &TrainingBoard, counts: &mut FreshDotCounts) {
    let fits = training.board.fitting_places();
    let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase(fits.count())));
    let cover = coverage(&fits);
    let (top, left, is_vertical) = training.last.coordinates();
    let (height, width) = if is_vertical { (6, 2) } else { (2, 6) };
    for row in top..top + height {
        for column in left..left + width {
            let planes = cover.iter().enumerate();
            let bits = planes.map(|(at, plane)| ((plane[row] >> column & 1) as usize) << at);
            let cover = bits.sum::<usize>();
            counts[knot][cover] += 1.0 - part;
            counts[knot + 1][cover] += part;
        }
    }
}

/// Returns the mean weights of freshly laid dots.
pub fn fresh_dot_params(params: &WeightParams, counts: &FreshDotCounts) -> FreshDotParams {
    let mut fresh = [[[0.0; 2]; 2]; PHASE_KNOTS.len()];
    for (knot, counts) in counts.iter().enumerate() {
        for is_mover in 0..2 {
            for (own, fresh) in fresh[knot][is_mover].iter_mut().enumerate() {
                let mut sum = if own == 1 { counts[0] } else { 0.0 };
                for (cover, count) in counts.iter().enumerate().skip(1) {
                    let (at, part) = cover_knot(cover);
                    let row = &params[knot][is_mover][2 - own];
                    sum += count * (row[at] + (row[at + 1] - row[at]) * part);
                }
                *fresh = sum / counts.iter().sum::<f32>().max(1.0);
            }
        }
    }
    fresh
}

fn cover_knot(cover: usize) -> (usize, f32) {
    knot_position(&COVER_KNOTS, cover as f32)
}

/// Returns the mean gradient of the squared error of the lead, and a little of that of both scores,
/// by the parameters; and the sum of the squared errors of the lead.
pub fn gradient(batch: &[&TrainingBoard], weights: &CellWeights) -> (WeightParams, f32) {
    let parts: Vec<(CellGradient, f32)> = batch
        .par_chunks(CHUNK_SIZE)
        .map(|chunk| cell_gradient(chunk, weights))
        .collect();
    let (mut sum, mut squares) = (empty_gradient(), 0.0);
    for (part, square) in parts {
        let all = sum.iter_mut().flatten().flatten().flatten();
        all.zip(part.iter().flatten().flatten().flatten())
            .for_each(|(to, from)| *to += from);
        squares += square;
    }
    (by_parameter(&sum, batch.len() as f32), squares)
}

fn empty_gradient() -> CellGradient {
    vec![[[[0.0; 25]; 3]; 2]; PHASE_COUNT]
}

/// Returns the gradient of some boards by cell weight, and the sum of the squared errors.
fn cell_gradient(boards: &[&TrainingBoard], weights: &CellWeights) -> (CellGradient, f32) {
    let (mut gradient, mut squares) = (empty_gradient(), 0.0);
    let mut workspace = EvalWorkspace::default();
    for training in boards {
        let breadth = Breadth::Best(1, None);
        let opponent = 1 - training.mover;
        Kernel::new().evaluate(&mut workspace, &training.board, weights, opponent, breadth);
        let field = &workspace.evaluation;
        let errors = [0, 1].map(|player| field.expected_points[player] - training.points[player]);
        let lead = errors[0] - errors[1];
        squares += lead * lead;
        for player in 0..2 {
            let sign = if player == 0 { 1.0 } else { -1.0 };
            let error = sign * lead + 0.5 * errors[player];
            let phase = &mut gradient[field.phase][usize::from(player == training.mover)];
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let code = usize::from(field.cell_codes[row][column]);
                    let state = match code / 32 {
                        0 => 0,
                        state if state == player + 1 => 1,
                        _ => 2,
                    };
                    let cell = field.gradients[cell_index(column, player, row)];
                    phase[state][code % 32] += error * f32::from(cell) / 512.0;
                }
            }
        }
    }
    (gradient, squares)
}

/// Converts a gradient by cell weight to one by parameter.
fn by_parameter(gradient: &CellGradient, count: f32) -> WeightParams {
    let mut params: WeightParams = [[[[0.0; 9]; 3]; 2]; 10];
    for (phase, gradient) in gradient.iter().enumerate() {
        let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase));
        for is_mover in 0..2 {
            for state in 0..3 {
                let covers = gradient[is_mover][state].iter().enumerate().skip(1);
                for (cover, slope) in covers {
                    let slope = slope / count;
                    let (at, across) = cover_knot(cover);
                    for (knot, part) in [(knot, 1.0 - part), (knot + 1, part)] {
                        params[knot][is_mover][state][at] += slope * part * (1.0 - across);
                        params[knot][is_mover][state][at + 1] += slope * part * across;
                    }
                }
            }
        }
    }
    params
}
