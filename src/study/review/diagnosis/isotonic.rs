//! Isotonic regression by the pool adjacent violators algorithm.

/// The number of imagined samples with the mean of all that each level is mixed with, so that a
/// level of few samples claims no certainty.
const PRIOR_WEIGHT: f64 = 1.0;

/// A monotone function that was fitted to samples.
#[derive(Clone, Debug, PartialEq)]
pub struct IsotonicFit {
    /// The levels by the least value of each, in order.
    levels: Vec<IsotonicBlock>,
}

/// Neighbouring samples that share a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
struct IsotonicBlock {
    from: f64,
    to: f64,
    mean: f64,
    weight: f64,
}

impl IsotonicFit {
    /// Fits the function to samples of value, target and weight; `None` without samples.
    ///
    /// It takes O(n log n) time. Samples that are not finite are left out.
    ///
    /// ```
    /// use kifu_study::review::IsotonicFit;
    ///
    /// let samples = [(-5.0, 0.0), (0.0, 1.0), (1.0, 0.0), (9.0, 1.0)].repeat(50);
    /// let samples: Vec<_> = samples.iter().map(|(value, won)| (*value, *won, 1.0)).collect();
    /// let fit = IsotonicFit::new(&samples).unwrap();
    /// assert!(fit.predict(-5.0) < 0.02 && fit.predict(9.0) > 0.98);
    /// assert_eq!(fit.predict(0.0), fit.predict(1.0));
    /// ```
    pub fn new(samples: &[(f64, f64, f64)]) -> Option<Self> {
        let is_usable = |(value, target, weight): &&(f64, f64, f64)| {
            value.is_finite() && target.is_finite() && *weight > 0.0
        };
        let mut sorted: Vec<_> = samples.iter().filter(is_usable).copied().collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut levels: Vec<IsotonicBlock> = Vec::new();
        for (value, target, weight) in sorted {
            let mut level = IsotonicBlock {
                from: value,
                to: value,
                mean: target,
                weight,
            };
            while let Some(last) = levels.last() {
                #[expect(clippy::float_cmp, reason = "equal values share a level")]
                let is_same = last.to == level.from;
                if last.mean < level.mean && !is_same {
                    break;
                }
                level = last.pooled_with(&level);
                levels.pop();
            }
            levels.push(level);
        }
        let total: f64 = levels.iter().map(|level| level.weight).sum();
        let sum: f64 = levels.iter().map(|level| level.weight * level.mean).sum();
        if total <= 0.0 {
            return None;
        }
        let overall = sum / total;
        for level in &mut levels {
            let mixed = level.weight * level.mean + PRIOR_WEIGHT * overall;
            level.mean = mixed / (level.weight + PRIOR_WEIGHT);
        }
        // Mixing moves light levels further than heavy ones: the order is restored.
        for at in 1..levels.len() {
            levels[at].mean = levels[at].mean.max(levels[at - 1].mean);
        }
        Some(Self { levels })
    }

    /// Returns the function at a value: constant on a level, linear between two levels, and
    /// constant outside of all.
    pub fn predict(&self, value: f64) -> f64 {
        let above = self.levels.partition_point(|level| level.to < value);
        let Some(level) = self.levels.get(above) else {
            return self.levels.last().map_or(0.5, |last| last.mean);
        };
        let before = above.checked_sub(1).map(|before| self.levels[before]);
        match before {
            Some(before) if value < level.from => {
                let share = (value - before.to) / (level.from - before.to);
                before.mean + share * (level.mean - before.mean)
            }
            _ => level.mean,
        }
    }
}

impl IsotonicBlock {
    fn pooled_with(&self, next: &Self) -> Self {
        let weight = self.weight + next.weight;
        Self {
            from: self.from,
            to: next.to,
            mean: (self.weight * self.mean + next.weight * next.mean) / weight,
            weight,
        }
    }
}
