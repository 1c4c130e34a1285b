//! The reliability of estimates: whether events with a predicted probability occur that often.

use super::CalibrationSample;
use kifu_core::search::{Calibration, SplitMix64};
use std::collections::BTreeMap;

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

/// The number of times that the results are drawn anew to estimate the effect of luck.
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
