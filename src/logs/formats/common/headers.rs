//! `key: value` lines, in which several formats describe a game as a whole.

use super::game_builder::GameBuilder;
use super::statuses;
use super::statuses::{ParsedResult, shorten};
use super::writer::WriteError;
use crate::formats::append_line;
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{Catalogue, DynGame, by_name};
use kifu_core::record::{Record, ReportedResult};
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, space0};
use nom::combinator::{recognize, verify};
use nom::sequence::{pair, terminated};
use nom::{IResult, Parser};
use std::fmt::Write as _;
use std::ops::Range;

/// A `key: value` line.
pub struct KeyValueHeader {
    /// The key in lower case.
    pub name: String,
    /// The value without white space around it.
    pub value: String,
    /// The span of the key in the text.
    pub name_span: Range<usize>,
    /// The span of the value in the text.
    pub value_span: Range<usize>,
}

impl KeyValueHeader {
    /// Parses a line that starts at byte `start` of the text.
    ///
    /// `Game::new()` is a path of a program, not a header.
    pub fn parse(line: &str, start: usize) -> Option<Self> {
        let (value, name) = name(line)
            .ok()
            .filter(|(value, _)| !value.starts_with(':'))?;
        let value_at = start + (line.len() - value.trim_start().len());
        let value = value.trim();
        Some(Self {
            name: name.trim().to_ascii_lowercase(),
            value: value.to_owned(),
            name_span: start..start + name.len(),
            value_span: value_at..value_at + value.len(),
        })
    }
}

/// Parses `header = name ":"`, with a name of letters and digits that starts with a letter.
fn name(line: &str) -> IResult<&str, &str> {
    let name = verify(
        take_while1(|c: char| c.is_alphanumeric() || c == '_'),
        |name: &str| name.starts_with(char::is_alphabetic),
    );
    terminated(recognize(pair(space0, name)), pair(space0, char(':'))).parse(line)
}

/// Stores a header in the record; unknown keys go to `ext`.
pub(in crate::formats) fn apply_header(
    draft: &mut GameBuilder,
    source: &SourceText<'_>,
    catalogue: Catalogue,
    header: &KeyValueHeader,
) {
    let game = draft.game();
    let KeyValueHeader {
        name,
        value,
        name_span,
        value_span,
    } = header;
    let side = game
        .sides()
        .iter()
        .position(|side| side.eq_ignore_ascii_case(name));
    let record = &mut draft.record;
    let text_field = match (name.as_str(), side) {
        (_, Some(side)) => Some(&mut record.player_mut(Player::ALL[side]).name),
        ("player1", _) => Some(&mut record.players.0.name),
        ("player2", _) => Some(&mut record.players.1.name),
        ("event", _) => Some(&mut record.event.name),
        ("round", _) => Some(&mut record.event.round),
        ("table", _) => Some(&mut record.event.table),
        ("date", _) => Some(&mut record.event.date),
        ("id", _) => Some(&mut record.source.id),
        _ => None,
    };
    if let Some(field) = text_field {
        let first = std::mem::take(field);
        if first.is_empty() {
            field.clone_from(value);
            return;
        }
        field.clone_from(&first);
        return report_repeated(draft, source, header, &first);
    }
    match name.as_str() {
        // The reader has dealt with them.
        "attempt" => {}
        "game" => {
            let named = by_name(catalogue, value).map(<dyn DynGame>::id);
            if named != Some(game.id()) {
                report_repeated(draft, source, header, game.id());
            }
        }
        "result" => apply_result(draft, source, header),
        key if is_setup_key(catalogue, key) => {
            // Turns `4, 1` into `4 1`: no parameter contains a comma.
            let words = value.split([',', ' ']).filter(|word| !word.is_empty());
            let words = words.collect::<Vec<_>>().join(" ");
            if let Some(first) = record.setup.get(key).filter(|first| *first != words) {
                let first = first.to_owned();
                return report_repeated(draft, source, header, &first);
            }
            record.setup.set(key, words);
            let entry = (key.to_owned(), value_span.clone());
            draft.game_spans.setup_keys.push(entry);
        }
        key => {
            append_line(record.ext.entry(key.to_owned()).or_default(), value);
            let message = format!("expected a known header, found `{key}`; kept in `ext`");
            let location = source.location(name_span.clone());
            draft
                .findings
                .push(Finding::new(Code::UnknownField, message).at(location));
        }
    }
}

/// Reports a header that is repeated with another value.
pub(in crate::formats) fn report_repeated(
    draft: &mut GameBuilder,
    source: &SourceText<'_>,
    header: &KeyValueHeader,
    known: &str,
) {
    let KeyValueHeader { name, value, .. } = header;
    if known == value {
        return;
    }
    let message = format!(
        "expected one header `{name}`, found another; `{}` counts, not `{}`",
        statuses::shorten(known),
        statuses::shorten(value)
    );
    let location = source.location(header.value_span.clone());
    let finding = Finding::new(Code::RepeatedEntry, message).at(location);
    draft.findings.push(finding);
}

fn apply_result(draft: &mut GameBuilder, source: &SourceText<'_>, header: &KeyValueHeader) {
    let KeyValueHeader {
        value, value_span, ..
    } = header;
    if let Some(parsed) = statuses::parse_result(value, draft.game().sides()) {
        let parsed = ReportedResult::from(parsed);
        let reported = draft.record.reported.as_ref();
        if reported.is_some_and(|reported| *reported != parsed) {
            let message = format!("expected one result of a game, found another, `{value}`");
            let location = source.location(value_span.clone());
            let finding = Finding::new(Code::StatusDisagrees, message).at(location);
            return draft.findings.push(finding);
        }
        draft.game_spans.result = Some(value_span.clone());
        draft.record.reported = Some(parsed);
    } else {
        let message = format!("expected a result such as `1 - 0`, found `{value}`");
        let location = source.location(value_span.clone());
        let finding = Finding::new(Code::BadValue, message).at(location);
        draft.findings.push(finding);
    }
}

/// Reports whether a header of this name describes a game, so that each game has at most one.
pub(in crate::formats) fn describes_game(catalogue: Catalogue, name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "game", "player1", "player2", "event", "round", "table", "date", "id", "result",
    ];
    let mut sides = catalogue.iter().flat_map(|game| game.sides());
    NAMES.contains(&name)
        || sides.any(|side| side.eq_ignore_ascii_case(name))
        || is_setup_key(catalogue, name)
}

fn is_setup_key(catalogue: Catalogue, key: &str) -> bool {
    let mut keys = catalogue.iter().flat_map(|game| game.info().setup_keys);
    keys.any(|(known, _)| *known == key)
}

/// Reports whether a parameter of the setup, written as a header, is read back as the same one.
///
/// A key or a value with a line feed would forge other lines, one with the name of another header
/// would replace that.
fn is_writable_parameter(game: &dyn DynGame, key: &str, value: &str) -> bool {
    let is_known = game
        .info()
        .setup_keys
        .iter()
        .any(|(known, _)| known == &key);
    let words = value.split([',', ' ']).filter(|word| !word.is_empty());
    let read_back = words.collect::<Vec<_>>().join(" ");
    is_known && !read_back.is_empty() && read_back == value && statuses::single_line(value) == value
}

/// Checks that the headers can hold the setup of a record.
///
/// # Errors
/// Returns an error that names a parameter for which there is no header.
pub(in crate::formats) fn check_setup(
    format: &'static str,
    record: &Record,
    game: &dyn DynGame,
) -> Result<(), WriteError> {
    let mut setup = record.setup.0.iter();
    match setup.find(|(key, value)| !is_writable_parameter(game, key, value)) {
        None => Ok(()),
        Some((key, value)) => {
            let (key, value) = (shorten(key), shorten(value));
            let why = format!("no header holds its setup `{key}: {value}`");
            Err(WriteError::unrepresentable(format, record, why))
        }
    }
}

/// Writes the headers of a record, in the order in which they are read; parameters of the setup that
/// no header can hold are left out ([`check_setup`]).
pub(in crate::formats) fn write_headers(record: &Record, game: &dyn DynGame, out: &mut String) {
    let mut header = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "{name}: {}", statuses::single_line(value));
        }
    };
    header("game", &record.game);
    header("player1", &record.players.0.name);
    header("player2", &record.players.1.name);
    header("event", &record.event.name);
    header("round", &record.event.round);
    header("table", &record.event.table);
    header("date", &record.event.date);
    header("id", &record.source.id);
    for (key, value) in &record.setup.0 {
        if is_writable_parameter(game, key, value) {
            header(key, value);
        }
    }
    header(
        "result",
        &ParsedResult::of_record(record).to_text(game.sides()),
    );
}
