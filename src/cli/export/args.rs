//! The arguments of `kifu export`.

use crate::reading_args::ReadArgs;
use clap::{Args as ArgsOf, ValueEnum};
use kifu_study::review::Thresholds;
use kifu_study::tables::TableFormat;
use std::path::PathBuf;

const EXPORT_HELP: &str = "\
Four files are written: games, plies, players and findings. The chapter `tables` of the
documentation describes their columns, with queries; `kifu schema export-plies` prints those of one
table.

  kifu export archive/ -o tables --to parquet
  duckdb -c \"SELECT player, avg(accuracy) FROM 'tables/players.parquet' GROUP BY player\"

Exit status: 0 everything is valid, 1 a log has an error (its games are exported, with their
findings), 2 wrong usage, or something could not be read or written.";

/// The arguments of `kifu export`.
#[derive(ArgsOf)]
#[command(after_help = EXPORT_HELP)]
pub(crate) struct ExportArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Folder for the tables; it must hold nothing else
    #[arg(long = "output", short, value_name = "DIR")]
    pub out: PathBuf,
    /// Format of the tables
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TableFormatArg::Parquet)]
    pub to: TableFormatArg,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// Overwrite existing tables
    #[arg(long, short)]
    pub force: bool,
    /// Do not report what was written
    #[arg(long, short)]
    pub quiet: bool,
    /// Files to read at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormatArg {
    /// Apache Parquet, compressed with Snappy
    Parquet,
    /// CSV with a header
    Csv,
    /// One JSON object per line
    Jsonl,
}

impl TableFormatArg {
    /// Returns the format.
    pub const fn format(self) -> TableFormat {
        match self {
            Self::Parquet => TableFormat::Parquet,
            Self::Csv => TableFormat::Csv,
            Self::Jsonl => TableFormat::JsonLines,
        }
    }
}
