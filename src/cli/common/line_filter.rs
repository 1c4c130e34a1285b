//! Filters: commands that read records, one a line, and write a line for each (`- -o -`).
//!
//! A line that holds no record comes out as it was, and its finding goes to standard error. The
//! lines keep their order. Lines that arrive together are worked on and written together; the output
//! is flushed after them, so that a reader of it need not wait for lines that are still to come.

use super::game_filter::{LeftOutGame, SelectionTally};
use super::report::DiagnosticPrinter;
use super::shared_args::{ReadArgs, Shard};
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use kifu_core::findings::{Code, Finding, Severity, TextLocation};
use kifu_core::games::DynGame;
use kifu_core::record::{Record, write_ronl};
use kifu_logs::files::{
    InputLine, InputLines, InputProblem, LinePart, LogInput, map_in_order, thread_count,
    walk_inputs,
};
use kifu_logs::formats;
use kifu_logs::formats::{CheckedGame, Format, MAX_LINE_BYTES, ReadContext, to_json};
use kifu_study::failure::Failure;
use kifu_study::review::RecordHash;
use kifu_study::selection::GameSelection;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of bytes from which the format of a file is detected.
const SNIFF_BYTES: u64 = 64 << 10;

/// The settings of a filter.
pub(crate) struct LineFilter<'a> {
    /// The files, or `-` for standard input.
    pub paths: &'a [PathBuf],
    /// How records are read.
    pub reading: ReadArgs,
    /// The part of the games to write.
    pub shard: Option<Shard>,
    /// The selection of games to write; `None` for all.
    pub selection: Option<Arc<GameSelection>>,
    /// The number of lines in work at once; 0 for one per core.
    pub jobs: usize,
    /// Whether warnings count as errors.
    pub strict: bool,
    /// The codes of findings that are ignored.
    pub disabled_codes: Vec<Code>,
    /// Whether no findings are printed.
    pub quiet: bool,
    /// Whether the work on a record takes so long that each is given to a thread alone; otherwise
    /// those that arrive together are.
    pub is_slow: bool,
}

/// The outcome of the work on a record.
pub(crate) enum LineOutcome {
    /// The line comes out as it was.
    Unchanged,
    /// A record takes the place of the line.
    Record(Box<Record>),
    /// The line comes out as it was, because the work failed.
    Failed(Failure),
}

/// A line that is done.
struct DoneLine {
    line: InputLine,
    /// Whether it holds a game.
    is_game: bool,
    /// The text in place of the line, with its line feed.
    text: Option<String>,
    findings: Vec<Finding>,
    failure: Option<Failure>,
}

/// A message to the thread that writes.
enum FilterEvent {
    Line(DoneLine),
    /// A line of another part of the games.
    Omitted,
    /// A line with a game that is not selected.
    LeftOut(LeftOutGame),
    Problem(InputProblem),
}

/// Reports whether the output named on the command line is standard output.
pub(crate) fn is_stdout(out: Option<&Path>) -> bool {
    out.is_some_and(|out| out.as_os_str() == "-")
}

impl LineFilter<'_> {
    /// Applies `work` to the record of each line, with several threads, and writes the lines.
    ///
    /// # Errors
    /// Returns an error if an input is not one of lines, or if standard output cannot be written.
    pub fn run(
        self,
        status: &mut Status,
        work: impl Fn(CheckedGame) -> LineOutcome + Send + Sync + 'static,
    ) -> Result<(), Failure> {
        let inputs: Vec<_> = walk_inputs(self.paths).collect();
        let options = self.reading.read_options();
        let is_of_lines = |format: &dyn Format| ["ronl", "jsonl"].contains(&format.id());
        if let Some(format) = options.format.filter(|format| !is_of_lines(*format)) {
            return Err(not_lines("the input", format));
        }
        for input in inputs.iter().flatten() {
            check_is_of_lines(input)?;
        }
        let (shard, game) = (self.shard, options.game);
        let reader = Arc::new(RecordLineReader {
            format: options.format,
            game,
            shard,
        });
        let mut is_omitted_line = false;
        let batches = InputLines::new(inputs.into_iter()).map(move |mut batch| {
            // Later parts of a line go where its start went.
            batch.retain(|line| {
                let Ok(line) = line else { return true };
                if line.part == LinePart::Start {
                    is_omitted_line = !is_in_shard(shard, &line.bytes);
                }
                line.part == LinePart::Whole || !is_omitted_line
            });
            batch
        });
        let preselector = Arc::clone(&reader);
        let is_slow = self.is_slow;
        let items = batches.flat_map(move |batch| {
            if !is_slow {
                return vec![batch];
            }
            // What is not wanted costs no more than its reading.
            let is_wanted = |line: &Result<InputLine, InputProblem>| {
                let whole = line
                    .as_ref()
                    .ok()
                    .filter(|line| line.part == LinePart::Whole);
                shard.is_none() || whole.is_none_or(|line| preselector.read(line).is_wanted)
            };
            let wanted = batch.into_iter().filter(is_wanted);
            wanted.map(|line| vec![line]).collect()
        });
        let selection = self.selection.clone();
        let work = move |batch: Vec<Result<InputLine, InputProblem>>| {
            let filter = |line: Result<InputLine, InputProblem>| match line {
                Err(problem) => FilterEvent::Problem(problem),
                Ok(line) => filter_line(line, &reader, selection.as_deref(), &work),
            };
            batch.into_iter().map(filter).collect::<Vec<_>>()
        };
        let mut writer = FilterWriter {
            out: StdoutWriter::new(),
            diagnostics: DiagnosticPrinter::new(terminal::stderr_renderer()),
            status,
            settings: &self,
            tally: self.selection.clone().map(SelectionTally::new),
        };
        let size = |batch: &Vec<Result<InputLine, InputProblem>>| {
            batch.iter().flatten().map(|line| line.bytes.len()).sum()
        };
        let threads = thread_count(self.jobs);
        map_in_order(items, threads, size, work, &mut |events| {
            events
                .into_iter()
                .try_for_each(|event| writer.write(event))?;
            writer.out.flush()
        })?;
        if let Some(rest) = writer.diagnostics.omitted_text("kifu validate --json") {
            terminal::print_stderr(&rest);
        }
        writer.out.flush()?;
        writer.tally.map_or(Ok(()), SelectionTally::finish)
    }
}

/// The writer of the lines that are done.
struct FilterWriter<'a> {
    out: StdoutWriter,
    diagnostics: DiagnosticPrinter,
    status: &'a mut Status,
    settings: &'a LineFilter<'a>,
    tally: Option<SelectionTally>,
}

impl FilterWriter<'_> {
    fn write(&mut self, event: FilterEvent) -> Result<(), Failure> {
        let done = match event {
            FilterEvent::Line(done) => done,
            FilterEvent::Omitted => return Ok(()),
            FilterEvent::LeftOut(game) => {
                if let Some(tally) = &mut self.tally {
                    tally.add_left_out(game);
                }
                return Ok(());
            }
            FilterEvent::Problem(problem) => {
                self.status.raise(terminal::print_read_problem(problem));
                return Ok(());
            }
        };
        if let Some(tally) = self.tally.as_mut().filter(|_| done.is_game) {
            tally.add_selected();
        }
        for finding in &done.findings {
            self.report(finding, &done.line);
        }
        if let Some(failure) = &done.failure {
            let place = format!("{}:{}", done.line.origin.display_name, done.line.number);
            let message = format!("{place}: {}; the line is left as it was", failure.message);
            terminal::print_failure(&Failure {
                message,
                ..failure.clone()
            });
            *self.status = Status::Error;
        }
        match done.text {
            Some(text) => self.out.print_data(&text)?,
            None => self.write_unchanged(&done.line)?,
        }
        Ok(())
    }

    /// Prints a finding of a line, and raises the status if it is an error.
    fn report(&mut self, finding: &Finding, line: &InputLine) {
        let severity = match finding.severity() {
            Severity::Warning if self.settings.strict => Severity::Error,
            severity => severity,
        };
        if self.settings.disabled_codes.contains(&finding.code) || severity == Severity::Note {
            return;
        }
        if severity == Severity::Error {
            self.status.raise(Status::Findings);
        }
        if self.settings.quiet {
            return;
        }
        let name = &line.origin.display_name;
        if let Some(text) = self.diagnostics.render(finding, severity, name) {
            terminal::print_stderr(&text);
        }
    }

    fn write_unchanged(&mut self, line: &InputLine) -> Result<(), Failure> {
        match std::str::from_utf8(&line.bytes) {
            Ok(text) => self.out.print_data(text)?,
            Err(_) if std::io::stdout().is_terminal() => {
                let text = String::from_utf8_lossy(&line.bytes);
                self.out.print_data(&text)?;
            }
            Err(_) => self.out.write_bytes(&line.bytes)?,
        }
        if line.part.is_last() {
            self.out.print_data("\n")?;
        }
        Ok(())
    }
}

/// The reader of the records on lines.
struct RecordLineReader {
    /// The format, if the user named it.
    format: Option<&'static dyn Format>,
    game: Option<&'static dyn DynGame>,
    shard: Option<Shard>,
}

/// A line that was read.
struct ReadLine {
    /// The judged game; `None` if the line holds no record.
    game: Option<CheckedGame>,
    /// The findings on a line that holds no record; those on a record are in the game.
    findings: Vec<Finding>,
    is_json: bool,
    /// Whether the line belongs to the part of the games that is written.
    is_wanted: bool,
}

impl RecordLineReader {
    fn read(&self, line: &InputLine) -> ReadLine {
        let mut games = Vec::new();
        let mut findings = Vec::new();
        let mut is_json = false;
        match line.part {
            LinePart::Whole if line.is_blank() => {}
            LinePart::Whole => {
                if let Some(format) = self.format.or_else(|| line.record_format()) {
                    is_json = format.id() == "jsonl";
                    let chunk = line.to_chunk(format, self.game);
                    chunk.for_each_game(&mut |checked, _| games.push(checked));
                }
            }
            LinePart::Start => findings.push(too_long(line.number)),
            LinePart::Middle | LinePart::End => {}
        }
        let game = match games.as_slice() {
            [game] if !game.record.game.is_empty() => games.pop(),
            _ => None,
        };
        let is_wanted = self.shard.is_none_or(|shard| {
            if let Some(game) = &game {
                return shard.contains(RecordHash::of_game(&game.record));
            }
            // The parts of a long line were separated when they were read.
            line.part != LinePart::Whole || is_in_shard(Some(shard), line.bytes.trim_ascii())
        });
        findings.extend(games.into_iter().flat_map(|game| game.findings));
        ReadLine {
            game,
            findings,
            is_json,
            is_wanted,
        }
    }
}

/// Does the work on one line.
fn filter_line(
    line: InputLine,
    reader: &RecordLineReader,
    selection: Option<&GameSelection>,
    work: &dyn Fn(CheckedGame) -> LineOutcome,
) -> FilterEvent {
    let read = reader.read(&line);
    if !read.is_wanted {
        return FilterEvent::Omitted;
    }
    let mut done = DoneLine {
        line,
        is_game: read.game.is_some(),
        text: None,
        findings: read.findings,
        failure: None,
    };
    let Some(game) = read.game else {
        return FilterEvent::Line(done);
    };
    if let Some(selection) = selection
        && let Err(game) = LeftOutGame::check(selection, &game)
    {
        return FilterEvent::LeftOut(game);
    }
    done.findings.clone_from(&game.findings);
    match work(game) {
        LineOutcome::Unchanged => {}
        LineOutcome::Record(record) if read.is_json => done.text = Some(to_json(&*record) + "\n"),
        LineOutcome::Record(record) => done.text = Some(write_ronl(&record)),
        LineOutcome::Failed(failure) => done.failure = Some(failure),
    }
    FilterEvent::Line(done)
}

/// Reports whether a line that holds no record is in a part of the games.
fn is_in_shard(shard: Option<Shard>, bytes: &[u8]) -> bool {
    shard.is_none_or(|shard| shard.contains(RecordHash::of_bytes(bytes)))
}

/// Returns the finding of a line that is longer than any record.
fn too_long(number: u32) -> Finding {
    let message = format!(
        "expected a line of at most {} MiB, found a longer one",
        MAX_LINE_BYTES >> 20
    );
    Finding::new(Code::TooLarge, message).at(TextLocation {
        line: number,
        column: 1,
        excerpt: String::new(),
        highlight: 0..0,
    })
}

/// Returns an error if a file surely holds something else than a record on each line.
///
/// A file whose name says that it holds records, or that is not a regular file, is read.
fn check_is_of_lines(input: &LogInput) -> Result<(), Failure> {
    let LogInput::File { path, .. } = input else {
        return Ok(());
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_named_so = ["ronl", "jsonl", "ndjson"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    if is_named_so || !path.is_file() {
        return Ok(());
    }
    // What cannot be read is reported when its turn comes.
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    let mut start = Vec::new();
    let _ = file.take(SNIFF_BYTES).read_to_end(&mut start);
    let start = String::from_utf8_lossy(&start);
    match formats::detect(&start, &ReadContext::default()) {
        Some(format) if !["ronl", "jsonl"].contains(&format.id()) => {
            Err(not_lines(&format!("`{}`", path.display()), format))
        }
        _ => Ok(()),
    }
}

fn not_lines(what: &str, format: &dyn Format) -> Failure {
    let message = format!(
        "expected a record on each line (ronl or jsonl) in {what}, found {}",
        format.id()
    );
    Failure::usage(message).hint("convert it: kifu convert IN --to ronl -o - | kifu review - -o -")
}

/// Runs work that may panic, and makes a failure of a panic, which is a bug in kifu.
pub(crate) fn without_panic(work: impl FnOnce() -> LineOutcome) -> LineOutcome {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    caught.unwrap_or_else(|_| {
        LineOutcome::Failed(
            Failure::internal("kifu failed at this record")
                .hint("this is a bug in kifu, not in the record: please report it with the record"),
        )
    })
}
