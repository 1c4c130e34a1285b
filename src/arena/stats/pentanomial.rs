use super::super::matches::GameScore;
use crate::contract::Player;
use std::collections::BTreeMap;

/// Pairs of games with the same luck and changed sides, by what one bot got in both: 0, 0.5, 1,
/// 1.5, 2. Their results hang together, so that the pair and not the game is what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// Those that `name` and `other` have played to the end.
    pub fn from_scores(scores: &[GameScore], name: &str, other: &str) -> Self {
        let mut halves: BTreeMap<(&str, u32), Vec<usize>> = BTreeMap::new();
        for score in scores {
            let seat = Player::ALL.into_iter().find(|player| {
                let own = score.names[player.index()] == name;
                own && score.names[player.opponent().index()] == other
            });
            let value = seat.and_then(|seat| score.value(seat));
            if let (Some(value), Some(pair)) = (value, score.pair) {
                // 0, 0.5 or 1.
                let half = usize::from(value > 0.25) + usize::from(value > 0.75);
                halves.entry((&score.game, pair)).or_default().push(half);
            }
        }
        let mut pairs = Self::default();
        for values in halves.values().filter(|values| values.len() == 2) {
            pairs.0[values.iter().sum::<usize>()] += 1;
        }
        pairs
    }

    /// How many there are.
    pub fn pair_count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean of a pair, as a share of the two games: 0 to 1.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.shares().map(|(share, count)| share * count).sum();
        sum / f64::from(self.pair_count().max(1))
    }

    /// The variance of that share.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .shares()
            .map(|(share, count)| count * (share - mean).powi(2));
        squares.sum::<f64>() / f64::from(self.pair_count().max(1))
    }

    /// Shares with how often they came.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        shares.into_iter().zip(self.0.map(f64::from))
    }

    /// The variance of pairs in terms of what it were if the two games had nothing to do with
    /// each other, each won or lost with the same probability, draws apart; below 1 the pairs
    /// tell more than as many single games. `games` is the variance of a single game.
    pub fn variance_ratio(&self, games: f64) -> Option<f64> {
        (games > 0.0 && self.pair_count() > 1).then(|| self.variance() / (games / 2.0))
    }
}
