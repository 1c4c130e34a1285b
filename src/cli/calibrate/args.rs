//! What can be said to `kifu calibrate`.

use crate::cli::args::{ById, EXIT_STATUS_HELP, ReadArgs};
use crate::cli::engine_args::MAX_MEMORY_MB;
use clap::Args as ArgsOf;
use std::path::PathBuf;

/// `kifu calibrate`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(in crate::cli) struct CalibrateArgs {
    /// Files, folders (with all below them), or `-` for standard input: games of one game
    #[arg(value_name = "PATH", required_unless_present = "show")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Print the tables that come with kifu, with the figures of their fit
    #[arg(long, conflicts_with_all = ["paths", "out", "check"])]
    pub show: bool,
    /// Judge the table that comes with kifu by all these games; fit nothing
    #[arg(long, conflicts_with = "out")]
    pub check: bool,
    /// Write the table
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Overwrite OUT if it exists
    #[arg(long, short, requires = "out")]
    pub force: bool,
    /// Nodes for each position; one of three gets a quarter of it, one four times as many
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u64).range(4..=1_000_000_000))]
    pub nodes: u64,
    /// Look at one of so many plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub every: u32,
    /// Of the positions that get most nodes look at one of so many sixteen times longer, to tell
    /// how far off an estimate is
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub recheck_every: u32,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Megabytes that the engine may take, for each job
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Look at so many games at once; 0 for one a core
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

impl CalibrateArgs {
    /// Whether this game's table is wanted.
    pub fn includes_game(&self, id: &str) -> bool {
        self.reading.game.is_none_or(|ById(book)| book.id() == id)
    }
}
