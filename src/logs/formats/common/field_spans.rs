//! Locations of the fields in the text of a kifu record.
//!
//! The scanner knows only brackets, literals and comments. It runs only when a finding needs a
//! location.

use kifu_core::record::{RecordPart, block_comment_end, ron_token_end, string_end};
use std::ops::Range;

/// The syntax of a kifu record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordSyntax {
    /// Rusty Object Notation.
    Ron,
    /// JSON.
    Json,
}

/// The spans of a field of a struct or map.
struct FieldSpans {
    key: Range<usize>,
    value: Range<usize>,
}

impl RecordSyntax {
    /// Returns the span of a part of the record.
    ///
    /// A part that has no field, or whose field is missing, has the span of the record's game, or
    /// else the start of the record.
    pub fn locate(self, text: &str, part: &RecordPart) -> Range<usize> {
        let start = text.len() - skip_preamble(text).len();
        let fields = self.fields(text, start);
        let field = |name: &str| fields.iter().find(|field| Self::key_is(text, field, name));
        let value = |name: &str| field(name).map(|field| field.value.clone());
        let key = |name: &str| field(name).map(|field| field.key.clone());
        let span = match part {
            RecordPart::Token(index) => {
                value("moves").and_then(|moves| nth_word(text, moves, *index))
            }
            RecordPart::Attempt => key("attempt"),
            RecordPart::ReportedResult => key("reported").or_else(|| key("result")),
            RecordPart::StoredResult => key("result"),
            RecordPart::Times => key("times_ms"),
            RecordPart::Note(ply, _) => {
                field("notes").map(|notes| self.nested_key(text, notes, &ply.to_string()))
            }
            RecordPart::Setup(key) => field("setup").map(|setup| self.nested_key(text, setup, key)),
            RecordPart::Version => value("kifu"),
            RecordPart::Rules => value("rules"),
            RecordPart::Date => field("event").map(|event| self.nested_key(text, event, "date")),
            RecordPart::Game | RecordPart::Whole => None,
        };
        let game = || value("game").unwrap_or(start..start);
        span.unwrap_or_else(game)
    }

    fn key_is(text: &str, field: &FieldSpans, name: &str) -> bool {
        text[string_content(text, field.key.clone())] == *name
    }

    /// Returns the span of a key within a field, or of the field's own key if there is none.
    fn nested_key(self, text: &str, outer: &FieldSpans, name: &str) -> Range<usize> {
        let fields = self.fields(text, outer.value.start);
        let inner = fields.iter().find(|field| Self::key_is(text, field, name));
        inner.unwrap_or(outer).key.clone()
    }

    /// Returns the fields in the bracket at byte `open`.
    fn fields(self, text: &str, open: usize) -> Vec<FieldSpans> {
        let mut fields = Vec::new();
        if !matches!(text.as_bytes().get(open), Some(b'(' | b'{')) {
            return fields;
        }
        let mut offset = open + 1;
        while offset < text.len() {
            let start = self.skip_blanks_and_comments(text, offset);
            let mut depth = 0_usize;
            let mut colon = None;
            let mut end = start;
            while let Some(byte) = text.as_bytes().get(end) {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' | b',' if depth == 0 => break,
                    b')' | b']' | b'}' => depth -= 1,
                    b':' if depth == 0 && colon.is_none() => colon = Some(end),
                    _ => {
                        end = self.token_end(text, end);
                        continue;
                    }
                }
                end += 1;
            }
            if let Some(colon) = colon {
                let key = text[start..colon].trim_end();
                let from = self.skip_blanks_and_comments(text, colon + 1).min(end);
                let value = text[from..end].trim_end();
                fields.push(FieldSpans {
                    key: start..start + key.len(),
                    value: from..from + value.len(),
                });
            }
            if text.as_bytes().get(end) != Some(&b',') {
                break;
            }
            offset = end + 1;
        }
        fields
    }

    /// Reports whether the bracket at byte `open` has a field with this name.
    pub(in crate::formats) fn has_field(self, text: &str, open: usize, name: &str) -> bool {
        let fields = self.fields(text, open);
        fields.iter().any(|field| Self::key_is(text, field, name))
    }

    /// Returns the offset after the bracket at byte `open`; `None` if it is not closed.
    pub(in crate::formats) fn bracket_end(self, text: &str, open: usize) -> Option<usize> {
        let (mut depth, mut at) = (0_usize, open);
        while let Some(byte) = text.as_bytes().get(at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
            at = self.token_end(text, at);
        }
        None
    }

    /// Returns the offset after white space and comments.
    pub(in crate::formats) fn skip_blanks_and_comments(self, text: &str, at: usize) -> usize {
        let mut offset = at;
        loop {
            let rest = text.get(offset..).unwrap_or_default();
            offset += rest.len() - rest.trim_start().len();
            let next = if text.as_bytes().get(offset) == Some(&b'/') {
                self.token_end(text, offset)
            } else {
                offset
            };
            // A single slash does not start a comment.
            if next <= offset + 1 {
                return offset.min(text.len());
            }
            offset = next;
        }
    }

    /// Returns the end of the literal, comment or other token at byte `at`.
    pub(in crate::formats) fn token_end(self, text: &str, at: usize) -> usize {
        let rest = &text[at..];
        match self {
            Self::Ron => ron_token_end(text, at),
            Self::Json if rest.starts_with('"') => at + string_end(rest.as_bytes(), b'"'),
            Self::Json => at + rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// Returns the span of the content of a literal: of `"a"` or `r#"a"#` without its quotes, of any
/// other text the whole.
fn string_content(text: &str, literal: Range<usize>) -> Range<usize> {
    let literal_text = &text[literal.clone()];
    let raw = literal_text.strip_prefix('r').unwrap_or(literal_text);
    let (hashes, quoted) = raw.split_at(raw.len() - raw.trim_start_matches('#').len());
    let content = quoted
        .strip_prefix('"')
        .and_then(|opened| opened.strip_suffix(hashes))
        .and_then(|opened| opened.strip_suffix('"'));
    match content {
        Some(content) => {
            let end = literal.end - hashes.len() - 1;
            end - content.len()..end
        }
        None => literal,
    }
}

/// Returns the span of a word within a string.
fn nth_word(text: &str, value: Range<usize>, index: usize) -> Option<Range<usize>> {
    let content = string_content(text, value);
    let start = content.start;
    let span = kifu_core::contract::tokens(text.get(content)?.as_bytes()).nth(index)?;
    Some(start + span.start..start + span.end)
}

/// Skips the text that RON allows before a record: comments, attributes such as
/// `#![enable(implicit_some)]`, and the name of the struct.
pub(in crate::formats) fn skip_preamble(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if rest.starts_with("/*") {
            &rest[block_comment_end(rest, 0)..]
        } else if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, after)| after)
        } else if rest.starts_with("#!") {
            rest.split_once([']', '\n']).map_or("", |(_, after)| after)
        } else {
            return rest.strip_prefix("Record").map_or(rest, str::trim_start);
        };
        rest = after.trim_start();
    }
}
