//! Explanations from the rules alone: the effects of a move, and why it is worse than another.

mod changes;
mod reasons;

use super::{Move, Position, TurnRight};
use crate::contract::{Explain, MoveEvent, ScoreChange, StepOf};
pub(super) use changes::{describe_square, move_event, score_changes};

impl Explain for TurnRight {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| score_changes(before, mv))
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}
