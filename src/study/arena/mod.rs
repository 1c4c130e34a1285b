//! Lets programs that speak a contest's protocol play each other, judges the games by the contest's
//! rules and keeps each game as a record.
//!
//! - A [`Contestant`] is a bot and how it is run: a command that speaks
//!   the contest's protocol, GTP or UGI, a command that is run for each position, or the built-in bot
//!   ([`BuiltinBot`], which also serves `kifu play`), also with an engine of the caller
//!   ([`EngineSource`]).
//! - [`play_game`] is the referee. It plays one scheduled game ([`GameSpec`]) and returns its
//!   record. It names no game: the jury's lines come from the game's
//!   [`Protocol`](kifu_core::contract::Protocol), the result from its
//!   [`outcome`](kifu_core::contract::Rules::outcome).
//! - [`play_live`] plays a game that is watched and directed while it is played, by persons too.
//! - A [`Match`] plays the games of a [`MatchPlan`] side by side and keeps a
//!   [`LateJournal`](kifu_logs::files::LateJournal), from which an interrupted match can be resumed.
//!   [`Ratings`] and [`Sprt`] evaluate the results.
//! - [`rejudge()`] asks a bot in all positions of a recorded game, a [`PositionAsker`] in single ones.
//! - All randomness comes from the seed in the [`GameSpec`], so the two games of a pair share their
//!   chance events, setup and opening.

mod bot_check;
mod bot_input;
mod bot_line;
mod bot_name;
mod builtin;
mod contestant;
mod game_spec;
mod judgement;
mod legal_step;
mod live;
mod luck;
mod luck_adjusted;
pub mod matches;
mod opening_probe;
mod position_asker;
pub mod process;
pub mod referee;
mod rejudge;
mod seat_view;
mod session;
mod standings;
mod stats;
mod ugi_engine;

pub use bot_check::{CheckResult, CheckStatus, LeadingResult, check_bot, check_leading};
pub use bot_input::{RecordedInput, RecordedInputError, RecordedTurn, recorded_input};
pub use bot_line::BotLine;
pub use bot_name::{bot_key, is_name_of, split_version};
pub use builtin::{BuiltinBot, BuiltinBotBug, BuiltinBotError, BuiltinConfig};
pub use contestant::{Contestant, ContestantKind, EngineSource, StartError};
pub use game_spec::{GameSpec, draw_opening, draw_setup, supports_openings};
pub use live::{LiveControl, LiveEvent, LiveOptions, play_live};
pub use luck::{
    DEFAULT_LUCK_NODES, GameLuck, LUCK_PARTS, chance_fingerprint, game_luck, has_chance_events,
};
pub use luck_adjusted::{AdjustedGame, AdjustedRow, AdjustedStandings, Estimate};
pub use matches::{
    GameFinished, GameScore, Match, MatchError, MatchObserver, MatchPlan, OpeningSource,
    PairingSystem, SwissRounds,
};
pub use position_asker::{AskedPosition, BotAnswer, PositionAsker};
pub use process::BotScope;
pub use process::{CommandSpec, ProgramExit, SUPPORTS_MEMORY_LIMIT};
pub use referee::{GameError, MatchRules, PlayedGame, play_game, referee_fact, today};
pub use rejudge::{
    AskMethod, BotKnowledge, NotAskedReason, RejudgeError, RejudgeOutcome, RejudgedPosition,
    rejudge,
};
pub use standings::{
    MAX_BOTS, MAX_CROSS_TABLE_BOTS, Standings, StandingsBuilder, StandingsRow, points_of_games,
};
pub use stats::{
    PairCounter, Pentanomial, Rating, Ratings, Sprt, SprtVerdict, likelihood_of_superiority,
};
pub use ugi_engine::{UGI_START, UgiEngine, UgiReply};
