//! How the weights of patterns are learned from who won.

use crate::lab::training::{Adam, rate};
use kifu::internals::clobber::bitboard::BitboardWord;
use kifu::internals::clobber::patterns::{self, LOGIT_SCALE, PATTERN_COUNT, PatternWeights};
use kifu::internals::clobber::stones::Stones;
use kifu::search::SplitMix64;

/// For each pattern the least of its eight images and of those with the colours exchanged, and
/// whether that has them exchanged.
fn images() -> Vec<(usize, f32)> {
    let class = |pattern: usize| {
        let digits: Vec<usize> = (0..9)
            .rev()
            .map(|at| pattern / 3usize.pow(at) % 3)
            .collect();
        let mut least = (usize::MAX, 1.0);
        for sign in [1.0, -1.0] {
            let exchanged = |digit: &usize| if sign < 0.0 { (3 - digit) % 3 } else { *digit };
            let mut image: Vec<usize> = digits.iter().map(exchanged).collect();
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
    };
    (0..PATTERN_COUNT).map(class).collect()
}

/// The class of each pattern and whose gain it is. A pattern that is its own opposite counts for
/// neither player.
pub fn classes() -> Vec<(usize, f32)> {
    let mut classes = images();
    for pattern in 0..PATTERN_COUNT {
        let digits = (0..9).map(|at| pattern / 3usize.pow(at) % 3);
        let swapped = digits.enumerate().fold(0, |sum, (at, digit)| {
            sum + 3usize.pow(u32::try_from(at).unwrap()) * ((3 - digit) % 3)
        });
        if classes[pattern] == classes[swapped] {
            classes[pattern].1 = 0.0;
        }
    }
    classes
}

/// Writes the weights of all patterns where the environment says, if it does.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "clamped, and small"
)]
pub fn write(variable: &str, classes: &[(usize, f32)], weights: &[f32]) {
    let Ok(path) = std::env::var(variable) else {
        return;
    };
    let table: PatternWeights = std::array::from_fn(|pattern| {
        let (class, sign) = classes[pattern];
        let weight = (LOGIT_SCALE as f32 * weights[class] * sign).round();
        (weight.clamp(-127.0, 127.0) as i8).cast_unsigned()
    });
    std::fs::write(path, table).unwrap();
}

/// A position: what its patterns are, what else is known of the odds, and who won.
pub struct Example {
    /// The class and the sign of each stone's pattern.
    parts: Vec<(usize, f32)>,
    /// The logarithm of the odds without the patterns.
    known: f32,
    /// 1 if the player to act won, else 0.
    won: f32,
}

impl Example {
    /// A position seen by the player to act, who leads by so many known parts.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn new<B: BitboardWord>(
        classes: &[(usize, f32)],
        stones: impl IntoIterator<Item = Stones<B>>,
        known: i32,
        won: bool,
    ) -> Self {
        let mut parts = Vec::new();
        for stones in stones {
            patterns::for_each_pattern(stones, |_, _, pattern| {
                parts.push(classes[usize::from(pattern)]);
            });
        }
        Self {
            parts,
            known: known as f32 / LOGIT_SCALE as f32,
            won: f32::from(u8::from(won)),
        }
    }

    fn error(&self, weights: &[f32]) -> f32 {
        let parts = self.parts.iter();
        let lead: f32 = parts.map(|(class, sign)| weights[*class] * sign).sum();
        1.0 / (1.0 + (-lead - self.known).exp()) - self.won
    }
}

/// Learns weights from nine tenths of the examples. Returns them, and by how much they are off on
/// the last tenth: the mean square.
pub fn learn(examples: &[Example], rounds: usize) -> (Vec<f32>, f64) {
    let (learnt, kept) = examples.split_at(examples.len() / 10 * 9);
    let (mut weights, mut random) = (vec![0.0; PATTERN_COUNT], SplitMix64::new(2));
    let mut adam = Adam::new(PATTERN_COUNT, 1e-6);
    let rounds = u16::try_from(learnt.len() * rounds / 512).unwrap();
    for round in 0..rounds {
        let mut slopes: Vec<f32> = weights.iter().map(|weight| 2e-5 * weight).collect();
        for _ in 0..512 {
            let example = &learnt[random.index(learnt.len())];
            let by = example.error(&weights) / 512.0;
            for (class, sign) in &example.parts {
                slopes[*class] += by * sign;
            }
        }
        let rate = rate(0.003, round, rounds);
        for (weight, step) in weights.iter_mut().zip(adam.steps(slopes.into_iter())) {
            *weight -= rate * step;
        }
    }
    let squares = kept
        .iter()
        .map(|example| f64::from(example.error(&weights)).powi(2));
    let count = f64::from(u32::try_from(kept.len()).unwrap());
    let error = squares.sum::<f64>() / count;
    println!(
        "{} positions; off by {error:.4} squared, a coin by 0.25",
        examples.len()
    );
    (weights, error)
}
