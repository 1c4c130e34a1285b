//! Numbers by which every Monte-Carlo tree search here selects moves.
//!
//! Chances and means are those of the player to act.

/// Returns the mean of `visits` values, 0.5 where there is none.
#[inline]
pub fn mean_value(value_sum: f32, visits: f32) -> f32 {
    if visits > 0.0 {
        value_sum / visits
    } else {
        0.5
    }
}

/// Returns the value that a move counts as before its first visit (first-play urgency: Gelly and
/// Wang 2006): the mean of its position raised, or lowered, by `urgency`.
#[inline]
pub fn first_play_value(position_mean: f32, urgency: f32) -> f32 {
    position_mean + urgency
}

/// Returns the weight, 0 to 1, of a move's AMAF mean beside the mean of its own visits (RAVE:
/// Gelly and Silver 2011): `sqrt(k / (3 visits + k))`, so both weigh the same at `k` visits.
///
/// `extra` is added to the denominator. Above 0 it allows for `k` and `visits` that are both 0.
#[inline]
pub fn rave_weight(rave_k: f32, visits: f32, extra: f32) -> f32 {
    (rave_k / (rave_k + 3.0 * visits + extra)).sqrt()
}

/// Returns the mean of a move with RAVE; see [`rave_weight`].
#[inline]
pub fn rave_mean(own_mean: f32, amaf_mean: f32, amaf_weight: f32) -> f32 {
    (1.0 - amaf_weight) * own_mean + amaf_weight * amaf_mean
}

/// Returns the part of UCB1's exploration term (Auer, Cesa-Bianchi and Fischer 2002) that all
/// moves of a position share, `factor * sqrt(ln(visits))`; a move divides it by the root of its
/// own visits.
#[inline]
pub fn exploration_scale(factor: f32, position_visits: f32) -> f32 {
    factor * position_visits.ln().sqrt()
}

/// Returns whether a move that must be evaluated, however bad it looks, is to be visited next: it
/// gets an eighth of its position's visits.
#[inline]
pub fn included_move_is_due(visits: impl Into<f64>, position_visits: impl Into<f64>) -> bool {
    visits.into() * 8.0 <= position_visits.into()
}
