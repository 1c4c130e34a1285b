//! What a move did and why it is worse than another, by the rules alone.

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
