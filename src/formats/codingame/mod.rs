//! `codingame`: replays of `CodinGame`, as its site serves them and as its local runner writes
//! them. One intermediate form ([`told::Told`]), one interpretation ([`game`]).
//!
//! ```text
//! file     = *(replay / "[" replay *("," replay) "]")
//! replay   = web / local / {"success": replay} / {"gameResult": replay}
//! web      = {"frames": [frame ...], common ...}
//! frame    = {"agentId": -1 / 0 / 1, "stdout", "stderr", "summary", "gameInformation", "view"}
//! local    = {"outputs": streams, "errors": streams, "summaries": [text ...], "views": [text ...],
//!             common ...}
//! streams  = {"0": [text / null ...], "1": [...], "referee": [...]}
//! common   = "agents", "scores" ([1.0, 0.0] or {"0": 1, "1": 0}), "ranks", "tooltips", "gameId",
//!            "puzzleId", "refereeInput", "uinput", "metadata", "failCause" and what may come
//! ```

mod bounded;
mod faults;
mod game;
mod guess;
mod local;
mod said;
mod told;
mod tree;
mod web;
mod words;

use self::bounded::Fields;
use self::told::Told;
use self::tree::Doc;
use super::json::{Broken, json_broken};
use super::{Context, Format, Reading, first_line};
use crate::contract::printable;
use crate::findings::{Code, Finding, SourceText};
use serde_json::value::RawValue;
use std::ops::Range;

/// Objects within which a replay may stand.
const WRAPPERS: [&str; 2] = ["success", "gameResult"];
/// How many wrappers may be round a replay.
const MOST_WRAPPERS: usize = 4;

/// `CodinGame`'s replays.
pub(super) struct Codingame;

impl Format for Codingame {
    fn id(&self) -> &'static str {
        "codingame"
    }
    fn about(&self) -> &'static str {
        "CodinGame's replays: of the site, or of its local runner"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        let start = start.trim_start_matches(|c: char| c.is_whitespace() || c == '[');
        let Some(object) = start.strip_prefix('{').map(str::trim_start) else {
            return 0;
        };
        let has = |key: &str| memchr::memmem::find(object.as_bytes(), key.as_bytes()).is_some();
        let framed = has("\"agentId\"") || has("\"view\"") || has("\"gameInformation\"");
        if object.starts_with("\"kifu\"") {
            0
        } else if has("\"frames\"") && framed {
            95
        } else if (has("\"outputs\"") || has("\"errors\"")) && has("\"referee\"") {
            90
        } else if has("\"frames\"") || object.starts_with("\"errors\"") {
            60
        } else {
            0
        }
    }
    fn read(&self, source: &SourceText<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        if let Some(at) = tree::too_deep(source.text()) {
            let message = "expected a replay, found brackets nested too deeply";
            let place = source.location(at..at + 1);
            out(Reading::broken(
                Finding::new(Code::TooDeep, message).at(place),
            ));
            return;
        }
        read(source, context, out);
    }
}

/// Reads one JSON value after another.
fn read(source: &SourceText<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
    let text = source.text();
    let mut at = text.len() - text.trim_start().len();
    let mut last: Option<Reading> = None;
    while at < text.len() {
        if !text[at..].starts_with(['{', '[']) && last.is_some() {
            break;
        }
        let values = serde_json::Deserializer::from_str(&text[at..]);
        let mut values = values.into_iter::<&RawValue>();
        let next = values.next();
        let mut each = |reading| {
            if let Some(before) = last.replace(reading) {
                out(before);
            }
        };
        match next {
            Some(Ok(raw)) => {
                let mut doc = Doc::new(text, source);
                let go_on = replays(&mut doc, raw, context, &mut each);
                let end = at + values.byte_offset();
                at = text.len() - text[end..].trim_start().len();
                if !go_on {
                    break;
                }
            }
            Some(Err(error)) => {
                let broken = broken_off(&error, &text[at..]);
                let end = at + broken.at;
                let finding = Finding::new(broken.code, broken.message);
                let finding = finding.at(source.location(end..end + 1));
                salvage(source, at..end, finding, context, &mut each);
                at = text.len();
            }
            None => break,
        }
    }
    let mut last = last.unwrap_or_else(|| {
        let message = "expected a replay, found an empty text";
        Reading::broken(
            Finding::new(Code::NoGame, message).at(source.location(first_line(source.text()))),
        )
    });
    if at < text.len() {
        let line = text[at..].lines().next().unwrap_or_default();
        let message = format!(
            "expected the end of the text after the replay, found `{}`",
            printable(line, 24)
        );
        let finding = Finding::new(Code::TrailingText, message);
        last.findings
            .push(finding.at(source.location(at..text.len())));
    }
    out(last);
}

/// A number that is cut off is a wrong one to the parser.
fn broken_off(error: &serde_json::Error, text: &str) -> Broken {
    let mut broken = json_broken(error, text, "replay");
    let text = text.trim_end();
    let in_number = text.ends_with(|c: char| c.is_ascii_digit() || "-+.eE".contains(c));
    if broken.code == Code::Syntax && in_number && broken.at + 1 >= text.len() {
        broken.code = Code::Truncated;
        broken.message = "expected the rest of the replay, found the end of the text".to_owned();
    }
    broken
}

/// What stands before the place where the text breaks; the last replay has the finding.
fn salvage(
    source: &SourceText<'_>,
    span: Range<usize>,
    finding: Finding,
    context: &Context<'_>,
    out: &mut dyn FnMut(Reading),
) {
    let mended = tree::mend(source.text(), span.start, span.end);
    let mended = mended.unwrap_or_default();
    let mut readings = Vec::new();
    let raw = mended
        .get(span.start..)
        .map(serde_json::from_str::<&RawValue>);
    if let Some(Ok(raw)) = raw {
        let mut doc = Doc::new(&mended, source);
        doc.broken = true;
        replays(&mut doc, raw, context, &mut |reading| {
            readings.push(reading);
        });
    }
    readings.retain(|reading| !reading.record.game.is_empty());
    match readings.last_mut() {
        Some(last) => last.findings.insert(0, finding),
        None => readings.push(Reading::broken(finding)),
    }
    readings.into_iter().for_each(out);
}

/// The replays of one value: an object, or a list of objects. Stops at one that is none, and
/// says so.
fn replays<'t>(
    doc: &mut Doc<'t>,
    raw: &'t RawValue,
    context: &Context<'_>,
    out: &mut dyn FnMut(Reading),
) -> bool {
    let objects: Vec<&RawValue> = if raw.get().starts_with('[') {
        doc.all(raw, "replays", "a list").unwrap_or_default()
    } else {
        vec![raw]
    };
    if objects.is_empty() {
        doc.find(Code::NoGame, "expected a replay, found an empty list", raw);
        out(broken(doc));
    }
    for object in objects {
        let Some(told) = told(doc, object) else {
            out(broken(doc));
            return false;
        };
        out(game::reading(told, doc, context));
    }
    true
}

fn broken(doc: &mut Doc<'_>) -> Reading {
    Reading {
        findings: std::mem::take(&mut doc.findings),
        ..Reading::default()
    }
}

/// Takes off the wrappers, tells the two forms apart and reads either.
fn told<'t>(doc: &mut Doc<'t>, raw: &'t RawValue) -> Option<Told<'t>> {
    let mut fields: Fields = doc.all(raw, "replay", "an object")?;
    for _ in 0..MOST_WRAPPERS {
        if fields.contains_key("frames") || fields.contains_key("outputs") {
            break;
        }
        let mut wrappers = WRAPPERS.iter();
        let inner = wrappers.find_map(|name| {
            let inner = fields.remove(*name)?;
            inner.get().starts_with('{').then_some((name, inner))
        });
        let Some((name, inner)) = inner else { break };
        let mut inner: Fields = doc.all(inner, name, "an object")?;
        std::mem::swap(&mut fields, &mut inner);
        for (name, outer) in inner {
            fields.entry(name).or_insert(outer);
        }
    }
    let mut told = Told {
        whole: doc.span(raw),
        ..Told::default()
    };
    if let Some(frames) = fields.remove("frames") {
        told.frames = web::frames(doc, frames);
    } else if fields.contains_key("outputs") {
        told.frames = local::frames(doc, &mut fields, &mut told.ext);
    } else {
        let message = "expected a replay with `frames` or `outputs`, found neither";
        doc.find(Code::MissingField, message, raw);
        return None;
    }
    told.take_common(doc, fields);
    Some(told)
}
