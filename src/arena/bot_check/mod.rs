//! Does a program keep the protocol? A few games against the built-in player, and a look at what
//! goes wrong most often.

mod probe;
mod test_games;

use super::contestant::Contestant;
use super::referee::GameError;
use crate::contract::Player;
use crate::games::DynGame;
use crate::record::Record;
use std::time::Duration;

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckStatus {
    /// As it should be.
    Pass,
    /// It works, and could fail elsewhere.
    Warning,
    /// It loses games by it.
    Fail,
}

/// What was checked, and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// What was checked, in a few words.
    pub title: String,
    /// How it went.
    pub status: CheckStatus,
    /// What was found.
    pub details: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The game in which it was seen.
    pub game: Option<Box<(Record, Player)>>,
}

impl CheckResult {
    fn new(what: &str, grade: CheckStatus, found: impl Into<String>) -> Self {
        Self {
            title: what.to_owned(),
            status: grade,
            details: found.into(),
            hint: None,
            game: None,
        }
    }

    fn with_hint(self, hint: &str) -> Self {
        Self {
            hint: Some(hint.to_owned()),
            ..self
        }
    }

    fn with_game(self, record: &Record, seat: Player) -> Self {
        Self {
            game: Some(Box::new((record.clone(), seat))),
            ..self
        }
    }
}

/// Checks a program, telling each result as it comes.
///
/// # Errors
/// It cannot be started.
pub fn check_bot(
    book: &'static dyn DynGame,
    entrant: &Contestant,
    pairs: u32,
    patience: Duration,
    tell: &mut dyn FnMut(CheckResult),
) -> Result<(), GameError> {
    super::process::install_exit_handler();
    let asked = probe::check_first_answer(book, entrant, patience, tell)?;
    if asked {
        test_games::check_games(book, entrant, pairs, patience, tell)?;
    }
    super::process::kill_all();
    Ok(())
}
