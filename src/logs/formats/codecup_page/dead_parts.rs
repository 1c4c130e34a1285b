//! The parts of a page that browsers do not run: comments, and elements whose content is text.
//!
//! ```text
//! page   = *("<!--" any "-->" / "<" dead-name any "</" dead-name / script / anything)
//! script = "<script" *any ">" *(line-comment / block-comment / string / regex / any) "</script"
//! ```
//!
//! A text without elements is a script. Quotes that do not close on their line open no string, as in
//! names that a template did not escape.

use std::borrow::Cow;
use std::ops::Range;

/// Elements whose content browsers with scripts do not show or run.
const DEAD_ELEMENTS: [&str; 6] = ["noscript", "template", "textarea", "style", "iframe", "xmp"];
/// Types of scripts that are not run.
const DEAD_TYPES: [&str; 4] = ["template", "json", "text/plain", "text/html"];

/// The parts of a page that are not run.
#[derive(Debug, Default)]
pub(in crate::formats) struct DeadParts {
    /// Comments and the content of dead elements, in order.
    pub spans: Vec<Range<usize>>,
    /// The strings of scripts that have a bracket, in order.
    pub strings: Vec<Range<usize>>,
}

impl DeadParts {
    /// Finds the dead parts of a page.
    pub fn of(text: &str) -> Self {
        let mut parts = Self::default();
        let lower = text.to_ascii_lowercase();
        if !text.trim_start().starts_with('<') && !lower.contains("<script") {
            // Reports are no scripts.
            if text.contains("new") {
                parts.scan_script(text, 0..text.len());
            }
            return parts;
        }
        let mut at = 0;
        while let Some(found) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
            let open = at + found;
            at = open + 1;
            let rest = &lower[open..];
            let end_of = |mark: &str, from: usize| {
                let found = memchr::memmem::find(&lower.as_bytes()[from..], mark.as_bytes());
                found.map_or(text.len(), |end| from + end)
            };
            if rest.starts_with("<!--") {
                let end = end_of("-->", open + 2);
                parts.spans.push(open..end);
                at = end;
            } else if let Some(name) = DEAD_ELEMENTS.into_iter().find(|name| is_tag(rest, name)) {
                let end = end_of(&format!("</{name}"), open);
                parts.spans.push(open..end);
                at = end;
            } else if is_tag(rest, "script") {
                let body = (end_of(">", open) + 1).min(text.len());
                let end = end_of("</script", body);
                let tag = &lower[open..body];
                let kind = tag.split_once("type").map_or("", |(_, kind)| kind);
                if DEAD_TYPES.iter().any(|dead| kind.contains(dead)) {
                    parts.spans.push(body..end);
                } else {
                    parts.scan_script(text, body..end);
                }
                at = end;
            }
        }
        parts
    }

    /// Reports whether an offset is in a string of a script.
    pub fn is_in_string(&self, at: usize) -> bool {
        let next = self.strings.partition_point(|string| string.end <= at);
        self.strings
            .get(next)
            .is_some_and(|string| string.contains(&at))
    }

    /// Returns the page with blanks in its dead parts, so that offsets stay.
    pub fn blank<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.spans.is_empty() {
            return text.into();
        }
        let mut live = String::with_capacity(text.len());
        let mut from = 0;
        for span in &self.spans {
            live.push_str(&text[from..span.start]);
            let bytes = text[span.clone()].bytes();
            live.extend(bytes.map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            from = span.end;
        }
        live.push_str(&text[from..]);
        live.into()
    }

    /// Finds the comments and strings of a script.
    fn scan_script(&mut self, text: &str, script: Range<usize>) {
        let bytes = &text.as_bytes()[..script.end];
        // Up to these offsets no quote or slash of the kind is closed.
        let mut unclosed = [0; 4];
        let mut at = script.start;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let line_end = || memchr::memchr(b'\n', rest).map_or(bytes.len(), |end| at + end);
            let comment_end = if rest.starts_with(b"/*") {
                let end = memchr::memmem::find(&rest[2..], b"*/");
                Some(end.map_or(bytes.len(), |end| at + end + 4))
            } else if rest.starts_with(b"//") && !bytes[..at].ends_with(b":")
                || rest.starts_with(b"<!--")
            {
                Some(line_end())
            } else {
                None
            };
            if let Some(end) = comment_end {
                self.spans.push(at..end);
                at = end;
                continue;
            }
            let kind = match rest[0] {
                b'"' => 0,
                b'\'' => 1,
                b'`' => 2,
                b'/' if starts_regex(&bytes[script.start..at]) => 3,
                _ => {
                    at += 1;
                    continue;
                }
            };
            if at < unclosed[kind] {
                at += 1;
                continue;
            }
            match literal_end(rest) {
                Ok(length) => {
                    if kind < 3 && rest[..length].contains(&b'[') {
                        self.strings.push(at..at + length);
                    }
                    at += length;
                }
                Err(length) => {
                    unclosed[kind] = at + length;
                    at += 1;
                }
            }
        }
    }
}

/// Reports whether a text in small letters starts with the tag of an element.
fn is_tag(text: &str, name: &str) -> bool {
    let after = text[1..].strip_prefix(name);
    after.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
}

/// Reports whether a slash after this part of a script begins a regular expression.
fn starts_regex(before: &[u8]) -> bool {
    let last = before.trim_ascii_end().last();
    last.is_none_or(|byte| b"(,=:[!&|?{};+-*%<>~^".contains(byte))
}

/// Returns the length of a string or regular expression with its marks; if it is not closed, the
/// length of the part in which it is not.
fn literal_end(text: &[u8]) -> Result<usize, usize> {
    let mark = text[0];
    let (mut at, mut is_in_class) = (1, false);
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' if mark != b'`' => return Err(at),
            b'[' if mark == b'/' => is_in_class = true,
            b']' if mark == b'/' => is_in_class = false,
            byte if *byte == mark && !is_in_class => return Ok(at + 1),
            _ => {}
        }
        at += 1;
    }
    Err(text.len())
}
