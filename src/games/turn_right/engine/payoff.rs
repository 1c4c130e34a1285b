//! From points to the probability of a win and to contest points.

use super::circuit_position::BONUS_3X3;
use crate::contract::Proven;
use crate::search::{Bounds, Value};

/// A lead above it is a 3x3 square.
const SURE_LEAD: f64 = BONUS_3X3 as f64 / 2.0;

/// The probability of a win for who is expected to be so far ahead at the end, with so many
/// circuits to come. A logistic curve that is the flatter the more circuits come.
pub(super) fn win_probability(lead: f64, left: u8) -> f64 {
    if lead.abs() > SURE_LEAD {
        return f64::from(u8::from(lead > 0.0));
    }
    let scale = 0.6 + 1.1 * f64::from(left).sqrt();
    1.0 / (1.0 + (-lead / scale).exp())
}

/// Contest points for a lead, with a 3x3 square 50 more.
pub(super) fn contest_points(lead: f64) -> f64 {
    let tally = |lead: f64| (50.0 + lead).clamp(0.0, 100.0);
    if lead > SURE_LEAD {
        50.0 + tally(lead - f64::from(BONUS_3X3))
    } else if lead < -SURE_LEAD {
        tally(lead + f64::from(BONUS_3X3))
    } else {
        tally(lead)
    }
}

/// The value of a circuit or position: `known` if nothing more can come.
pub(super) fn value_of_lead(lead: i32, left: u8, known: bool) -> Value {
    let result = match lead {
        1.. => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    };
    if known {
        Value::known(result, Some(contest_points(lead.into())))
    } else {
        value_of_expected_lead(lead.into(), left)
    }
}

/// The value of a circuit or position from which so much is expected; that a 3x3 square comes is
/// sure, but not with which points.
pub(super) fn value_of_expected_lead(lead: f64, left: u8) -> Value {
    let value = Value::estimate(
        win_probability(lead, left).clamp(0.002, 0.998),
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
