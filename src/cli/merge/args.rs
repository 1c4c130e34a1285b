//! The arguments of `kifu merge`.

use crate::reading_args::ReadArgs;
use clap::Args as ArgsOf;
use std::path::PathBuf;

const MERGE_HELP: &str = "\
Exit status: 0 all is merged, 1 something could not be read as a record and is left out, or records \
contradict each other, 2 wrong usage, or something could not be read or written.";

/// The arguments of `kifu merge`.
#[derive(ArgsOf)]
#[command(after_help = MERGE_HELP)]
pub(crate) struct MergeArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Output file: `.ronl`, `.jsonl`, or `-` for standard output
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    /// Overwrite an existing OUT, which may be one of the inputs
    #[arg(long, short)]
    pub force: bool,
    /// Do not report what was merged
    #[arg(long, short)]
    pub quiet: bool,
    /// Files to read at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}
