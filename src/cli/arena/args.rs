//! What can be said to the commands of the arena.

use super::super::args::{Named, game_id};
use super::super::{engine_args, span};
use crate::games::Book;
use crate::search::Clock;
use clap::{Args as ArgsOf, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
pub(in crate::cli) enum Pairing {
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
  time=TIME      its clock, as of --time-budget
  memory=MB      the most it may take
  nodes=N, seed=S  for builtin: nodes a move, where the random numbers start

Examples:
  kifu match --game GAME --bot "cmd=./mybot" --bot builtin
  kifu match --game GAME --bot "name=new,cmd=./bot2" --bot "name=old,cmd=./bot1" \
      --games 1000 --concurrency 2 --sprt elo0=0 elo1=10 --output test.ronl
  kifu match --resume --config match.ron --output test.ronl

Afterwards: `kifu standings test.ronl`, `kifu validate test.ronl`, `kifu show test.ronl -i 3`,
`kifu convert test.ronl -o game.dialogue --split` for what a bot read and wrote.

Exit status: 0 the match was played, 2 wrong usage, or a bot could not be started or a file not be
written. A bot that fails in a game loses it; that is no error."#;

/// `kifu match`.
#[derive(ArgsOf)]
#[command(after_help = MATCH_EXAMPLES)]
pub(in crate::cli) struct Match {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_id())]
    pub game: Option<Named<dyn Book>>,
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
    pub pairing: Option<Pairing>,
    /// How many rounds of the Swiss system
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// How many games two bots play when they meet, half of them with either side [default: 2]
    #[arg(long, short, value_name = "N")]
    pub games: Option<u32>,
    /// How many games are played side by side; 0 for one a core, which is the most [default: 1]
    #[arg(long, short, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Where the random numbers start [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// The clock, if not the contest's: for the whole game (`30s`), or for the first turn and for
    /// each later one (`1s,100ms`); `0` for none
    #[arg(long, value_name = "TIME", value_parser = engine_args::clock)]
    pub time_budget: Option<Clock>,
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
    #[arg(long, value_name = "TIME", value_parser = span::read, default_value = "500ms")]
    pub patience: Duration,
    /// Print nothing but the table at the end
    #[arg(long, short)]
    pub quiet: bool,
}
