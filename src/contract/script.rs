//! What all dialogues do when they are written from a game.

use super::{Game, ParseError, Setup, StepOf, play_step};
use std::fmt::Display;

/// Returns the position in which the game of a dialogue starts.
///
/// # Errors
/// The setup is none of the game's.
pub(crate) fn script_start<G: Game>(setup: &Setup) -> Result<G::Position, ParseError> {
    G::start(setup).map_err(unplayable_setup)
}

/// Returns the error of a setup with which no dialogue can begin.
pub(crate) fn unplayable_setup(why: impl Display) -> ParseError {
    ParseError::new(b"", 0, format!("a setup that can be played ({why})"))
}

/// Makes the step that a token says, and returns it.
///
/// # Errors
/// The token is unreadable or illegal.
pub(crate) fn play_script_token<G: Game>(
    position: &mut G::Position,
    token: &str,
) -> Result<StepOf<G>, ParseError> {
    let step = G::parse(token.as_bytes())?.step;
    play_step(position, &step).map_err(|_| ParseError::new(token.as_bytes(), 0, "a legal move"))?;
    Ok(step)
}
