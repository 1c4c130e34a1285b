//! A calibration for tests, and the contexts in which it is asked.

use kifu_core::contract::Player;
use kifu_core::search::{Calibration, CalibrationContext, CalibrationKnot};

/// Returns contexts of both players, at all parts of a game and with few and many nodes.
pub fn contexts() -> Vec<CalibrationContext> {
    let mut all = Vec::new();
    for player in Player::ALL {
        for nodes in [1, 300, 10_000, u64::MAX] {
            all.extend((0..=10).map(|tenth| CalibrationContext {
                progress: f64::from(tenth) / 10.0,
                player,
                nodes,
            }));
        }
    }
    all
}

/// Returns a curve: steeper later, and better for the player who moves first.
pub fn calibration() -> Calibration {
    let knot = |played, slope, first| CalibrationKnot {
        progress: played,
        slope,
        offset: 0.2,
        first,
    };
    Calibration {
        version: 3,
        engine: "toy 1".to_owned(),
        nodes: (100, 10_000),
        evidence: 0.1,
        error: 0.04,
        knots: vec![
            knot(0.1, 0.5, 0.4),
            knot(0.5, 1.0, 0.2),
            knot(0.9, 2.0, 0.0),
        ],
    }
}
