//! `codingame`: replays of `CodinGame`, as its site serves them and as its local runner writes
//! them.
//!
//! Both forms are read into one type of replay, which is then converted to a record.
//!
//! ```text
//! file     = *(replay / "[" replay *("," replay) "]")
//! replay   = web / local / {wrapper: replay, common ...} / {wrapper: [replay ...], common ...}
//! wrapper  = "success" / "gameResult" / "data" / "result" / "replay" / "game"
//! web      = {"frames": [frame ...], common ...}
//! frame    = {"agentId": -1 / 0 / 1, "stdout", "stderr", "summary", "gameInformation", "view"}
//!            "stdout" and "stderr" may be lists with a text for each player
//! local    = {"outputs": streams, "errors": streams, "summaries": [text ...], "views": [text ...],
//!             common ...}
//! streams  = {"0": [text / null ...], "1": [...], "referee": [...]}
//! common   = "agents", "scores" ([1.0, 0.0] or {"0": 1, "1": 0}), "ranks", "tooltips", "gameId",
//!            "puzzleId", "refereeInput", "uinput", "metadata", "failCause", "players" (two names),
//!            "winner" (a name) and any others
//! ```
//!
//! The fields of a replay may be on several levels; those that are on two are compared. Replays that
//! are elsewhere inside of other JSON are found, too (K128 names their place and what is around them).
//! Session handles, tokens and the like are never kept.
//!
//! # Where a game begins and ends
//! A replay is a game. It ends with its last frame; a text that breaks off is read up to there
//! (K106). No move is played behind a gap: an output in a frame of the other player (K207), a frame
//! that cannot be read, one without the move that was due, one that the referee numbers otherwise
//! (K134), or one in which the referee shows another move (K309). What follows is kept and not
//! judged (K212, K208).

pub(super) mod battles;
pub mod frame_texts;
pub(super) mod inside;
mod interpret;
mod levels;
mod replay;

use super::json_doc::{self, JsonDoc, JsonFields};
use super::json_error::{JsonError, explain_json_error};
use super::{Format, ParsedGame, ReadContext, UNLIKELY, first_line_span};
use inside::{ObjectsInside, left_out_finding};
use kifu_core::contract::printable;
use kifu_core::findings::{Code, Finding, SourceText};
use replay::CodingameReplay;
use serde_json::value::RawValue;
use std::ops::Range;

/// The fields of objects that a replay may be wrapped in.
const WRAPPERS: [&str; 6] = ["success", "gameResult", "data", "result", "replay", "game"];
/// The fields by which an object is known as a part of a replay.
const REPLAY_FIELDS: [&str; 7] = [
    "frames", "outputs", "scores", "ranks", "agents", "gameId", "tooltips",
];
/// The maximum number of wrappers around a replay.
const MAX_WRAPPERS: usize = 4;

/// `CodinGame`'s replays.
pub(super) struct CodingameFormat;

impl Format for CodingameFormat {
    fn id(&self) -> &'static str {
        "codingame"
    }
    fn description(&self) -> &'static str {
        "CodinGame replays, from the site or from its local runner"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["json", "har"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let start = start.trim_start_matches(|c: char| c.is_whitespace() || c == '[');
        let Some(object) = start.strip_prefix('{').map(str::trim_start) else {
            return 0;
        };
        let has = |key: &str| memchr::memmem::find(object.as_bytes(), key.as_bytes()).is_some();
        let has_frame_fields = has("\"agentId\"") || has("\"view\"") || has("\"gameInformation\"");
        if object.starts_with("\"kifu\"") {
            0
        } else if has("\"frames\"") && has_frame_fields {
            95
        } else if (has("\"outputs\"") || has("\"errors\"")) && has("\"referee\"") {
            90
        } else if has("\"frames\"") || object.starts_with("\"errors\"") {
            // Pictures of sprites and answers of other sites, too.
            UNLIKELY
        } else {
            0
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        if let Some(at) = json_doc::find_too_deep(source.text()) {
            let message = "expected a replay, found brackets nested too deeply";
            let location = source.location(at..at + 1);
            out(ParsedGame::unreadable(
                Finding::new(Code::TooDeep, message).at(location),
            ));
            return;
        }
        read_values(source, context, out);
    }
}

/// Reads a sequence of JSON values.
fn read_values(
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let text = source.text();
    let mut offset = text.len() - text.trim_start().len();
    let mut last: Option<ParsedGame> = None;
    while offset < text.len() {
        if !text[offset..].starts_with(['{', '[']) && last.is_some() {
            break;
        }
        let values = serde_json::Deserializer::from_str(&text[offset..]);
        let mut values = values.into_iter::<&RawValue>();
        let next = values.next();
        let mut each = |parsed| {
            if let Some(before) = last.replace(parsed) {
                out(before);
            }
        };
        match next {
            Some(Ok(raw)) => {
                let mut doc = JsonDoc::new(text, source);
                let all_replays = read_replays(&mut doc, raw, context, &mut each);
                let end = offset + values.byte_offset();
                offset = text.len() - text[end..].trim_start().len();
                if !all_replays {
                    break;
                }
            }
            Some(Err(error)) => {
                let broken = explain_broken_json(&error, &text[offset..]);
                let end = offset + broken.at;
                let finding = Finding::new(broken.code, broken.message);
                let finding = finding.at(source.location(end..end + 1));
                salvage(source, offset..end, finding, context, &mut each);
                offset = text.len();
            }
            None => break,
        }
    }
    let mut last = last.unwrap_or_else(|| {
        let message = "expected a replay, found an empty text";
        ParsedGame::unreadable(
            Finding::new(Code::NoGame, message).at(source.location(first_line_span(source.text()))),
        )
    });
    if offset < text.len() {
        let line = text[offset..].lines().next().unwrap_or_default();
        let message = format!(
            "expected the end of the text after the replay, found `{}`",
            printable(line, 24)
        );
        let finding = Finding::new(Code::TrailingText, message);
        last.findings
            .push(finding.at(source.location(offset..text.len())));
    }
    out(last);
}

/// Explains a JSON error; a number that is cut off is reported as truncation, not as a wrong
/// number.
fn explain_broken_json(error: &serde_json::Error, text: &str) -> JsonError {
    let mut broken = explain_json_error(error, text, "replay");
    let text = text.trim_end();
    let in_number = text.ends_with(|c: char| c.is_ascii_digit() || "-+.eE".contains(c));
    if broken.code == Code::Syntax && in_number && broken.at + 1 >= text.len() {
        broken.code = Code::Truncated;
        broken.message = "expected the rest of the replay, found the end of the text".to_owned();
    }
    broken
}

/// Reads the replays before the offset at which a text breaks off; the last one gets the finding.
fn salvage(
    source: &SourceText<'_>,
    span: Range<usize>,
    finding: Finding,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let repaired = json_doc::repair_truncated(source.text(), span.start, span.end);
    let repaired = repaired.unwrap_or_default();
    let mut games = Vec::new();
    let raw = repaired
        .get(span.start..)
        .map(serde_json::from_str::<&RawValue>);
    if let Some(Ok(raw)) = raw {
        let mut doc = JsonDoc::new(&repaired, source);
        doc.is_cut_off = true;
        read_replays(&mut doc, raw, context, &mut |parsed| {
            games.push(parsed);
        });
    }
    games.retain(|parsed| !parsed.record.game.is_empty());
    match games.last_mut() {
        Some(last) => last.findings.insert(0, finding),
        None => games.push(ParsedGame::unreadable(finding)),
    }
    games.into_iter().for_each(out);
}

/// Reads the replays of one value, an object or a list of objects.
///
/// Returns `false`, after reporting them, if some of them are not replays.
fn read_replays<'t>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) -> bool {
    let is_list = raw.get().starts_with('[');
    let objects: Vec<&RawValue> = if is_list {
        doc.parse_bounded(raw, "replays", "a list")
            .unwrap_or_default()
    } else {
        vec![raw]
    };
    if objects.is_empty() {
        doc.add_finding(Code::NoGame, "expected a replay, found an empty list", raw);
        out(unreadable(doc));
    }
    let mut all_replays = true;
    for (index, object) in objects.into_iter().enumerate() {
        let pointer = if is_list {
            format!("/{index}")
        } else {
            String::new()
        };
        let fields: Option<JsonFields> = doc.parse_bounded(object, "replay", "an object");
        let all_fields = fields.map_or_else(Vec::new, |fields| levels::join(doc, fields));
        if let [(fields, None)] = all_fields.as_slice()
            && !levels::is_replay(fields)
            && read_replays_inside(doc, (object, &pointer), context, out)
        {
            continue;
        }
        let is_one = all_fields.len() == 1;
        for (fields, part) in all_fields {
            let whole = if is_one {
                object
            } else {
                part.unwrap_or(object)
            };
            if let Some(replay) = parse_replay(doc, whole, fields) {
                out(interpret::interpret(replay, doc, context));
            } else {
                out(unreadable(doc));
                all_replays = false;
            }
        }
        if !doc.findings.is_empty() {
            out(unreadable(doc));
            all_replays = false;
        }
    }
    all_replays
}

/// Reads the replays anywhere inside an object that is none, each with a note on its place and on what
/// is around it. Returns `false` if there are none.
fn read_replays_inside<'t>(
    doc: &mut JsonDoc<'t>,
    (object, pointer): (&'t RawValue, &str),
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) -> bool {
    let inside = ObjectsInside::find(object, &|fields| levels::is_replay(fields));
    let has_any = !inside.found.is_empty();
    for replay in inside.found {
        let Some(fields) = doc.parse_bounded(replay.raw, "replay", "an object") else {
            continue;
        };
        let location = doc.location(doc.span(replay.raw));
        let mut parsed = match parse_replay(doc, replay.raw, fields) {
            Some(parsed) => interpret::interpret(parsed, doc, context),
            None => unreadable(doc),
        };
        let pointer = format!("{pointer}{}", replay.pointer);
        let place = format!("the replay is at `{}`", printable(&pointer, 80));
        let message = match left_out_finding(&inside.others) {
            Some(note) => format!("{place}; {}", note.message),
            None => place,
        };
        parsed
            .findings
            .push(Finding::new(Code::LeftOutFields, message).at(location));
        out(parsed);
    }
    has_any
}

fn unreadable(doc: &mut JsonDoc<'_>) -> ParsedGame {
    ParsedGame {
        findings: std::mem::take(&mut doc.findings),
        ..ParsedGame::default()
    }
}

/// Reads either of the two forms of a replay from the fields of all its levels.
fn parse_replay<'t>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    mut fields: JsonFields<'t>,
) -> Option<CodingameReplay<'t>> {
    let mut replay = CodingameReplay {
        whole: doc.span(raw),
        ..CodingameReplay::default()
    };
    if let Some(frames) = fields.remove("frames") {
        replay.frames = replay::site_frames(doc, frames, &mut replay.ext);
    } else if fields.contains_key("outputs") {
        replay.frames = replay::local_frames(doc, &mut fields, &mut replay.ext);
    } else {
        let message = "expected a replay with `frames` or `outputs`, found neither";
        doc.add_finding(Code::MissingField, message, raw);
        return None;
    }
    replay.read_common(doc, fields);
    Some(replay)
}
