//! The formulas by which all Monte Carlo tree searches of kifu select moves.
//!
//! Means and probabilities are from the point of view of the player to act.

/// Returns the mean of `visits` values; 0.5 without any.
#[inline]
pub fn mean_value(value_sum: f32, visits: f32) -> f32 {
    if visits > 0.0 {
        value_sum / visits
    } else {
        0.5
    }
}

/// Returns the value of a move before its first visit: the mean of its position plus `urgency`
/// (first-play urgency: Gelly and Wang 2006).
#[inline]
pub fn first_play_value(position_mean: f32, urgency: f32) -> f32 {
    position_mean + urgency
}

/// Returns the weight, 0 to 1, of a move's AMAF mean against the mean of its own visits (RAVE:
/// Gelly and Silver 2011): `sqrt(k / (3 visits + k))`, so that both have the same weight at `k`
/// visits.
///
/// `extra` is added to the denominator; if it is above 0, `k` and `visits` may both be 0.
#[inline]
pub fn rave_weight(rave_k: f32, visits: f32, extra: f32) -> f32 {
    (rave_k / (rave_k + 3.0 * visits + extra)).sqrt()
}

/// Returns the mean of a move's own and its AMAF value; see [`rave_weight`].
#[inline]
pub fn rave_mean(own_mean: f32, amaf_mean: f32, amaf_weight: f32) -> f32 {
    (1.0 - amaf_weight) * own_mean + amaf_weight * amaf_mean
}

/// Returns the part of UCB1's exploration term that is the same for all moves of a position,
/// `factor * sqrt(ln(visits))` (Auer, Cesa-Bianchi and Fischer 2002).
///
/// A move divides it by the square root of its own visits.
#[inline]
pub fn exploration_scale(factor: f32, position_visits: f32) -> f32 {
    factor * position_visits.ln().sqrt()
}

/// Reports whether the move to include is due for a visit: however bad it looks, it gets an eighth
/// of its position's visits.
#[inline]
pub fn included_move_is_due(visits: impl Into<f64>, position_visits: impl Into<f64>) -> bool {
    visits.into() * 8.0 <= position_visits.into()
}
