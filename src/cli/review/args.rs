//! The arguments of `kifu review`.

use crate::common::engine_bot::EngineBotArgs;
use crate::common::game_filter::GameFilterArgs;
use crate::common::shared_args::{MAX_MEMORY_MB, PatternArgs, ReadArgs, Shard};
use crate::common::text;
use clap::{ArgGroup, Args as ArgsOf, ValueEnum};
use kifu_study::review::Thresholds;
use std::path::PathBuf;
use std::time::Duration;

const REVIEW_HELP: &str = "\
For bot authors:
  kifu review match.ronl --by player
      losses of each bot by phase of the game, by kind of mistake and by opponent
  kifu review match.ronl -o reviewed.ronl --suite mistakes.jsonl
      a suite: the positions with a mistake and as many without one, with all good moves, one JSON
      object per line; `kifu schema suite` describes it. Positions are added to an existing suite
  kifu rejudge --suite mistakes.jsonl --cmd ./mybot
      which of these mistakes a new version of the bot still makes
  kifu analyze --suite mistakes.jsonl
      how many of them the engine solves, with more time (--time) or after a change
  kifu review --suite mistakes.jsonl --verify
      after an update of kifu: which positions the new engine judges otherwise
  kifu rejudge match.ronl --cmd ./mybot --player NAME
      which moves a new version of the bot plays in its old games, and whether they are better
  kifu review match.ronl --report html > report.html
      a page with graphs, diagrams and reasons

A win probability holds between two equal bots; it comes from a table fitted to games.
Proven results are certain. A move is compared with the best move of the same search.

Exit status: 0 everything is valid, 1 a log has an error, 2 wrong usage or something could not be
read or written.";

/// The arguments of `kifu review`.
#[derive(ArgsOf, Clone)]
#[command(after_help = REVIEW_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(group = ArgGroup::new("kept").args(["out", "suite"]).multiple(true))]
pub(crate) struct ReviewArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present_all = ["verify", "suite"])]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Save the reviewed games: a `.ron` file for one game, a `.ronl` file for any number, `-` to
    /// filter records, one a line, to standard output
    ///
    /// A filter writes a line for each line (ronl or jsonl), in order and as soon as it is done. A
    /// line that cannot be read comes out as it was.
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Continue the interrupted review in OUT (or in OUT.part, see --force)
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub resume: bool,
    /// Review only one of N parts of the games, I from 1; the part of a game never changes
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Leave games as they are that were reviewed by the same version of the engine with the same
    /// budget and seed
    #[arg(long)]
    pub skip_reviewed: bool,
    /// Overwrite existing OUT, and FILE instead of adding to it; a .ronl file stays until the review is complete, in OUT.part
    #[arg(long, short, requires = "kept")]
    pub force: bool,
    /// Add the positions with a mistake to a suite for bots; see below
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Search time per position [default: 100ms, less in games of more than 40 plies]
    ///
    /// A move that looks bad and the best move are searched again, each separately. If that leaves
    /// in doubt how bad it is, they are searched with five times the budget (Box: once, with ten
    /// times the budget). These large searches take no longer than they do with 100ms.
    #[arg(long, short, alias = "time-per-move", value_name = "TIME", value_parser = text::parse_duration)]
    pub time: Option<Duration>,
    /// Search nodes per position instead of a time: the same result on every machine
    #[arg(
        long,
        short,
        alias = "nodes-per-move",
        value_name = "N",
        conflicts_with = "time"
    )]
    pub nodes: Option<u64>,
    /// Approximate search time for a whole game, instead of a time per position
    #[arg(long, aliases = ["time-per-game", "budget"], value_name = "TIME")]
    #[arg(value_parser = text::parse_duration, conflicts_with_all = ["time", "nodes"])]
    pub clock: Option<Duration>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Engine memory in megabytes, for each job
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Games to review at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    #[command(flatten)]
    pub bot: EngineBotArgs,
    /// Report to print for each game [default: text; none with `-o -`]
    #[arg(long, value_enum)]
    pub report: Option<ReportFormat>,
    /// Print totals over all games instead, grouped by WHAT
    #[arg(long, value_enum, value_name = "WHAT")]
    pub by: Option<GroupBy>,
    /// Do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Verify existing reviews: repeat the searches with a node budget that the records hold, and
    /// report different results; with --suite instead of paths: search the positions of a suite again
    /// that another version of the engine has judged
    #[arg(long, conflicts_with_all = ["out", "by", "clock"])]
    pub verify: bool,
    /// Write the new judgement to the suite, with --verify
    #[arg(long, requires_all = ["verify", "suite"])]
    pub update: bool,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

impl ReviewArgs {
    /// Returns the report to print for each game.
    pub fn report(&self) -> ReportFormat {
        self.report.unwrap_or(ReportFormat::Text)
    }
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Summaries of both players, key moments with reasons, claims, times and failures
    Text,
    /// One JSON object per game, one per line
    Json,
    /// One HTML page with graphs, key moments with diagrams, and moves
    Html,
    /// No report
    None,
}

/// The key by which totals are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupBy {
    /// Each player, over all games
    Player,
}
