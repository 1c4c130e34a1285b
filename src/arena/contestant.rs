//! A bot that takes part, and how it is run.

use super::builtin::BuiltinConfig;
use super::process::CommandSpec;
use super::session::{BotSession, BuiltinSession, GtpSession, ProgramSession};
use crate::contract::{Player, Setup};
use crate::files::describe_io_error;
use crate::games::DynGame;
use crate::search::{Clock, Level, Resources};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What kind of a player a bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestantKind {
    /// A program that speaks the contest's protocol.
    Contest(CommandSpec),
    /// A program that speaks GTP.
    Gtp(CommandSpec),
    /// The built-in player.
    Builtin {
        /// Who plays.
        level: Level,
        /// At most so many nodes a move.
        nodes: Option<u64>,
        /// What of the machine the engine may take.
        resources: Resources,
        /// Added to the seed of each game.
        seed: u64,
    },
}

/// A bot's program cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{program}`, bot {bot}: {}", describe_io_error(.error))]
pub struct StartError {
    /// The program, as it was named.
    pub program: String,
    /// The bot.
    pub bot: String,
    /// The folder in which it is run, if not the present one.
    pub working_dir: Option<PathBuf>,
    /// The system's reason.
    pub error: io::Error,
}

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its name; no two are called the same.
    pub name: String,
    /// What it is.
    pub kind: ContestantKind,
    /// Its clock, if not the contest's. One of no time does not run.
    pub clock: Option<Clock>,
}

impl Contestant {
    /// How it is run, in words, for the record.
    pub fn command_line(&self) -> String {
        let words = |start: &CommandSpec| {
            let words = start.argv.iter().map(String::as_str);
            shlex::try_join(words).unwrap_or_else(|_| start.argv.join(" "))
        };
        match &self.kind {
            ContestantKind::Contest(start) => words(start),
            ContestantKind::Gtp(start) => format!("gtp {}", words(start)),
            ContestantKind::Builtin {
                level,
                nodes,
                resources: means,
                ..
            } => {
                let mut words = "builtin".to_owned();
                if *level != Level::Engine {
                    words += &format!(" level={level}");
                }
                if let Some(nodes) = nodes {
                    words += &format!(" nodes={nodes}");
                }
                if means.threads > 1 {
                    words += &format!(" threads={}", means.threads);
                }
                words
            }
        }
    }

    /// Whether it is told of the game from any position, because it shares our memory.
    pub const fn is_builtin(&self) -> bool {
        matches!(self.kind, ContestantKind::Builtin { .. })
    }

    /// How many threads it keeps busy on its turn, as far as is known.
    pub const fn threads(&self) -> usize {
        match self.kind {
            ContestantKind::Builtin {
                resources: means, ..
            } => means.threads,
            ContestantKind::Contest(_) | ContestantKind::Gtp(_) => 1,
        }
    }

    /// Sits down to a game.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn start_session(
        &self,
        book: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        seed: u64,
        patience: Duration,
    ) -> Result<Box<dyn BotSession>, StartError> {
        Ok(match &self.kind {
            ContestantKind::Contest(start) => {
                let program = ProgramSession::start(book, setup, seat, start, patience);
                Box::new(program.map_err(|error| self.start_error(start, error))?)
            }
            ContestantKind::Gtp(start) => {
                let program = GtpSession::start(book, setup, seat, start, patience);
                Box::new(program.map_err(|error| self.start_error(start, error))?)
            }
            ContestantKind::Builtin {
                level,
                nodes,
                resources: means,
                seed: own,
            } => {
                let skill = BuiltinConfig {
                    level: *level,
                    clock: self.clock.unwrap_or(book.clock()),
                    nodes: *nodes,
                    resources: *means,
                    seed: seed.wrapping_add(*own),
                };
                Box::new(BuiltinSession::new(book, setup, seat, &skill))
            }
        })
    }

    fn start_error(&self, start: &CommandSpec, error: io::Error) -> StartError {
        StartError {
            program: start.argv.first().cloned().unwrap_or_default(),
            bot: self.name.clone(),
            working_dir: start.working_dir.clone(),
            error,
        }
    }
}
