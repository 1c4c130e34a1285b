//! The logistic regression of pattern weights on who won.

use crate::common::descent::{Adam, cosine_rate};
use crate::common::session::LabSession;
use kifu_core::games::clobber::engine::patterns::{
    self, LOGIT_SCALE, PATTERN_COUNT, PatternWeights,
};
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;

const BATCH_SIZE: usize = 512;
const RATE: f32 = 0.003;
/// The strength of the pull of weights towards 0.
const REGULARIZATION: f32 = 2e-5;
/// The batches between two checkpoints.
const STEPS_PER_BATCH: u64 = 500;

/// The class of each pattern: equal for patterns that share a weight.
pub struct PatternClasses(Vec<(usize, f32)>);

impl Default for PatternClasses {
    fn default() -> Self {
        Self::new()
    }
}

impl PatternClasses {
    /// Groups patterns that are equal up to rotation, reflection, and exchange of the colours,
    /// which changes the sign of the weight. A pattern that equals its own exchange has no weight.
    pub fn new() -> Self {
        let mut classes: Vec<(usize, f32)> = (0..PATTERN_COUNT).map(least_image).collect();
        for pattern in 0..PATTERN_COUNT {
            let digits = (0..9).map(|at| pattern / 3_usize.pow(at) % 3);
            let swapped = digits.zip(0..).fold(0, |sum, (digit, at)| {
                sum + 3_usize.pow(at) * ((3 - digit) % 3)
            });
            if classes[pattern] == classes[swapped] {
                classes[pattern].1 = 0.0;
            }
        }
        Self(classes)
    }

    /// Encodes the weights of classes as the embedded table: a signed byte for each pattern.
    pub fn encode(&self, weights: &[f32]) -> PatternWeights {
        std::array::from_fn(|pattern| {
            let (class, sign) = self.0[pattern];
            let weight = (LOGIT_SCALE as f32 * weights[class] * sign).round();
            (weight.clamp(-127.0, 127.0) as i8).cast_unsigned()
        })
    }
}

/// Returns the least image of a pattern under symmetry and exchange of the colours, and the sign:
/// -1 if that image has the colours exchanged.
fn least_image(pattern: usize) -> (usize, f32) {
    let digits: Vec<usize> = (0..9)
        .rev()
        .map(|at| pattern / 3_usize.pow(at) % 3)
        .collect();
    let mut least = (usize::MAX, 1.0);
    for sign in [1.0, -1.0] {
        let exchanged = |digit: &usize| if sign < 0.0 { (3 - digit) % 3 } else { *digit };
        let mut image: Vec<usize> = digits.iter().map(exchanged).collect();
        // Reflections along two axes in turn give all eight symmetries.
        for step in 0..8 {
            let from = |at: usize| {
                let (y, x) = (at / 3, at % 3);
                if step % 2 == 1 {
                    3 * y + 2 - x
                } else {
                    3 * x + y
                }
            };
            image = (0..9).map(|at| image[from(at)]).collect();
            let number = image.iter().fold(0, |number, digit| 3 * number + digit);
            if number < least.0 {
                least = (number, sign);
            }
        }
    }
    least
}

/// A position: its patterns, the log odds known without them, and who won.
pub struct Example {
    /// The class and the sign of each stone's pattern.
    parts: Vec<(usize, f32)>,
    known_logit: f32,
    /// 1 if the player to move won, else 0.
    result: f32,
}

impl Example {
    /// Creates the example of a position, given the lead of the player to move without the
    /// patterns.
    pub fn new(
        classes: &PatternClasses,
        stones: impl IntoIterator<Item = Stones<u64>>,
        known_lead: i32,
        is_won: bool,
    ) -> Self {
        let mut parts = Vec::new();
        for stones in stones {
            patterns::for_each_pattern(stones, |_, _, pattern| {
                parts.push(classes.0[usize::from(pattern)]);
            });
        }
        Self {
            parts,
            known_logit: known_lead as f32 / LOGIT_SCALE as f32,
            result: f32::from(u8::from(is_won)),
        }
    }

    fn error(&self, weights: &[f32]) -> f32 {
        let parts = self.parts.iter();
        let logit: f32 = parts.map(|(class, sign)| weights[*class] * sign).sum();
        1.0 / (1.0 + (-logit - self.known_logit).exp()) - self.result
    }
}

/// Fits the weights of classes to nine tenths of the examples by Adam.
///
/// Returns them with the mean squared error on the last tenth.
///
/// # Errors
/// Returns an error of the session, or if there are too few examples.
pub fn fit(
    session: &mut LabSession,
    examples: &[Example],
    epochs: usize,
    seed: u64,
) -> Result<(Vec<f32>, f64), Failure> {
    let (learned, held_out) = examples.split_at(examples.len() / 10 * 9);
    if learned.is_empty() {
        let message = format!("expected at least 10 positions, found {}", examples.len());
        return Err(Failure::usage(message).hint("more games have more positions"));
    }
    let batches = (learned.len() * epochs).div_ceil(BATCH_SIZE) as u64;
    let start = || (vec![0.0_f32; PATTERN_COUNT], Adam::new(PATTERN_COUNT, 1e-6));
    let counts = (batches, STEPS_PER_BATCH);
    let (weights, _) = session.steps("weights", counts, start, |_, (weights, adam), step| {
        let mut random = SplitMix64::stream(!seed, step);
        let mut gradient: Vec<f32> = weights
            .iter()
            .map(|weight| REGULARIZATION * weight)
            .collect();
        for _ in 0..BATCH_SIZE {
            let example = &learned[random.index(learned.len())];
            let error = example.error(weights) / BATCH_SIZE as f32;
            for (class, sign) in &example.parts {
                gradient[*class] += error * sign;
            }
        }
        let rate = cosine_rate(RATE, step, batches);
        adam.descend(weights, gradient.into_iter(), rate, 0.0);
        Ok(())
    })?;
    let squares = held_out
        .iter()
        .map(|example| f64::from(example.error(&weights)).powi(2));
    let error = squares.sum::<f64>() / held_out.len() as f64;
    session.report(&format!(
        "{} positions; mean squared error {error:.4} on those held out (0.25 by chance)",
        examples.len()
    ));
    Ok((weights, error))
}

/// Decodes a table of pattern weights; `None` if it has another length.
pub fn decode(bytes: &[u8]) -> Option<Vec<f32>> {
    let weights = bytes
        .iter()
        .map(|byte| f32::from(byte.cast_signed()) / LOGIT_SCALE as f32);
    (bytes.len() == PATTERN_COUNT).then(|| weights.collect())
}
