//! JSON as slices of the text, so that every value knows its place, and what can be saved of a
//! text that breaks off.

use super::bounded::{Bounded, Fill, MOST};
use crate::findings::{Code, Finding, SourceText, TextLocation};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::ops::Range;

/// Brackets within brackets; a replay has five.
const DEEPEST: usize = 64;
/// How often a broken text is cut at an earlier comma before it is given up.
const ATTEMPTS: usize = 3;
/// So many odd values are told of.
const MOST_FINDINGS: usize = 100;

/// A text with the findings about it. Its values are slices of `text`, which is the source's, or
/// begins as the source does.
pub(super) struct Doc<'t> {
    text: &'t str,
    source: &'t SourceText<'t>,
    /// What was odd.
    pub findings: Vec<Finding>,
    /// The text breaks off, or was cut where it stops making sense.
    pub broken: bool,
}

impl<'t> Doc<'t> {
    pub const fn new(text: &'t str, source: &'t SourceText<'t>) -> Self {
        Self {
            text,
            source,
            findings: Vec::new(),
            broken: false,
        }
    }

    /// Where a value stands.
    pub fn span(&self, raw: &'t RawValue) -> Range<usize> {
        let at = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        at..at + raw.get().len()
    }

    pub fn place(&self, span: Range<usize>) -> TextLocation {
        self.source.location(span)
    }

    /// Notes what is odd about a value.
    pub fn find(&mut self, code: Code, message: impl Into<String>, raw: &'t RawValue) {
        if self.findings.len() < MOST_FINDINGS {
            let place = self.source.location(self.span(raw));
            self.findings.push(Finding::new(code, message).at(place));
        }
    }

    /// A value of a type; a value of another type is told of.
    pub fn get<T: Deserialize<'t>>(
        &mut self,
        raw: &'t RawValue,
        name: &str,
        expected: &str,
    ) -> Option<T> {
        let value = serde_json::from_str(raw.get()).ok();
        if value.is_none() {
            self.wrong(raw, name, expected);
        }
        value
    }

    /// The values of a list, or the fields of an object; null is an empty one.
    pub fn all<T: Fill<'t>>(&mut self, raw: &'t RawValue, name: &str, expected: &str) -> Option<T> {
        let Bounded { items, more } = self.get(raw, name, expected)?;
        if more {
            let message =
                format!("`{name}`: expected at most {MOST} values; the rest was not read");
            self.find(Code::TooLarge, message, raw);
        }
        Some(items)
    }

    /// A whole number: `1`, `1.0` or `"1"`; null is none.
    pub fn number(&mut self, raw: &'t RawValue, name: &str) -> Option<i32> {
        let number = whole(raw.get());
        if number.is_none() && raw.get() != "null" {
            self.wrong(raw, name, "a whole number");
        }
        number
    }

    /// A text; null is the empty one, numbers are taken as they stand.
    pub fn text(&mut self, raw: &'t RawValue, name: &str) -> String {
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'n') => String::new(),
            Some(b'0'..=b'9' | b'-') => text.to_owned(),
            _ => self.get(raw, name, "a text").unwrap_or_default(),
        }
    }

    fn wrong(&mut self, raw: &'t RawValue, name: &str, expected: &str) {
        let mut found: String = raw.get().chars().take(40).collect();
        if found.len() < raw.get().len() {
            found.push_str("...");
        }
        let message = format!("`{name}`: expected {expected}, found `{found}`");
        self.find(Code::BadValue, message, raw);
    }
}

/// `1`, `1.0`, `1e0`, `"1"`.
fn whole(text: &str) -> Option<i32> {
    let text = text.trim_matches('"');
    text.parse().ok().or_else(|| {
        let number: f64 = text.parse().ok()?;
        let is_whole = number.is_finite() && number.fract() == 0.0;
        is_whole.then(|| format!("{number:.0}").parse().ok())?
    })
}

/// Walks the brackets of a text outside its strings. Hands `each` the offset, the byte (a
/// bracket or a comma) and the open brackets after it; stops when it says so.
fn walk(text: &str, mut each: impl FnMut(usize, u8, &[u8]) -> bool) {
    let mut open = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => {
                escaped = false;
                continue;
            }
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
        if !in_string && b"{}[],".contains(&byte) && !each(at, byte, &open) {
            return;
        }
    }
}

/// Where brackets are nested deeper than any replay's.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut found = None;
    walk(text, |at, _, open| {
        found = (open.len() > DEEPEST).then_some(at);
        found.is_none()
    });
    found
}

/// A text that stops making sense at byte `end`, cut at the last comma before it that leaves
/// whole values, with its brackets closed: values in it stand where they stand in the text.
pub(super) fn mend(text: &str, start: usize, end: usize) -> Option<String> {
    let mut end = text.floor_char_boundary(end.min(text.len()));
    for _ in 0..ATTEMPTS {
        let mut comma = None;
        walk(text.get(start..end)?, |at, byte, open| {
            if byte == b',' && !open.is_empty() {
                comma = Some(start + at);
            }
            true
        });
        end = comma?;
        let mut open = Vec::new();
        walk(text.get(start..end)?, |_, _, now| {
            open.clear();
            open.extend_from_slice(now);
            true
        });
        let mut mended = text[..end].to_owned();
        let closing = |byte: &u8| if *byte == b'{' { '}' } else { ']' };
        mended.extend(open.iter().rev().map(closing));
        if serde_json::from_str::<&RawValue>(&mended[start..]).is_ok() {
            return Some(mended);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_come_in_several_spellings() {
        let read = ["1", "-1.0", "\"7\"", "1e2", "1.5", "null", "1e99", "{}"].map(whole);
        let expected = [
            Some(1),
            Some(-1),
            Some(7),
            Some(100),
            None,
            None,
            None,
            None,
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn a_broken_text_is_closed_after_its_last_whole_value() {
        for (text, mended) in [
            (r#"{"a": [1, 2, "x, y"#, r#"{"a": [1, 2]}"#),
            (r#"{"a": {"b": 1}, "c"#, r#"{"a": {"b": 1}}"#),
            (r#"[{"a": "\"]", "b": 1, "#, r#"[{"a": "\"]", "b": 1}]"#),
        ] {
            assert_eq!(mend(text, 0, text.len()).as_deref(), Some(mended));
        }
        assert_eq!(mend(r#"{"a"#, 0, 4), None);
    }

    #[test]
    fn depth_is_counted_outside_strings() {
        let brackets = "[".repeat(DEEPEST + 1);
        assert_eq!(too_deep(&brackets), Some(DEEPEST));
        assert_eq!(too_deep(&format!("\"\\\"{brackets}\"")), None);
    }
}
