//! A bot that takes part, and how it is run.

use super::builtin::Skill;
use super::process::Start;
use super::seat::{Builtin, Gtp, Program, Seat};
use crate::contract::{Player, Setup};
use crate::files::{self, Failure};
use crate::games::DynGame;
use crate::search::{Clock, Level, Resources};
use std::time::Duration;

/// What kind of a player a bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program that speaks the contest's protocol.
    Contest(Start),
    /// A program that speaks GTP.
    Gtp(Start),
    /// The built-in player.
    Builtin {
        /// Who plays.
        level: Level,
        /// At most so many nodes a move.
        nodes: Option<u64>,
        /// What of the machine the engine may take.
        means: Resources,
        /// Added to the seed of each game.
        seed: u64,
    },
}

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name; no two are called the same.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its clock, if not the contest's. One of no time does not run.
    pub clock: Option<Clock>,
}

impl Entrant {
    /// How it is run, in words, for the record.
    pub fn command(&self) -> String {
        let words = |start: &Start| {
            let words = start.words.iter().map(String::as_str);
            shlex::try_join(words).unwrap_or_else(|_| start.words.join(" "))
        };
        match &self.kind {
            Kind::Contest(start) => words(start),
            Kind::Gtp(start) => format!("gtp {}", words(start)),
            Kind::Builtin {
                level,
                nodes,
                means,
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
        matches!(self.kind, Kind::Builtin { .. })
    }

    /// How many threads it keeps busy on its turn, as far as is known.
    pub const fn threads(&self) -> usize {
        match self.kind {
            Kind::Builtin { means, .. } => means.threads,
            Kind::Contest(_) | Kind::Gtp(_) => 1,
        }
    }

    /// Sits down to a game.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn sit(
        &self,
        book: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        seed: u64,
        patience: Duration,
    ) -> Result<Box<dyn Seat>, Failure> {
        let cannot = |start: &Start, error: &std::io::Error| self.cannot_start(start, error);
        Ok(match &self.kind {
            Kind::Contest(start) => {
                let program = Program::start(book, setup, seat, start, patience);
                Box::new(program.map_err(|error| cannot(start, &error))?)
            }
            Kind::Gtp(start) => {
                let program = Gtp::start(book, setup, seat, start, patience);
                Box::new(program.map_err(|error| cannot(start, &error))?)
            }
            Kind::Builtin {
                level,
                nodes,
                means,
                seed: own,
            } => {
                let skill = Skill {
                    level: *level,
                    clock: self.clock.unwrap_or(book.clock()),
                    nodes: *nodes,
                    means: *means,
                    seed: seed.wrapping_add(*own),
                };
                Box::new(Builtin::new(book, setup, seat, &skill))
            }
        })
    }

    fn cannot_start(&self, start: &Start, error: &std::io::Error) -> Failure {
        let program = start.words.first().map_or("", String::as_str);
        let why = files::describe_io_error(error);
        let message = format!("cannot start `{program}`, bot {}: {why}", self.name);
        let hint = match (error.kind(), &start.folder) {
            (std::io::ErrorKind::NotFound, Some(folder)) => format!(
                "the program is looked for in the PATH or, with a `/` in it, from the folder \
                 `{}`; is that there?",
                folder.display()
            ),
            (std::io::ErrorKind::NotFound, None) => {
                "write `./bot` for a program in this folder, `python3 bot.py` for a script"
                    .to_owned()
            }
            (std::io::ErrorKind::PermissionDenied, _) => {
                "may it be executed? `chmod +x` makes it so".to_owned()
            }
            _ => return Failure::new(files::FailureKind::Input, message),
        };
        Failure::new(files::FailureKind::Input, message).hint(hint)
    }
}
