//! The file of patterns, `bot.ron`.
//!
//! ```ron
//! (
//!     patterns: [
//!         (regex: r"^eval (?<value>-?\d+) pv (?<line>.+)$"),
//!         (regex: r"^white wins (?<percent>[\d.]+)%", view: First, of: Message),
//!         (regex: r"^danger (?<at>\S+)", mark: Cross, color: Red),
//!         (regex: r"^(?<playouts>\d+) loops$"),
//!     ],
//! )
//! ```
//!
//! Each line of a bot's words is compared with the patterns in order. The first one that matches
//! takes the line, with all its matches; the built-in patterns follow those of the file, unless it
//! has `builtin: false`. If several lines of a ply have a value for the same name, the last one
//! counts. The names of the groups say what a match is:
//!
//! | group | meaning |
//! |---|---|
//! | `win`, `percent` | the probability of a win: 0 to 1, or 0 to 100 |
//! | `wins` and `visits` | the share of wins among playouts |
//! | `points` | the expected contest points |
//! | `value` | a value in the bot's own unit: the more, the better |
//! | `best`, `line` | the best move; the expected moves |
//! | `nodes`, `depth`, `time_ms`, `time_s` | the effort of the search |
//! | `mark`, `at`, `to`, `text`, `color` | a drawing |
//! | `name` and `number` | a number with its name; `best`, `line` and `pv` name moves |
//! | any other | a number of this name |
//!
//! | field | meaning | default |
//! |---|---|---|
//! | `regex` | a regular expression, in the syntax of the crate `regex` | |
//! | `of` | `Stderr`, `Message` or `Both` | `Both` |
//! | `view` | whose `win`, `points` and `value` it is: `Mover`, `Opponent`, `First`, `Second` | `Mover` |
//! | `scale` | a factor for `value`, `points` and `number` | `1` |
//! | `mark`, `color` | the shape and the colour of a drawing that does not name them | `Circle`, `Blue` |
//!
//! A pattern without groups takes lines that hold nothing.

use super::pattern::{OutputPart, ValueView};
use kifu_core::record::{MarkColor, MarkKind};
use serde::Deserialize;
use std::fmt;

/// The maximum size of a file of patterns, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// The maximum number of patterns in a file.
pub const MAX_PATTERNS: usize = 200;

/// The content of a file of patterns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternsFile {
    /// Whether the built-in patterns follow those of the file.
    #[serde(default = "yes")]
    pub builtin: bool,
    /// The patterns, in the order in which they are tried.
    pub patterns: Vec<PatternEntry>,
}

/// A pattern as the file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternEntry {
    /// The regular expression.
    pub regex: String,
    /// The part of the output that is searched.
    #[serde(default)]
    pub of: OutputPart,
    /// The player whose value it is.
    #[serde(default)]
    pub view: ValueView,
    /// The factor for numbers in another unit.
    #[serde(default = "one")]
    pub scale: f64,
    /// The shape of a drawing whose line does not name one.
    #[serde(default)]
    pub mark: Option<MarkKind>,
    /// The colour of a drawing whose line does not name one.
    #[serde(default)]
    pub color: Option<MarkColor>,
}

const fn yes() -> bool {
    true
}

const fn one() -> f64 {
    1.0
}

/// An error in a file of patterns, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternsError {
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, in characters from 1.
    pub column: usize,
    /// The expected and the found text.
    pub message: String,
    /// Advice.
    pub hint: Option<String>,
}

impl PatternsError {
    /// Creates an error at a byte of the text.
    pub(super) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
            hint: None,
        }
    }

    /// Returns the error with advice.
    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        let hint = Some(hint.into());
        Self { hint, ..self }
    }
}

impl fmt::Display for PatternsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
            ..
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for PatternsError {}

/// Parses the text of a file of patterns; the expressions are compiled later.
///
/// # Errors
/// Returns an error if the text is too long or is no such file.
pub fn parse_file(text: &str) -> Result<PatternsFile, PatternsError> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!(
            "expected at most {MAX_FILE_BYTES} bytes, found {}",
            text.len()
        );
        return Err(PatternsError::at(text, 0, message));
    }
    let options = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_recursion_limit(16);
    let file: PatternsFile = options.from_str(text).map_err(|error| PatternsError {
        line: error.span.start.line,
        column: error.span.start.col,
        message: error.code.to_string(),
        hint: Some(
            "a file of patterns is `(patterns: [(regex: r\"^eval (?<value>-?\\d+)$\")])`"
                .to_owned(),
        ),
    })?;
    if file.patterns.len() > MAX_PATTERNS {
        let found = file.patterns.len();
        let message = format!("expected at most {MAX_PATTERNS} patterns, found {found}");
        return Err(PatternsError::at(text, 0, message));
    }
    Ok(file)
}

/// Returns the byte at which an expression starts in the text of its file, at or after `from`.
///
/// An expression with escaped letters is not found as it is; then it is the place of its field.
pub(super) fn find_expression(text: &str, from: usize, regex: &str) -> usize {
    let rest = &text[from..];
    let exact = rest.match_indices(regex);
    let exact = exact.map(|(at, _)| from + at).find(|at| {
        let before = text[..*at].trim_end_matches('#');
        before.ends_with('"')
    });
    exact.unwrap_or_else(|| from + rest.find("regex").unwrap_or(0))
}
