//! The pentanomial statistics of pairs of games.

use super::super::matches::GameScore;
use kifu_core::contract::Player;
use std::collections::BTreeMap;

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
        let mut pair_results: BTreeMap<(&str, u32), Vec<usize>> = BTreeMap::new();
        for score in scores {
            let player = Player::ALL.into_iter().find(|player| {
                let plays = score.names[player.index()] == name;
                plays && score.names[player.opponent().index()] == opponent
            });
            let value = player.and_then(|player| score.value(player));
            if let (Some(value), Some(pair)) = (value, score.pair) {
                // 0 for a loss, 1 for a draw, 2 for a win.
                let half_points = usize::from(value > 0.25) + usize::from(value > 0.75);
                pair_results
                    .entry((&score.game, pair))
                    .or_default()
                    .push(half_points);
            }
        }
        let mut pairs = Self::default();
        for values in pair_results.values().filter(|values| values.len() == 2) {
            pairs.0[values.iter().sum::<usize>()] += 1;
        }
        pairs
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
