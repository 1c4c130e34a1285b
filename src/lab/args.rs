//! The arguments of `kifu-lab`, and its help: the commands in groups, each with an example.

#[cfg(unix)]
use super::attack::AttackArgs;
use super::bench::BenchArgs;
use super::calibrate::CalibrateArgs;
use super::duel::args::DuelArgs;
use super::fuzz::FuzzArgs;
use super::growth::GrowthArgs;
use super::tables::CompareArgs;
use super::{atari_go, turn_right, zuniq};
use crate::common::args::{OutArgs, RunArgs};
use clap::{Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};
use kifu_cli::{ColorMode, grouped_command};
use std::path::PathBuf;

/// Trains, fits and measures the engines of kifu.
///
/// Every table of weights in kifu has a recipe: the command that makes one of equal strength
/// (`kifu-lab recipes`). Long commands write a checkpoint and can be resumed.
#[derive(Parser)]
#[command(name = "kifu-lab", version, max_term_width = 100)]
pub(super) struct Lab {
    #[command(subcommand)]
    pub command: LabCommand,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorMode,
}

/// The command to run.
#[derive(Subcommand)]
pub(super) enum LabCommand {
    /// Train a table by self-play and gradient descent
    ///
    /// Plays games of the engine against itself, trains a table on them, plays games with that
    /// table, and so on, in stages. Ctrl-C leaves a checkpoint, from which --resume continues; the
    /// table is that of an uninterrupted run.
    #[command(arg_required_else_help = true)]
    Train {
        /// Game
        #[command(subcommand)]
        game: TrainGame,
    },
    /// Fit a table to self-play games by regression
    ///
    /// Plays games of the engine against itself and fits a table to them. Ctrl-C leaves a
    /// checkpoint, from which --resume continues; the table is that of an uninterrupted run.
    #[command(arg_required_else_help = true)]
    Fit {
        /// Game
        #[command(subcommand)]
        game: FitGame,
    },
    /// Fit the engines' win probabilities to played games
    ///
    /// The raw value of an engine is not a probability yet. This command evaluates positions from
    /// played games with the uncalibrated engine and fits the curve from its value to the actual
    /// results. Half of the games are held out to test the fit. A win probability holds between two
    /// equal bots such as those that played the games; between perfect players it would be 0 or 1.
    Calibrate(CalibrateArgs),
    /// List the recipes of all tables
    Recipes,
    /// Compare two versions of a table
    ///
    /// Prints the number of weights, their correlation, and their mean and largest difference.
    Compare(CompareArgs),
    /// Measure an engine's strength against an opponent
    ///
    /// Plays pairs of games in which both sides have the same opening and luck, and prints wins,
    /// draws and losses, and the score with its 95 % interval.
    Duel(DuelArgs),
    /// Measure the speed of the engines
    ///
    /// Searches fixed positions with a fixed number of nodes for each game, and prints nodes per
    /// second and a signature of all results, which a change that only affects speed leaves alone.
    /// Then runs perft: counts the move sequences up to a depth, and times that.
    Bench(BenchArgs),
    /// Feed readers and writers with random inputs
    ///
    /// Inputs come from the corpus and from random records, and are mutated. For each the laws of
    /// reading and writing must hold: nothing is lost without a finding, a record is read back as
    /// it was written, converting twice is converting once, and nothing panics. The first input
    /// that breaks a law is shortened and shown, and the exit status is 1.
    Fuzz(FuzzArgs),
    /// Look for games that are lost or forged
    ///
    /// Kills kifu at random moments, lets system calls fail (with strace), starts it twice, gives it
    /// outputs that are inputs, lets bots answer nonsense, hides one format in the texts of another,
    /// and changes files behind an open window. Prints what was tried and the faults, each with the
    /// seed and the commands that repeat it; the exit status is 1 if there is one.
    #[cfg(unix)]
    Attack(AttackArgs),
    /// Measure how the cost of kifu's commands grows
    ///
    /// Runs each command on generated archives of n and of 4n games, counts instructions with perf
    /// or valgrind, and prints the ratio without the start of the program. The exit status is 1 if
    /// a ratio is above 4.6, or if memory grows that is documented as flat. Where neither tool
    /// works, a note says so and nothing is measured.
    Growth(GrowthArgs),
}

/// The game whose table is trained.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum TrainGame {
    /// The policy and value network of Atari Go
    ///
    /// Example:
    ///   kifu-lab train atari-go -o net.bin
    AtariGo {
        /// Stage of games and gradient descent, repeatable: games, batches, rate (in hundred
        /// thousandths), playouts (of a deep search), fresh (from random weights), memory (stages learned from), gnu-go
        /// (percentage of games against GNU Go), level (its level)
        #[arg(long = "stage", value_name = "KEY=VALUE,..")]
        #[arg(default_values = atari_go::net_training::AtariGoStage::DEFAULTS)]
        stages: Vec<atari_go::net_training::AtariGoStage>,
        /// Network to start from [default: none]
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// The evaluations of Turn Right
    ///
    /// Example:
    ///   kifu-lab train turn-right --table placement-eval -o placement_eval.bin
    TurnRight {
        /// Table
        #[arg(long)]
        table: TurnRightTable,
        /// Stage of games, repeatable: games, expanded (positions a move), rate (in hundredths),
        /// runs (from the same weights, averaged); the evaluation of placements knows the first two
        /// [default: the stages of the built-in table]
        #[arg(long = "stage", value_name = "KEY=VALUE,..")]
        stages: Vec<turn_right::circuit_eval_training::TurnRightStage>,
        /// Table to start from [default: none]
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// Logs of real games, from whose full boards a third of the games of circuits start
        /// (repeatable) [default: none]
        #[arg(long, value_name = "PATH")]
        logs: Vec<PathBuf>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// The value net of Zuniq
    ///
    /// Example:
    ///   kifu-lab train zuniq -o net.bin
    Zuniq {
        /// Stage of games and gradient descent, repeatable: games, nodes (a number or a range),
        /// random-plies (most at the start), max-plies (learned from)
        #[arg(long = "stage", value_name = "KEY=VALUE,..")]
        #[arg(default_values = zuniq::net_training::ZuniqStage::DEFAULTS)]
        stages: Vec<zuniq::net_training::ZuniqStage>,
        /// Net to start from [default: none]
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        run: RunArgs,
    },
}

/// The tables of Turn Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TurnRightTable {
    /// Full boards
    CircuitEval,
    /// Boards that are being filled
    PlacementEval,
}

/// The game whose table is fitted.
#[derive(Subcommand, Clone, Debug)]
pub(super) enum FitGame {
    /// The prior of Atari Go
    ///
    /// Example:
    ///   kifu-lab fit atari-go -o prior.bin
    AtariGo {
        /// Games
        #[arg(long, value_name = "N", default_value_t = 400)]
        games: u64,
        /// Playouts of a move
        #[arg(long, short, value_name = "N", default_value_t = 1500)]
        nodes: u32,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// The evaluation of Box
    ///
    /// Example:
    ///   kifu-lab fit box -o weight_params.rs
    Box {
        /// Rounds of the weights of gains
        #[arg(long, value_name = "N", default_value_t = 8)]
        rounds: u64,
        /// Games of a round
        #[arg(long, value_name = "N", default_value_t = 40_000)]
        games: u64,
        /// Games for the weights of leaves
        #[arg(long, value_name = "N", default_value_t = 12_200)]
        leaf_games: u64,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// The evaluations of Clobber
    ///
    /// Example:
    ///   kifu-lab fit clobber --table pattern-eval -o pattern_eval.bin
    Clobber(ClobberFitArgs),
}

/// The arguments of `kifu-lab fit clobber`.
#[derive(Args, Clone, Debug)]
pub(super) struct ClobberFitArgs {
    /// Table
    #[arg(long)]
    pub table: ClobberTable,
    /// Games [default: 20000 for pattern-eval, 800 for sum-eval]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Visits of a move; of several numbers the games have each in turn [default: 320,400 for
    /// pattern-eval, 200 for sum-eval]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub visits: Vec<u32>,
    /// Proven sums to learn from (sum-eval)
    #[arg(long, value_name = "N", default_value_t = 537_000)]
    pub sums: u64,
    /// Fewest stones of a position to solve (sum-eval)
    #[arg(long, value_name = "N", default_value_t = 41)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub min_stones: u32,
    /// Most stones of a position to solve (sum-eval)
    #[arg(long, value_name = "N", default_value_t = 44)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub max_stones: u32,
    /// Most positions that the solver searches (sum-eval)
    #[arg(long, short, value_name = "N", default_value_t = 1_000_000)]
    pub nodes: u64,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

/// The tables of Clobber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ClobberTable {
    /// Whole boards, for the tree search
    PatternEval,
    /// Sums of components, for the solver
    SumEval,
}

/// The headings of `kifu-lab --help` with the commands under them.
const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    (
        "Tables",
        &["train", "fit", "calibrate", "recipes", "compare"],
    ),
    ("Measurements", &["duel", "bench", "growth"]),
    #[cfg(unix)]
    ("Random trials", &["fuzz", "attack"]),
    #[cfg(not(unix))]
    ("Random trials", &["fuzz"]),
    ("Reference", &["help"]),
];

/// The example of each command.
const EXAMPLES: &[(&str, &str)] = &[
    ("train", "kifu-lab train zuniq -o net.bin"),
    ("fit", "kifu-lab fit atari-go -o prior.bin"),
    ("calibrate", "kifu-lab calibrate games.ronl -o table.ron"),
    ("recipes", "kifu-lab recipes"),
    (
        "compare",
        "kifu-lab compare net.bin src/core/games/zuniq/engine/net.bin",
    ),
    ("duel", "kifu-lab duel clobber --against uct --nodes 2000"),
    ("bench", "kifu-lab bench --game zuniq"),
    (
        "fuzz",
        "kifu-lab fuzz sgf --seconds 60 --corpus fixtures/corpus",
    ),
    #[cfg(unix)]
    ("attack", "kifu-lab attack --only kills,races --seconds 60"),
    ("growth", "kifu-lab growth merge --kifu target/release/kifu"),
];

/// Returns the command line with its groups and examples.
pub fn command() -> Command {
    grouped_command(Lab::command(), COMMAND_GROUPS, EXAMPLES)
}
