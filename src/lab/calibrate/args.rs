//! The arguments of `kifu-lab calibrate`.

use clap::Args as ArgsOf;
use kifu_cli::{ById, EXIT_STATUS_HELP, MAX_MEMORY_MB, ReadArgs};
use std::path::PathBuf;

/// The arguments of `kifu-lab calibrate`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(crate) struct CalibrateArgs {
    /// Files, folders (including subfolders), or `-` for standard input, all of one game
    #[arg(value_name = "PATH", required_unless_present = "show")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Print the built-in tables with the quality of their fit
    #[arg(long, conflicts_with_all = ["paths", "out", "check"])]
    pub show: bool,
    /// Test the built-in table on all these games instead of fitting a new one
    #[arg(long, conflicts_with = "out")]
    pub check: bool,
    /// Write the fitted table to OUT
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing OUT
    #[arg(long, short, requires = "out")]
    pub force: bool,
    /// Search nodes per position; a third of the positions get a quarter of it, a third four times
    /// as many
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u64).range(4..=1_000_000_000))]
    pub nodes: u64,
    /// Evaluate every Nth ply
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub every: u32,
    /// Search every Nth position that got the most nodes again with sixteen times as many, to
    /// measure the error of the estimates
    #[arg(long, alias = "longer", value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub recheck_every: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Engine memory in megabytes, for each job
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Games to evaluate at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

impl CalibrateArgs {
    /// Reports whether the table of this game is wanted.
    pub fn includes_game(&self, id: &str) -> bool {
        self.reading.game.is_none_or(|ById(game)| game.id() == id)
    }
}
