//! What a move did and why it is worse than another, by the rules alone.

mod changes;
mod reasons;

pub(super) use changes::{
    after_step, describe_changes, describe_square, move_event, score_changes, squares,
};
pub(super) use reasons::reasons;

impl Explain for BoxGame {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, *step)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        score_changes(before, *step)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }
}
use super::{BoxGame, Move, Position};
use crate::contract::{Explain, MoveEvent, ScoreChange, StepOf};
