//! Moves and steps as canonical tokens, the text that stands for a game's own types.

use crate::contract::{Game, MoveOf, StepOf};

/// Returns the canonical token of a step.
pub(super) fn step_token<G: Game>(step: &StepOf<G>) -> String {
    let mut text = String::new();
    G::write(step, &mut text);
    text
}

/// Returns the canonical token of a move.
pub(super) fn move_token<G: Game>(mv: &MoveOf<G>) -> String {
    step_token::<G>(&StepOf::<G>::from_move(*mv))
}
