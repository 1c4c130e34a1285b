//! Does a program keep the protocol? A few games against the built-in player, and a look at what
//! goes wrong most often.

mod games;
mod probe;

use super::entrant::Entrant;
use crate::contract::Player;
use crate::files::Failure;
use crate::games::DynGame;
use crate::record::Record;
use std::time::Duration;

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// As it should be.
    Good,
    /// It works, and could fail elsewhere.
    Odd,
    /// It loses games by it.
    Bad,
}

/// What was checked, and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What was checked, in a few words.
    pub what: String,
    /// How it went.
    pub grade: Grade,
    /// What was found.
    pub found: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The game in which it was seen.
    pub game: Option<Box<(Record, Player)>>,
}

impl Check {
    fn new(what: &str, grade: Grade, found: impl Into<String>) -> Self {
        Self {
            what: what.to_owned(),
            grade,
            found: found.into(),
            hint: None,
            game: None,
        }
    }

    fn hint(self, hint: &str) -> Self {
        Self {
            hint: Some(hint.to_owned()),
            ..self
        }
    }

    fn seen(self, record: &Record, seat: Player) -> Self {
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
pub fn check(
    book: &'static dyn DynGame,
    entrant: &Entrant,
    pairs: u32,
    patience: Duration,
    tell: &mut dyn FnMut(Check),
) -> Result<(), Failure> {
    super::process::listen();
    let asked = probe::first_answer(book, entrant, patience, tell)?;
    if asked {
        games::play_all(book, entrant, pairs, patience, tell)?;
    }
    super::process::end_all();
    Ok(())
}
