//! `psyleague`: the file `*.games` of psyleague, a league of bots on one machine.
//!
//! ```text
//! file = *(game LF)
//! game = {"players": [name, name], "ranks": [number, number], "errors": [count, count],
//!         "test_data": {key: value ...}, "player_data": [{key: value ...}, {...}]}
//! ```
//!
//! A line is the result of a game, without its moves. The smaller rank won, equal ones are a draw.
//! A player with errors who did not win failed in an unknown way. All other values are kept in `ext`.
//!
//! - **A game begins and ends** with its line.
//! - **Behind a line that cannot be read** reading goes on with the next line: the error is the game
//!   of that line.

use super::codingame::inside::left_out_finding;
use super::json_doc::{JsonDoc, JsonFields, fields_of, find_too_deep};
use super::json_error::explain_json_error;
use super::{Format, ParsedGame, ReadContext, first_line_span, last_line_end, non_blank_lines};
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::{Code, Finding, SourceText, is_private_key, mask_private_values};
use kifu_core::record::{Record, ReportedResult};
use serde_json::value::RawValue;

const ID: &str = "psyleague";

/// The results of psyleague.
pub(super) struct PsyleagueFormat;

impl Format for PsyleagueFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "results of psyleague, a league of bots: the file `*.games`"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["games"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let Some((_, line)) = non_blank_lines(start).next() else {
            return 0;
        };
        let has = |key: &str| line.contains(&format!("\"{key}\""));
        let is_result = line.trim_start().starts_with('{') && has("players") && has("ranks");
        let is_of_league = has("errors") || has("test_data") || has("player_data");
        if is_result && is_of_league && !has("frames") && !has("kifu") {
            94
        } else {
            0
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        last_line_end(text)
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let mut is_empty = true;
        for (start, line) in non_blank_lines(text) {
            is_empty = false;
            let indent = line.len() - line.trim_start().len();
            let span = start + indent..start + line.trim_end().len();
            out(read_line(&text[span.clone()], span.start, source, context));
        }
        if is_empty && context.header.is_none() {
            let message = "expected results of games, found an empty text";
            let finding = Finding::new(Code::NoGame, message);
            out(ParsedGame::unreadable(
                finding.at(source.location(first_line_span(text))),
            ));
        }
    }
}

/// Reads the result on a line that starts at byte `start` of the text.
fn read_line(
    line: &str,
    start: usize,
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let unreadable = |code, message: String, at: usize| {
        let location = source.location(start + at..start + at + 1);
        ParsedGame::unreadable(Finding::new(code, message).at(location))
    };
    if let Some(at) = find_too_deep(line) {
        let message = "expected a result, found brackets nested too deeply".to_owned();
        return unreadable(Code::TooDeep, message, at);
    }
    let raw: &RawValue = match serde_json::from_str(line) {
        Ok(raw) => raw,
        Err(error) => {
            let broken = explain_json_error(&error, line, "result");
            return unreadable(broken.code, broken.message, broken.at);
        }
    };
    let mut doc = JsonDoc::new(source.text(), source);
    let Some(fields) = doc.parse_bounded::<JsonFields>(raw, "game", "an object") else {
        return ParsedGame {
            findings: doc.findings,
            ..ParsedGame::default()
        };
    };
    let mut parsed = read_result(&mut doc, raw, fields, context);
    parsed.game_spans.whole = start..start + line.len();
    parsed.findings.append(&mut doc.findings);
    parsed
}

fn read_result<'t>(
    doc: &mut JsonDoc<'t>,
    whole: &'t RawValue,
    mut fields: JsonFields<'t>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let mut record = Record::default();
    ID.clone_into(&mut record.source.format);
    context.file_name.clone_into(&mut record.source.file);
    let names = fields.remove("players");
    let names = names.and_then(|raw| pair::<String>(doc, raw, "players", "two names"));
    let Some(names) = names else {
        if doc.findings.is_empty() {
            let message = "expected the names of two players in `players`, found none";
            doc.add_finding(Code::MissingField, message, whole);
        }
        return ParsedGame::default();
    };
    for (player, name) in Player::ALL.into_iter().zip(names) {
        record.player_mut(player).name = name;
    }
    let mut reported = ReportedResult::default();
    let ranks = fields.remove("ranks");
    let ranks = ranks.and_then(|raw| pair::<f64>(doc, raw, "ranks", "two numbers"));
    reported.winner = ranks.map(|[first, second]| match first.total_cmp(&second) {
        std::cmp::Ordering::Less => Winner::First,
        std::cmp::Ordering::Greater => Winner::Second,
        std::cmp::Ordering::Equal => Winner::Draw,
    });
    let errors = fields.remove("errors");
    let errors = errors.and_then(|raw| pair::<u32>(doc, raw, "errors", "two counts"));
    if let Some(errors) = errors.filter(|errors| *errors != [0, 0]) {
        let text = format!("{} {}", errors[0], errors[1]);
        record.ext.insert("errors".to_owned(), text);
        let winner = reported.winner.and_then(Winner::player);
        for player in Player::ALL {
            if errors[player.index()] > 0 && winner.is_some_and(|winner| winner != player) {
                reported.faults.insert(player, Fault::Jury);
            }
        }
    }
    let mut left_out = Vec::new();
    if let Some(raw) = fields.remove("test_data") {
        keep_fields(&mut record, "test", raw, &mut left_out);
    }
    if let Some(raw) = fields.remove("player_data") {
        let list: Vec<&RawValue> = serde_json::from_str(raw.get()).unwrap_or_default();
        for (index, raw) in list.into_iter().enumerate() {
            keep_fields(&mut record, &format!("player{index}"), raw, &mut left_out);
        }
    }
    for (name, raw) in fields {
        keep(&mut record, name, raw, &mut left_out);
    }
    let location = doc.location(doc.span(whole));
    let mut parsed = ParsedGame::default();
    if reported.winner.is_some() {
        record.reported = Some(reported);
        let finding = Finding::new(Code::ResultsOnly, "result only, no moves");
        parsed.findings.push(finding.at(location.clone()));
    } else if doc.findings.is_empty() {
        let message = "expected `ranks`, found a game without a result";
        parsed
            .findings
            .push(Finding::new(Code::Unterminated, message).at(location.clone()));
    }
    if let Some(note) = left_out_finding(&left_out) {
        parsed.findings.push(note.at(location));
    }
    parsed.record = record;
    parsed
}

/// Parses a list of two values; another value is reported.
fn pair<'t, T: serde::de::Deserialize<'t>>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    name: &str,
    expected: &str,
) -> Option<[T; 2]> {
    doc.parse(raw, name, expected)
}

/// Keeps the fields of an object in `ext`, each under its name behind `prefix`.
fn keep_fields(record: &mut Record, prefix: &str, raw: &RawValue, left_out: &mut Vec<String>) {
    match fields_of(raw) {
        Some(fields) => {
            for (name, raw) in fields {
                keep(record, format!("{prefix}.{name}"), raw, left_out);
            }
        }
        None => keep(record, prefix.to_owned(), raw, left_out),
    }
}

/// Keeps a value in `ext`, unless it is private or has no content.
fn keep(record: &mut Record, name: String, raw: &RawValue, left_out: &mut Vec<String>) {
    if is_private_key(&name) {
        left_out.push(name);
        return;
    }
    let json = raw.get();
    if matches!(json, "null" | "{}" | "[]" | "\"\"") {
        return;
    }
    let text = serde_json::from_str::<String>(json);
    let text = text.unwrap_or_else(|_| mask_private_values(json).into_owned());
    record.ext.insert(name, text);
}
