//! What can be said to the commands of the engines.

use super::super::args::{ById, EXIT_STATUS_HELP, ReadArgs, game_id_parser};
use super::duration;
use crate::files;
use crate::games::DynGame;
use crate::search::{Clock, Level, Resources};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args as ArgsOf};
use std::path::PathBuf;
use std::time::Duration;

/// The most megabytes that may be asked for.
pub(in crate::cli) const MAX_MEMORY_MB: u64 = 1 << 16;

/// What an engine may take of the machine.
#[derive(ArgsOf, Clone, Copy)]
pub(in crate::cli) struct ResourceArgs {
    /// Megabytes that the engine may take
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Think on so many threads at once; 0 for one a core. They share the memory and the nodes
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=Resources::MAX_THREADS as u64))]
    pub threads: u64,
}

impl ResourceArgs {
    /// In the engines' terms.
    pub fn resources(self) -> Resources {
        let number = |number: u64, otherwise| usize::try_from(number).unwrap_or(otherwise);
        let threads = files::thread_count(number(self.threads, 1));
        Resources::new(number(self.memory, 64)).threads(threads)
    }
}

/// `kifu analyze`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[command(group = ArgGroup::new("what").args(["file", "moves", "position", "suite"]).required(true))]
pub(in crate::cli) struct AnalyzeArgs {
    /// A file, or `-` for standard input
    pub file: Option<PathBuf>,
    /// The moves of a game, instead of a file; with --game none, `""`, are its start
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// A position text, instead of a file; needs --game
    #[arg(long, value_name = "TEXT", requires = "game", conflicts_with_all = ["ply", "all"])]
    #[arg(allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Positions with their best moves, as `kifu review --suite` writes them: how many the engine
    /// finds
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game_index", "ply", "all"])]
    pub suite: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Which game of the file, from 0; -1 is the last
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// The position after this ply, 0 the start, -1 the last; without it the last one in which
    /// somebody can act
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(conflicts_with = "all")]
    pub ply: Option<i64>,
    /// The positions after every ply
    #[arg(long, short)]
    pub all: bool,
    /// How long to think about each position
    #[arg(long, short, value_name = "TIME", value_parser = duration::parse, default_value = "1s")]
    pub time: Duration,
    /// Think for so many nodes instead: the same result on every machine
    #[arg(long, short, value_name = "N", conflicts_with = "time")]
    pub nodes: Option<u64>,
    /// How many of the best moves to tell
    #[arg(long, short, value_name = "K", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lines: u32,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// One JSON object a position, on one line
    #[arg(long)]
    pub json: bool,
}

/// `kifu play`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0 the game is over or the input ended after a turn, 2 wrong usage, or what the jury said \
cannot be or is not all.")]
pub(in crate::cli) struct PlayArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: ById<dyn DynGame>,
    /// The clock, if not the contest's: for the whole game (`30s`), or for the first turn and for
    /// each later one (`1s,100ms`)
    #[arg(long, value_name = "TIME", value_parser = parse_clock)]
    pub clock: Option<Clock>,
    /// Who plays
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), default_value_t = Level::Engine)]
    pub level: Level,
    /// At most so many nodes a move
    #[arg(long, short, value_name = "N")]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// `kifu bench`.
#[derive(ArgsOf)]
pub(in crate::cli) struct BenchArgs {
    /// This game alone
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// Nodes for each position
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    pub nodes: u64,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    let values = Level::ALL.map(|level| PossibleValue::new(level.name()).help(level.description()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Level>())
}

/// `clock = span ["," span]`
pub(in crate::cli) fn parse_clock(text: &str) -> Result<Clock, duration::ParseDurationError> {
    match text.split_once(',') {
        None => Ok(Clock::Game(duration::parse(text)?)),
        Some((first, then)) => Ok(Clock::Turn {
            first: duration::parse(first)?,
            then: duration::parse(then)?,
        }),
    }
}
