//! From points to the probability of a win and to contest points.

use super::node::THREE;
use crate::contract::Proven;
use crate::search::{Bounds, Value};

/// The probability of a win for who is so far ahead with so many circuits to come. A logistic
/// curve that is the flatter the more circuits come. Its slope is a guess, not yet fitted to games.
pub(super) fn win(lead: i32, left: u8) -> f64 {
    if lead.abs() > THREE / 2 {
        return f64::from(u8::from(lead > 0));
    }
    let scale = 0.6 + 1.1 * f64::from(left).sqrt();
    1.0 / (1.0 + (-f64::from(lead) / scale).exp())
}

/// Contest points for a lead, with a 3x3 square 50 more.
pub(super) fn points(lead: i32) -> f64 {
    let tally = |lead: i32| f64::from((50 + lead).clamp(0, 100));
    if lead > THREE / 2 {
        50.0 + tally(lead - THREE)
    } else if lead < -THREE / 2 {
        tally(lead + THREE)
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
        return Value::known(result, Some(points(lead)));
    }
    Value {
        bounds: Bounds::UNKNOWN,
        ..Value::estimate(win(lead, left).clamp(0.002, 0.998), Some(points(lead)))
    }
}
