//! Dialogues that were copied from a terminal or a page, as the plain text they stand for.
//!
//! Three things are undone: an indent that all lines have, the colours of a terminal (as `script`
//! records them), and `&gt;` for `>` in a text without such marks. Other formats treat the escape
//! byte as a damaged one, so that decoding may have made a blank of it.

use super::lines::LogLine;
use crate::formats::non_blank_lines;
use std::borrow::Cow;
use std::ops::Range;

/// The byte that begins a terminal's control sequence.
const ESCAPE: char = '\u{1b}';

/// The end of a colour, after the escape byte or the blank that decoding made of it.
const COLOUR_ENDS: [&str; 2] = ["[0m", "[m"];

/// A text with the offsets of its lines in the text that it was made from.
pub(super) struct PlainText {
    /// The plain text.
    pub text: String,
    /// The lines that are not blank, in order.
    lines: Vec<PlainLine>,
    /// The span of the first line in the original that was not only indented.
    pub first_undone: Option<Range<usize>>,
}

struct PlainLine {
    /// The offset in the plain text.
    start: usize,
    /// The span in the original.
    original: Range<usize>,
    /// The number of bytes removed before the line; `None` if others were removed within it.
    indent: Option<usize>,
}

impl PlainText {
    /// Returns the plain text of a dialogue; `None` if it is plain.
    pub fn of(text: &str) -> Option<Self> {
        let common = common_indent(text);
        let has_escapes = text.contains(ESCAPE);
        let has_blanked = has_blanked_colours(text);
        let is_quoted = is_html_quoted(text);
        if common.is_empty() && !has_escapes && !has_blanked && !is_quoted {
            return None;
        }
        let mut plain = Self {
            text: String::with_capacity(text.len()),
            lines: Vec::new(),
            first_undone: None,
        };
        // With colours, the blanks may be what decoding made of them.
        let has_colours = has_escapes || has_blanked;
        let indent = if has_colours { "" } else { common };
        for (offset, line) in non_blank_lines(text) {
            let shown = without_control_sequences(line, has_blanked).filter(|_| has_colours);
            let shown = shown.as_deref().unwrap_or(line);
            let bare = shown.strip_prefix(indent).unwrap_or(shown);
            let bare = if is_quoted {
                unquoted(bare)
            } else {
                Cow::Borrowed(bare)
            };
            let is_only_indented = line.ends_with(&*bare);
            let original = offset..offset + line.len();
            if !is_only_indented {
                plain.first_undone.get_or_insert(original.clone());
            }
            plain.lines.push(PlainLine {
                start: plain.text.len(),
                indent: is_only_indented.then(|| line.len() - bare.len()),
                original,
            });
            plain.text.push_str(&bare);
            plain.text.push('\n');
        }
        Some(plain)
    }

    /// Returns the offset in the original of an offset in the plain text.
    fn original_offset(&self, offset: usize) -> Option<(usize, &PlainLine)> {
        let after = self.lines.partition_point(|line| line.start <= offset);
        let line = self.lines.get(after.checked_sub(1)?)?;
        Some((
            line.original.start + line.indent? + (offset - line.start),
            line,
        ))
    }

    /// Returns the span in the original of a span in the plain text; that of the whole line if the
    /// line is not a part of the original.
    pub fn original(&self, span: &Range<usize>) -> Range<usize> {
        let after = self.lines.partition_point(|line| line.start <= span.start);
        if let Some((start, line)) = self.original_offset(span.start) {
            return start..(start + span.len()).min(line.original.end);
        }
        let line = after.checked_sub(1).and_then(|index| self.lines.get(index));
        line.map_or(0..0, |line| line.original.clone())
    }

    /// Gives lines of the plain text the spans of the original.
    pub fn relocate<'a>(&self, lines: &[LogLine<'a>]) -> Vec<LogLine<'a>> {
        let relocated = |line: &LogLine<'a>| LogLine {
            span: self.original(&line.span),
            ..line.clone()
        };
        lines.iter().map(relocated).collect()
    }
}

/// Returns the blanks at the start of every line that is not blank.
fn common_indent(text: &str) -> &str {
    let mut lines = non_blank_lines(text).map(|(_, line)| line);
    let first = lines.next().unwrap_or_default();
    let indent = &first[..first.len() - first.trim_start_matches([' ', '\t']).len()];
    lines.fold(indent, |indent, line| {
        let shared = indent.bytes().zip(line.bytes());
        &indent[..shared.take_while(|(own, other)| own == other).count()]
    })
}

/// Reports whether a text has colours of which decoding has blanked the escape bytes.
fn has_blanked_colours(text: &str) -> bool {
    let mut ends = COLOUR_ENDS.iter();
    ends.any(|end| memchr::memmem::find(text.as_bytes(), format!(" {end}").as_bytes()).is_some())
}

/// Reports whether the marks `>` and `<` are written as in HTML, and nowhere as themselves.
fn is_html_quoted(text: &str) -> bool {
    let mut has_quoted = false;
    for (_, line) in non_blank_lines(text) {
        let line = line.trim_start();
        if line.starts_with(['>', '<']) {
            return false;
        }
        has_quoted |= line.starts_with("&gt;") || line.starts_with("&lt;");
    }
    has_quoted
}

fn unquoted(line: &str) -> Cow<'_, str> {
    if !line.contains('&') {
        return Cow::Borrowed(line);
    }
    let plain = line.replace("&gt;", ">").replace("&lt;", "<");
    let plain = plain.replace("&quot;", "\"").replace("&#39;", "'");
    Cow::Owned(plain.replace("&amp;", "&"))
}

/// Removes a terminal's control sequences from a line; `None` if it has none, or one that is not
/// known.
fn without_control_sequences(line: &str, has_blanked: bool) -> Option<String> {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find([ESCAPE, ' ']) {
        let after = &rest[at + 1..];
        let length = if rest[at..].starts_with(ESCAPE) {
            Some(sequence_length(after)?)
        } else {
            blanked_length(after).filter(|_| has_blanked)
        };
        plain.push_str(&rest[..at]);
        if length.is_none() {
            plain.push(' ');
        }
        rest = &after[length.unwrap_or_default()..];
    }
    plain.push_str(rest);
    (plain.len() < line.len()).then_some(plain)
}

/// Returns the length of a control sequence after its escape byte.
fn sequence_length(after: &str) -> Option<usize> {
    let bytes = after.as_bytes();
    match bytes.first()? {
        b'[' => {
            let end = bytes[1..]
                .iter()
                .position(|byte| (b'@'..=b'~').contains(byte))?;
            let is_parameter = |byte: &u8| (b' '..=b'?').contains(byte);
            bytes[1..=end].iter().all(is_parameter).then_some(end + 2)
        }
        // A title of the window ends with a bell.
        b']' => Some(bytes.iter().position(|byte| *byte == 7)? + 1),
        b'(' | b')' => (bytes.len() >= 2 && bytes[1].is_ascii()).then_some(2),
        b'=' | b'>' | b'7' | b'8' | b'M' | b'c' => Some(1),
        _ => None,
    }
}

/// Returns the length of a colour or of "clear the line" after the blank that its escape byte was.
fn blanked_length(after: &str) -> Option<usize> {
    let inside = after.strip_prefix('[')?;
    let digits = inside.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let is_end = inside[digits..].starts_with(['m', 'K']);
    let next = inside[digits..].chars().nth(1);
    let is_text = digits == 0 && next.is_some_and(|c| c.is_alphanumeric() || c == ']');
    (is_end && !is_text).then_some(digits + 2)
}
