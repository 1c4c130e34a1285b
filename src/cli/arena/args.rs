//! The arguments of the arena commands.

use crate::common::game_filter::GameFilterArgs;
use crate::common::shared_args::{ById, ReadArgs, game_id_parser};
use crate::common::{shared_args, text};
use clap::{Args as ArgsOf, ValueEnum};
use kifu_core::games::DynGame;
use kifu_core::search::Clock;
use kifu_logs::formats::ResultColumns;
use kifu_study::arena::DEFAULT_LUCK_NODES;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The way in which opponents are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
pub(crate) enum PairingArg {
    /// Every bot plays every other
    RoundRobin,
    /// The first bot plays every other
    Gauntlet,
    /// Rounds between bots with about equal results so far
    Swiss,
}

const MATCH_EXAMPLES: &str = r#"A bot is a comma-separated list of keys with values:
  cmd=COMMAND    program with its arguments; `./bot` for one in this folder; with `{moves}` or
                 `{position}` in an argument it is run for each position
  builtin        kifu's built-in bot, instead of cmd
  name=NAME      name of the bot [default: the program's name]
  proto=gtp      the program speaks GTP; proto=ugi UGI, a protocol like UCI for any game
  dir=FOLDER     working directory
  env=KEY=VALUE  environment variable (repeatable)
  clock=TIME     clock of this bot, as in --clock, but `1s/100ms` for a clock per turn
  memory=MB      memory limit in megabytes: address space of each process, and memory that all its
                 processes hold together
  level=LEVEL    builtin: `engine` (the default), `uct` (Monte Carlo tree search that knows only
                 the rules), `minimax` (alpha-beta search for the most points, or else for
                 mobility), `greedy` (the move with the most points, or else with the fewest
                 replies) or `random` (any legal move)
  nodes=N        builtin: maximum number of nodes per move
  seed=S         builtin: random seed
  threads=N      builtin: search threads [default: 1]
A value with a comma is quoted: --bot "name=A,cmd='./bot --weights 1,2'".

More examples:
  kifu match --game zuniq --bot "name=new,cmd=./bot2" --bot "name=old,cmd=./bot1" \
      --games 1000 --jobs 2 --sprt elo0=0 elo1=10 --output test.ronl
  kifu match --game zuniq --bot builtin --bot builtin,level=greedy --games 100 --clock 3s
  kifu match --resume --config match.ron --output test.ronl

Then: `kifu standings test.ronl`, `kifu validate test.ronl`, `kifu show test.ronl -i 3`, and
`kifu convert test.ronl -o game.dialogue --split` for what each bot read and wrote.

Exit status: 0 the match was played, 2 wrong usage, or a bot could not be started, or a file could
not be written. A bot that fails in a game loses that game; this is not an error."#;

/// The arguments of `kifu match`.
#[derive(ArgsOf)]
#[command(after_help = MATCH_EXAMPLES)]
pub(crate) struct MatchArgs {
    /// Game to play
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// Bot that takes part, such as `cmd=./mybot` or `builtin` (repeat for each bot; see below)
    #[arg(long = "bot", value_name = "BOT")]
    pub bots: Vec<String>,
    /// Read the match from a RON file; options given here override it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Output file: one record per line, each written and synced as soon as its game is over
    #[arg(long, short, value_name = "FILE", default_value = "match.ronl")]
    pub output: PathBuf,
    /// Continue the match in the output file, if there is one
    #[arg(long)]
    pub resume: bool,
    /// How opponents are paired [default: round-robin]
    #[arg(long, value_enum)]
    pub pairing: Option<PairingArg>,
    /// Number of rounds of a Swiss tournament
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Games per pairing, half of them with each side [default: 2]
    #[arg(long, short, value_name = "N")]
    pub games: Option<u32>,
    /// Games to play at once (0 = one per core, the maximum) [default: 1]
    #[arg(
        long,
        short,
        alias = "concurrency",
        short_alias = 'c',
        value_name = "N"
    )]
    pub jobs: Option<usize>,
    /// Random seed [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Clock: time for the whole game (`30s`), or for the first turn and each later one
    /// (`1s,100ms`); `0` for none [default: the contest's]
    #[arg(long, alias = "time-budget", value_name = "TIME", value_parser = shared_args::parse_clock)]
    pub clock: Option<Clock>,
    /// Setup parameter of the game; `kifu games` lists them
    #[arg(long, value_name = "KEY=VALUE")]
    pub setup: Vec<String>,
    /// Start the pairs of games from the openings in this file, in turn
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub openings: Option<PathBuf>,
    /// Start each pair of games with N random plies
    #[arg(long, value_name = "N")]
    pub random_plies: Option<u32>,
    /// Stop by a sequential test (SPRT): is the first bot at most elo0, or at least elo1, stronger
    /// than the second?
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=4)]
    pub sprt: Vec<String>,
    /// Name of the match in the records
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Grace period: time for a program to exit after the game
    #[arg(long, alias = "patience", value_name = "TIME", value_parser = text::parse_duration, default_value = "500ms")]
    pub grace_period: Duration,
    /// Print only the final table, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `kifu standings`.
#[derive(ArgsOf)]
#[command(after_help = "\
Bots are ranked as the game's contest ranks them; bots that are equal in that and in games won share \
a rank. Elo ratings are fitted to all games (Bradley-Terry model); `±` is the 95 % error.

Exit status: 0 standings were printed, 1 a game that should count was left out, 2 wrong usage or \
something could not be read.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct StandingsArgs {
    /// Files and folders: match records, result tables of a contest, or any log that kifu reads
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Read tables of results with these columns, by number or heading: `first=2,second=3,result=4`;
    /// also `points1`, `points2` instead of `result`, and `id` for the number of the game
    #[arg(long, value_name = "KEY=COLUMN,...", conflicts_with = "from")]
    pub columns: Option<ResultColumns>,
    /// Print one JSON object per game, one per line
    #[arg(long, conflicts_with_all = ["csv", "html"])]
    pub json: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "html")]
    pub csv: bool,
    /// Print an HTML page
    #[arg(long)]
    pub html: bool,
    /// Add a table without luck: each result less what the draws were worth, for games of chance
    ///
    /// An engine compares the value of each drawn tile with the mean of all tiles that could have
    /// been drawn. On average the correction is 0, so that no bot gains by it; what is left is more
    /// precise, and the table shows by how much.
    #[arg(long, conflicts_with = "csv")]
    pub luck_adjusted: bool,
    /// Engine nodes for each draw, with --luck-adjusted
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LUCK_NODES, requires = "luck_adjusted")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub luck_nodes: u64,
    /// Do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `kifu check-bot`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0 the bot follows the protocol, or can be led with --lead, 1 it would lose games, or \
cannot be led, 2 wrong usage, or it could not be started.")]
pub(crate) struct CheckBotArgs {
    /// Game to play
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: ById<dyn DynGame>,
    /// Program with its arguments; `./bot` for one in this folder
    #[arg(long, value_name = "COMMAND")]
    pub cmd: String,
    /// Working directory of the bot
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// Protocol that the bot speaks: `contest`, `gtp` or `ugi` [default: contest]
    #[arg(long, value_name = "PROTOCOL")]
    pub proto: Option<String>,
    /// Games to play on each side
    #[arg(long, short, value_name = "N", default_value_t = 3)]
    pub games: u32,
    /// Test instead whether the bot can be led to a position of a game in progress, and print the
    /// lines to add if it cannot
    #[arg(long, conflicts_with = "games")]
    pub lead: bool,
    /// Clock, as in `kifu match` [default: the contest's]
    #[arg(long, alias = "time-budget", value_name = "TIME", value_parser = shared_args::parse_clock)]
    pub clock: Option<Clock>,
    /// Grace period: time for the bot to exit after the game
    #[arg(long, alias = "patience", value_name = "TIME", value_parser = text::parse_duration, default_value = "2s")]
    pub grace_period: Duration,
}

/// The arguments of `kifu feed`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0, 1 if the bot answers otherwise than the log, or not at all, 2 wrong usage, or something \
could not be read, written or started.")]
pub(crate) struct FeedArgs {
    /// File with the recorded game, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Index of the game in the file, from 0; negative counts from the end [default: the only game]
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// Ply whose move the bot is asked for, from 1; that of a failure comes after the last ply
    /// [default: the last turn of the player]
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    /// Player whose input it is: a name, or `first`, `second` or a side such as `White` if no one
    /// has that name [default: the one to move, whose input the log holds]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// File to write the lines to, or `-` for standard output [default: -, or none with --cmd]
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, short)]
    pub force: bool,
    /// Ask this program at every turn up to the ply, and compare its answers with the log; `./bot`
    /// for one in this folder
    #[arg(long, value_name = "COMMAND")]
    pub cmd: Option<String>,
    /// Protocol that the bot speaks: `contest`, `gtp` or `ugi` [default: contest]
    #[arg(long, value_name = "PROTOCOL", requires = "cmd")]
    pub proto: Option<String>,
    /// Number of runs of the program, to see whether its answers are always the same
    #[arg(long, value_name = "K", default_value = "1", requires = "cmd")]
    pub repeat: NonZeroUsize,
    /// Clock [default: the contest's]; a clock for the whole game applies to each answer
    #[arg(long, value_name = "TIME", requires = "cmd", value_parser = shared_args::parse_clock)]
    pub clock: Option<Clock>,
    /// Grace period: time for the bot to exit after the game
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration, default_value = "500ms")]
    pub grace_period: Duration,
}

impl FeedArgs {
    /// Returns the file to write; `None` if the lines go to standard output or nowhere.
    pub fn file_output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|out| out.as_os_str() != "-")
    }
}

/// The arguments of `kifu rejudge`.
#[derive(ArgsOf)]
#[command(after_help = "\
Of a selected game only the positions of the player who meets the conditions are asked.

Exit status: 0 the bot was asked, 1 with --fail-on-regression if a move is worse or missing, 2 wrong \
usage, or something could not be read or started.

With --suite: 0 all answers are good, 1 an answer is wrong, 2 wrong usage, or something could not be \
read or written, 125 the bot does not build or start, or no answer is wrong but it cannot be asked in \
some position. So `git bisect run` finds the version that went wrong:
  git bisect start HEAD v1.0
  git bisect run kifu rejudge --suite ../lost.jsonl --position ID --build make --cmd ./bot

What an answer means after all earlier ones, which are the move of the game, then those of the bot's \
other versions in the suite:
  still good   good, as all earlier ones
  cured        good, and an earlier one was wrong
  relapsed     wrong; an earlier one was wrong, too, and the last one was good
  still wrong  wrong, as the last one
  new          wrong, and all earlier ones were good")]
pub(crate) struct RejudgeArgs {
    /// Files and folders with recorded games
    #[arg(value_name = "PATH", required_unless_present = "suite")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub suite: SuiteArgs,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Program with its arguments; `./bot` for one in this folder
    #[arg(long, value_name = "COMMAND")]
    pub cmd: String,
    /// Protocol that the bot speaks: `contest`, `gtp` or `ugi` [default: contest]
    #[arg(long, value_name = "PROTOCOL")]
    pub proto: Option<String>,
    /// Clock [default: the contest's]; a clock for the whole game applies to each answer
    #[arg(long, alias = "time-budget", value_name = "TIME", value_parser = shared_args::parse_clock)]
    pub clock: Option<Clock>,
    /// Engine nodes for judging a move that differs [default: 2000, or as many as the suite names]
    #[arg(long, short, value_name = "N")]
    pub nodes: Option<u64>,
    /// Win probabilities that differ by less are about equal
    #[arg(
        long,
        value_name = "P",
        default_value_t = 0.05,
        conflicts_with = "suite"
    )]
    pub margin: f64,
    /// Exit with status 1 if a move is worse than the recorded one, or missing
    #[arg(long, conflicts_with = "suite")]
    pub fail_on_regression: bool,
    /// Print one JSON object per position, one per line, and one with the totals
    #[arg(long)]
    pub json: bool,
    /// Do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Grace period: time for the bot to exit after the game
    #[arg(long, alias = "patience", value_name = "TIME", value_parser = text::parse_duration, default_value = "500ms")]
    pub grace_period: Duration,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

/// The arguments of `kifu rejudge --suite`.
#[derive(ArgsOf)]
pub(crate) struct SuiteArgs {
    /// Ask in the positions of a suite instead, a file of `kifu review --suite`
    #[arg(id = "suite", long, value_name = "FILE", conflicts_with_all = ["paths", "opponent", "won", "drawn", "lost", "faults", "min_loss"])]
    pub file: Option<PathBuf>,
    /// Ask only in this position of the suite: its id, or how that begins (repeatable)
    #[arg(long = "position", value_name = "ID", requires = "suite")]
    pub ids: Vec<String>,
    /// Ask K times in each position of the suite; more than half of the answers must be good
    #[arg(long, value_name = "K", default_value = "1", requires = "suite")]
    pub repeat: NonZeroUsize,
    /// Shell command that builds the bot first, with --suite
    #[arg(long, value_name = "COMMAND", requires = "suite")]
    pub build: Option<String>,
    /// Keep the answers in the suite
    #[arg(long, requires = "suite")]
    pub update: bool,
    /// Name of the bot in the suite [default: that of the program]
    #[arg(long, value_name = "NAME", requires = "suite")]
    pub name: Option<String>,
    /// Version of the bot in the suite [default: that at the end of the name, or else
    /// `git describe --always --tags --dirty` in the folder of the program]
    #[arg(long, value_name = "VERSION", requires = "suite")]
    pub bot_version: Option<String>,
    /// Answers of the suite for which the exit status is 1
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "wrong",
        requires = "suite"
    )]
    pub fail_on: FailOn,
    /// Write the results to a file as JUnit XML, with --suite
    #[arg(long, value_name = "FILE", requires = "suite")]
    pub junit: Option<PathBuf>,
    /// Replace an existing file of --junit
    #[arg(long, short, requires = "junit")]
    pub force: bool,
}

/// The answers for which a run over a suite fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// All wrong ones: relapsed, still wrong and new
    Wrong,
    /// Those that are worse than the last one: relapsed and new
    Relapsed,
}
