//! `json` and `jsonl`: the record's fields as JSON, for tools that do not read RON.

use super::{
    Context, Format, Places, Reading, TokenPlaces, WriteError, Writer, last_line_end, lines,
};
use crate::findings::{Code, Finding, Source};
use crate::games::Catalogue;
use crate::record::{Record, VERSION};

/// One record a file, spread over lines.
pub(super) struct Json;
/// One record a line.
pub(super) struct Jsonl;

impl Format for Json {
    fn id(&self) -> &'static str {
        "json"
    }
    fn about(&self) -> &'static str {
        "the record's fields as JSON, one record a file"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        let object = start.trim_start().strip_prefix('{').map(str::trim_start);
        match object {
            Some(fields) if fields.starts_with("\"kifu\"") => 80,
            Some(fields) if fields.contains("\"kifu\"") => 40,
            _ => 0,
        }
    }
    fn read(&self, source: &Source<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        out(read(source, 0, source.text(), context));
    }
    fn writer(&self) -> Option<&dyn Writer> {
        Some(self)
    }
}

impl Format for Jsonl {
    fn id(&self) -> &'static str {
        "jsonl"
    }
    fn about(&self) -> &'static str {
        "the record's fields as JSON, one record a line"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["jsonl", "ndjson"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        match lines(start).next() {
            Some((_, line)) if line.starts_with("{\"kifu\"") && line.trim_end().ends_with('}') => {
                90
            }
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

fn read(source: &Source<'_>, start: usize, text: &str, context: &Context<'_>) -> Reading {
    let fail = |code, message: String, at: usize| {
        Reading::broken(Finding::new(code, message).at(source.place(at..at + 1)))
    };
    let mut record: Record = match serde_json::from_str(text) {
        Ok(record) => record,
        Err(error) => {
            if let Some(version) = newer(text) {
                let message = format!(
                    "expected a record of version {VERSION} or older, found version {version}"
                );
                return fail(Code::NewerVersion, message, start);
            }
            let at = start + offset(text, error.line(), error.column());
            return fail(code(&error), error.to_string(), at);
        }
    };
    if record.kifu != VERSION {
        let (code, words) = if record.kifu > VERSION {
            (Code::NewerVersion, "or older")
        } else {
            (Code::BadValue, "at least")
        };
        let message = format!(
            "expected a record of version {VERSION} {words}, found version {}",
            record.kifu
        );
        return fail(code, message, start);
    }
    crate::record::collapse(&mut record.moves);
    let mut findings = Vec::new();
    if let Some(game) = context.game
        && game.id() != record.game
    {
        let message = format!("expected a game of {}, found {}", game.id(), record.game);
        findings.push(Finding::new(Code::BadValue, message).at(source.place(start..start)));
    }
    Reading {
        places: Places {
            whole: start..start + text.len(),
            tokens: moves(text, start).map_or(TokenPlaces::Unknown, TokenPlaces::Run),
            ..Places::default()
        },
        findings,
        record,
        native: true,
    }
}

#[derive(serde::Deserialize)]
struct Peek {
    kifu: u32,
}

fn newer(text: &str) -> Option<u32> {
    let Peek { kifu } = serde_json::from_str(text).ok()?;
    (kifu > VERSION).then_some(kifu)
}

/// The kind of finding that an error of the parser is.
pub(super) fn code(error: &serde_json::Error) -> Code {
    if error.is_eof() {
        Code::Truncated
    } else if error.to_string().starts_with("recursion limit") {
        Code::TooDeep
    } else {
        Code::Syntax
    }
}

/// The byte at a line and a column (in bytes), both from 1.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut at = 0;
    for _ in 1..line {
        match memchr::memchr(b'\n', &text.as_bytes()[at..]) {
            Some(end) => at += end + 1,
            None => break,
        }
    }
    (at + column.saturating_sub(1)).min(text.len())
}

/// The span of the moves' string.
fn moves(text: &str, start: usize) -> Option<std::ops::Range<usize>> {
    let key = "\"moves\"";
    let at = memchr::memmem::find(text.as_bytes(), key.as_bytes())? + key.len();
    let open = at + memchr::memchr(b'"', &text.as_bytes()[at..])? + 1;
    let close = open + memchr::memchr(b'"', &text.as_bytes()[open..])?;
    Some(start + open..start + close)
}

impl Writer for Json {
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
        // The record's maps have text and numbers as keys: nothing that JSON cannot write.
        out.push_str(&serde_json::to_string_pretty(record).unwrap_or_default());
        out.push('\n');
        Ok(())
    }
}

impl Writer for Jsonl {
    fn record(
        &self,
        record: &Record,
        _catalogue: Catalogue,
        _nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        out.push_str(&serde_json::to_string(record).unwrap_or_default());
        out.push('\n');
        Ok(())
    }
}
