//! Atomic weights, which count the `up`s by which a side leads, bounded by integers.
//!
//! The weight of a value is at least one if and only if the value is at least a *far star*, a
//! nimber larger than all in the value (Siegel, II.7). A side that leads by two wins, no matter who
//! moves first; a side that leads by one wins when moving first.

use super::{GameValue, ValueStore};

/// The weight that means a missing bound.
pub(super) const UNBOUNDED: i8 = 64;

/// The outcome of a value alone and the bounds of its atomic weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    /// Whether the value is at least zero: Left, moving second, wins.
    pub at_least_zero: bool,
    /// Whether the value is at most zero: Right, moving second, wins.
    pub at_most_zero: bool,
    /// The lower bound of the atomic weight.
    pub min_weight: i8,
    /// The upper bound of the atomic weight.
    pub max_weight: i8,
}

impl ValueBounds {
    /// Returns the bounds of a value whose weight is not known.
    pub const fn of_outcome(at_least_zero: bool, at_most_zero: bool) -> Self {
        Self {
            at_least_zero,
            at_most_zero,
            min_weight: -UNBOUNDED,
            max_weight: UNBOUNDED,
        }
    }

    /// Returns the bounds of the negative of the value.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            at_least_zero: self.at_most_zero,
            at_most_zero: self.at_least_zero,
            min_weight: -self.max_weight,
            max_weight: -self.min_weight,
        }
    }

    /// Reports whether a value with these bounds is at most another, if the bounds decide it.
    pub const fn at_most(self, other: Self, is_same: bool) -> Option<bool> {
        if is_same
            || self.at_most_zero && other.at_least_zero
            || self.max_weight + 2 <= other.min_weight
        {
            return Some(true);
        }
        if self.min_weight > other.max_weight
            || other.at_most_zero && !self.at_most_zero
            || self.at_least_zero && !other.at_least_zero
        {
            return Some(false);
        }
        None
    }
}

/// The largest weight that is distinguished; the least is its negative.
const MAX_WEIGHT: i8 = 6;
/// The number of weights that are distinguished.
pub(super) const WEIGHT_COUNT: usize = 13;
/// The nimbers that serve as far stars, each for the values whose own nimbers are smaller.
///
/// The smallest that is large enough is used.
const FAR_STARS: [u8; 3] = [4, 8, 16];

impl ValueStore {
    /// Returns the values that weights are compared with (see `ValueStore::far_stars`).
    pub(super) fn far_star_sums(&mut self) -> Vec<[GameValue; WEIGHT_COUNT]> {
        let mut stars = vec![GameValue::ZERO];
        for n in 1..=FAR_STARS[2] {
            let star = self.intern([stars.clone(), stars.clone()]);
            self.forms[star.0 as usize].max_nimber = n;
            stars.push(star);
        }
        let up = self.intern([vec![GameValue::ZERO], vec![stars[1]]]);
        FAR_STARS
            .map(|far| self.ups_plus_star(up, stars[usize::from(far)]))
            .to_vec()
    }

    fn ups_plus_star(&mut self, up: GameValue, star: GameValue) -> [GameValue; WEIGHT_COUNT] {
        let (mut ups, mut all) = (GameValue::ZERO, [star; WEIGHT_COUNT]);
        let middle = WEIGHT_COUNT / 2 + 1;
        for n in 1..=middle {
            ups = self.sum_of(ups, up).unwrap_or_default();
            let sum = self.sum_of(ups, star).unwrap_or_default();
            if let Some(slot) = all.get_mut(middle + n) {
                *slot = sum;
            }
            all[middle - n] = self.negative(sum);
        }
        all
    }

    /// Computes the bounds of the atomic weights of a value and of its negative.
    pub(super) fn compute_weight_bounds(&mut self, value: GameValue) {
        let negative = self.negative(value);
        let bounds = ValueBounds {
            min_weight: self.min_weight(value),
            max_weight: -self.min_weight(negative),
            ..self.bounds(value)
        };
        self.forms[value.0 as usize].bounds = bounds;
        self.forms[negative.0 as usize].bounds = bounds.negated();
    }

    /// Returns the largest integer that is at most the atomic weight (Siegel, II.7, by far stars).
    fn min_weight(&mut self, value: GameValue) -> i8 {
        let star = self.form(value).max_nimber;
        let Some(far) = FAR_STARS.iter().position(|far| *far > star) else {
            return -UNBOUNDED;
        };
        let Some(ups) = self.far_stars.get(far).copied() else {
            return -UNBOUNDED;
        };
        // Most weights are small, so the search goes from the middle up or down.
        let middle = WEIGHT_COUNT / 2;
        let mut fits = |at: usize| self.is_at_most(ups[at], value);
        let least = if fits(middle) {
            (middle + 1..WEIGHT_COUNT)
                .take_while(|at| fits(*at))
                .last()
                .or(Some(middle))
        } else {
            (0..middle).rev().find(|at| fits(*at))
        };
        let weight = |at| i8::try_from(at).unwrap_or(0) - MAX_WEIGHT;
        least.map_or(-UNBOUNDED, weight)
    }
}
