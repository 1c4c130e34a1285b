//! Bounds of a value that are cheap to compare.

/// The weight that stands for a missing bound.
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
