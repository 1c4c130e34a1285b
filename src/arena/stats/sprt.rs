//! The sequential probability ratio test over pairs of games, as fishtest and fastchess make it:
//! the generalized test over the five results of a pair, in logistic Elo.
//!
//! Sources: `LLRcalc.py` of fishtest, the Stockfish testing framework (Michel Van den Bergh);
//! *A Practical Introduction to the GSPRT* and *The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution*, by the same; Li, Liu and Ying, *Generalized Sequential
//! Probability Ratio Test for Separate Families of Hypotheses* (2014).

use super::Pentanomial;

/// The two hypotheses and how often each may be refused wrongly.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference in Elo that is not worth it.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// How often the second may be accepted although the first holds.
    pub alpha: f64,
    /// How often the first may be accepted although the second holds.
    pub beta: f64,
}

/// What the test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// What counts for a result that never came, so that no logarithm is infinite.
const PSEUDO_COUNT: f64 = 1e-3;

/// The share of the points that goes with a difference in Elo.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sprt {
    /// Between these the test goes on.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The logarithm of how much more likely the results are under `elo1` than under `elo0`.
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

    /// The verdict, once there is one.
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

/// The probabilities that make the counts most likely among those with this mean:
/// p / (1 + x (value - mean)), where x makes the mean what it is to be.
fn max_likelihood(counts: &[(f64, f64)], total: f64, mean: f64) -> Vec<f64> {
    let tilt = |x: f64| -> f64 {
        let each = counts.iter().map(|(value, count)| {
            let away = value - mean;
            count / total * away / (1.0 + x * away)
        });
        each.sum()
    };
    // It falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if tilt(middle) > 0.0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn the_bounds_are_those_of_wald() {
        let [lower, upper] = TEST.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-8 && (lower + upper).abs() < 1e-12);
    }

    /// For small differences the exact ratio is what fishtest's approximation gives:
    /// (s1 - s0) (2 mean - s0 - s1) / (2 variance), a pair.
    #[test]
    fn the_ratio_is_near_its_approximation() {
        for counts in [
            [30, 120, 400, 160, 50],
            [5, 0, 100, 0, 9],
            [300, 10, 50, 20, 340],
        ] {
            let pairs = Pentanomial(counts);
            let (s0, s1) = (expected_score(TEST.elo0), expected_score(TEST.elo1));
            let about = f64::from(pairs.pair_count()) * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1)
                / (2.0 * pairs.variance());
            let exact = TEST.llr(&pairs);
            assert!(
                (exact - about).abs() < 0.02 + 0.02 * about.abs(),
                "{exact} {about}"
            );
        }
    }

    #[test]
    fn the_better_is_found_and_the_mirror_image_is_not() {
        let good = Pentanomial([20, 50, 100, 90, 60]);
        assert_eq!(TEST.verdict(&good), Some(SprtVerdict::AcceptH1));
        let mut bad = good;
        bad.0.reverse();
        assert_eq!(TEST.verdict(&bad), Some(SprtVerdict::AcceptH0));
        assert_eq!(TEST.verdict(&Pentanomial([1, 2, 3, 2, 1])), None);
        assert_eq!(TEST.verdict(&Pentanomial::default()), None);
    }
}
