//! The curve, fitted.

use super::CalibrationSample;
use crate::search::{Calibration, CalibrationKnot, evidence, knot_weight, logistic, logit};

/// So strongly each dial is held where no curve at all would have it, in samples: what few games
/// say is not believed.
const PRIOR_WEIGHT: f64 = 4.0;
/// How often all dials are turned; far less is enough.
const MAX_SWEEPS: usize = 300;
/// What one more turn brings when the curve lies still.
const MIN_STEP: f64 = 1e-7;

/// The table that makes the samples' results most likely: a logistic regression with three knots,
/// where the first tenth, the half and the last tenth of the samples lie. `None` if there are too
/// few to tell anything.
pub fn fit(samples: &[CalibrationSample], engine: String, version: u32) -> Option<Calibration> {
    let knots = knots(samples)?;
    let nodes = samples.iter().map(|sample| sample.context.nodes.max(1));
    let nodes = (nodes.clone().min()?, nodes.max()?);
    let mut lines: Vec<RegressionRow> = samples
        .iter()
        .map(|sample| RegressionRow::of(sample, &knots, nodes))
        .collect();
    let mut dials = vec![0.0; 3 * knots.len() + 1];
    for _ in 0..MAX_SWEEPS {
        let turns = (0..dials.len()).map(|dial| {
            let turn = newton_step(&lines, dial, dials[dial]);
            dials[dial] += turn;
            for line in &mut lines {
                line.logit += turn * line.features[dial];
            }
            turn.abs()
        });
        if turns.fold(0.0, f64::max) < MIN_STEP {
            break;
        }
    }
    let knot = |(nth, played): (usize, &f64)| CalibrationKnot {
        progress: rounded(*played),
        slope: rounded(1.0 + dials[3 * nth]),
        offset: rounded(dials[3 * nth + 1]),
        first: rounded(dials[3 * nth + 2]),
    };
    let table = Calibration {
        version,
        engine,
        nodes,
        evidence: rounded(dials[3 * knots.len()]),
        error: 0.0,
        knots: knots.iter().enumerate().map(knot).collect(),
    };
    Some(Calibration {
        error: rounded(rms_error(samples, &table).0),
        ..table
    })
}

/// How far chances are from those of a much longer look, the root of the mean square; and how many
/// tell it.
#[expect(clippy::cast_precision_loss, reason = "samples are few")]
pub fn rms_error(samples: &[CalibrationSample], table: &Calibration) -> (f64, usize) {
    let off = |sample: &CalibrationSample| {
        let (win, stage) = sample.longer_search?;
        Some(table.win_probability(win, stage) - table.win_probability(sample.win, sample.context))
    };
    let all: Vec<f64> = samples.iter().filter_map(off).collect();
    let squares: f64 = all.iter().map(|off| off * off).sum();
    ((squares / all.len().max(1) as f64).sqrt(), all.len())
}

/// A table is read by people.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

fn knots(samples: &[CalibrationSample]) -> Option<Vec<f64>> {
    let mut played: Vec<f64> = samples
        .iter()
        .map(|sample| sample.context.progress)
        .collect();
    played.sort_by(f64::total_cmp);
    let at = |tenths: usize| played.get(played.len() * tenths / 10).copied();
    let mut knots = vec![at(1)?, at(5)?, at(9)?];
    knots.dedup_by(|later, earlier| *later - *earlier < 0.05);
    Some(knots)
}

/// A sample as the regression sees it.
struct RegressionRow {
    /// What each dial adds to the logit: for each knot the slope (what it has above 1), the
    /// offset and the side; then the evidence.
    features: Vec<f64>,
    logit: f64,
    result: f64,
}

impl RegressionRow {
    fn of(sample: &CalibrationSample, knots: &[f64], nodes: (u64, u64)) -> Self {
        let (stage, logit) = (sample.context, logit(sample.win));
        let mut features = Vec::with_capacity(3 * knots.len() + 1);
        for nth in 0..knots.len() {
            let share = knot_weight(knots, nth, stage.progress);
            features.extend([share * logit, share, share * stage.side_sign()]);
        }
        features.push(evidence(nodes, stage.nodes) * logit);
        Self {
            features,
            logit,
            result: sample.result,
        }
    }
}

/// Newton's step of one dial, the others held.
fn newton_step(lines: &[RegressionRow], dial: usize, now: f64) -> f64 {
    let (mut slope, mut curve) = (-PRIOR_WEIGHT * now, PRIOR_WEIGHT);
    for line in lines {
        let (feature, chance) = (line.features[dial], logistic(line.logit));
        slope += feature * (line.result - chance);
        curve += feature * feature * chance * (1.0 - chance);
    }
    (slope / curve).clamp(-1.0, 1.0)
}
