//! What is known of a value at first sight.

/// A bound of an atomic weight that bounds nothing.
pub(super) const UNBOUNDED: i8 = 64;

/// What is known of a summand without looking at the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    /// Left does not lose as second player: the value is at least zero.
    pub at_least_zero: bool,
    /// Right does not lose as second player: the value is at most zero.
    pub at_most_zero: bool,
    /// The atomic weight is at least this.
    pub min_weight: i8,
    /// The atomic weight is at most this.
    pub max_weight: i8,
}

impl ValueBounds {
    /// Of a value whose weight is not known.
    pub const fn of_outcome(at_least_zero: bool, at_most_zero: bool) -> Self {
        Self {
            at_least_zero,
            at_most_zero,
            min_weight: -UNBOUNDED,
            max_weight: UNBOUNDED,
        }
    }

    /// The bounds of the negative.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            at_least_zero: self.at_most_zero,
            at_most_zero: self.at_least_zero,
            min_weight: -self.max_weight,
            max_weight: -self.min_weight,
        }
    }

    /// Whether a value with these bounds is at most another, if the bounds tell.
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
