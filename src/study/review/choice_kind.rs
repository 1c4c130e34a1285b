//! The kind of choice that a player had: whether anything was at stake.

use super::{MoveEvaluation, Thresholds};
use schemars::JsonSchema;
use serde::Serialize;

/// The kind of choice in a position: whether anything could be won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// The moves differ in value.
    Open,
    /// The result of the position is proven.
    Proven,
    /// There is only one legal move.
    Forced,
    /// All moves are about equal.
    Equal,
}

impl ChoiceKind {
    /// Returns the kind of choice in an evaluated position with `move_count` legal moves.
    pub(super) fn of(
        evaluation: &MoveEvaluation,
        move_count: usize,
        thresholds: &Thresholds,
    ) -> Self {
        let spread = evaluation.best.win - evaluation.worst_win;
        if evaluation.best.proven.is_some() {
            Self::Proven
        } else if move_count == 1 {
            Self::Forced
        } else if evaluation.line_count >= move_count && spread < thresholds.inaccuracy {
            Self::Equal
        } else {
            Self::Open
        }
    }
}
