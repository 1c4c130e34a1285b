//! The report of a command: its status, and its findings, problems and progress on standard error.

use super::game_filter::{LeftOutGame, SelectionTally};
use super::out_file::ReplacementGuard;
use super::progress::Progress;
use super::text::one_line;
use crate::{Status, terminal};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_logs::files::{self as logs, GameLocation, InputProblem, Pipeline, ReadOptions, Sink};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::Failure;
use kifu_study::selection::GameSelection;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::marker::PhantomData;
use std::sync::Arc;

/// The maximum number of findings shown per code: an archive may have one in every game.
const MAX_SHOWN_PER_CODE: usize = 100;

/// A renderer of findings that limits the number of each kind.
pub(crate) struct DiagnosticPrinter {
    renderer: Renderer,
    counts: BTreeMap<Code, usize>,
}

impl DiagnosticPrinter {
    pub fn new(renderer: Renderer) -> Self {
        Self {
            renderer,
            counts: BTreeMap::new(),
        }
    }

    /// Returns a finding as text; `None` if enough of its kind were shown.
    pub fn render(&mut self, found: &Finding, severity: Severity, file: &str) -> Option<String> {
        let count = self.counts.entry(found.code).or_default();
        *count += 1;
        (*count <= MAX_SHOWN_PER_CODE)
            .then(|| render_finding(found, severity, file, &self.renderer))
    }

    /// Returns a text on the findings that were not shown and the option that shows them; `None` if
    /// there are none.
    pub fn omitted_text(&self, all: &str) -> Option<String> {
        let mut text = String::new();
        for (code, count) in self
            .counts
            .iter()
            .filter(|(_, count)| **count > MAX_SHOWN_PER_CODE)
        {
            let more = count - MAX_SHOWN_PER_CODE;
            let _ = writeln!(
                text,
                "{more} more findings of {code} not shown; use {all} to see all"
            );
        }
        (!text.is_empty()).then_some(text)
    }
}

/// Renders a finding as compilers do: the message, the location, the line with a caret, a hint.
fn render_finding(
    finding: &Finding,
    severity: Severity,
    file: &str,
    renderer: &Renderer,
) -> String {
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(one_line(&finding.message));
    let mut group = Group::with_title(title.id(finding.code.to_string()));
    let origin = Origin::path(one_line(file));
    group = match &finding.location {
        None => group.element(origin),
        Some(place) => {
            let (line, column) = (place.line as usize, place.column as usize);
            let group = group.element(origin.line(line).char_column(column));
            if place.excerpt.is_empty() {
                group
            } else {
                let mark = AnnotationKind::Primary.span(place.highlight.clone());
                let snippet = Snippet::source(place.excerpt.as_str());
                group.element(snippet.line_start(line).annotation(mark))
            }
        }
    };
    if let Some(hint) = &finding.hint {
        group = group.element(Level::HELP.message(one_line(hint)));
    }
    // The location comes from the origin, since a snippet would count columns in the excerpt of a
    // long line; between the two the renderer draws a useless line of colons.
    let drawn = renderer.render(&[group]);
    let is_gap = |line: &str| strip_str(line).to_string().trim() == ":::";
    let lines = drawn.split_inclusive('\n');
    let mut text: String = lines.filter(|line| !is_gap(line)).collect();
    text.push_str("\n\n");
    text
}

/// The report of a command that reads logs.
pub(crate) struct CliReport<'a> {
    pub status: &'a mut Status,
    /// Decides whether the output may replace a file that is there.
    pub guard: ReplacementGuard<'a>,
    diagnostics: DiagnosticPrinter,
    progress: Progress,
    /// The selection of games; `None` if all are read.
    selection: Option<SelectionTally>,
}

impl<'a> CliReport<'a> {
    /// Creates a report without progress, of a command that replaces nothing.
    pub fn new(status: &'a mut Status) -> Self {
        Self {
            status,
            guard: ReplacementGuard::default(),
            diagnostics: DiagnosticPrinter::new(terminal::stderr_renderer()),
            progress: Progress::default(),
            selection: None,
        }
    }

    /// Shows the progress of the reading.
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Reads only the games of a selection, and reports how many are left out.
    pub fn with_selection(mut self, selection: Option<Arc<GameSelection>>) -> Self {
        self.selection = selection.map(SelectionTally::new);
        self
    }

    /// Guards a file that the output may replace.
    pub fn with_guard(mut self, guard: ReplacementGuard<'a>) -> Self {
        self.guard = guard;
        self
    }

    /// Prints a finding, unless enough of its kind were shown.
    pub fn print_finding(&mut self, found: &Finding, severity: Severity, file: &str) {
        if let Some(text) = self.diagnostics.render(found, severity, file) {
            terminal::print_stderr(&text);
        }
    }

    /// Prints how many findings were not shown, and the option that shows them.
    pub fn print_omitted(&self, all: &str) {
        if let Some(text) = self.diagnostics.omitted_text(all) {
            terminal::print_stderr(&text);
        }
    }

    /// Prints a failure that does not affect the other games.
    pub fn print_failure(&mut self, failure: &Failure) {
        terminal::print_failure(failure);
        self.status.raise(Status::Error);
    }

    /// Removes the progress bar.
    pub fn clear_progress(&mut self) {
        self.progress.clear();
    }
}

/// Prints that a file in a folder is not a game log.
pub(crate) fn print_skipped_file(origin: &logs::Origin) {
    let message = format!("skipped `{}`: unknown format", origin.display_name);
    terminal::print_message(Level::NOTE, &message, None);
}

/// Takes the games of logs that are read, in order, and has a report of the reading.
pub(crate) trait ReportingSink<'a> {
    /// A judged game as the command needs it.
    type Item: Send + 'static;

    /// Returns the report.
    fn report(&mut self) -> &mut CliReport<'a>;

    /// Takes the next game of a file; `index` counts from 0.
    fn on_game(
        &mut self,
        origin: &Arc<logs::Origin>,
        index: usize,
        game: Self::Item,
    ) -> Result<(), Failure>;

    /// Called for a game that is not selected.
    fn on_left_out_game(&mut self) {
        self.report().guard.note_missing_games(1);
    }

    /// Called at the end of a file, with the number of its games that are selected.
    fn on_file_end(&mut self, _origin: &Arc<logs::Origin>, _games: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// Called for a file in a folder that is not a game log.
    fn on_skipped_file(&mut self, _origin: &Arc<logs::Origin>) {}

    /// Called before a problem with an input is printed.
    fn before_problem(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Called after a problem with an input was printed, with the status that it leads to.
    fn after_problem(&mut self, _status: Status) -> Result<(), Failure> {
        Ok(())
    }
}

/// Reads logs with `jobs` threads (0 for one per core), applies `work` to each game in parallel, and
/// passes the results to a sink in order; problems and progress go to its report. Games that the
/// report's selection leaves out are counted there and go no further.
///
/// # Errors
/// Returns the first error of the sink, which stops the reading, or an error if the selection leaves
/// out all games.
pub(crate) fn read_logs<'a, S: ReportingSink<'a>>(
    options: ReadOptions,
    jobs: usize,
    sink: &mut S,
    inputs: impl Iterator<Item = Result<logs::LogInput, InputProblem>>,
    work: impl Fn(CheckedGame, &logs::Origin, &GameLocation) -> S::Item + Send + Sync + 'static,
) -> Result<(), Failure> {
    let selection = sink.report().selection.as_ref();
    let selection = selection.map(|tally| Arc::clone(&tally.selection));
    let select = move |checked: CheckedGame, origin: &logs::Origin, location: &GameLocation| {
        let is_selected = match &selection {
            Some(selection) => !LeftOutGame::check(selection, &checked)?.is_empty(),
            None => true,
        };
        Ok((is_selected, work(checked, origin, location)))
    };
    let mut reported = ReportedSink {
        sink,
        left_out_in_file: 0,
        lifetime: PhantomData,
    };
    Pipeline::new(options, jobs, &mut reported, select).run(inputs)?;
    match sink.report().selection.take() {
        Some(tally) => {
            sink.report().clear_progress();
            tally.finish()
        }
        None => Ok(()),
    }
}

/// A sink whose problems and progress go to its report.
struct ReportedSink<'s, 'a, S> {
    sink: &'s mut S,
    left_out_in_file: usize,
    lifetime: PhantomData<&'a ()>,
}

impl<'a, S: ReportingSink<'a>> Sink for ReportedSink<'_, 'a, S> {
    /// A game, and whether it is selected: one that could not be read is not, nor is it left out.
    type Item = Result<(bool, S::Item), LeftOutGame>;
    type Error = Failure;

    fn on_game(
        &mut self,
        origin: &Arc<logs::Origin>,
        index: usize,
        game: Self::Item,
    ) -> Result<(), Failure> {
        let tally = self.sink.report().selection.as_mut();
        match game {
            Ok((is_selected, game)) => {
                if let Some(tally) = tally.filter(|_| is_selected) {
                    tally.add_selected();
                }
                self.sink.on_game(origin, index, game)?;
                self.sink.report().progress.add_done(1);
            }
            Err(game) => {
                if let Some(tally) = tally {
                    tally.add_left_out(game);
                }
                self.left_out_in_file += 1;
                self.sink.on_left_out_game();
            }
        }
        Ok(())
    }

    fn on_file_end(&mut self, origin: &Arc<logs::Origin>, games: usize) -> Result<(), Failure> {
        let left_out = std::mem::take(&mut self.left_out_in_file);
        self.sink
            .on_file_end(origin, games.saturating_sub(left_out))
    }

    fn on_skipped_file(&mut self, origin: &Arc<logs::Origin>) -> Result<(), Failure> {
        self.sink.on_skipped_file(origin);
        Ok(())
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.left_out_in_file = 0;
        self.sink.before_problem()?;
        let report = self.sink.report();
        let status = terminal::print_read_problem(problem);
        report.guard.note_problem(status);
        report.status.raise(status);
        self.sink.after_problem(status)
    }

    fn on_progress(&mut self, bytes: usize, _: usize) -> Result<(), Failure> {
        self.sink.report().progress.add_read(bytes);
        Ok(())
    }
}
