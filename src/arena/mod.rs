//! Programs play each other: any that speak a contest's protocol, judged by the contest's rules,
//! every game kept as a record.
//!
//! - An [`Entrant`] is a bot and how it is run: a command, a Go program, or the built-in player
//!   ([`Bot`], which `kifu play` is, too).
//! - [`play`] is the referee: one game ([`Fixture`]) from the first line to the record. It names
//!   no game: what the jury says is the game's [`Protocol`](crate::contract::Protocol), what
//!   counts its [`outcome`](crate::contract::Position::outcome).
//! - A [`Match`] plays the games of a [`Plan`] side by side and keeps a [`Journal`](crate::files::Journal), with which
//!   it can be gone on after any end. [`Ratings`] and [`Sprt`] say what the results mean.
//! - Luck, lots and seeds come from the fixture, so that the two games of a pair have the same.

mod bot_check;
mod builtin;
mod contestant;
mod game_spec;
mod matches;
mod process;
mod referee;
mod rejudge;
mod session;
mod standings;
mod stats;

pub use bot_check::{CheckResult, CheckStatus, check_bot};
pub use builtin::{BuiltinBot, BuiltinBotBug, BuiltinBotError, BuiltinConfig};
pub use contestant::{Contestant, ContestantKind, StartError};
pub use game_spec::{GameSpec, draw_opening, supports_openings};
pub use matches::{
    GameFinished, GameScore, Match, MatchError, MatchObserver, MatchPlan, OpeningSource,
    PairingSystem,
};
pub use process::{CommandSpec, ProgramExit, SUPPORTS_MEMORY_LIMIT};
pub use referee::{GameError, MatchRules, PlayedGame, RefereeError, play_game};
pub use rejudge::{RejudgeError, RejudgeOutcome, RejudgedPosition, rejudge};
pub use standings::{Standings, StandingsRow};
pub use stats::{Pentanomial, Rating, Ratings, Sprt, SprtVerdict, likelihood_of_superiority};
