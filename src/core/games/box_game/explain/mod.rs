//! Explanations of moves by the rules alone: their effects, and why one is worse than another.

mod changes;
mod reasons;

use super::{BoxGame, Move, Position};
use crate::contract::{Explain, MoveEvent, ScoreChange, StepOf};
pub(super) use changes::{after_step, describe_changes, describe_square, score_changes, squares};

impl Explain for BoxGame {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        changes::move_event(before, *step)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        score_changes(before, *step)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}
