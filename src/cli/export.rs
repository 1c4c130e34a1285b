//! The command `kifu export`, which writes tables of games.

use crate::common::game_filter::GameFilterArgs;
use crate::common::out_file::names_folder;
use crate::common::progress::{Interruption, Progress};
use crate::common::report::{CliReport, ReportingSink, print_skipped_file, read_logs};
use crate::common::shared_args::{PatternArgs, ReadArgs};
use crate::common::text::{one_line, pluralize};
use crate::{Status, terminal};
use clap::{Args as ArgsOf, ValueEnum};
use kifu_core::findings::Severity;
use kifu_logs::files;
use kifu_logs::files::{GameLocation, Origin, OutputFolder, WritePlan};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::Thresholds;
use kifu_study::tables::{GameTables, TableFolder, TableFormat};
use std::path::PathBuf;
use std::sync::Arc;

/// Runs the command.
pub(super) fn run(args: &ExportArgs, status: &mut Status) -> Result<(), Failure> {
    if args.out.as_os_str() == "-" {
        let message = "expected a folder to write to, found `-`";
        return Err(Failure::usage(message).hint("there are four tables: give a folder"));
    }
    if !names_folder(&args.out) {
        let message = format!(
            "expected a folder for four tables, found `{}`",
            args.out.display()
        );
        let hint = "give the format with --to; a folder whose name has a dot ends in `/`";
        return Err(Failure::usage(message).hint(hint));
    }
    let selection = args.filter.selection()?;
    files::install_signal_handlers();
    let mut plan = WritePlan::new(&args.paths);
    let progress = Progress::of_reading(&args.paths, args.quiet);
    progress.set_interruption(Interruption::NoFileWritten);
    let mut export = Export {
        folder: TableFolder::create(&mut plan, &args.out, args.to.format(), args.force)?,
        games_with_errors: 0,
        quiet: args.quiet,
        report: CliReport::new(status)
            .with_progress(progress)
            .with_selection(selection),
    };
    // The tables of an earlier export are not logs.
    let output = OutputFolder::new(&args.paths, &args.out);
    let inputs = files::walk_inputs(&args.paths).filter(|input| !output.contains(input));
    let (thresholds, bots) = (args.thresholds, args.bots.clone());
    read_logs(
        args.reading.read_options(),
        usize::from(args.jobs),
        &mut export,
        inputs,
        move |checked, origin: &Origin, _: &GameLocation| ExportedGame {
            worst: checked.worst_severity(),
            tables: Box::new(GameTables::new(
                &checked,
                origin,
                &thresholds,
                bots.patterns(),
            )),
        },
    )?;
    export.finish(args)
}

/// The rows of a game.
struct ExportedGame {
    worst: Option<Severity>,
    tables: Box<GameTables>,
}

/// The state of an export.
struct Export<'a> {
    folder: TableFolder,
    games_with_errors: usize,
    quiet: bool,
    report: CliReport<'a>,
}

impl Export<'_> {
    fn finish(mut self, args: &ExportArgs) -> Result<(), Failure> {
        self.report.clear_progress();
        let games = usize::try_from(self.folder.game_count()).unwrap_or(usize::MAX);
        if games == 0 {
            // The reasons are already printed.
            let is_told = *self.report.status != Status::Valid;
            let failure = Failure::new(FailureKind::Input, "found no games to export");
            return if is_told { Ok(()) } else { Err(failure) };
        }
        self.folder.finish()?;
        if args.quiet {
            return Ok(());
        }
        let errors = match self.games_with_errors {
            0 => String::new(),
            count => format!(", {count} with errors: see the table findings"),
        };
        let games = pluralize(games, "game");
        let out = one_line(&args.out.display().to_string());
        terminal::print_stderr(&format!("{games} written to 4 tables in {out}{errors}\n"));
        Ok(())
    }
}

impl<'a> ReportingSink<'a> for Export<'a> {
    type Item = ExportedGame;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        _origin: &Arc<Origin>,
        index: usize,
        game: ExportedGame,
    ) -> Result<(), Failure> {
        if game.worst == Some(Severity::Error) {
            self.games_with_errors += 1;
            self.report.status.raise(Status::Findings);
        }
        Ok(self.folder.append(*game.tables, index as u64)?)
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) {
        if !self.quiet {
            print_skipped_file(origin);
        }
    }
}

// The arguments of `kifu export`.

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
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// Overwrite existing tables
    #[arg(long, short)]
    pub force: bool,
    /// Do not report what was written, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Files to read at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    #[command(flatten)]
    pub filter: GameFilterArgs,
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
