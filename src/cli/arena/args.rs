//! What can be said to the commands of the arena.

use super::super::args::{ById, ReadArgs, game_id_parser};
use super::super::{duration, engine_args};
use crate::games::DynGame;
use crate::search::Clock;
use clap::{Args as ArgsOf, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
pub(in crate::cli) enum PairingArg {
    /// Every two bots
    RoundRobin,
    /// The first bot and every other
    Gauntlet,
    /// Rounds in which bots meet that are about equal so far
    Swiss,
}

const MATCH_EXAMPLES: &str = r#"A bot is a list of `key=value` parted by commas:
  cmd=COMMAND    the program with its arguments; `./bot` for one in this folder
  builtin        instead of cmd: kifu's own player
  name=NAME      what it is called; else the program's name
  proto=gtp      the program speaks GTP, as Go programs do
  dir=FOLDER     where it works
  env=KEY=VALUE  an environment variable (can be given several times)
  time=TIME      its clock, as of --time-budget; with a slash, `1s/100ms`, where a turn has its own
  memory=MB      the most it may take
  level=LEVEL    for builtin: who plays; `random` any legal move, `greedy` the one after which it
                 has the most points (or the other the fewest answers), `uct` Monte-Carlo tree
                 search that knows the rules alone, `brain` the game's engine, as without it
  nodes=N, seed=S  for builtin: nodes a move, where the random numbers start
  threads=N      for builtin: how many threads think at once, one without it

Examples:
  kifu match --game GAME --bot "cmd=./mybot" --bot builtin
  kifu match --game GAME --bot "name=new,cmd=./bot2" --bot "name=old,cmd=./bot1" \
      --games 1000 --concurrency 2 --sprt elo0=0 elo1=10 --output test.ronl
  kifu match --game GAME --bot builtin --bot builtin,level=greedy --games 100 \
      --time-budget 3s
  kifu match --resume --config match.ron --output test.ronl

Afterwards: `kifu standings test.ronl`, `kifu validate test.ronl`, `kifu show test.ronl -i 3`,
`kifu convert test.ronl -o game.dialogue --split` for what a bot read and wrote.

Exit status: 0 the match was played, 2 wrong usage, or a bot could not be started or a file not be
written. A bot that fails in a game loses it; that is no error."#;

/// `kifu match`.
#[derive(ArgsOf)]
#[command(after_help = MATCH_EXAMPLES)]
pub(in crate::cli) struct MatchArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// A bot that takes part, such as `cmd=./mybot` or `builtin`; given once for each, see below
    #[arg(long = "bot", value_name = "BOT")]
    pub bots: Vec<String>,
    /// Read the match from a RON file; what is given here as well counts instead
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The records, one a line, each written and synced as soon as the game is over
    #[arg(long, short, value_name = "FILE", default_value = "match.ronl")]
    pub output: PathBuf,
    /// Go on with the match in the file, if it is there
    #[arg(long)]
    pub resume: bool,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_enum)]
    pub pairing: Option<PairingArg>,
    /// How many rounds of the Swiss system
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// How many games two bots play when they meet, half of them with either side [default: 2]
    #[arg(long, short, value_name = "N")]
    pub games: Option<u32>,
    /// How many games are played side by side; 0 for one a core, which is the most [default: 1]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// Where the random numbers start [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// The clock, if not the contest's: for the whole game (`30s`), or for the first turn and for
    /// each later one (`1s,100ms`); `0` for none
    #[arg(long, value_name = "TIME", value_parser = engine_args::parse_clock)]
    pub clock: Option<Clock>,
    /// A parameter of the game, `key=value`; `kifu games` lists them
    #[arg(long, value_name = "KEY=VALUE")]
    pub setup: Vec<String>,
    /// Start the pairs of games from the games in this file, in turn, as far as they go
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub openings: Option<PathBuf>,
    /// Start each pair of games with so many random plies
    #[arg(long, value_name = "N")]
    pub random_plies: Option<u32>,
    /// End as soon as it is sure enough which holds: that the first of two bots is elo0 or less
    /// better than the second, or elo1 or more
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=4)]
    pub sprt: Vec<String>,
    /// What the match is called in the records
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How long a program may take to end after the game
    #[arg(long, value_name = "TIME", value_parser = duration::parse, default_value = "500ms")]
    pub grace_period: Duration,
    /// Print nothing but the table at the end
    #[arg(long, short)]
    pub quiet: bool,
}

/// `kifu standings`.
#[derive(ArgsOf)]
#[command(after_help = "\
Bots are ranked as the game's contest ranks them; who is equal in that and in games won shares a \
place. Elo is a fit to all games (Bradley-Terry), `±` holds with 95 %.

Exit status: 0 there are standings, 2 wrong usage or something could not be read.")]
pub(in crate::cli) struct StandingsArgs {
    /// Files and folders: records of matches, a contest's tables, any log that kifu reads
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// One JSON object a game, on one line
    #[arg(long, conflicts_with_all = ["csv", "html"])]
    pub json: bool,
    /// A table for spreadsheets
    #[arg(long, conflicts_with = "html")]
    pub csv: bool,
    /// A page for browsers
    #[arg(long)]
    pub html: bool,
}

/// `kifu check-bot`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0 the bot keeps the protocol, 1 it would lose games, 2 wrong usage or it could not be \
started.")]
pub(in crate::cli) struct CheckBotArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: ById<dyn DynGame>,
    /// The program with its arguments; `./bot` for one in this folder
    #[arg(long, value_name = "COMMAND")]
    pub cmd: String,
    /// The folder in which it works
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// The protocol it speaks: that of the contest, or `gtp`
    #[arg(long, value_name = "PROTOCOL")]
    pub proto: Option<String>,
    /// How many games with either side
    #[arg(long, short, value_name = "N", default_value_t = 3)]
    pub games: u32,
    /// The clock, if not the contest's, as of `kifu match`
    #[arg(long, value_name = "TIME", value_parser = engine_args::parse_clock)]
    pub clock: Option<Clock>,
    /// How long it may take to end after the game
    #[arg(long, value_name = "TIME", value_parser = duration::parse, default_value = "2s")]
    pub grace_period: Duration,
}

/// `kifu rejudge`.
#[derive(ArgsOf)]
#[command(after_help = "\
Exit status: 0 the bot was asked, 1 with --fail-on-regression if a move is worse or there is none, \
2 wrong usage, or something could not be read or started.")]
pub(in crate::cli) struct RejudgeArgs {
    /// Files and folders with games
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// The program with its arguments; `./bot` for one in this folder
    #[arg(long, value_name = "COMMAND")]
    pub cmd: String,
    /// The protocol it speaks: that of the contest, or `gtp`
    #[arg(long, value_name = "PROTOCOL")]
    pub proto: Option<String>,
    /// Ask in the positions of this player alone; else in those of both
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The clock, if not the contest's; one for the whole game counts for each answer
    #[arg(long, value_name = "TIME", value_parser = engine_args::parse_clock)]
    pub clock: Option<Clock>,
    /// How long kifu's engine looks at a move that differs
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    pub nodes: u64,
    /// Win probabilities nearer than this are about equal
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub margin: f64,
    /// End with status 1 if a move is worse than the one in the record, or there is none
    #[arg(long)]
    pub fail_on_regression: bool,
    /// One JSON object a position, on one line, and one for all
    #[arg(long)]
    pub json: bool,
    /// How long it may take to end after the game
    #[arg(long, value_name = "TIME", value_parser = duration::parse, default_value = "500ms")]
    pub grace_period: Duration,
}
