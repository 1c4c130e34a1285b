//! The command `kifu convert`, which converts games to another format.

use crate::args::ConvertArgs;
use crate::common::out_file::{ReplacementGuard, would_be_missing};
use crate::common::progress::{Interruption, Progress};
use crate::common::report::{CliReport, ReportingSink, print_skipped_file, read_logs};
use crate::common::shared_args::ById;
use crate::common::text::{one_line, pluralize};
use crate::out_file::OutFile;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::CATALOGUE;
use kifu_core::record::Record;
use kifu_logs::bot_output::annotate;
use kifu_logs::files::{
    FileNamer, FolderSharing, GameLocation, Origin, OutputFolder, PlannedFolder, UnsyncedFolders,
    WritePlan,
};
use kifu_logs::formats::{
    CheckedGame, Format, Losses, RecordField, WriteError, format_to_write, losses,
};
use kifu_logs::{files, formats};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::render::PictureFormat;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs the command.
pub(super) fn run(args: &ConvertArgs, status: &mut Status) -> Result<(), Failure> {
    let selection = args.filter.selection()?;
    files::install_signal_handlers();
    let mut plan = WritePlan::new(&args.paths);
    let target = ConvertTarget::from_args(&mut plan, args)?;
    let format = output_format(args, &target)?;
    let output = OutputFolder::new(&args.paths, &args.out);
    if output.is_skipped() {
        plan = plan.without_folders();
    }
    let guard = ReplacementGuard::new(&args.out, &plan);
    let out_file = match target {
        ConvertTarget::SingleFile => Some(OutFile::new(&mut plan, &args.out, format, args.force)?),
        ConvertTarget::Folder { .. } => None,
    };
    let progress = Progress::of_reading(&args.paths, args.quiet);
    if out_file.is_some() {
        progress.set_interruption(Interruption::NoFileWritten);
    }
    let mut conversion = Conversion {
        args,
        format,
        extension: format.extensions().first().unwrap_or(&format.id()),
        target,
        out_file,
        unique_names: FileNamer::default(),
        unsynced: UnsyncedFolders::default(),
        plan,
        is_input_refused: false,
        replaced_input: None,
        missing_in_file: 0,
        loss_report: LossReport::default(),
        game_count: 0,
        file_count: 0,
        report: CliReport::new(status)
            .with_guard(guard)
            .with_progress(progress)
            .with_selection(selection),
    };
    let jobs = usize::from(args.jobs);
    let bots = args.bots.clone();
    let mut left_out = 0_usize;
    let inputs = files::walk_inputs(&args.paths).filter(|input| {
        let is_output = output.contains(input);
        left_out += usize::from(is_output);
        !is_output
    });
    read_logs(
        args.reading.read_options(),
        jobs,
        &mut conversion,
        inputs,
        move |checked, origin: &Origin, _: &GameLocation| {
            let mut game = judge_losses(checked, origin, format);
            annotate(&mut game.checked.record, bots.patterns());
            game
        },
    )?;
    if left_out > 0 && !args.quiet {
        let message = format!(
            "`{}` is in an input folder; skipped {} in it",
            args.out.display(),
            pluralize(left_out, "file")
        );
        terminal::print_message(Level::NOTE, &message, None);
    }
    conversion.report.clear_progress();
    conversion.finish()
}

/// A game with what the output format does not hold of it.
struct ConvertedGame {
    checked: CheckedGame,
    losses: Losses,
}

/// Adds the source to the record of a game that was read from a foreign log, and finds out what
/// the output format does not hold of the game.
fn judge_losses(
    mut checked: CheckedGame,
    origin: &Origin,
    format: &'static dyn Format,
) -> ConvertedGame {
    // What the format cannot hold at all is an error when it is written.
    let mut losses = losses(&checked.record, format, CATALOGUE).unwrap_or_default();
    if !checked.is_native {
        // The source of a foreign log is not part of it.
        losses.remove(&RecordField::Source);
        let source = &mut checked.record.source;
        if source.file.is_empty() {
            source.file.clone_from(&origin.file_name);
        }
        if source.sha256.is_empty() {
            origin.sha256().clone_into(&mut source.sha256);
        }
    }
    ConvertedGame { checked, losses }
}

/// The state of a conversion.
struct Conversion<'a> {
    args: &'a ConvertArgs,
    format: &'static dyn Format,
    extension: &'static str,
    target: ConvertTarget,
    /// The file that is being written.
    out_file: Option<OutFile>,
    unique_names: FileNamer,
    /// The folders of the files that were completed.
    unsynced: UnsyncedFolders,
    plan: WritePlan,
    /// Whether the output of the file that is being read cannot be written: then none of its games is.
    is_input_refused: bool,
    /// The file that is being read, if the output in a folder is to replace it.
    replaced_input: Option<PathBuf>,
    /// The number of games of the file that is being read that are not in the output.
    missing_in_file: usize,
    loss_report: LossReport,
    game_count: usize,
    file_count: usize,
    report: CliReport<'a>,
}

impl Conversion<'_> {
    /// Returns the severity under `--strict`.
    fn shown_severity(&self, severity: Severity) -> Severity {
        match severity {
            Severity::Warning if self.args.strict => Severity::Error,
            severity => severity,
        }
    }

    /// Writes a game and reports whether the format holds it.
    fn write(&mut self, origin: &Origin, game: &CheckedGame) -> Result<bool, Failure> {
        let alone = self.writes_file_per_game();
        if self.is_input_refused {
            return Ok(false);
        }
        if self.out_file.is_none() || alone {
            if let Some(path) = self.replaced_input.take() {
                self.out_file = None;
                self.report
                    .print_failure(&would_be_missing(&path, "another game"));
            }
            self.close()?;
            match self.open(origin, game) {
                Ok(sheet) => self.out_file = Some(sheet),
                // An existing file in the way does not affect the other games.
                Err(failure)
                    if matches!(
                        failure.kind,
                        FailureKind::Output | FailureKind::AlreadyExists
                    ) && self.writes_to_folder() =>
                {
                    self.report.print_failure(&failure);
                    self.is_input_refused = !alone;
                    return Ok(false);
                }
                Err(failure) => return Err(failure),
            }
        }
        let Some(sheet) = &mut self.out_file else {
            return Ok(false);
        };
        match sheet.append(&game.record)? {
            Ok(()) => Ok(true),
            Err(error @ WriteError::SingleGameOnly { .. }) => {
                let hint = "use --split to write each game to its own file";
                Err(Failure::usage(error.to_string()).hint(hint))
            }
            Err(error) => {
                if alone {
                    self.out_file = None;
                }
                let message = format!("{}: {error}", origin.display_name);
                let failure = Failure::new(FailureKind::Output, message);
                self.report.print_failure(&failure);
                Ok(false)
            }
        }
    }

    /// Reports whether the games go to files in a folder.
    fn writes_to_folder(&self) -> bool {
        matches!(self.target, ConvertTarget::Folder { .. })
    }

    /// Reports whether each game gets its own file.
    fn writes_file_per_game(&self) -> bool {
        let many = self
            .format
            .writer()
            .is_some_and(kifu_logs::formats::FormatWriter::supports_multiple_games);
        matches!(self.target, ConvertTarget::Folder { split, .. } if split || !many)
    }

    /// Opens the output file for a game.
    fn open(&mut self, origin: &Origin, game: &CheckedGame) -> Result<OutFile, Failure> {
        let ConvertTarget::Folder { folder, split } = &self.target else {
            return Err(Failure::internal(
                "the one output file is open from the start",
            ));
        };
        let stem = if *split {
            files::file_stem_of_game(&game.record, origin)
        } else {
            files::file_stem_of_origin(origin)
        };
        let name = self.unique_names.unique_name(&stem, self.extension);
        let path = folder.path().join(&name);
        if self.args.force && self.plan.reads(&path) {
            // Another input may not have been read yet.
            if !origin.is_file_at(&path) {
                let message = format!("cannot replace `{}`: it is an input", path.display());
                let failure = Failure::new(FailureKind::Output, message);
                return Err(failure.hint("give another folder"));
            }
            self.replaced_input = Some(path);
        }
        let file = folder.file_of_games(&name, self.args.force)?;
        Ok(OutFile::of_file(file, self.format))
    }

    /// Completes the file that is being written.
    fn close(&mut self) -> Result<(), Failure> {
        if let Some(sheet) = self.out_file.take().filter(|sheet| !sheet.is_empty()) {
            self.game_count += sheet.finish(&mut self.unsynced)?;
            self.file_count += 1;
        }
        Ok(())
    }

    /// Completes the output of an input, if it has its own: of a file that it replaces nothing may be
    /// missing.
    fn end_input(&mut self) -> Result<(), Failure> {
        let missing = std::mem::take(&mut self.missing_in_file);
        self.is_input_refused = false;
        match self.replaced_input.take() {
            _ if !self.writes_to_folder() => Ok(()),
            Some(path) if missing > 0 => {
                self.out_file = None;
                self.report
                    .print_failure(&would_be_missing(&path, &pluralize(missing, "game")));
                Ok(())
            }
            _ => self.close(),
        }
    }

    fn note_missing_game(&mut self) {
        self.report.guard.note_missing_games(1);
        self.missing_in_file += 1;
    }

    /// Prints what the games lost that were written.
    fn print_losses(&mut self) {
        let loss_report = std::mem::take(&mut self.loss_report);
        for (finding, file) in loss_report.findings(self.format) {
            let severity = self.shown_severity(finding.severity());
            self.report.print_finding(&finding, severity, file);
            if self.args.strict {
                self.report.status.raise(Status::Findings);
            }
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        if !self.writes_to_folder() {
            self.report.guard.check()?;
        }
        let closed = self.close();
        // Once for all files: a folder of thousands would be synced as often.
        std::mem::take(&mut self.unsynced).sync();
        closed?;
        self.print_losses();
        self.report.print_omitted("kifu validate --json");
        if self.game_count == 0 && *self.report.status == Status::Valid {
            return Err(Failure::new(FailureKind::Input, "found no games to write"));
        }
        if self.game_count > 0 && !self.args.quiet && self.args.out != Path::new("-") {
            let (games, files) = (
                pluralize(self.game_count, "game"),
                pluralize(self.file_count, "file"),
            );
            let out = one_line(&self.args.out.display().to_string());
            let text = match self.target {
                ConvertTarget::SingleFile => format!("{games} written to {out}\n"),
                ConvertTarget::Folder { .. } => format!("{games} written to {files} in {out}\n"),
            };
            terminal::print_stderr(&text);
        }
        Ok(())
    }
}

impl<'a> ReportingSink<'a> for Conversion<'a> {
    type Item = ConvertedGame;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: ConvertedGame,
    ) -> Result<(), Failure> {
        let ConvertedGame {
            checked: game,
            losses,
        } = game;
        for finding in &game.findings {
            let severity = self.shown_severity(finding.severity());
            if severity > Severity::Note {
                self.report
                    .print_finding(finding, severity, &origin.display_name);
            }
        }
        let worst = game.worst_severity();
        if worst.map(|worst| self.shown_severity(worst)) == Some(Severity::Error) {
            self.report.status.raise(Status::Findings);
        }
        let Record {
            game: id,
            moves,
            reported,
            ..
        } = &game.record;
        // Where nothing could be read there is nothing to write, and a finding says so.
        if id.is_empty() && moves.is_empty() && reported.is_none() {
            self.note_missing_game();
            return Ok(());
        }
        if self.write(origin, &game)? {
            self.loss_report
                .add_game(&origin.display_name, index, &losses);
        } else {
            self.note_missing_game();
        }
        Ok(())
    }

    fn on_left_out_game(&mut self) {
        self.note_missing_game();
    }

    fn on_file_end(&mut self, _origin: &Arc<Origin>, _games: usize) -> Result<(), Failure> {
        self.end_input()
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) {
        if !self.args.quiet {
            print_skipped_file(origin);
        }
    }

    fn after_problem(&mut self, status: Status) -> Result<(), Failure> {
        self.missing_in_file += usize::from(status == Status::Error);
        self.end_input()
    }
}

// The destination and the format of a conversion.

/// The destination of the games.
enum ConvertTarget {
    /// One file for all games, `-` for standard output.
    SingleFile,
    /// Files in a folder.
    Folder {
        folder: PlannedFolder,
        /// Whether each game gets its own file, rather than each input file.
        split: bool,
    },
}

impl ConvertTarget {
    /// Inspects the path of the output, and creates the folder if the output is one.
    ///
    /// # Errors
    /// Returns an error if the path is taken.
    pub fn from_args(plan: &mut WritePlan, args: &ConvertArgs) -> Result<Self, Failure> {
        let out = &args.out;
        let name = out.as_os_str().as_encoded_bytes();
        let is_folder = out.is_dir() || name.ends_with(b"/") || name.ends_with(b"\\");
        if !(args.split || is_folder) {
            return Ok(Self::SingleFile);
        }
        if name == b"-" || (out.exists() && !out.is_dir()) {
            let message = format!("expected a folder to write to, found `{}`", out.display());
            return Err(Failure::usage(message).hint("--split writes one file per game"));
        }
        // Several conversions may write to one folder, each its own files.
        Ok(Self::Folder {
            folder: plan.folder(out, FolderSharing::Shared)?,
            split: args.split,
        })
    }
}

/// Returns the format that is named, or else the one of OUT's extension, preferably one to which
/// the extension belongs.
fn output_format(
    args: &ConvertArgs,
    target: &ConvertTarget,
) -> Result<&'static dyn Format, Failure> {
    if let Some(ById(format)) = args.to {
        return Ok(format);
    }
    let format = match target {
        ConvertTarget::SingleFile => format_to_write(&args.out),
        ConvertTarget::Folder { .. } => None,
    };
    format.ok_or_else(|| {
        let name = args.out.display();
        let message = format!("could not tell the output format from the name `{name}`");
        if PictureFormat::of_path(&args.out).is_some() {
            return Failure::usage(message).hint("`kifu render` draws pictures");
        }
        let ids: Vec<&str> = formats::writable().map(Format::id).collect();
        Failure::usage(message).hint(format!("give it with --to: {}", ids.join(", ")))
    })
}

// The report of what a conversion lost, a finding for each part of the records.

/// The losses of one part of the records in all games.
struct FieldTotal {
    value_count: usize,
    game_count: usize,
    /// The file of the first game that lost a value.
    file: String,
    /// The place of that game in its file, in words.
    place: String,
}

/// The values that an output format could not hold, counted for the games written so far.
#[derive(Default)]
struct LossReport {
    game_count: usize,
    totals: BTreeMap<RecordField, FieldTotal>,
}

impl LossReport {
    /// Adds a game that was written, with its index in its file.
    pub fn add_game(&mut self, file: &str, index: usize, losses: &Losses) {
        self.game_count += 1;
        for (field, loss) in losses {
            let total = self.totals.entry(*field).or_insert_with(|| FieldTotal {
                value_count: 0,
                game_count: 0,
                file: file.to_owned(),
                place: match loss.ply {
                    Some(ply) => format!("ply {ply} of game {}", index + 1),
                    None => format!("game {}", index + 1),
                },
            });
            total.value_count += loss.count;
            total.game_count += 1;
        }
    }

    /// Returns a finding for each part that lost something, with the file of the first game that
    /// did.
    pub fn findings<'a>(
        &'a self,
        format: &'a dyn Format,
    ) -> impl Iterator<Item = (Finding, &'a str)> {
        let limits = format.writer().map_or(&[][..], |writer| writer.limits());
        self.totals.iter().map(move |(field, total)| {
            let declared = limits.iter().find(|(limited, _)| limited == field);
            let holds = declared.map_or("", |(_, holds)| holds);
            let id = format.id();
            let cannot = match holds {
                "" => format!("`{id}` cannot hold {field}"),
                holds => format!("`{id}` holds of {field} only {holds}"),
            };
            let (values, games) = (total.value_count, self.game_count);
            let message = format!(
                "{cannot}: {values} lost in {} of {}, the first in {}",
                total.game_count,
                pluralize(games, "game"),
                total.place
            );
            let finding = Finding::new(Code::LostInConversion, message);
            let hint = "the formats ron, ronl, json and jsonl hold everything".to_owned();
            (finding.hint(hint), total.file.as_str())
        })
    }
}
