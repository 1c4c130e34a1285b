//! Helpers to write a dialogue from a game, for [`Protocol::script`](super::Protocol::script).

use super::{Game, ParseError, Setup, StepOf, play_step};
use std::fmt::Display;

/// Returns the first position of the game of a dialogue.
///
/// # Errors
/// Returns an error if the game cannot start from this setup.
pub(crate) fn script_start<G: Game>(setup: &Setup) -> Result<G::Position, ParseError> {
    G::start(setup).map_err(unplayable_setup)
}

/// Returns the error of a setup from which the game cannot start.
pub(crate) fn unplayable_setup(why: impl Display) -> ParseError {
    ParseError::new(b"", 0, format!("a setup that can be played ({why})"))
}

/// Makes the step of a token, and returns it.
///
/// # Errors
/// Returns an error if the token does not parse or is illegal.
pub(crate) fn play_script_token<G: Game>(
    position: &mut G::Position,
    token: &str,
) -> Result<StepOf<G>, ParseError> {
    let step = G::parse(token.as_bytes())?.step;
    play_step(position, &step).map_err(|_| ParseError::new(token.as_bytes(), 0, "a legal move"))?;
    Ok(step)
}
