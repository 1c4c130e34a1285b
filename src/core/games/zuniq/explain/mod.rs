//! Explanations of moves by the rules alone: their effects, and why one was worse than another.

mod changes;
mod reasons;

use super::{Move, Position, Zuniq};
use crate::contract::{Claim, Explain, MoveEvent, StepOf};
pub(super) use changes::describe_square;

impl Explain for Zuniq {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        changes::move_event(before, step.mv?)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }

    fn claim(before: &Position, mv: &Move) -> Option<Claim> {
        changes::claim(before, *mv)
    }
}
