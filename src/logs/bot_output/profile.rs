//! A number of a bot over the plies of many games: the least, mean and most of each ply.

use std::collections::BTreeMap;

/// A number by ply over many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberProfile {
    plies: BTreeMap<u32, NumberRange>,
}

/// The range of a number at a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// The number of games that have it.
    pub count: usize,
    /// The least.
    pub least: f64,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub most: f64,
}

impl NumberProfile {
    /// Adds the number at some plies of a game.
    ///
    /// ```
    /// use kifu_logs::bot_output::NumberProfile;
    ///
    /// let mut profile = NumberProfile::default();
    /// for depth in [4.0, 8.0] {
    ///     profile.add([(3, depth)]);
    /// }
    /// let (ply, range) = profile.ranges().next().unwrap();
    /// assert_eq!((ply, range.least, range.mean, range.most), (3, 4.0, 6.0, 8.0));
    /// ```
    pub fn add(&mut self, numbers: impl IntoIterator<Item = (u32, f64)>) {
        for (ply, number) in numbers {
            let range = self.plies.entry(ply).or_insert(NumberRange {
                count: 0,
                least: number,
                mean: number,
                most: number,
            });
            range.count += 1;
            range.least = range.least.min(number);
            range.most = range.most.max(number);
            #[expect(clippy::cast_precision_loss, reason = "a number of games")]
            let count = range.count as f64;
            range.mean += (number - range.mean) / count;
        }
    }

    /// Returns the plies with their ranges, in order.
    pub fn ranges(&self) -> impl Iterator<Item = (u32, NumberRange)> {
        self.plies.iter().map(|(ply, range)| (*ply, *range))
    }
}
