//! Checks of a program's conformance to the protocol: a few games against the built-in bot, and
//! tests of the most common mistakes.

mod leading;
mod probe;
mod test_games;

pub use leading::{LeadingResult, check_leading};

use super::contestant::Contestant;
use super::referee::GameError;
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use std::time::Duration;

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckStatus {
    /// The program behaves as it should.
    Pass,
    /// The program works here, but could fail elsewhere.
    Warning,
    /// The program loses games by this.
    Fail,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The behaviour that was checked, in a few words.
    pub title: String,
    /// The outcome.
    pub status: CheckStatus,
    /// The observation in words.
    pub details: String,
    /// Advice on how to fix the problem.
    pub hint: Option<String>,
    /// The game in which the problem occurred, and the program's side.
    pub game: Option<Box<(Record, Player)>>,
}

impl CheckResult {
    fn new(title: &str, status: CheckStatus, details: impl Into<String>) -> Self {
        Self {
            title: title.to_owned(),
            status,
            details: details.into(),
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

/// Checks a program and reports each result as it becomes known. `pairs` is the number of test
/// games from each seat.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub fn check_bot(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    pairs: u32,
    grace_period: Duration,
    report: &mut dyn FnMut(CheckResult),
) -> Result<(), GameError> {
    let _scope = super::process::BotScope::open();
    let has_answered = probe::check_first_answer(game, contestant, grace_period, report)?;
    if has_answered {
        test_games::check_games(game, contestant, pairs, grace_period, report)?;
    }
    Ok(())
}
