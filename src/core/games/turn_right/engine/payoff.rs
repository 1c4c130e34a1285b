//! Conversion of a lead in points into a win probability and contest points.

use super::circuit_position::BONUS_3X3;
use crate::contract::Proven;
use crate::search::{Bounds, Value};

/// The lead above which the game is won by a 3x3 square.
const SURE_LEAD: f64 = BONUS_3X3 as f64 / 2.0;

/// Returns the win probability, 0 to 1, of a player whose expected lead at the end is `lead`
/// points.
///
/// It is a logistic curve that is flatter the more circuits are left.
pub(super) fn win_probability(lead: f64, circuits_left: u8) -> f64 {
    if lead.abs() > SURE_LEAD {
        return f64::from(u8::from(lead > 0.0));
    }
    let scale = 0.6 + 1.1 * f64::from(circuits_left).sqrt();
    1.0 / (1.0 + (-lead / scale).exp())
}

/// Returns the contest points for a lead, including the bonus of 50 for a 3x3 square.
pub(super) fn contest_points(lead: f64) -> f64 {
    let points = |lead: f64| (50.0 + lead).clamp(0.0, 100.0);
    if lead > SURE_LEAD {
        50.0 + points(lead - f64::from(BONUS_3X3))
    } else if lead < -SURE_LEAD {
        points(lead + f64::from(BONUS_3X3))
    } else {
        points(lead)
    }
}

/// Returns the value of a circuit or position; `is_known` says that the lead is final.
pub(super) fn value_of_lead(lead: i32, circuits_left: u8, is_known: bool) -> Value {
    let result = match lead {
        1.. => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    };
    if is_known {
        Value::known(result, Some(contest_points(lead.into())))
    } else {
        value_of_expected_lead(lead.into(), circuits_left)
    }
}

/// Returns the value of a circuit or position with an expected lead.
///
/// If a 3x3 square is expected, the result is proven but the points are not.
pub(super) fn value_of_expected_lead(lead: f64, circuits_left: u8) -> Value {
    let value = Value::estimate(
        win_probability(lead, circuits_left).clamp(0.002, 0.998),
        Some(contest_points(lead)),
    );
    let sure = |result| value.within(Bounds::exact(result));
    if lead > SURE_LEAD {
        sure(Proven::Win)
    } else if lead < -SURE_LEAD {
        sure(Proven::Loss)
    } else {
        value
    }
}
