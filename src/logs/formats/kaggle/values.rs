//! The JSON values of a text: one, several in a list or line by line, or the data of a page.

use super::episode::read_value;
use crate::formats::codecup_page::DeadParts;
use crate::formats::json_doc::{self, JsonDoc};
use crate::formats::json_error::explain_json_error;
use crate::formats::{ParsedGame, ReadContext, first_line_span};
use kifu_core::contract::printable;
use kifu_core::findings::{Code, Finding, SourceText};
use serde_json::value::RawValue;
use std::ops::Range;

/// The object to which a page assigns its data.
const ASSIGNED: &str = "window.kaggle";

/// Returns the offset of the object that a page assigns to `window.kaggle`, from an offset on.
///
/// Comments and elements that browsers do not run do not count.
pub(super) fn find_assignment(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let found = at + memchr::memmem::find(&text.as_bytes()[at..], ASSIGNED.as_bytes())?;
        at = found + ASSIGNED.len();
        let value = text[at..]
            .trim_start()
            .strip_prefix('=')
            .map(str::trim_start);
        let is_object = value.is_some_and(|value| value.starts_with('{'));
        let before = &text[from..found];
        let is_dead = || {
            let parts = DeadParts::of(before);
            parts
                .spans
                .last()
                .is_some_and(|span| span.end >= before.len())
        };
        if let Some(value) = value.filter(|_| is_object)
            && !is_dead()
        {
            return Some(text.len() - value.len());
        }
    }
}

/// Reads the episodes of a page.
pub(super) fn read_page(
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let text = source.text();
    let mut values = ValueReader::new(source, context, out);
    let mut from = 0;
    while let Some(at) = find_assignment(text, from) {
        match values.read_next(at) {
            Ok(end) => from = end,
            Err(finding) => {
                values.push_salvaged(at..text.len(), finding);
                break;
            }
        }
    }
    let message = "expected a page that assigns its data to `window.kaggle`, found none";
    values.finish(message);
}

/// Reads a sequence of values.
///
/// A chunk of a list begins behind the comma of an element, or with the bracket that closes the list.
pub(super) fn read_values(
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let text = source.text();
    let mut is_in_list = context.header.is_some_and(|header| header.starts_with('['));
    let mut values = ValueReader::new(source, context, out);
    let skip = |at: usize| text.len() - text[at..].trim_start().len();
    let mut at = skip(0);
    while at < text.len() {
        let byte = text.as_bytes()[at];
        let is_separator = match byte {
            b'[' if !is_in_list => {
                is_in_list = true;
                true
            }
            b',' | b']' => is_in_list,
            _ => false,
        };
        if is_separator {
            is_in_list &= byte != b']';
            at = skip(at + 1);
            continue;
        }
        if byte != b'{' {
            let line = text[at..].lines().next().unwrap_or_default();
            let (code, message) = if values.count == 0 {
                (Code::Syntax, "expected an episode, an object of JSON")
            } else {
                (
                    Code::TrailingText,
                    "expected the end of the text, or another episode",
                )
            };
            let message = format!("{message}, found `{}`", printable(line, 24));
            let location = source.location(at..at + line.len());
            values.push_late(Finding::new(code, message).at(location));
            break;
        }
        match values.read_next(at) {
            Ok(end) => at = skip(end),
            Err(finding) => {
                let next = next_line_value(text, at);
                values.push_salvaged(at..next.unwrap_or(text.len()), finding);
                let Some(next) = next else { break };
                at = next;
            }
        }
    }
    values.finish("expected an episode, found an empty text");
}

/// Returns the offset of the next line that begins an object, after a value that breaks off: lines of
/// JSON are read one by one.
fn next_line_value(text: &str, at: usize) -> Option<usize> {
    let line_start = at == 0 || text.as_bytes()[at - 1] == b'\n';
    let next = memchr::memmem::find(&text.as_bytes()[at..], b"\n{\"")? + at + 1;
    let value = serde_json::Deserializer::from_str(&text[next..])
        .into_iter::<&RawValue>()
        .next();
    let is_episode = |raw: &RawValue| {
        let fields = json_doc::fields_of(raw).unwrap_or_default();
        fields.contains_key("steps") || fields.contains_key("environment")
    };
    let is_value = value.is_some_and(|value| value.is_ok_and(is_episode));
    (line_start && is_value).then_some(next)
}

/// The reader of the values of a text, one by one.
struct ValueReader<'t, 'a> {
    source: &'t SourceText<'t>,
    context: &'a ReadContext<'a>,
    out: &'a mut dyn FnMut(ParsedGame),
    /// The last game, which waits for findings about what follows it.
    held: Option<ParsedGame>,
    /// The number of values so far.
    count: usize,
}

impl<'t, 'a> ValueReader<'t, 'a> {
    fn new(
        source: &'t SourceText<'t>,
        context: &'a ReadContext<'a>,
        out: &'a mut dyn FnMut(ParsedGame),
    ) -> Self {
        Self {
            source,
            context,
            out,
            held: None,
            count: 0,
        }
    }

    /// Reads the value at an offset, and returns its end.
    fn read_next(&mut self, at: usize) -> Result<usize, Finding> {
        let text = self.source.text();
        self.count += 1;
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
        let raw = match values.next() {
            Some(Ok(raw)) => raw,
            Some(Err(error)) => return Err(self.broken(&error, at)),
            None => return Ok(text.len()),
        };
        if let Some(deep) = json_doc::find_too_deep(raw.get()) {
            let message = "expected an episode, found brackets nested too deeply";
            let location = self.source.location(at + deep..at + deep + 1);
            return Err(Finding::new(Code::TooDeep, message).at(location));
        }
        let mut doc = JsonDoc::new(text, self.source);
        let parsed = read_value(&mut doc, raw, self.context);
        self.push(parsed);
        Ok(at + values.byte_offset())
    }

    fn broken(&self, error: &serde_json::Error, at: usize) -> Finding {
        let text = &self.source.text()[at..];
        let broken = explain_json_error(error, text, "episode");
        let end = at + broken.at;
        let location = self.source.location(end..end + 1);
        Finding::new(broken.code, broken.message).at(location)
    }

    fn push(&mut self, parsed: ParsedGame) {
        if let Some(before) = self.held.replace(parsed) {
            (self.out)(before);
        }
    }

    /// Reads the steps of a value before the place at which it breaks off.
    fn push_salvaged(&mut self, span: Range<usize>, finding: Finding) {
        let text = &self.source.text()[..span.end];
        let mut values =
            serde_json::Deserializer::from_str(&text[span.start..]).into_iter::<&RawValue>();
        let end = match values.next() {
            Some(Err(error)) => span.start + explain_json_error(&error, &text[span.start..], "").at,
            _ => span.end,
        };
        let repaired = json_doc::repair_truncated(text, span.start, end).unwrap_or_default();
        let raw = repaired
            .get(span.start..)
            .map(serde_json::from_str::<&RawValue>);
        let Some(Ok(raw)) = raw.filter(|_| json_doc::find_too_deep(&repaired).is_none()) else {
            return self.push_unreadable(finding);
        };
        let mut doc = JsonDoc::new(&repaired, self.source);
        doc.is_cut_off = true;
        let mut parsed = read_value(&mut doc, raw, self.context);
        if parsed.record.game.is_empty() {
            return self.push_unreadable(finding);
        }
        parsed.findings.insert(0, finding);
        self.push(parsed);
    }

    fn push_unreadable(&mut self, finding: Finding) {
        self.push(ParsedGame::unreadable(finding));
    }

    /// Adds a finding about the text after the last game.
    fn push_late(&mut self, finding: Finding) {
        match &mut self.held {
            Some(last) => last.findings.push(finding),
            None => self.push_unreadable(finding),
        }
    }

    /// Passes on the last game; without one, a finding with this message.
    fn finish(mut self, nothing: &str) {
        if self.held.is_none() {
            let location = self.source.location(first_line_span(self.source.text()));
            self.push_unreadable(Finding::new(Code::NoGame, nothing).at(location));
        }
        if let Some(last) = self.held {
            (self.out)(last);
        }
    }
}

/// Returns the offset at which a text of several values can be cut: at the start of a line after a
/// whole value.
pub(super) fn split_point(text: &[u8]) -> Option<usize> {
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if *first == b'<' {
        return None;
    }
    last_line_between_objects(text).or_else(|| last_line_in_list(text))
}

/// Returns the start of the last line with which an object begins right after another one. Within a
/// value of JSON there is a comma between two objects.
fn last_line_between_objects(text: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b'\n', text).find_map(|feed| {
        let before = text[..feed].trim_ascii_end();
        let after = text[feed + 1..].trim_ascii_start();
        (before.ends_with(b"}") && after.starts_with(b"{")).then_some(feed + 1)
    })
}

/// Returns the start of the last line that begins after an element of the list that the text holds or
/// continues.
fn last_line_in_list(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    // The depth of the elements: of a list that begins in this text, or before it.
    let start = text.trim_ascii_start();
    let element_depth = usize::from(start.starts_with(b"["));
    let mut cut = None;
    let mut at = 0;
    // The offset after a comma between elements.
    let mut after_comma = None;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        match byte {
            b'"' => match string_end(text, at) {
                Some(end) => at = end,
                // The rest belongs to the next element.
                None => break,
            },
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == element_depth => after_comma = Some(at),
            b'\n' if after_comma.is_some() && depth == element_depth => {
                let between = &text[after_comma.take()?..at];
                if between.iter().all(u8::is_ascii_whitespace) {
                    cut = Some(at);
                }
            }
            _ => {}
        }
    }
    cut
}

/// Returns the offset after the quote that ends a string; `None` if the text ends before it.
fn string_end(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let found = at + memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[found] == b'"' {
            return Some(found + 1);
        }
        at = found + 2;
    }
}
