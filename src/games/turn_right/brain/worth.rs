//! From points to the probability of a win and to contest points.

use super::node::THREE;
use crate::contract::Proven;
use crate::search::{Bounds, Value};

/// A lead above it is a 3x3 square.
const SURE: f64 = THREE as f64 / 2.0;

/// The probability of a win for who is expected to be so far ahead at the end, with so many circuits
/// to come. A logistic curve that is the flatter the more circuits come.
pub(super) fn win(lead: f64, left: u8) -> f64 {
    if lead.abs() > SURE {
        return f64::from(u8::from(lead > 0.0));
    }
    let scale = 0.6 + 1.1 * f64::from(left).sqrt();
    1.0 / (1.0 + (-lead / scale).exp())
}

/// Contest points for a lead, with a 3x3 square 50 more.
pub(super) fn points(lead: f64) -> f64 {
    let tally = |lead: f64| (50.0 + lead).clamp(0.0, 100.0);
    if lead > SURE {
        50.0 + tally(lead - f64::from(THREE))
    } else if lead < -SURE {
        tally(lead + f64::from(THREE))
    } else {
        tally(lead)
    }
}

/// The value of a circuit or position: `known` if nothing more can come.
pub(super) fn value(lead: i32, left: u8, known: bool) -> Value {
    let result = match lead {
        1.. => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    };
    if known {
        Value::known(result, Some(points(lead.into())))
    } else {
        expected(lead.into(), left)
    }
}

/// The value of a circuit or position from which so much is expected; that a 3x3 square comes is
/// sure, but not with which points.
pub(super) fn expected(lead: f64, left: u8) -> Value {
    let value = Value::estimate(win(lead, left).clamp(0.002, 0.998), Some(points(lead)));
    let sure = |result| value.within(Bounds::exact(result));
    if lead > SURE {
        sure(Proven::Win)
    } else if lead < -SURE {
        sure(Proven::Loss)
    } else {
        value
    }
}
