//! Atomic weights: by how many `up`s a side leads, as integers on both sides of it.
//!
//! A value's weight is at least one if and only if the value is at least a *far star*, a nimber
//! larger than all in the value (Siegel, II.7). Who leads by two wins, whoever moves; who leads by
//! one wins when he moves.

use super::bounds::{UNBOUNDED, ValueBounds};
use super::{GameValue, ValueStore};

/// Weights from `-RANGE` to `RANGE` are told apart.
const MAX_WEIGHT: i8 = 6;
/// How many these are.
pub(super) const WEIGHT_COUNT: usize = 13;
/// Stars that are far from every value whose own stars are smaller. The nearest serves best.
const FAR_STARS: [u8; 3] = [4, 8, 16];

impl ValueStore {
    /// What weights are compared with: see [`Values::far`].
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
            if let Some(place) = all.get_mut(middle + n) {
                *place = sum;
            }
            all[middle - n] = self.negative(sum);
        }
        all
    }

    /// Finds the weights of a value and its negative.
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

    /// The largest integer that the atomic weight is at least (Siegel, II.7: the far star).
    fn min_weight(&mut self, value: GameValue) -> i8 {
        let star = self.form(value).max_nimber;
        let Some(far) = FAR_STARS.iter().position(|far| *far > star) else {
            return -UNBOUNDED;
        };
        let Some(ups) = self.far_stars.get(far).copied() else {
            return -UNBOUNDED;
        };
        // Most weights are small: from the middle up or down.
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
