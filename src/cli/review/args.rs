//! What can be said to `kifu review`.

use crate::cli::args::ReadArgs;
use crate::cli::duration;
use crate::cli::engine_args::MAX_MEMORY_MB;
use crate::review::Thresholds;
use clap::{ArgGroup, Args as ArgsOf, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const REVIEW_HELP: &str = "\
For the author of a bot:
  kifu review match.ronl --by player
      what each bot gives away: by phase of the game, by kind, against whom
  kifu review match.ronl -o reviewed.ronl --suite wrong.jsonl
      the positions in which somebody went wrong and one move is clearly better, a JSON object a
      line: game, position, best, line, played, loss, points, class, proven, source, ply, phase,
      player, opponent
  kifu analyze --suite wrong.jsonl
      how many of them the engine finds, with more time (--time) or after a change of it
  kifu rejudge match.ronl --cmd ./mybot --player NAME
      what the bot's new version plays in its old games, and whether that is better
  kifu review match.ronl --report html > report.html
      a page with graphs, diagrams and reasons

A probability of a win is the chance between two equal bots, by a table that was fitted on games
(`kifu calibrate --show`); proven results are sure. Moves are weighed against the best move of the
same search.

Exit status: 0 all is valid, 1 a log has an error, 2 wrong usage or something could not be read or
written.";

/// `kifu review`.
#[derive(ArgsOf)]
#[command(after_help = REVIEW_HELP)]
#[command(group = ArgGroup::new("kept").args(["out", "suite"]).multiple(true))]
pub(in crate::cli) struct ReviewArgs {
    /// Files, folders (with all below them), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Keep the games with what was found: a `.ron` file for one, a `.ronl` file for any number
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Go on with the review in OUT that was interrupted
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub resume: bool,
    /// Overwrite OUT and FILE if they exist
    #[arg(long, short, requires = "kept")]
    pub force: bool,
    /// Write the positions in which somebody went wrong, for a bot to be tried on; see below
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// How long to think about each position; five times as long, and about either move alone,
    /// where the played one looks bad (Box: ten times in one search), but not longer than that is
    /// with 100ms [default: 100ms, less where a game has more than 40 plies]
    #[arg(long, short, value_name = "TIME", value_parser = duration::parse)]
    pub time: Option<Duration>,
    /// Think for so many nodes instead: the same result on every machine
    #[arg(long, short, value_name = "N", conflicts_with = "time")]
    pub nodes: Option<u64>,
    /// About so long for each game instead
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    #[arg(conflicts_with_all = ["time", "nodes"])]
    pub time_per_game: Option<Duration>,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Megabytes that the engine may take, for each job
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Review so many games at once; 0 for one a core
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// From which loss on a move is an inaccuracy, a mistake, a blunder: points of 100 of the
    /// probability of a win
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// What to print of each game
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
    /// Sum up over all games by player instead
    #[arg(long, value_enum, value_name = "WHAT")]
    pub by: Option<GroupBy>,
    /// Review nothing: look again at what reviews in these records say they found with so many
    /// nodes, and tell what comes out otherwise
    #[arg(long, conflicts_with_all = ["out", "by", "time_per_game", "suite"])]
    pub verify: bool,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReportFormat {
    /// A card for each player, the moments that counted with reasons, claims, time, and failures
    Text,
    /// One JSON object a game, on one line
    Json,
    /// One page for a browser: graph, key moments with diagrams, moves
    Html,
    /// Nothing
    None,
}

/// What is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum GroupBy {
    /// Each player, over all games
    Player,
}
