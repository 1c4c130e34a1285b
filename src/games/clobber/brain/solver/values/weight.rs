//! Atomic weights: by how many `up`s a side leads, as integers on both sides of it.
//!
//! A value's weight is at least one if and only if the value is at least a *far star*, a nimber
//! larger than all in the value (Siegel, II.7). Who leads by two wins, whoever moves; who leads by
//! one wins when he moves.

use super::bounds::{Bounds, UNBOUNDED};
use super::{Value, Values};

/// Weights from `-RANGE` to `RANGE` are told apart.
const RANGE: i8 = 6;
/// How many these are.
pub(super) const WEIGHTS: usize = 13;
/// Stars that are far from every value whose own stars are smaller. The nearest serves best.
const FAR_STARS: [u8; 3] = [4, 8, 16];

impl Values {
    /// What weights are compared with: see [`Values::far`].
    pub(super) fn far_ups(&mut self) -> Vec<[Value; WEIGHTS]> {
        let mut stars = vec![Value::ZERO];
        for n in 1..=FAR_STARS[2] {
            let star = self.keep([stars.clone(), stars.clone()]);
            self.forms[star.0 as usize].star = n;
            stars.push(star);
        }
        let up = self.keep([vec![Value::ZERO], vec![stars[1]]]);
        FAR_STARS
            .map(|far| self.ups_and(up, stars[usize::from(far)]))
            .to_vec()
    }

    fn ups_and(&mut self, up: Value, star: Value) -> [Value; WEIGHTS] {
        let (mut ups, mut all) = (Value::ZERO, [star; WEIGHTS]);
        let middle = WEIGHTS / 2 + 1;
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
    pub(super) fn find_bounds(&mut self, value: Value) {
        let negative = self.negative(value);
        let bounds = Bounds {
            low: self.least_weight(value),
            high: -self.least_weight(negative),
            ..self.bounds(value)
        };
        self.forms[value.0 as usize].bounds = bounds;
        self.forms[negative.0 as usize].bounds = bounds.swapped();
    }

    /// The largest integer that the atomic weight is at least (Siegel, II.7: the far star).
    fn least_weight(&mut self, value: Value) -> i8 {
        let star = self.form(value).star;
        let Some(far) = FAR_STARS.iter().position(|far| *far > star) else {
            return -UNBOUNDED;
        };
        let Some(ups) = self.far.get(far).copied() else {
            return -UNBOUNDED;
        };
        // Most weights are small: from the middle up or down.
        let middle = WEIGHTS / 2;
        let mut fits = |at: usize| self.is_at_most(ups[at], value);
        let least = if fits(middle) {
            (middle + 1..WEIGHTS)
                .take_while(|at| fits(*at))
                .last()
                .or(Some(middle))
        } else {
            (0..middle).rev().find(|at| fits(*at))
        };
        let weight = |at| i8::try_from(at).unwrap_or(0) - RANGE;
        least.map_or(-UNBOUNDED, weight)
    }
}
