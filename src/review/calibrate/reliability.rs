//! Whether what is said to happen so often happens so often.

use super::CalibrationSample;
use crate::search::{Calibration, SplitMix64};
use std::collections::BTreeMap;

/// Estimates that say about the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReliabilityBin {
    /// How many there are.
    pub count: usize,
    /// What they say in the mean, 0 to 1.
    pub predicted: f64,
    /// What came of them in the mean, 0 to 1.
    pub observed: f64,
}

/// A reliability diagram in ten bins of equal width, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// By what is predicted, 0 to 0.1 first.
    pub bins: [ReliabilityBin; 10],
    /// All estimates.
    pub count: usize,
    /// All games.
    pub games: usize,
    /// The mean distance between predicted and seen, each bin by its count: the expected
    /// calibration error, 0 to 1.
    pub ece: f64,
    /// What that would be on these games if all that is said were true: luck alone.
    pub ece_by_luck: f64,
    /// The mean squared error of single estimates.
    pub brier: f64,
}

/// How often games are played anew to see what luck does.
const RESAMPLE_COUNT: usize = 200;

impl Reliability {
    /// Of samples with a table, or of the engine's own estimates. `None` if there are no samples.
    pub fn from_samples(
        samples: &[CalibrationSample],
        table: Option<&Calibration>,
    ) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        let chance = |sample: &CalibrationSample| match table {
            Some(table) => table.win_probability(sample.win, sample.context),
            None => sample.win,
        };
        let chances: Vec<f64> = samples.iter().map(chance).collect();
        let results: Vec<f64> = samples.iter().map(|sample| sample.result).collect();
        let bins = bins(&chances, &results);
        let mut games: Vec<u64> = samples.iter().map(|sample| sample.game_hash).collect();
        games.sort_unstable();
        games.dedup();
        let errors = chances.iter().zip(&results);
        let squares = errors.map(|(chance, result)| (chance - result).powi(2));
        Some(Self {
            bins,
            count: samples.len(),
            games: games.len(),
            ece: ece(&bins),
            ece_by_luck: ece_by_luck(samples, &chances),
            brier: squares.sum::<f64>() / as_f64(samples.len()),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "samples are few")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

fn bins(chances: &[f64], results: &[f64]) -> [ReliabilityBin; 10] {
    let mut bins = [ReliabilityBin::default(); 10];
    for (chance, result) in chances.iter().zip(results) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a probability"
        )]
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        bin.count += 1;
        bin.predicted += chance;
        bin.observed += result;
    }
    for bin in &mut bins {
        let count = as_f64(bin.count.max(1));
        bin.predicted /= count;
        bin.observed /= count;
    }
    bins
}

fn ece(bins: &[ReliabilityBin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.count).sum();
    let off = |bin: &ReliabilityBin| as_f64(bin.count) * (bin.predicted - bin.observed).abs();
    bins.iter().map(off).sum::<f64>() / as_f64(all)
}

/// All positions of a game end alike: one draw of luck decides each game, so that the first player
/// wins it as seen from wherever he had at least that chance.
fn ece_by_luck(samples: &[CalibrationSample], chances: &[f64]) -> f64 {
    let mut random = SplitMix64::new(1);
    let mut sum = 0.0;
    for _ in 0..RESAMPLE_COUNT {
        let mut draws: BTreeMap<u64, f32> = BTreeMap::new();
        let results = samples.iter().zip(chances).map(|(sample, chance)| {
            let draw = *draws
                .entry(sample.game_hash)
                .or_insert_with(|| random.unit());
            let is_first = sample.context.side_sign() > 0.0;
            let wins = if is_first {
                f64::from(draw) < *chance
            } else {
                f64::from(draw) >= 1.0 - *chance
            };
            f64::from(u8::from(wins))
        });
        let results: Vec<f64> = results.collect();
        sum += ece(&bins(chances, &results));
    }
    sum / as_f64(RESAMPLE_COUNT)
}
