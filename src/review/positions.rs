//! Through the plies of a game.

use crate::contract::{MoveError, Player, SetupError, Turn};
use crate::games::{DynGame, DynState};
use crate::record::{MovedBy, Record};

/// A position of a game, and what was done in it.
pub struct ReviewPosition {
    /// The position in which the player acts; what luck dealt for the ply is known.
    pub state: Box<dyn DynState>,
    /// How many plies led to it.
    pub ply: u32,
    /// The position before luck dealt, if it deals before this ply.
    pub before_chance: Option<Box<dyn DynState>>,
    /// The move that was made, canonical, without what luck dealt; `None` at the end.
    pub played: Option<String>,
    /// Somebody else than the player made it.
    pub by: Option<MovedBy>,
}

impl ReviewPosition {
    /// The player who acts.
    pub fn mover(&self) -> Option<Player> {
        match self.state.turn() {
            Turn::Player(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether a player chose here: neither the jury nor the rules.
    pub fn is_choice(&self) -> bool {
        self.played.is_some() && self.by.is_none() && self.mover().is_some()
    }
}

/// Why a game cannot be gone through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionsError {
    /// The game cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move of a judged record is refused: a bug in kifu.
    #[error("the move `{token}` of the judged record was refused: {error}")]
    MoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
}

/// The position after every ply, from 0 to `plies`, the legal plies of a judged record.
///
/// # Errors
/// The record's setup is none, or it was not judged.
pub fn positions(
    book: &dyn DynGame,
    record: &Record,
    plies: u32,
) -> Result<Vec<ReviewPosition>, PositionsError> {
    let mut table = book.start(&record.setup)?;
    let mut tokens = record.tokens();
    let refused = |token: &str, error| PositionsError::MoveRefused {
        token: token.to_owned(),
        error,
    };
    for token in tokens.by_ref().take(book.info().lead_in) {
        table.play(token).map_err(|error| refused(token, error))?;
    }
    let mut all = Vec::new();
    for ply in 0..=plies {
        let next = tokens.next().filter(|_| ply < plies);
        let mut place = ReviewPosition {
            state: table.fork(),
            ply,
            before_chance: (table.turn() == Turn::Chance).then(|| table.fork()),
            played: None,
            by: record.notes.get(&(ply + 1)).and_then(|note| note.by),
        };
        if let Some(token) = next {
            let played = place.state.apply_chance(token);
            place.played = played.map_err(|error| refused(token, error))?;
            table.play(token).map_err(|error| refused(token, error))?;
        }
        all.push(place);
    }
    Ok(all)
}
