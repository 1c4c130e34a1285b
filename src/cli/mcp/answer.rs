//! Answers of the tools: short texts that say how to get the rest.

use crate::common::text::{printable, truncate_text};
use std::fmt::Write;

/// The maximum length of an answer, in bytes.
pub(super) const MAX_ANSWER_BYTES: usize = 4096;
/// The room for the last line of a part, which says how to get the next one, in bytes.
const LAST_LINE_BYTES: usize = 96;
/// The maximum length of a heading, in characters.
const MAX_HEADING_CHARS: usize = 800;
/// The maximum length of a row, in characters.
const MAX_ROW_CHARS: usize = 400;
/// The maximum length of a name, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The answer of a tool.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ToolAnswer {
    /// The text.
    pub text: String,
    /// A picture in PNG, if one was asked for.
    pub picture: Option<Vec<u8>>,
}

impl From<String> for ToolAnswer {
    fn from(text: String) -> Self {
        Self {
            text,
            picture: None,
        }
    }
}

/// Returns a heading and as many rows from the row `from` on as fit in an answer, with the argument
/// that gives the next ones.
///
/// A row is a line, or several lines that belong together; what is cut off ends with `…`.
pub(super) fn paged(heading: &str, rows: &[String], from: usize) -> String {
    let mut text = shortened(heading.trim_end(), MAX_HEADING_CHARS);
    text.push('\n');
    if from > 0 && from >= rows.len() {
        let _ = writeln!(text, "no row {from}: there are {}", rows.len());
        return text;
    }
    let mut next = from;
    for row in &rows[from..] {
        let row = shortened(row.trim_end(), MAX_ROW_CHARS);
        if next > from && text.len() + row.len() + LAST_LINE_BYTES > MAX_ANSWER_BYTES {
            break;
        }
        text.push_str(&row);
        text.push('\n');
        next += 1;
    }
    if from > 0 || next < rows.len() {
        let _ = write!(text, "rows {from} to {} of {}", next - 1, rows.len());
        if next < rows.len() {
            let _ = write!(text, "; the next: from={next}");
        }
        text.push('\n');
    }
    text
}

/// Returns a text as rows of one line each.
pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Returns a text from a log for an answer: harmless characters, and not longer than `max_chars`.
pub(super) fn shortened(text: &str, max_chars: usize) -> String {
    truncate_text(&printable(text), max_chars, "…")
}

/// Returns a name from a log for a place within a line; `?` if it is empty.
pub(super) fn name_text(name: &str) -> String {
    let name = crate::common::text::one_line(name);
    if name.is_empty() {
        return "?".to_owned();
    }
    truncate_text(&name, MAX_NAME_CHARS, "…")
}
