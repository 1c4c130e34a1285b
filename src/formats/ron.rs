//! `ron` and `ronl`: kifu's own format, specified in [`crate::record`].

use super::{
    Context, Format, Places, Reading, TokenPlaces, WriteError, Writer, last_line_end, lines,
};
use crate::findings::{Code, Finding, Place, Source};
use crate::games::Catalogue;
use crate::record::{Record, RonError, read_ron, write_ron, write_ronl};

/// One record a file.
pub(super) struct Ron;
/// One record a line.
pub(super) struct Ronl;

impl Format for Ron {
    fn id(&self) -> &'static str {
        "ron"
    }
    fn about(&self) -> &'static str {
        "kifu's record, one a file, for people and version control"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["ron"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        let body = after_comments(start);
        let opens = body.starts_with('(') && !body[1..].trim_start().starts_with(';');
        match (opens, body.contains("kifu")) {
            (true, true) => 80,
            (true, false) => 20,
            (false, _) => 0,
        }
    }
    fn read(&self, source: &Source<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        out(read(source, 0, source.text(), context));
    }
    fn writer(&self) -> Option<&dyn Writer> {
        Some(self)
    }
}

impl Format for Ronl {
    fn id(&self) -> &'static str {
        "ronl"
    }
    fn about(&self) -> &'static str {
        "kifu's record, one a line, for archives and pipes"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["ronl"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        match lines(start).next() {
            Some((_, line)) if line.starts_with('(') && line.trim_end().ends_with(')') => 90,
            _ => 0,
        }
    }
    fn cut(&self, text: &[u8]) -> Option<usize> {
        last_line_end(text)
    }
    fn read(&self, source: &Source<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        for (start, line) in lines(source.text()) {
            out(read(source, start, line, context));
        }
    }
    fn writer(&self) -> Option<&dyn Writer> {
        Some(self)
    }
}

/// A person may have written comments above the record.
fn after_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment
            .split_once('\n')
            .map_or("", |(_, rest)| rest)
            .trim_start();
    }
    rest
}

fn read(source: &Source<'_>, start: usize, text: &str, context: &Context<'_>) -> Reading {
    let whole = start..start + text.len();
    let record = match read_ron(text) {
        Ok(record) => record,
        Err(error) => return Reading::broken(finding(&error, source, start, text)),
    };
    let mut findings = Vec::new();
    if let Some(game) = context.game
        && game.id() != record.game
    {
        let message = format!("expected a game of {}, found {}", game.id(), record.game);
        findings.push(Finding::new(Code::BadValue, message).at(source.place(start..start)));
    }
    Reading {
        findings,
        places: Places {
            tokens: string_after(text, start, "moves:")
                .map_or(TokenPlaces::Unknown, TokenPlaces::Run),
            result: key(text, start, "result:"),
            setup: key(text, start, "setup:"),
            attempt: key(text, start, "attempt:"),
            whole,
        },
        record,
        native: true,
    }
}

/// Where a key stands. A string that holds the same words may mislead: then a finding points
/// there, no more.
fn key(text: &str, start: usize, name: &str) -> Option<std::ops::Range<usize>> {
    let at = memchr::memmem::find(text.as_bytes(), name.as_bytes())?;
    Some(start + at..start + at + name.len())
}

/// The span of the string that follows a key.
fn string_after(text: &str, start: usize, name: &str) -> Option<std::ops::Range<usize>> {
    let at = key(text, 0, name)?.end;
    let open = at + memchr::memchr(b'"', &text.as_bytes()[at..])? + 1;
    let close = open + memchr::memchr(b'"', &text.as_bytes()[open..])?;
    Some(start + open..start + close)
}

fn finding(error: &RonError, source: &Source<'_>, start: usize, text: &str) -> Finding {
    let (code, place) = match error {
        RonError::Newer { .. } => (Code::NewerVersion, source.place(start..start)),
        RonError::Value { .. } => (Code::BadValue, source.place(start..start)),
        RonError::Syntax {
            line,
            column,
            truncated,
            too_deep,
            ..
        } => {
            let code = match (truncated, too_deep) {
                (true, _) => Code::Truncated,
                (_, true) => Code::TooDeep,
                _ => Code::Syntax,
            };
            (code, place(source, start, text, *line, *column))
        }
    };
    let hint = match code {
        Code::NewerVersion => Some("a newer kifu reads it".to_owned()),
        _ => None,
    };
    Finding::new(code, error.to_string()).at(place).hint(hint)
}

/// The place that RON names by line and column of the record's own text.
fn place(source: &Source<'_>, start: usize, text: &str, line: u32, column: u32) -> Place {
    let mut at = 0;
    for _ in 1..line {
        match memchr::memchr(b'\n', &text.as_bytes()[at..]) {
            Some(end) => at += end + 1,
            None => break,
        }
    }
    let rest = text[at..].char_indices();
    let inside = rest
        .map(|(offset, _)| offset)
        .nth(column as usize - usize::from(column > 0));
    let at = start + inside.map_or(text.len(), |inside| at + inside);
    source.place(at..at + 1)
}

impl Writer for Ron {
    fn holds_many(&self) -> bool {
        false
    }
    fn record(
        &self,
        record: &Record,
        _catalogue: Catalogue,
        _nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        out.push_str(&write_ron(record));
        Ok(())
    }
}

impl Writer for Ronl {
    fn record(
        &self,
        record: &Record,
        _catalogue: Catalogue,
        _nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        out.push_str(&write_ronl(record));
        Ok(())
    }
}
