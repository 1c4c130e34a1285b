//! The command `kifu validate`, which checks logs against the rules of their games.

pub(super) mod output;
mod same_game;

use crate::args::ValidateArgs;
use crate::common::progress::Progress;
use crate::common::report::{CliReport, DiagnosticPrinter, ReportingSink, read_logs};
use crate::common::text::{one_line, pluralize, printable, result_text};
use crate::line_filter::{LineFilter, LineOutcome, is_stdout, without_panic};
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Ending, GameKey, GameResult, ReportedResult};
use kifu_logs::files::{GameLocation, Origin, walk_inputs};
use kifu_logs::formats::{CheckedGame, to_json};
use kifu_study::failure::Failure;
use output::ValidateSummary;
use same_game::ResultTables;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

/// The maximum number of files for which each gets its own line, notes included.
const MAX_LISTED_FILES: usize = 20;

/// The user's choices on the severity of findings.
#[derive(Clone, Debug, Default)]
pub(super) struct FindingPolicy {
    pub strict: bool,
    pub disabled_codes: Vec<Code>,
}

impl FindingPolicy {
    /// Returns the severity of a finding under these choices.
    pub fn severity(&self, finding: &Finding) -> Severity {
        match finding.severity() {
            Severity::Warning if self.strict => Severity::Error,
            severity => severity,
        }
    }
}

/// The verdict on a game, as it is reported.
pub(super) struct GameVerdict {
    pub game: String,
    /// The contest's number of the game.
    pub source_id: String,
    /// Whether the log has only the result, without moves.
    pub is_result_only: bool,
    pub plies: u32,
    pub ending: Ending,
    pub result: Option<GameResult>,
    pub reported: Option<ReportedResult>,
    pub findings: Vec<Finding>,
    /// The key by which two games are the same; `None` if there are no moves.
    pub key: Option<GameKey>,
}

impl GameVerdict {
    pub fn new(checked: CheckedGame, rules: &FindingPolicy) -> Self {
        let mut findings = checked.findings;
        let result_only = findings.iter().any(|f| f.code == Code::ResultsOnly);
        findings.retain(|finding| !rules.disabled_codes.contains(&finding.code));
        Self {
            key: GameKey::of(&checked.record),
            game: checked.record.game,
            source_id: checked.record.source.id,
            is_result_only: result_only,
            plies: checked.ply_count,
            ending: checked.ending,
            result: checked.record.result,
            reported: checked.record.reported,
            findings,
        }
    }

    /// Reports whether the game has no findings that count as errors.
    pub fn is_valid(&self, rules: &FindingPolicy) -> bool {
        let mut findings = self.findings.iter();
        findings.all(|finding| rules.severity(finding) < Severity::Error)
    }

    /// Returns a summary of the game in one line: the game, its length and its end.
    fn summary_line(&self) -> String {
        let Some(game) = by_id(CATALOGUE, &self.game) else {
            let what = if self.is_result_only {
                "result only, no moves"
            } else {
                "unknown game"
            };
            return what.to_owned();
        };
        let plies = match self.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        let mut text = format!("{}, {plies}, {}", game.name(), self.ending.as_str());
        if let Some(result) = &self.result {
            text.push_str(&result_text(result, game));
        }
        text
    }
}

/// Runs the command.
pub(super) fn run(args: &ValidateArgs, status: &mut Status) -> Result<(), Failure> {
    let stdin = [PathBuf::from("-")];
    let paths = match args.paths.as_slice() {
        [] if std::io::stdin().is_terminal() => {
            let message = "expected files or folders to validate, found none";
            let hint = "give their paths, or `-` for standard input; see `kifu validate --help`";
            return Err(Failure::usage(message).hint(hint));
        }
        [] => &stdin[..],
        paths => paths,
    };
    if args.out.is_some() {
        return validate_lines(args, paths, status);
    }
    let rules = Arc::new(FindingPolicy {
        strict: args.strict,
        disabled_codes: args.disable.clone(),
    });
    let mut ahead = Vec::new();
    let mut inputs = walk_inputs(paths);
    ahead.extend(inputs.by_ref().take(MAX_LISTED_FILES + 1));
    let mut report = ValidateReport {
        args,
        policy: Arc::clone(&rules),
        lists_each_file: ahead.len() <= MAX_LISTED_FILES,
        out: StdoutWriter::new(),
        total_summary: ValidateSummary::default(),
        file_summary: ValidateSummary::default(),
        first_game_line: String::new(),
        notes: Vec::new(),
        diagnostics: DiagnosticPrinter::new(terminal::renderer(terminal::colored_stdout())),
        result_tables: ResultTables::default(),
        report: CliReport::new(status)
            .with_progress(Progress::of_reading(paths, args.quiet))
            .with_selection(args.filter.selection()?),
    };
    let work = move |checked, _: &Origin, _: &GameLocation| GameVerdict::new(checked, &rules);
    let jobs = usize::from(args.jobs);
    let inputs = ahead.into_iter().chain(inputs);
    read_logs(args.reading.read_options(), jobs, &mut report, inputs, work)?;
    report.finish()
}

/// The report of a validation, printed as the games are read.
struct ValidateReport<'a> {
    args: &'a ValidateArgs,
    policy: Arc<FindingPolicy>,
    /// Whether each file gets its own line, because there are few.
    lists_each_file: bool,
    out: StdoutWriter,
    total_summary: ValidateSummary,
    file_summary: ValidateSummary,
    /// The summary line of the file's first game, to be printed if it is the only one.
    first_game_line: String,
    notes: Vec<Finding>,
    diagnostics: DiagnosticPrinter,
    result_tables: ResultTables,
    report: CliReport<'a>,
}

impl ValidateReport<'_> {
    /// Reports whether findings and files are printed as text.
    fn prints_text(&self) -> bool {
        !(self.args.json || self.args.quiet || self.args.summary)
    }

    /// Prints errors and warnings; notes only for a game that is alone in its file, since an archive
    /// may have one in every game.
    fn print_findings(
        &mut self,
        origin: &Origin,
        index: usize,
        verdict: &GameVerdict,
    ) -> Result<(), Failure> {
        if index == 0 {
            self.notes.clear();
            self.first_game_line = verdict.summary_line();
        }
        for finding in &verdict.findings {
            let severity = self.policy.severity(finding);
            if severity == Severity::Note {
                if index == 0 && self.lists_each_file {
                    self.notes.push(finding.clone());
                }
            } else if let Some(text) =
                self.diagnostics
                    .render(finding, severity, &origin.display_name)
            {
                self.out.print(&text)?;
            }
        }
        Ok(())
    }

    /// Warns that there was nothing to validate: no news would be taken for good news.
    fn tell_if_nothing_was_found(&mut self) {
        let total = &self.total_summary;
        if total.files + total.unreadable > 0 {
            return;
        }
        let message = match total.skipped {
            0 => "expected logs to validate, found no files".to_owned(),
            count => format!(
                "expected logs to validate, found none in {}",
                pluralize(count, "file")
            ),
        };
        terminal::print_message(Level::WARNING, &message, None);
        if self.args.strict {
            self.report.status.raise(Status::Findings);
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.report.clear_progress();
        self.tell_if_nothing_was_found();
        if self.args.quiet {
            return self.out.flush();
        }
        if self.args.json {
            if self.args.summary {
                let text = to_json(&self.total_summary);
                self.out.print_data(&format!("{text}\n"))?;
            }
            return self.out.flush();
        }
        if let Some(rest) = self.diagnostics.omitted_text("--json") {
            self.out.print(&rest)?;
        }
        let total = &self.total_summary;
        let is_empty = total.files + total.skipped == 0;
        let plain = total.records <= 1 && total.files <= 1 && total.skipped + total.unreadable == 0;
        if self.args.summary || !(plain || is_empty) {
            let text = printable(&total.text());
            self.out.print(&text)?;
        }
        self.out.flush()
    }
}

impl<'a> ReportingSink<'a> for ValidateReport<'a> {
    type Item = GameVerdict;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        mut game: GameVerdict,
    ) -> Result<(), Failure> {
        let disabled = self.policy.disabled_codes.contains(&Code::TableDiffers);
        if let Some(finding) = self
            .result_tables
            .compare(origin, &game)
            .filter(|_| !disabled)
        {
            game.findings.push(finding);
        }
        self.total_summary.add(&game, &self.policy);
        if self.args.summary {
            self.total_summary.duplicates.add(origin, index, game.key);
        }
        self.file_summary.add(&game, &self.policy);
        if !game.is_valid(&self.policy) {
            self.report.status.raise(Status::Findings);
        }
        if self.args.json && !(self.args.summary || self.args.quiet) {
            let line = output::to_line(&origin.display_name, index, &game, &self.policy);
            return self.out.print_data(&line);
        }
        if self.prints_text() {
            self.print_findings(origin, index, &game)?;
        }
        Ok(())
    }

    fn on_file_end(&mut self, origin: &Arc<Origin>, games: usize) -> Result<(), Failure> {
        let file = std::mem::take(&mut self.file_summary);
        if games == 0 {
            return Ok(());
        }
        self.total_summary.files += 1;
        if !self.prints_text() || !(self.lists_each_file || file.invalid > 0) {
            return Ok(());
        }
        for note in std::mem::take(&mut self.notes) {
            if games == 1
                && let Some(text) =
                    self.diagnostics
                        .render(&note, Severity::Note, &origin.display_name)
            {
                self.out.print(&text)?;
            }
        }
        let verdict = match (games, file.invalid) {
            (1, 0) => format!("valid: {}", self.first_game_line),
            (1, _) => format!("not valid: {}", self.first_game_line),
            (_, 0) => format!("{}, all valid", pluralize(games, "game")),
            (_, bad) => format!("{}, {bad} not valid", pluralize(games, "game")),
        };
        let name = one_line(&origin.display_name);
        self.out.print(&printable(&format!("{name}: {verdict}\n")))
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) {
        self.total_summary.add_skipped(&origin.display_name);
    }

    fn before_problem(&mut self) -> Result<(), Failure> {
        self.file_summary = ValidateSummary::default();
        // Earlier findings come first even if both streams go to the same place.
        self.out.flush()
    }

    fn after_problem(&mut self, status: Status) -> Result<(), Failure> {
        match status {
            Status::Valid if self.args.strict => self.report.status.raise(Status::Findings),
            Status::Valid => {}
            _ => self.total_summary.unreadable += 1,
        }
        Ok(())
    }
}

// `kifu validate - -o -`: the validation as a filter of records, one a line.

/// Judges the game of each line: a valid record comes out with the result by the rules, one with
/// errors as it was.
fn validate_lines(
    args: &ValidateArgs,
    paths: &[PathBuf],
    status: &mut Status,
) -> Result<(), Failure> {
    if !is_stdout(args.out.as_deref()) {
        let message = "expected `-` for standard output after -o";
        return Err(Failure::usage(message).hint("kifu convert writes files"));
    }
    let filter = LineFilter {
        paths,
        reading: args.reading,
        shard: args.shard,
        jobs: args.jobs.into(),
        strict: args.strict,
        disabled_codes: args.disable.clone(),
        quiet: args.quiet,
        is_slow: false,
        selection: args.filter.selection()?,
    };
    let (strict, disabled) = (args.strict, args.disable.clone());
    filter.run(status, move |game| {
        without_panic(|| {
            let is_error = |severity| match severity {
                Severity::Error => true,
                Severity::Warning => strict,
                Severity::Note => false,
            };
            let mut findings = game.findings.iter();
            let is_valid =
                findings.all(|found| disabled.contains(&found.code) || !is_error(found.severity()));
            if is_valid {
                LineOutcome::Record(Box::new(game.record))
            } else {
                LineOutcome::Unchanged
            }
        })
    })
}
