//! The fit of a calibration curve to samples, by logistic regression.

use super::CalibrationSample;
use kifu_core::search::{Calibration, CalibrationKnot, evidence, knot_weight, logistic, logit};

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
