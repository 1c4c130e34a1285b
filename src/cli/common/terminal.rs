//! The output to the terminal: standard output, standard error and their colours.

use super::progress::with_bar_suspended;
use super::text::{one_line, terminal_text};
use crate::Status;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Level, Renderer};
use anstream::{AutoStream, ColorChoice};
use kifu_logs::files::{InputProblem, describe_io_error};
use kifu_study::failure::{Failure, FailureKind};
use std::io;
use std::io::{BufWriter, IsTerminal, StdoutLock, Write};

/// The choice of when to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorMode {
    /// If the output is a terminal and `NO_COLOR` is not set.
    #[default]
    Auto,
    /// Even into a file or pipe.
    Always,
    /// Never.
    Never,
}

impl ColorMode {
    /// Applies the choice to all streams.
    pub fn apply(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Reports whether text for standard output may contain colours.
pub fn colored_stdout() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Reports whether text for standard error may contain colours.
fn colored_stderr() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Reports whether standard output is a terminal that shows more than ASCII.
pub fn unicode_stdout() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL")
        .or_else(|| set("LC_CTYPE"))
        .or_else(|| set("LANG"));
    let utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    let dumb = set("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !dumb && (utf8 || cfg!(windows))
}

/// Returns the renderer of findings.
pub fn renderer(colored: bool) -> Renderer {
    let renderer = if colored {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.decor_style(DecorStyle::Ascii)
}

/// A writer to standard output.
///
/// Into a file or pipe it writes text unchanged: callers use colours only if `colored_stdout`
/// allows them. On a terminal no text reaches the terminal's own commands: what moves the cursor,
/// changes the writing direction or shows nothing is replaced.
pub struct StdoutWriter {
    inner: BufWriter<AutoStream<StdoutLock<'static>>>,
    /// Whether standard output is a terminal, where every write is flushed.
    is_terminal: bool,
}

impl Default for StdoutWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl StdoutWriter {
    /// Creates a writer to standard output.
    pub fn new() -> Self {
        let stdout = io::stdout();
        Self {
            is_terminal: stdout.is_terminal(),
            inner: BufWriter::with_capacity(64 << 10, AutoStream::always_ansi(stdout.lock())),
        }
    }

    /// Prints a text for people, which may have colours. Texts from outside in it must be
    /// [`one_line`] or [`printable`](crate::common::text::printable).
    ///
    /// # Errors
    ///
    /// Returns an error if standard output is closed or cannot be written.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text, true)
    }

    /// Prints a text for programs, such as a log: it stays as it is but on a terminal.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output is closed or cannot be written.
    pub fn print_data(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text, false)
    }

    /// Writes bytes that are not text.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output is closed or cannot be written.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.inner.write_all(bytes);
        written.map_err(|error| stdout_failure(&error))
    }

    fn write(&mut self, text: &str, allows_styles: bool) -> Result<(), Failure> {
        let clean = self.is_terminal.then(|| terminal_text(text, allows_styles));
        let bytes = clean.as_deref().unwrap_or(text).as_bytes();
        let inner = &mut self.inner;
        let written = if self.is_terminal {
            with_bar_suspended(|| inner.write_all(bytes).and_then(|()| inner.flush()))
        } else {
            inner.write_all(bytes)
        };
        written.map_err(|error| stdout_failure(&error))
    }

    /// Passes on all that was printed.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output is closed or cannot be written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.inner.flush();
        flushed.map_err(|error| stdout_failure(&error))
    }
}

/// Returns a line in bold if standard output shows colours.
pub fn bold(line: &str) -> String {
    if !colored_stdout() {
        return line.to_owned();
    }
    let (text, feed) = match line.strip_suffix('\n') {
        Some(text) => (text, "\n"),
        None => (line, ""),
    };
    format!("\u{1b}[1m{text}\u{1b}[0m{feed}")
}

/// Returns the failure for an error in writing to standard output.
pub fn stdout_failure(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::new(FailureKind::BrokenPipe, "nobody reads the output");
    }
    let message = format!(
        "cannot write to standard output: {}",
        describe_io_error(error)
    );
    Failure::new(FailureKind::Output, message)
}

/// Prints a text on standard error. If that is closed, there is no one left to report it to.
pub fn print_stderr(text: &str) {
    let text = terminal_text(text, true);
    let _ = with_bar_suspended(|| anstream::stderr().lock().write_all(text.as_bytes()));
}

/// Prints a failure in the style of findings.
pub fn print_failure(failure: &Failure) {
    let hint = match failure.kind {
        FailureKind::AlreadyExists => Some("use --force to overwrite it"),
        _ => failure.hint.as_deref(),
    };
    print_message(Level::ERROR, &failure.message, hint);
}

/// Prints a problem in reading a file, and returns the status that it leads to.
pub fn print_read_problem(problem: InputProblem) -> Status {
    let is_lost = matches!(problem, InputProblem::Unreadable(_));
    let failure = Failure::from(problem);
    if is_lost {
        print_failure(&failure);
        Status::Error
    } else {
        print_message(Level::WARNING, &failure.message, failure.hint.as_deref());
        Status::Valid
    }
}

/// Prints a message with an optional hint.
pub fn print_message(level: Level<'_>, message: &str, hint: Option<&str>) {
    use annotate_snippets::Group;
    let group = Group::with_title(level.primary_title(one_line(message)));
    let group = match hint {
        Some(hint) => group.element(Level::HELP.message(one_line(hint))),
        None => group,
    };
    let renderer = renderer(colored_stderr());
    print_stderr(&format!("{}\n", renderer.render(&[group])));
}

/// Returns the renderer for standard error.
pub fn stderr_renderer() -> Renderer {
    renderer(colored_stderr())
}
