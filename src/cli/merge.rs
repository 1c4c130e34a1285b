//! The command `kifu merge`, which makes one file of the parts of a review.

use crate::common::out_file::ReplacementGuard;
use crate::common::progress::{Interruption, Progress};
use crate::common::report::{CliReport, ReportingSink, read_logs};
use crate::common::shared_args::ReadArgs;
use crate::common::text::{one_line, pluralize};
use crate::out_file::is_device;
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use clap::Args as ArgsOf;
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::CATALOGUE;
use kifu_core::record::read_ron;
use kifu_logs::files;
use kifu_logs::files::{AtomicFile, GameLocation, Origin, WritePlan};
use kifu_logs::formats::{CheckedGame, to_json};
use kifu_study::failure::Failure;
use kifu_study::review::{MergeCandidate, MergeConflict, MergeCounts, Merger, ReviewEngines};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of conflicts that are reported one by one.
const MAX_SHOWN_CONFLICTS: usize = 20;

/// Runs the command.
pub(super) fn run(args: &MergeArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    let is_json = is_json_lines(&args.out)?;
    let is_stdout = args.out.as_os_str() == "-";
    let mut plan = WritePlan::new(&args.paths);
    let guard = ReplacementGuard::new(&args.out, &plan);
    let mut out = MergeOutput::open(&mut plan, args, is_stdout)?;
    let folder = args.out.parent().filter(|folder| *folder != Path::new(""));
    let folder = match folder {
        None if is_stdout => std::env::temp_dir(),
        folder => folder.unwrap_or(Path::new(".")).to_owned(),
    };
    let progress = Progress::of_reading(&args.paths, args.quiet);
    progress.set_interruption(Interruption::NoFileWritten);
    let mut sink = MergeSink {
        merger: Merger::new(&folder)?,
        left_out: 0,
        report: CliReport::new(status)
            .with_guard(guard)
            .with_progress(progress),
    };
    let engines = ReviewEngines::of_catalogue(CATALOGUE);
    let work = move |game, origin: &Origin, _: &GameLocation| read_game(game, origin, &engines);
    read_logs(
        args.reading.read_options(),
        args.jobs.into(),
        &mut sink,
        files::walk_inputs(&args.paths),
        work,
    )?;
    sink.report.clear_progress();
    sink.report.print_omitted("kifu validate --json");
    let (merger, left_out) = (sink.merger, sink.left_out);
    let CliReport { guard, status, .. } = sink.report;
    if !is_stdout {
        guard.check()?;
    }
    let (counts, conflicts) = merger.finish(&mut |line: &str| out.write(line, is_json))?;
    out.finish()?;
    print_conflicts(&conflicts);
    if !conflicts.is_empty() {
        status.raise(Status::Findings);
    }
    if !args.quiet && !is_stdout {
        print_counts(args, counts, left_out);
    }
    Ok(())
}

/// Reports whether OUT gets lines of JSON. An output that is not a file of lines is an error.
fn is_json_lines(out: &Path) -> Result<bool, Failure> {
    let extension = out.extension().unwrap_or_default().to_string_lossy();
    match extension.to_ascii_lowercase().as_str() {
        _ if out.as_os_str() == "-" => Ok(false),
        _ if is_device(out) => {
            let message = format!("expected a file to write to, found `{}`", out.display());
            Err(Failure::usage(message).hint("use `-o -` for standard output"))
        }
        "ronl" => Ok(false),
        "jsonl" | "ndjson" => Ok(true),
        _ => {
            let message = format!("expected an output of lines, found `{}`", out.display());
            Err(Failure::usage(message).hint("give a name that ends in .ronl or .jsonl, or `-`"))
        }
    }
}

/// A game that was read: what is merged of it, and what was wrong with it.
struct GameToMerge {
    /// `None` if no record could be read.
    candidate: Option<MergeCandidate>,
    findings: Vec<Finding>,
}

/// Prepares a game to be merged, with the file that it came from if that was a foreign log.
fn read_game(mut game: CheckedGame, origin: &Origin, engines: &ReviewEngines) -> GameToMerge {
    if !game.is_native && game.record.source.file.is_empty() {
        game.record.source.file.clone_from(&origin.file_name);
    }
    let candidate =
        (!game.record.game.is_empty()).then(|| MergeCandidate::new(&game.record, engines));
    GameToMerge {
        candidate,
        findings: game.findings,
    }
}

/// The sink that collects the records.
struct MergeSink<'a> {
    merger: Merger,
    /// The number of games or lines that could not be read.
    left_out: usize,
    report: CliReport<'a>,
}

impl<'a> ReportingSink<'a> for MergeSink<'a> {
    type Item = GameToMerge;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: GameToMerge,
    ) -> Result<(), Failure> {
        if let Some(candidate) = game.candidate {
            return Ok(self.merger.add(candidate, origin, index)?);
        }
        // A part without a game is the share of a worker that had none.
        if is_empty_file(origin) {
            return Ok(());
        }
        self.left_out += 1;
        self.report.guard.note_missing_games(1);
        self.report.status.raise(Status::Findings);
        for finding in game.findings {
            let (severity, name) = (finding.severity(), &origin.display_name);
            if severity > Severity::Note {
                self.report.print_finding(&finding, severity, name);
            }
        }
        Ok(())
    }
}

/// Reports whether nothing at all is in a file.
fn is_empty_file(origin: &Origin) -> bool {
    origin.size() == Some(0)
}

/// The output of the merged games.
enum MergeOutput {
    Stdout(StdoutWriter),
    File(AtomicFile),
}

impl MergeOutput {
    fn open(plan: &mut WritePlan, args: &MergeArgs, is_stdout: bool) -> Result<Self, Failure> {
        Ok(if is_stdout {
            Self::Stdout(StdoutWriter::new())
        } else {
            Self::File(plan.file_of_games(&args.out, args.force)?)
        })
    }

    fn write(&mut self, line: &str, is_json: bool) -> Result<(), Failure> {
        let json = if is_json {
            let record = read_ron(line).map_err(|error| {
                Failure::internal(format!("a merged record cannot be read: {error}"))
            })?;
            Some(to_json(&record) + "\n")
        } else {
            None
        };
        let text = json.as_deref().unwrap_or(line);
        match self {
            Self::Stdout(out) => out.print_data(text),
            Self::File(file) => Ok(file.write(text.as_bytes())?),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::File(file) => Ok(file.finish()?),
        }
    }
}

fn print_conflicts(conflicts: &[MergeConflict]) {
    for conflict in conflicts.iter().take(MAX_SHOWN_CONFLICTS) {
        terminal::print_message(Level::WARNING, &conflict.to_string(), None);
    }
    if conflicts.len() > MAX_SHOWN_CONFLICTS {
        let more = pluralize(conflicts.len() - MAX_SHOWN_CONFLICTS, "more conflict");
        terminal::print_message(Level::WARNING, &more, None);
    }
}

fn print_counts(args: &MergeArgs, counts: MergeCounts, left_out: usize) {
    let mut text = format!(
        "{} of {} written to {}: {} reviewed",
        pluralize(counts.games, "game"),
        pluralize(counts.records, "record"),
        one_line(&args.out.display().to_string()),
        counts.reviewed,
    );
    if counts.repeated > 0 {
        text.push_str(&format!("; {} repeated", counts.repeated));
    }
    if counts.surpassed > 0 {
        text.push_str(&format!(
            "; {} with a better review elsewhere",
            counts.surpassed
        ));
    }
    if left_out > 0 {
        text.push_str(&format!("; {left_out} not readable and left out"));
    }
    terminal::print_stderr(&(text + "\n"));
}

// The arguments of `kifu merge`.

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
    /// Do not report what was merged, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Files to read at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}
