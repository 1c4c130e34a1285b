//! The positions of a game, ply by ply, and those in which a player chose.

use super::incidents::failure_positions;
use kifu_core::contract::{MoveError, Player, SetupError, Turn};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{Evaluation, MovedBy, Note, Record};

/// A position of a game and the move made in it.
pub struct ReviewPosition {
    /// The position in which the player moves, after the chance event of the ply if there is one.
    pub state: Box<dyn DynState>,
    /// The number of plies played before it.
    pub ply: u32,
    /// The position before the chance event, if one precedes this ply.
    pub before_chance: Option<Box<dyn DynState>>,
    /// The move made here in canonical spelling, without the chance outcome; `None` at the end.
    pub played: Option<String>,
    /// The maker of the move, if it was not the player.
    pub by: Option<MovedBy>,
    /// Whether the move was given before the game, as that of an opening is.
    pub is_given: bool,
}

impl ReviewPosition {
    /// Returns the player to move.
    pub fn mover(&self) -> Option<Player> {
        match self.state.turn() {
            Turn::Player(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Reports whether a player chose the move made here, rather than the jury, the rules or who gave
    /// the opening.
    pub fn is_choice(&self) -> bool {
        let is_own = self.by.is_none() && !self.is_given;
        self.played.is_some() && is_own && self.mover().is_some()
    }
}

/// An error in replaying a judged record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionsError {
    /// The game cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules reject a move of a judged record: a bug in kifu.
    #[error("the move `{token}` of the judged record was refused: {error}")]
    MoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
}

/// Returns the position after every ply, from 0 to `plies`, the number of legal plies of a judged
/// record.
///
/// # Errors
/// Returns an error if the record's setup is invalid or the record was not judged.
pub fn positions(
    game: &dyn DynGame,
    record: &Record,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut state = game.start(&record.setup)?;
    let mut tokens = record.tokens();
    let refused = |token: &str, error| PositionsError::MoveRefused {
        token: token.to_owned(),
        error,
    };
    for token in tokens.by_ref().take(game.info().lead_in) {
        state.play(token).map_err(|error| refused(token, error))?;
    }
    let mut all = Vec::new();
    let given_plies = record.given_plies();
    for ply in 0..=plies {
        let next = tokens.next().filter(|_| ply < plies);
        let mut position = ReviewPosition {
            state: state.fork(),
            ply,
            before_chance: (state.turn() == Turn::Chance).then(|| state.fork()),
            played: None,
            by: record.notes.get(&(ply + 1)).and_then(|note| note.by),
            is_given: ply < given_plies,
        };
        if let Some(token) = next {
            let played = position.state.apply_chance(token);
            position.played = played.map_err(|error| refused(token, error))?;
            state.play(token).map_err(|error| refused(token, error))?;
        }
        all.push(position);
    }
    Ok(all)
}

/// Returns the searches of the ply that follows a position.
pub(super) fn evals_at<'r>(record: &'r Record, position: &ReviewPosition) -> &'r [Evaluation] {
    let note = record.notes.get(&(position.ply + 1));
    note.map_or(&[], Note::searches)
}

/// Returns the positions of a game in which a player chose a move or failed.
///
/// # Errors
///
/// Returns an error if the game cannot be replayed.
pub fn choice_positions(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut positions = positions(game, record, plies)?;
    let failures = failure_positions(record, &positions);
    let failures: Vec<u32> = failures.iter().map(|(_, at)| positions[*at].ply).collect();
    positions.retain(|position| position.is_choice() || failures.contains(&position.ply));
    Ok(positions)
}

/// Returns the positions of a game that have evaluations.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn reviewed_positions(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut positions = choice_positions(record, game, plies)?;
    positions.retain(|position| !evals_at(record, position).is_empty());
    Ok(positions)
}

/// Reports whether every position in which a player chose a move has an evaluation.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn is_reviewed(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
) -> Result<bool, PositionsError> {
    let positions = choice_positions(record, game, plies)?;
    Ok(positions
        .iter()
        .all(|position| !evals_at(record, position).is_empty()))
}
