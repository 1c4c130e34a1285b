//! The model of Bradley and Terry (1952), as all ratings use it.

/// The number of draws against an average bot that each bot is given.
pub(super) const PRIOR_DRAWS: f64 = 1.0;

/// The points of two bots against each other, by their indices: `(one, two, [of one, of two])`.
pub(super) type Encounter = (usize, usize, [f64; 2]);

/// Returns the expected score of a bot with this advantage in strength.
pub(super) fn expected_score(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}
