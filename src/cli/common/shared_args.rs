//! The arguments that several commands share.

use super::engine_bot::EngineBotArgs;
use super::text;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args as ArgsOf};
use kifu_core::games;
use kifu_core::games::{CATALOGUE, DynGame};
use kifu_core::search::{Clock, Level, Resources};
use kifu_logs::bot_output::BotPatterns;
use kifu_logs::formats::{FORMATS, Format};
use kifu_logs::{files, formats};
use kifu_study::review::RecordHash;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The lines of a help text about the exit status.
pub const EXIT_STATUS_HELP: &str = "\
Exit status: 0 everything is valid, 1 a log has an error (with --strict also a warning), 2 wrong \
usage, or something could not be read or written.";

/// A format or a game that is named by its id.
pub struct ById<T: ?Sized + 'static>(pub &'static T);

impl<T: ?Sized> Clone for ById<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ById<T> {}

/// Returns the parser of the id of a format that can be read or, with `writes`, written.
pub fn format_id_parser(writes: bool) -> impl TypedValueParser<Value = ById<dyn Format>> {
    let listed = FORMATS
        .iter()
        .filter(move |format| !writes || format.writer().is_some());
    let values = listed.map(|format| PossibleValue::new(format.id()).help(format.description()));
    PossibleValuesParser::new(values)
        .try_map(|id| formats::by_id(&id).map(ById).ok_or("no such format"))
}

/// Returns the parser of the id of a game.
pub fn game_id_parser() -> impl TypedValueParser<Value = ById<dyn DynGame>> {
    let values = CATALOGUE
        .iter()
        .map(|game| PossibleValue::new(game.id()).help(game.name()));
    PossibleValuesParser::new(values)
        .try_map(|id| games::by_id(CATALOGUE, &id).map(ById).ok_or("no such game"))
}

/// The arguments on how to read logs.
#[derive(ArgsOf, Clone, Copy)]
pub struct ReadArgs {
    /// Format of the logs [default: detected from their content]
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(false))]
    from: Option<ById<dyn Format>>,
    /// Game [default: the one named in the log, else detected from the moves]
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
}

impl ReadArgs {
    /// Creates the arguments of a command that has its own options with these names.
    pub const fn new(from: Option<ById<dyn Format>>, game: Option<ById<dyn DynGame>>) -> Self {
        Self { from, game }
    }

    /// Converts the arguments to options for reading.
    pub fn read_options(self) -> kifu_logs::files::ReadOptions {
        kifu_logs::files::ReadOptions {
            format: self.from.map(|ById(format)| format),
            game: self.game.map(|ById(game)| game),
        }
    }
}

// The argument `--patterns FILE`: how to read what bots print.

/// The argument that names a file of patterns for what bots print.
#[derive(ArgsOf, Clone, Default)]
pub struct PatternArgs {
    /// Patterns that find numbers, moves and marks in what bots print, before the built-in ones
    /// (see the chapter `bots` of the documentation)
    #[arg(long, value_name = "FILE", value_parser = read_patterns)]
    patterns: Option<Arc<BotPatterns>>,
}

impl PatternArgs {
    /// Returns the patterns of the file, or the built-in ones.
    pub fn patterns(&self) -> &BotPatterns {
        match &self.patterns {
            Some(patterns) => patterns,
            None => BotPatterns::builtin(),
        }
    }
}

#[cfg(feature = "app")]
impl PatternArgs {
    /// Returns the patterns of the file, to be kept; `None` for the built-in ones.
    pub fn shared(self) -> Option<Arc<BotPatterns>> {
        self.patterns
    }
}

/// Reads a file of patterns.
fn read_patterns(path: &str) -> Result<Arc<BotPatterns>, String> {
    let limit = kifu_logs::bot_output::file::MAX_FILE_BYTES as u64;
    let mut text = String::new();
    // A device may have no end: one byte more than allowed is enough to refuse it.
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_string(&mut text))
        .map_err(|error| error.to_string())?;
    let patterns = BotPatterns::parse(&text).map_err(|error| {
        let hint = error.hint.as_ref();
        let hint = hint.map_or_else(String::new, |hint| format!("\n  hint: {hint}"));
        format!("{error}{hint}")
    })?;
    Ok(Arc::new(patterns))
}

// The argument `--shard I/N`: one of N parts of the games, chosen by what a game is.

/// One of several parts into which games are divided by their hash.
///
/// A game is in the same part on every machine. Its place among the others, the spelling of its
/// record and earlier reviews make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The index of the part, from 0.
    index: u32,
    /// The number of parts, at least 1.
    count: u32,
}

/// The error of a text that is not a part.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected I/N with I from 1 to N, such as 3/16")]
pub(crate) struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let (index, count) = text.split_once('/').ok_or(ParseShardError)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| ParseShardError);
        let (index, count) = (number(index)?, number(count)?);
        if index == 0 || index > count {
            return Err(ParseShardError);
        }
        Ok(Self {
            index: index - 1,
            count,
        })
    }
}

impl Shard {
    /// Reports whether what has this hash is in the part.
    pub fn contains(self, hash: RecordHash) -> bool {
        hash.remainder(self.count) == self.index
    }
}

// The arguments of `analyze` and `play`, and the engine arguments that commands share.

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
    #[arg(long, short, value_name = "TIME", value_parser = text::parse_duration, default_value = "1s")]
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
    #[command(flatten)]
    pub bot: EngineBotArgs,
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
pub fn parse_clock(text: &str) -> Result<Clock, text::ParseDurationError> {
    match text.split_once(',') {
        None => Ok(Clock::Game(text::parse_duration(text)?)),
        Some((first, then)) => Ok(Clock::Turn {
            first: text::parse_duration(first)?,
            then: text::parse_duration(then)?,
        }),
    }
}
