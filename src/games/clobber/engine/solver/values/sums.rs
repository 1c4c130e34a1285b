//! Values added up.

use super::{GameValue, Options, Side, ValueStore};

/// The highest form that sums are made of: below the farthest star.
const MAX_HEIGHT: u8 = 15;
/// The most work that a sum inside of a component may be.
const MAX_WORK: u64 = 100_000;
/// The most work that a sum of two components may be: one that is left as it is makes the search
/// look at more positions, but most are met once, and adding them takes longer than that.
const MAX_QUICK_WORK: u64 = 300;

impl ValueStore {
    /// The sum of two values; `None` if it would be too much work.
    pub fn sum(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        self.sum_within(a, b, MAX_WORK)
    }

    /// The sum of two values, if it is found quickly.
    pub fn quick_sum(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        self.sum_within(a, b, MAX_QUICK_WORK)
    }

    fn sum_within(&mut self, a: GameValue, b: GameValue, most: u64) -> Option<GameValue> {
        if b == self.negative(a) {
            return Some(GameValue::ZERO);
        }
        let work = u64::from(self.form(a).size) * u64::from(self.form(b).size);
        let height = self.form(a).height + self.form(b).height;
        if work > most || height > MAX_HEIGHT {
            return None;
        }
        self.sum_of(a, b)
    }

    /// The sum, whatever the work.
    pub(super) fn sum_of(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        if a == GameValue::ZERO || b == GameValue::ZERO {
            return Some(a.max(b));
        }
        if b == self.negative(a) {
            return Some(GameValue::ZERO);
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.sum_cache.get((a, b)) {
            return known;
        }
        let sum = self.sum_by_options(a, b);
        self.sum_cache.put((a, b), sum);
        sum
    }

    fn sum_by_options(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        let mut options = Options::default();
        for side in [Side::Left, Side::Right] {
            for (from, with) in [(a, b), (b, a)] {
                for at in 0..self.options(from, side).len() {
                    let option = self.options(from, side)[at];
                    let sum = self.sum_of(option, with)?;
                    options[side as usize].push(sum);
                }
            }
        }
        self.with_options(options)
    }
}
