//! The addition of values.

use super::{GameValue, Options, Side, ValueStore};

/// The greatest height of a sum, which must be below the farthest star.
const MAX_HEIGHT: u8 = 15;
/// The largest product of sizes for a sum within a component.
const MAX_WORK: u64 = 100_000;
/// The largest product of sizes for a sum of two components.
///
/// Summands that are not added up cost the search more positions, but most sums are met only once,
/// and large ones take longer to add than they save.
const MAX_QUICK_WORK: u64 = 300;

impl ValueStore {
    /// Returns the sum of two values; `None` if it would be too much work.
    pub fn sum(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        self.sum_within(a, b, MAX_WORK)
    }

    /// Returns the sum of two values if it is quick to compute.
    pub fn quick_sum(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        self.sum_within(a, b, MAX_QUICK_WORK)
    }

    fn sum_within(&mut self, a: GameValue, b: GameValue, max_work: u64) -> Option<GameValue> {
        if b == self.negative(a) {
            return Some(GameValue::ZERO);
        }
        let work = u64::from(self.form(a).size) * u64::from(self.form(b).size);
        let height = self.form(a).height + self.form(b).height;
        if work > max_work || height > MAX_HEIGHT {
            return None;
        }
        self.sum_of(a, b)
    }

    /// Returns the sum of two values at any cost; `None` if it is too large to be kept.
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
