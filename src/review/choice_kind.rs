//! What was at stake with a ply.

use super::{MoveEvaluation, Thresholds};
use serde::Serialize;

/// What could be won or lost with a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// Something.
    Open,
    /// The position's result was proven.
    Proven,
    /// There was one move only.
    Forced,
    /// All moves were about equal.
    Equal,
}

impl ChoiceKind {
    /// Of a ply with so many legal moves.
    pub(super) fn of(weighed: &MoveEvaluation, choices: usize, thresholds: &Thresholds) -> Self {
        let spread = weighed.best.win - weighed.worst_win;
        if weighed.best.proven.is_some() {
            Self::Proven
        } else if choices == 1 {
            Self::Forced
        } else if weighed.line_count >= choices && spread < thresholds.inaccuracy {
            Self::Equal
        } else {
            Self::Open
        }
    }
}
