//! `kifu validate`.

use super::Status;
use super::args::Validate;
use super::draw::Shown;
use super::progress::Progress;
use super::summary::{Summary, count};
use super::tables::Tables;
use super::terminal::{self, Out, printable};
use crate::files::{Failure, GameLocation, InputProblem, Origin, Pipeline, Sink, walk_inputs};
use crate::findings::{Code, Finding, Severity};
use crate::formats::CheckedGame;
use crate::games::{CATALOGUE, by_id};
use crate::record::{Ending, GameResult, ReportedResult};
use annotate_snippets::Level;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

/// Up to so many files each is told of, notes included.
const FEW: usize = 20;

/// What the user wants of the findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub strict: bool,
    pub disabled: Vec<Code>,
}

impl Rules {
    /// How bad a finding is for this user.
    pub fn severity(&self, finding: &Finding) -> Severity {
        match finding.severity() {
            Severity::Warning if self.strict => Severity::Error,
            severity => severity,
        }
    }
}

/// What is told of a game.
pub(super) struct Verdict {
    pub game: String,
    /// The contest's number of the game.
    pub id: String,
    /// The log holds the result alone.
    pub result_only: bool,
    pub plies: u32,
    pub ending: Ending,
    pub result: Option<GameResult>,
    pub reported: Option<ReportedResult>,
    pub findings: Vec<Finding>,
}

impl Verdict {
    pub fn new(checked: CheckedGame, rules: &Rules) -> Self {
        let mut findings = checked.findings;
        let result_only = findings.iter().any(|f| f.code == Code::ResultsOnly);
        findings.retain(|finding| !rules.disabled.contains(&finding.code));
        Self {
            game: checked.record.game,
            id: checked.record.source.id,
            result_only,
            plies: checked.ply_count,
            ending: checked.ending,
            result: checked.record.result,
            reported: checked.record.reported,
            findings,
        }
    }

    pub fn is_valid(&self, rules: &Rules) -> bool {
        let mut findings = self.findings.iter();
        findings.all(|finding| rules.severity(finding) < Severity::Error)
    }

    /// The game in a line: which, how long, how it ended.
    fn brief(&self) -> String {
        let Some(book) = by_id(CATALOGUE, &self.game) else {
            let what = if self.result_only {
                "a result without moves"
            } else {
                "no known game"
            };
            return what.to_owned();
        };
        let plies = match self.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        let mut text = format!("{}, {plies}, {}", book.name(), self.ending.as_str());
        if let Some(result) = &self.result {
            text.push_str(&super::board::result_words(result, book));
        }
        text
    }
}

/// Runs the command.
pub(super) fn run(args: &Validate, status: &mut Status) -> Result<(), Failure> {
    let stdin = [PathBuf::from("-")];
    let paths = match args.paths.as_slice() {
        [] if std::io::stdin().is_terminal() => {
            let message = "expected files or folders to validate, found none";
            let hint = "name them, or `-` for standard input; `kifu validate --help` tells more";
            return Err(Failure::usage(message).hint(hint));
        }
        [] => &stdin[..],
        paths => paths,
    };
    let rules = Arc::new(Rules {
        strict: args.strict,
        disabled: args.disable.clone(),
    });
    let mut ahead = Vec::new();
    let mut inputs = walk_inputs(paths);
    ahead.extend(inputs.by_ref().take(FEW + 1));
    let mut report = Report {
        args,
        rules: Arc::clone(&rules),
        few: ahead.len() <= FEW,
        out: Out::new(),
        total: Summary::default(),
        file: Summary::default(),
        brief: String::new(),
        notes: Vec::new(),
        shown: Shown::new(terminal::renderer(terminal::colored_stdout())),
        tables: Tables::default(),
        progress: Progress::of(paths),
        status,
    };
    let work = move |checked, _: &Origin, _: &GameLocation| Verdict::new(checked, &rules);
    let jobs = usize::from(args.jobs);
    Pipeline::new(args.reading.told(), jobs, &mut report, work)
        .run(ahead.into_iter().chain(inputs))?;
    report.finish()
}

/// Tells what was found.
struct Report<'a> {
    args: &'a Validate,
    rules: Arc<Rules>,
    /// There are few files: each gets its line.
    few: bool,
    out: Out,
    total: Summary,
    file: Summary,
    /// Of the file's first game, to be told if it is the only one.
    brief: String,
    notes: Vec<Finding>,
    shown: Shown,
    tables: Tables,
    progress: Progress,
    status: &'a mut Status,
}

impl Report<'_> {
    fn is_for_people(&self) -> bool {
        !(self.args.json || self.args.quiet || self.args.summary)
    }

    fn at_least(&mut self, status: Status) {
        *self.status = (*self.status).max(status);
    }

    /// Draws errors and warnings; notes only of a game that is alone in its file, for an archive
    /// may have one in every game.
    fn draw(&mut self, origin: &Origin, index: usize, verdict: &Verdict) -> Result<(), Failure> {
        if index == 0 {
            self.notes.clear();
            self.brief = verdict.brief();
        }
        for finding in &verdict.findings {
            let severity = self.rules.severity(finding);
            if severity == Severity::Note {
                if index == 0 && self.few {
                    self.notes.push(finding.clone());
                }
            } else if let Some(text) = self.shown.draw(finding, severity, &origin.display_name) {
                self.out.print(&text)?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.progress.clear();
        if self.args.quiet {
            return self.out.flush();
        }
        if self.args.json {
            if self.args.summary {
                let mut text = serde_json::to_vec(&self.total).unwrap_or_default();
                text.push(b'\n');
                self.out.bytes(&text)?;
            }
            return self.out.flush();
        }
        if let Some(rest) = self.shown.rest("--json") {
            self.out.print(&rest)?;
        }
        let total = &self.total;
        let plain = total.records <= 1 && total.files <= 1 && total.skipped + total.unreadable == 0;
        if self.args.summary || !plain {
            let text = printable(&total.text());
            self.out.print(&text)?;
        }
        self.out.flush()
    }
}

impl Sink for Report<'_> {
    type Item = Verdict;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        mut game: Verdict,
    ) -> Result<(), Failure> {
        let disabled = self.rules.disabled.contains(&Code::TableDiffers);
        if let Some(finding) = self.tables.compare(origin, &game).filter(|_| !disabled) {
            game.findings.push(finding);
        }
        self.total.count(&game, &self.rules);
        self.file.count(&game, &self.rules);
        if !game.is_valid(&self.rules) {
            self.at_least(Status::Findings);
        }
        if self.args.json && !(self.args.summary || self.args.quiet) {
            let line = super::json::line(&origin.display_name, index, &game, &self.rules);
            return self.out.bytes(&line);
        }
        if self.is_for_people() {
            self.draw(origin, index, &game)?;
        }
        Ok(())
    }

    fn on_file_end(&mut self, origin: &Arc<Origin>, games: usize) -> Result<(), Failure> {
        let file = std::mem::take(&mut self.file);
        self.total.files += 1;
        if !self.is_for_people() || !(self.few || file.invalid > 0) {
            return Ok(());
        }
        for note in std::mem::take(&mut self.notes) {
            if games == 1
                && let Some(text) = self.shown.draw(&note, Severity::Note, &origin.display_name)
            {
                self.out.print(&text)?;
            }
        }
        let verdict = match (games, file.invalid) {
            (1, 0) => format!("valid: {}", self.brief),
            (1, _) => format!("not valid: {}", self.brief),
            (_, 0) => format!("{}, all valid", count(games, "game")),
            (_, bad) => format!("{}, {bad} not valid", count(games, "game")),
        };
        let text = printable(&format!("{}: {verdict}\n", origin.display_name));
        self.out.print(&text)
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.add(bytes, games);
        Ok(())
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) -> Result<(), Failure> {
        self.total.skip(&origin.display_name);
        Ok(())
    }

    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Failure> {
        self.file = Summary::default();
        // What was found before comes first also where both streams go to one place.
        self.out.flush()?;
        match trouble {
            InputProblem::Warning { message, hint } => {
                terminal::tell_message(Level::WARNING, &message, Some(&hint));
                if self.args.strict {
                    self.at_least(Status::Findings);
                }
            }
            InputProblem::Failure(failure) => {
                terminal::tell_failure(&failure);
                self.total.unreadable += 1;
                self.at_least(Status::Trouble);
            }
        }
        Ok(())
    }
}
