//! The calibration of an engine's estimates against the results of finished games: the fit of a
//! [`Calibration`], and its reliability.
//!
//! An uncalibrated engine searches some positions of each finished game; its estimates are compared
//! with the result of the game for the player to move. Proven and exact values need no calibration
//! and are left out, as are plies that the players did not choose (random openings).

use kifu_core::contract::{Proven, hash_words};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{Ending, Record};
use kifu_core::search::{
    Calibration, CalibrationContext, CalibrationKnot, Limits, SearchRequest, SplitMix64, evidence,
    knot_weight, logistic, logit,
};
use kifu_study::review::{ReviewError, choice_positions};
use std::collections::BTreeMap;

/// The settings for taking samples from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingConfig {
    /// The nodes for a position. One position in three gets a quarter of them and one gets four
    /// times as many, so that the fit learns how estimates depend on the number of nodes.
    pub nodes: u64,
    /// The distance between sampled plies: one ply in every `ply_stride` is sampled.
    pub ply_stride: u32,
    /// The interval of longer searches: one in every `longer_stride` of the samples with the most
    /// nodes is also searched with [`LONGER_FACTOR`] times as many.
    pub longer_stride: u32,
    /// The random seed.
    pub seed: u64,
}

/// An estimate of an engine and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationSample {
    /// A hash of the game and its moves, equal for games with the same moves.
    pub game_hash: u64,
    /// Whether the game is held out from the fit, to test it: about every second one. Games of a
    /// pair (with the same chance events or opening) stay together.
    pub is_held_out: bool,
    /// The progress of the game, the player to move and the nodes of the search.
    pub context: CalibrationContext,
    /// The engine's uncalibrated win probability for the player to move, 0 to 1.
    pub win: f64,
    /// The result of the game for the player to move: 1, ½ or 0.
    pub result: f64,
    /// The estimate after [`LONGER_FACTOR`] times as many nodes, if such a search was made and did
    /// not find the result.
    pub longer_search: Option<(f64, CalibrationContext)>,
}

/// The factor by which the nodes of a longer search exceed those of the sample that it checks.
pub const LONGER_FACTOR: u64 = 16;

/// Returns a hash of two texts.
fn hash_texts(words: [&str; 2]) -> u64 {
    hash_words(words.iter().flat_map(|word| word.bytes().map(u64::from)))
}

/// Reports whether a game is held out from the fit, by the hash of its pair or else its own.
fn is_held_out(record: &Record, game_hash: u64) -> bool {
    let ext = |key: &str| record.ext.get(key).map(String::as_str);
    let pair = ext("arena.match").zip(ext("arena.pair"));
    pair.map_or(game_hash, |(whole, pair)| hash_texts([whole, pair])) & 1 == 1
}

/// Takes samples from a game of `plies` legal plies with an uncalibrated engine; none if the game
/// did not end by its rules.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn samples(
    engine: &mut dyn DynEngine,
    game: &dyn DynGame,
    record: &Record,
    plies: u32,
    config: SamplingConfig,
) -> Result<Vec<CalibrationSample>, ReviewError> {
    let result = record.result.as_ref();
    let ended = result.filter(|result| result.how == Ending::Finished);
    let Some(winner) = ended.and_then(|result| result.winner) else {
        return Ok(Vec::new());
    };
    let game_hash = hash_texts([&record.game, &record.moves]);
    let is_held_out = is_held_out(record, game_hash);
    let stride = config.ply_stride.max(1);
    let first = u32::try_from((game_hash >> 32) % u64::from(stride)).unwrap_or(0);
    let mut all = Vec::new();
    for position in choice_positions(record, game, plies)? {
        let Some(player) = position.mover() else {
            continue;
        };
        if position.ply % stride != first {
            continue;
        }
        let nodes = match hash_words([game_hash, position.ply.into()]) % 3 {
            0 => config.nodes.div_ceil(4),
            1 => config.nodes,
            _ => config.nodes.saturating_mul(4),
        };
        let mut estimate = |nodes: u64| -> Result<_, ReviewError> {
            let request = SearchRequest::new(Limits::nodes(nodes)).seed(config.seed);
            let result = engine
                .analyze(&position.state.position(), &request, &mut |_| {})
                .map_err(ReviewError::EngineParse)?;
            let is_known = result.value.proven().is_some() || result.value.exact;
            let context = CalibrationContext {
                progress: position.state.progress(),
                player,
                nodes: result.nodes,
            };
            Ok((!is_known).then_some((result.value.win, context)))
        };
        let Some((win, context)) = estimate(nodes)? else {
            continue;
        };
        let longer_stride = u64::from(config.longer_stride.max(1));
        let draw = hash_words([position.ply.into(), game_hash]) % longer_stride;
        let longer_search = if nodes > config.nodes && draw == 0 {
            estimate(nodes.saturating_mul(LONGER_FACTOR))?
        } else {
            None
        };
        all.push(CalibrationSample {
            game_hash,
            is_held_out,
            context,
            win,
            result: Proven::of(winner, player).win(),
            longer_search,
        });
    }
    Ok(all)
}

/// The strength of the prior that pulls each parameter towards no correction, in samples: a few
/// games should not change much.
const PRIOR_WEIGHT: f64 = 4.0;
/// The upper bound on sweeps over all parameters; far fewer are enough.
const MAX_SWEEPS: usize = 300;
/// The step size below which the fit has converged.
const MIN_STEP: f64 = 1e-7;

/// Fits the calibration that makes the results of the samples most likely.
///
/// It is a logistic regression with three knots, at the progress below which a tenth, a half and
/// nine tenths of the samples lie. Returns `None` if there are no samples.
pub fn fit(samples: &[CalibrationSample], engine: String, version: u32) -> Option<Calibration> {
    let knots = knots(samples)?;
    let nodes = samples.iter().map(|sample| sample.context.nodes.max(1));
    let nodes = (nodes.clone().min()?, nodes.max()?);
    let mut rows: Vec<RegressionRow> = samples
        .iter()
        .map(|sample| RegressionRow::of(sample, &knots, nodes))
        .collect();
    let mut params = vec![0.0; 3 * knots.len() + 1];
    for _ in 0..MAX_SWEEPS {
        let steps = (0..params.len()).map(|index| {
            let step = newton_step(&rows, index, params[index]);
            params[index] += step;
            for row in &mut rows {
                row.logit += step * row.features[index];
            }
            step.abs()
        });
        if steps.fold(0.0, f64::max) < MIN_STEP {
            break;
        }
    }
    let knot = |(nth, progress): (usize, &f64)| CalibrationKnot {
        progress: rounded(*progress),
        slope: rounded(1.0 + params[3 * nth]),
        offset: rounded(params[3 * nth + 1]),
        first: rounded(params[3 * nth + 2]),
    };
    let calibration = Calibration {
        version,
        engine,
        nodes,
        evidence: rounded(params[3 * knots.len()]),
        error: 0.0,
        knots: knots.iter().enumerate().map(knot).collect(),
    };
    Some(Calibration {
        error: rounded(rms_error(samples, &calibration).0),
        ..calibration
    })
}

/// Returns the root mean square difference between calibrated win probabilities and those of much
/// longer searches, and the number of samples that have one.
#[expect(clippy::cast_precision_loss, reason = "samples are few")]
pub fn rms_error(samples: &[CalibrationSample], calibration: &Calibration) -> (f64, usize) {
    let error = |sample: &CalibrationSample| {
        let (longer_win, longer_context) = sample.longer_search?;
        let longer = calibration.win_probability(longer_win, longer_context);
        Some(longer - calibration.win_probability(sample.win, sample.context))
    };
    let errors: Vec<f64> = samples.iter().filter_map(error).collect();
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    let mean = squares / errors.len().max(1) as f64;
    (mean.sqrt(), errors.len())
}

/// Rounds a parameter to three decimals, since people read calibration files.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// Returns the progress (0 to 1) of each knot; `None` if there are no samples.
fn knots(samples: &[CalibrationSample]) -> Option<Vec<f64>> {
    let mut progress: Vec<f64> = samples
        .iter()
        .map(|sample| sample.context.progress)
        .collect();
    progress.sort_by(f64::total_cmp);
    let quantile = |tenths: usize| progress.get(progress.len() * tenths / 10).copied();
    let mut knots = vec![quantile(1)?, quantile(5)?, quantile(9)?];
    knots.dedup_by(|later, earlier| *later - *earlier < 0.05);
    Some(knots)
}

/// A sample as a row of the regression.
struct RegressionRow {
    /// The weight of each parameter in the logit: for each knot the slope (in excess of 1), the
    /// offset and the side; then the evidence.
    features: Vec<f64>,
    logit: f64,
    result: f64,
}

impl RegressionRow {
    /// Creates the row of a sample, with all parameters at zero.
    fn of(sample: &CalibrationSample, knots: &[f64], nodes: (u64, u64)) -> Self {
        let (context, logit) = (sample.context, logit(sample.win));
        let mut features = Vec::with_capacity(3 * knots.len() + 1);
        for nth in 0..knots.len() {
            let weight = knot_weight(knots, nth, context.progress);
            features.extend([weight * logit, weight, weight * context.side_sign()]);
        }
        features.push(evidence(nodes, context.nodes) * logit);
        Self {
            features,
            logit,
            result: sample.result,
        }
    }
}

/// Returns the Newton step of one parameter with the others held fixed, at most 1 in size.
fn newton_step(rows: &[RegressionRow], index: usize, value: f64) -> f64 {
    let (mut gradient, mut curvature) = (-PRIOR_WEIGHT * value, PRIOR_WEIGHT);
    for row in rows {
        let (feature, win) = (row.features[index], logistic(row.logit));
        gradient += feature * (row.result - win);
        curvature += feature * feature * win * (1.0 - win);
    }
    (gradient / curvature).clamp(-1.0, 1.0)
}

/// A bin of a reliability diagram: estimates of about the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReliabilityBin {
    /// The number of estimates.
    pub count: usize,
    /// The mean predicted win probability, 0 to 1.
    pub predicted: f64,
    /// The mean result of the games, 0 to 1.
    pub observed: f64,
}

/// A reliability diagram in ten bins of equal width, with summary statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// The bins in order of the predicted probability, 0 to 0.1 first.
    pub bins: [ReliabilityBin; 10],
    /// The number of estimates.
    pub count: usize,
    /// The number of games.
    pub games: usize,
    /// The expected calibration error, 0 to 1: the mean distance between predicted and observed,
    /// each bin weighted by its count.
    pub ece: f64,
    /// The calibration error that luck alone would give in these games if all estimates were true,
    /// 0 to 1.
    pub ece_by_luck: f64,
    /// The Brier score: the mean squared error of single estimates, 0 to 1.
    pub brier: f64,
}

/// The number of times that the results are drawn again to estimate the effect of luck.
const RESAMPLE_COUNT: usize = 200;

impl Reliability {
    /// Computes the reliability of samples with a calibration, or of the uncalibrated estimates.
    /// Returns `None` if there are no samples.
    pub fn from_samples(
        samples: &[CalibrationSample],
        calibration: Option<&Calibration>,
    ) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        let predicted = |sample: &CalibrationSample| match calibration {
            Some(calibration) => calibration.win_probability(sample.win, sample.context),
            None => sample.win,
        };
        let predictions: Vec<f64> = samples.iter().map(predicted).collect();
        let results: Vec<f64> = samples.iter().map(|sample| sample.result).collect();
        let bins = bins(&predictions, &results);
        let mut games: Vec<u64> = samples.iter().map(|sample| sample.game_hash).collect();
        games.sort_unstable();
        games.dedup();
        let errors = predictions.iter().zip(&results);
        let squares = errors.map(|(prediction, result)| (prediction - result).powi(2));
        Some(Self {
            bins,
            count: samples.len(),
            games: games.len(),
            ece: ece(&bins),
            ece_by_luck: ece_by_luck(samples, &predictions),
            brier: squares.sum::<f64>() / as_f64(samples.len()),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "samples are few")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

/// Sorts predictions and results into bins.
fn bins(predictions: &[f64], results: &[f64]) -> [ReliabilityBin; 10] {
    let mut bins = [ReliabilityBin::default(); 10];
    for (prediction, result) in predictions.iter().zip(results) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a probability"
        )]
        let bin = &mut bins[((prediction * 10.0) as usize).min(9)];
        bin.count += 1;
        bin.predicted += prediction;
        bin.observed += result;
    }
    for bin in &mut bins {
        let count = as_f64(bin.count.max(1));
        bin.predicted /= count;
        bin.observed /= count;
    }
    bins
}

/// Returns the expected calibration error of the bins, 0 to 1.
fn ece(bins: &[ReliabilityBin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.count).sum();
    let error = |bin: &ReliabilityBin| as_f64(bin.count) * (bin.predicted - bin.observed).abs();
    bins.iter().map(error).sum::<f64>() / as_f64(all)
}

/// Returns the expected calibration error that luck alone gives if all predictions are true.
///
/// All positions of a game share its result, so that one random draw decides each game: it counts
/// as a win of the first player in the positions where their win probability exceeds the draw.
fn ece_by_luck(samples: &[CalibrationSample], predictions: &[f64]) -> f64 {
    let mut rng = SplitMix64::new(1);
    let mut sum = 0.0;
    for _ in 0..RESAMPLE_COUNT {
        let mut draws: BTreeMap<u64, f32> = BTreeMap::new();
        let results = samples.iter().zip(predictions).map(|(sample, prediction)| {
            let draw = *draws.entry(sample.game_hash).or_insert_with(|| rng.unit());
            let is_first = sample.context.side_sign() > 0.0;
            let wins = if is_first {
                f64::from(draw) < *prediction
            } else {
                f64::from(draw) >= 1.0 - *prediction
            };
            f64::from(u8::from(wins))
        });
        let results: Vec<f64> = results.collect();
        sum += ece(&bins(predictions, &results));
    }
    sum / as_f64(RESAMPLE_COUNT)
}
