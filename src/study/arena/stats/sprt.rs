//! The sequential probability ratio test over pairs of games, as in fishtest and fastchess: the
//! generalized test over the five results of a pair, in logistic Elo.
//!
//! Sources: `LLRcalc.py` of fishtest, the Stockfish testing framework (Michel Van den Bergh); *A
//! Practical Introduction to the GSPRT* and *The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution*, by the same author; Li, Liu and Ying, *Generalized
//! Sequential Probability Ratio Test for Separate Families of Hypotheses* (2014).

use super::Pentanomial;

/// The two hypotheses of a test and its error rates.
///
/// ```
/// use kifu_study::arena::{Pentanomial, Sprt, SprtVerdict};
///
/// let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
/// assert_eq!(test.verdict(&Pentanomial([1, 2, 3, 2, 1])), None);
/// let clear = Pentanomial([20, 50, 100, 90, 60]);
/// assert_eq!(test.verdict(&clear), Some(SprtVerdict::AcceptH1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The Elo difference under the null hypothesis H0.
    pub elo0: f64,
    /// The Elo difference under the alternative hypothesis H1.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 holds.
    pub beta: f64,
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// The count given to a result that never occurred, so that no logarithm is infinite.
const PSEUDO_COUNT: f64 = 1e-3;

/// Returns the expected share of the points, from 0 to 1, for an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sprt {
    /// Returns the lower and upper bound of the log-likelihood ratio; between them the test
    /// continues.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// Returns the log-likelihood ratio of `elo1` against `elo0`, given the results.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pair_count() == 0 {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> = pairs
            .shares()
            .map(|(value, count)| (value, if count > 0.0 { count } else { PSEUDO_COUNT }))
            .collect();
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        let [low, high] =
            [self.elo0, self.elo1].map(|elo| max_likelihood(&counts, total, expected_score(elo)));
        let each = counts.iter().zip(low.iter().zip(&high));
        each.map(|((_, count), (low, high))| count * (high / low).ln())
            .sum()
    }

    /// Returns the verdict, or `None` while the test continues.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<SprtVerdict> {
        let llr = self.llr(pairs);
        let [lower, upper] = self.bounds();
        if llr <= lower {
            Some(SprtVerdict::AcceptH0)
        } else if llr >= upper {
            Some(SprtVerdict::AcceptH1)
        } else {
            None
        }
    }
}

/// Returns the probabilities that make the counts most likely among those with this mean: p / (1 +
/// x (value - mean)), with x chosen so that the mean is right.
fn max_likelihood(counts: &[(f64, f64)], total: f64, mean: f64) -> Vec<f64> {
    let derivative = |x: f64| -> f64 {
        let each = counts.iter().map(|(value, count)| {
            let deviation = value - mean;
            count / total * deviation / (1.0 + x * deviation)
        });
        each.sum()
    };
    // The derivative falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if derivative(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let each = counts.iter();
    each.map(|(value, count)| count / total / (1.0 + x * (value - mean)))
        .collect()
}
