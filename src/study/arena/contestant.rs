//! A bot that takes part in games, and how it is run.

use super::builtin::BuiltinConfig;
use super::live::LiveControl;
use super::process::{CommandSpec, command_line};
use super::session::{
    BotSession, BuiltinSession, GtpSession, PersonSession, ProgramSession, TemplateSession,
    UgiSession, is_template,
};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::search::{Clock, Level, Resources};
use kifu_logs::files::describe_io_error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The kind of program that a bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestantKind {
    /// A program that speaks the contest's protocol.
    Contest(CommandSpec),
    /// A program that speaks GTP.
    Gtp(CommandSpec),
    /// A program that speaks UGI, the Universal Game Interface.
    Ugi(CommandSpec),
    /// A command with the words `{moves}` or `{position}` in its arguments, which is run for each
    /// position; see [`ContestantKind::of_command`].
    Template(CommandSpec),
    /// The built-in bot.
    Builtin {
        /// The engine or baseline player that chooses the moves.
        level: Level,
        /// The maximum number of nodes searched per move.
        nodes: Option<u64>,
        /// The memory and threads that the engine may use.
        resources: Resources,
        /// A number added to the seed of each game.
        seed: u64,
    },
    /// The built-in bot with an engine that the caller provides.
    Engine(EngineSource),
    /// A person, whose moves come through this handle.
    Person(LiveControl),
}

impl ContestantKind {
    /// Returns the kind of a command without another protocol: one whose arguments contain `{moves}`
    /// or `{position}` is run for each position, any other speaks the contest's protocol.
    pub fn of_command(command: CommandSpec) -> Self {
        if is_template(&command.argv) {
            Self::Template(command)
        } else {
            Self::Contest(command)
        }
    }

    /// Returns the command of a program; `None` for a player inside kifu.
    pub const fn command(&self) -> Option<&CommandSpec> {
        match self {
            Self::Contest(command)
            | Self::Gtp(command)
            | Self::Ugi(command)
            | Self::Template(command) => Some(command),
            Self::Builtin { .. } | Self::Engine(_) | Self::Person(_) => None,
        }
    }
}

/// A source of engines, each for one game.
///
/// Such an engine sees what a program of the contest would see, and is responsible for its own
/// limits: the contestant's clock, which should not run, is all that the requests contain.
#[derive(Clone)]
pub struct EngineSource(Arc<dyn Fn() -> Box<dyn DynEngine> + Send + Sync>);

impl EngineSource {
    /// Wraps a function that creates an engine.
    pub fn new(create: impl Fn() -> Box<dyn DynEngine> + Send + Sync + 'static) -> Self {
        Self(Arc::new(create))
    }
}

impl fmt::Debug for EngineSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineSource")
    }
}

impl PartialEq for EngineSource {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for EngineSource {}

/// The error that a bot's program cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{program}`, bot {bot}: {}", describe_io_error(.error))]
pub struct StartError {
    /// The program as given in the command.
    pub program: String,
    /// The name of the bot.
    pub bot: String,
    /// The working directory of the program, if it is not kifu's own.
    pub working_dir: Option<PathBuf>,
    /// The error of the system.
    pub error: io::Error,
}

/// A bot that takes part in games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The bot's name, unique among the contestants.
    pub name: String,
    /// The kind of program, with its command or settings.
    pub kind: ContestantKind,
    /// The bot's clock, if it differs from the contest's. A clock of zero does not run.
    pub clock: Option<Clock>,
}

impl Contestant {
    /// Returns the command or settings of the bot as one line for the record.
    pub fn command_line(&self) -> String {
        let join = |command: &CommandSpec| command_line::join(&command.argv);
        match &self.kind {
            ContestantKind::Person(_) => "person".to_owned(),
            ContestantKind::Engine(_) => "engine".to_owned(),
            ContestantKind::Contest(command) | ContestantKind::Template(command) => join(command),
            ContestantKind::Gtp(command) => format!("gtp {}", join(command)),
            ContestantKind::Ugi(command) => format!("ugi {}", join(command)),
            ContestantKind::Builtin {
                level,
                nodes,
                resources,
                ..
            } => {
                let mut text = "builtin".to_owned();
                if *level != Level::Engine {
                    text += &format!(" level={level}");
                }
                if let Some(nodes) = nodes {
                    text += &format!(" nodes={nodes}");
                }
                if resources.threads > 1 {
                    text += &format!(" threads={}", resources.threads);
                }
                text
            }
        }
    }

    /// Reports whether the bot is the built-in bot, which runs inside kifu and can join a game at
    /// any position.
    pub const fn is_builtin(&self) -> bool {
        matches!(
            self.kind,
            ContestantKind::Builtin { .. } | ContestantKind::Engine(_)
        )
    }

    /// Returns the number of threads that the bot keeps busy on its turn; 1 for a program, whose
    /// threads are unknown.
    pub const fn threads(&self) -> usize {
        match self.kind {
            ContestantKind::Builtin { resources, .. } => resources.threads,
            _ => 1,
        }
    }

    /// Starts a session for one game.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub(super) fn start_session(
        &self,
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        seed: u64,
        grace_period: Duration,
    ) -> Result<Box<dyn BotSession>, StartError> {
        Ok(match &self.kind {
            ContestantKind::Person(control) => {
                Box::new(PersonSession::new(game, seat, control.clone()))
            }
            ContestantKind::Contest(command) => {
                let program = ProgramSession::start(game, setup, seat, command, grace_period);
                Box::new(program.map_err(|error| self.start_error(command, error))?)
            }
            ContestantKind::Gtp(command) => {
                let program = GtpSession::start(game, setup, seat, command, grace_period);
                Box::new(program.map_err(|error| self.start_error(command, error))?)
            }
            ContestantKind::Ugi(command) => {
                let clock = self.clock.unwrap_or(game.clock());
                let program = UgiSession::start(game, setup, seat, command, clock, grace_period);
                Box::new(program.map_err(|error| self.start_error(command, error))?)
            }
            ContestantKind::Template(command) => {
                let program = TemplateSession::new(game, setup, seat, command, grace_period);
                Box::new(program.map_err(|error| self.start_error(command, error))?)
            }
            ContestantKind::Builtin {
                level,
                nodes,
                resources,
                seed: seed_offset,
            } => {
                let config = BuiltinConfig {
                    level: *level,
                    clock: self.clock.unwrap_or(game.clock()),
                    nodes: *nodes,
                    resources: *resources,
                    seed: seed.wrapping_add(*seed_offset),
                };
                Box::new(BuiltinSession::new(game, setup, seat, &config))
            }
            ContestantKind::Engine(EngineSource(create)) => {
                let config = BuiltinConfig {
                    level: Level::Engine,
                    clock: self.clock.unwrap_or(game.clock()),
                    nodes: None,
                    resources: Resources::new(1),
                    seed,
                };
                Box::new(BuiltinSession::with_engine(
                    game,
                    setup,
                    seat,
                    &config,
                    create(),
                ))
            }
        })
    }

    /// Starts a session that leads the program into a game in progress by a line with the moves so
    /// far ([`opening_line`](super::builtin::opening_line)); `None` for bots that need none.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub(super) fn start_led_session(
        &self,
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        grace_period: Duration,
    ) -> Result<Option<Box<dyn BotSession>>, StartError> {
        let ContestantKind::Contest(command) = &self.kind else {
            return Ok(None);
        };
        let program = ProgramSession::start(game, setup, seat, command, grace_period);
        let program = program.map_err(|error| self.start_error(command, error))?;
        Ok(Some(Box::new(program.led())))
    }

    fn start_error(&self, command: &CommandSpec, error: io::Error) -> StartError {
        StartError {
            program: command.argv.first().cloned().unwrap_or_default(),
            bot: self.name.clone(),
            working_dir: command.working_dir.clone(),
            error,
        }
    }
}
