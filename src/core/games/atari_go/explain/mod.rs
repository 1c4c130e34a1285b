//! Explanations of what a move does and why it is worse than another, from the rules alone.

mod changes;
mod ladder;
mod reasons;

use super::{AtariGo, Move, Position};
use crate::contract::{Explain, MoveEvent, ScoreChange, StepOf};
pub(super) use changes::{captured_points, describe_square, pluralize};

impl Explain for AtariGo {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        changes::move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.and_then(|mv| changes::score_change(before, mv))
            .into_iter()
            .collect()
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}
