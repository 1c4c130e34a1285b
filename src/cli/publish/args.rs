//! The arguments of `kifu publish`.

use crate::reading_args::{EXIT_STATUS_HELP, ReadArgs};
use clap::Args as ArgsOf;
use kifu_study::review::Thresholds;
use std::path::PathBuf;

/// The arguments of `kifu publish`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(crate) struct PublishArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Page of one game (`-` for standard output), or a folder (existing, or ending in `/`)
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Title of the event [default: from the games]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Review the games that are not reviewed yet, with N search nodes per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub review: Option<u64>,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// Games to publish at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Overwrite existing pages; without it a page that is already there as it would be written is
    /// left alone, and any other file is an error
    #[arg(long, short)]
    pub force: bool,
    /// Do not report what was written
    #[arg(long, short)]
    pub quiet: bool,
}
