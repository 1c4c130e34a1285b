//! BotReliability: how often a position was won of which a win probability was claimed.

use schemars::JsonSchema;
use serde::Serialize;

/// The number of bins of a reliability diagram.
const BINS: usize = 10;

/// A reliability diagram: claims in bins of a tenth, with what became of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BotReliability {
    /// The bins by the claimed win probability, from the least; empty ones are left out.
    pub bins: Vec<BotReliabilityBin>,
    /// The mean square of claim minus outcome (Brier score); 0 is perfect.
    pub brier: f64,
    /// The Brier score of the same claim for all: the mean outcome.
    pub brier_of_mean: f64,
    /// The mean distance of the claim from the mean outcome of its bin (expected calibration
    /// error).
    pub error: f64,
}

/// The claims of a tenth of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BotReliabilityBin {
    /// The number of claims.
    pub count: usize,
    /// The mean claim, 0 to 1.
    pub claimed: f64,
    /// The mean outcome, 0 to 1.
    pub outcome: f64,
}

impl BotReliability {
    /// Puts claims and outcomes, both 0 to 1, into bins.
    pub fn new(pairs: &[(f64, f64)]) -> Self {
        let mut bins = [BotReliabilityBin::default(); BINS];
        let mut sum = 0.0;
        #[expect(clippy::cast_precision_loss, reason = "numbers of positions")]
        let as_share = |count: usize| count as f64;
        let total = as_share(pairs.len()).max(1.0);
        let mean = pairs.iter().map(|(_, outcome)| outcome).sum::<f64>() / total;
        let mut sum_of_mean = 0.0;
        for (claimed, outcome) in pairs {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to 10"
            )]
            let at = (claimed.clamp(0.0, 1.0) * as_share(BINS)) as usize;
            let bin = &mut bins[at.min(BINS - 1)];
            bin.count += 1;
            bin.claimed += (claimed - bin.claimed) / as_share(bin.count);
            bin.outcome += (outcome - bin.outcome) / as_share(bin.count);
            sum += (claimed - outcome).powi(2);
            sum_of_mean += (mean - outcome).powi(2);
        }
        let error: f64 = bins
            .iter()
            .map(|bin| as_share(bin.count) * (bin.claimed - bin.outcome).abs())
            .sum();
        Self {
            bins: bins.into_iter().filter(|bin| bin.count > 0).collect(),
            brier: sum / total,
            brier_of_mean: sum_of_mean / total,
            error: error / total,
        }
    }
}
