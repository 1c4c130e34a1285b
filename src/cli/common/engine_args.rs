//! The arguments of `analyze` and `play`, and the engine arguments that commands share.

use super::duration;
use super::reading_args::{ById, EXIT_STATUS_HELP, ReadArgs, game_id_parser};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args as ArgsOf};
use kifu_core::games::DynGame;
use kifu_core::search::{Clock, Level, Resources};
use kifu_logs::files;
use std::path::PathBuf;
use std::time::Duration;

/// The maximum memory of an engine, in megabytes.
pub const MAX_MEMORY_MB: u64 = 1 << 16;

/// The arguments for the memory and the threads of an engine.
#[derive(ArgsOf, Clone, Copy)]
pub struct ResourceArgs {
    /// Engine memory in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Search threads (0 = one per core); they share the memory and the nodes
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=Resources::MAX_THREADS as u64))]
    pub threads: u64,
}

impl ResourceArgs {
    /// Converts the arguments to the engine's resources.
    pub fn resources(self) -> Resources {
        let number = |number: u64, otherwise| usize::try_from(number).unwrap_or(otherwise);
        let threads = files::thread_count(number(self.threads, 1));
        Resources::new(number(self.memory, 64)).threads(threads)
    }
}

/// The arguments of `kifu analyze`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[command(group = ArgGroup::new("what").args(["file", "moves", "position", "suite"]).required(true))]
pub struct AnalyzeArgs {
    /// File to read, or `-` for standard input
    pub file: Option<PathBuf>,
    /// Moves of a game, instead of a file; `""` with --game is the start position
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Position text, instead of a file; needs --game
    #[arg(long, value_name = "TEXT", requires = "game", conflicts_with_all = ["ply", "all"])]
    #[arg(allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Test suite written by `kifu review --suite`: count the best moves that the engine finds
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game_index", "ply", "all"])]
    pub suite: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Index of the game in the file, from 0; negative counts from the end [default: 0]
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// Ply after which to analyze, 0 = start; negative counts from the end [default: the last
    /// position that is not over]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(conflicts_with = "all")]
    pub ply: Option<i64>,
    /// Analyze the position after every ply
    #[arg(long, short)]
    pub all: bool,
    /// Search time per position
    #[arg(long, short, value_name = "TIME", value_parser = duration::parse, default_value = "1s")]
    pub time: Duration,
    /// Search nodes per position instead of a time: the same result on every machine
    #[arg(long, short, value_name = "N", conflicts_with = "time")]
    pub nodes: Option<u64>,
    /// Number of best moves to list
    #[arg(long, short, value_name = "K", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lines: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// Print one JSON object per position, one per line
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `kifu play`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0 the game is over, or the input ended after a turn, 2 wrong usage, or the input was \
invalid or incomplete.")]
pub struct PlayArgs {
    /// Game to play
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: ById<dyn DynGame>,
    /// Clock: time for the whole game (`30s`), or for the first turn and each later one
    /// (`1s,100ms`) [default: the contest's]
    #[arg(long, alias = "time-budget", value_name = "TIME", value_parser = parse_clock)]
    pub clock: Option<Clock>,
    /// Playing strength
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), default_value_t = Level::Engine)]
    pub level: Level,
    /// Maximum number of nodes per move
    #[arg(long, short, value_name = "N")]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Returns the parser of a level.
fn level_parser() -> impl TypedValueParser<Value = Level> {
    let values = Level::ALL.map(|level| {
        PossibleValue::new(level.name())
            .aliases(level.aliases())
            .help(level.description())
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Level>())
}

/// Parses a clock: `duration ["," duration]`, for the whole game, or for the first turn and each
/// later one.
pub fn parse_clock(text: &str) -> Result<Clock, duration::ParseDurationError> {
    match text.split_once(',') {
        None => Ok(Clock::Game(duration::parse(text)?)),
        Some((first, then)) => Ok(Clock::Turn {
            first: duration::parse(first)?,
            then: duration::parse(then)?,
        }),
    }
}
