//! The sequential probability ratio test over pairs of games, as in fishtest and fastchess: the
//! generalized test over the five results of a pair, in logistic Elo.
//!
//! Sources: `LLRcalc.py` of fishtest, the Stockfish testing framework (Michel Van den Bergh); *A
//! Practical Introduction to the GSPRT* and *The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution*, by the same author; Li, Liu and Ying, *Generalized
//! Sequential Probability Ratio Test for Separate Families of Hypotheses* (2014).

use super::super::matches::GameScore;
use kifu_core::contract::Player;
use std::collections::BTreeMap;

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

/// A count of the pairs of two bots that grows game by game.
#[derive(Clone, Debug)]
pub struct PairCounter {
    name: String,
    opponent: String,
    /// The results of each pair in half points of `name`, by game and number of the pair.
    results: BTreeMap<(String, u32), Vec<usize>>,
    pairs: Pentanomial,
}

impl PairCounter {
    /// Creates a count of no pairs, scored for `name`.
    pub fn new(name: &str, opponent: &str) -> Self {
        Self {
            name: name.to_owned(),
            opponent: opponent.to_owned(),
            results: BTreeMap::new(),
            pairs: Pentanomial::default(),
        }
    }

    /// Adds a game; one of other bots, without a result or without a pair is ignored.
    pub fn add(&mut self, score: &GameScore) {
        let player = Player::ALL.into_iter().find(|player| {
            let plays = score.names[player.index()] == self.name;
            plays && score.names[player.opponent().index()] == self.opponent
        });
        let value = player.and_then(|player| score.value(player));
        let (Some(value), Some(pair)) = (value, score.pair) else {
            return;
        };
        // 0 for a loss, 1 for a draw, 2 for a win.
        let half_points = usize::from(value > 0.25) + usize::from(value > 0.75);
        let results = self.results.entry((score.game.clone(), pair)).or_default();
        // A number that occurs in more than two games is no pair.
        if let [one, two] = results[..] {
            self.pairs.0[one + two] -= 1;
        }
        results.push(half_points);
        if let [one, two] = results[..] {
            self.pairs.0[one + two] += 1;
        }
    }

    /// Returns the pairs in which both games have a result.
    pub const fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}

/// The number of pairs of games in which one bot scored 0, 0.5, 1, 1.5 and 2.
///
/// The two games of a pair have the same chance events with sides changed. Their results are
/// correlated, so the pair and not the game is the independent sample.
///
/// ```
/// use kifu_study::arena::Pentanomial;
///
/// let pairs = Pentanomial([0, 1, 2, 1, 0]);
/// assert_eq!(pairs.pair_count(), 4);
/// assert_eq!(pairs.mean(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// Counts the pairs in which both games between `name` and `opponent` have a result, scored for
    /// `name`.
    pub fn from_scores(scores: &[GameScore], name: &str, opponent: &str) -> Self {
        let mut counter = PairCounter::new(name, opponent);
        for score in scores {
            counter.add(score);
        }
        counter.pairs()
    }

    /// Returns the same pairs, scored for the opponent.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Returns the number of pairs.
    pub fn pair_count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the mean score of a pair as a share of its two games, from 0 to 1.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.shares().map(|(share, count)| share * count).sum();
        sum / f64::from(self.pair_count().max(1))
    }

    /// Returns the variance of the score of a pair as a share of its two games.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .shares()
            .map(|(share, count)| count * (share - mean).powi(2));
        squares.sum::<f64>() / f64::from(self.pair_count().max(1))
    }

    /// Yields each possible score of a pair, from 0 to 1, with its count.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        shares.into_iter().zip(self.0.map(f64::from))
    }

    /// Returns the variance of the pairs relative to that of two independent games, where `games`
    /// is the variance of a single game.
    ///
    /// Below 1, pairs are more informative than the same number of single games. `None` if `games`
    /// is zero or there are fewer than two pairs.
    pub fn variance_ratio(&self, games: f64) -> Option<f64> {
        (games > 0.0 && self.pair_count() > 1).then(|| self.variance() / (games / 2.0))
    }
}
