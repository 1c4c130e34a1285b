//! Writing RON, always the same bytes for the same record.

use super::Record;
use super::read::ron_options;
use ron::ser::PrettyConfig;
use serde::Serialize;

/// Tokens on a line.
const TOKENS_PER_LINE: usize = 10;

/// Writes a record for people: a field a line, ten moves a line, a note a line.
pub fn write_ron(record: &Record) -> String {
    let mut out = String::with_capacity(512 + 2 * record.moves.len());
    out.push_str("(\n");
    field(&mut out, "kifu", &record.kifu);
    field(&mut out, "game", &record.game);
    if record.rules != 1 {
        field(&mut out, "rules", &record.rules);
    }
    unless_default(&mut out, "setup", &record.setup);
    unless_default(&mut out, "event", &record.event);
    unless_default(&mut out, "source", &record.source);
    field(&mut out, "players", &record.players);
    if !record.moves.is_empty() {
        wrapped(&mut out, "moves", record.tokens());
    }
    if !record.times_ms.0.is_empty() {
        let times = String::from(record.times_ms.clone());
        field(&mut out, "times_ms", &times);
    }
    if !record.notes.is_empty() {
        map_field(&mut out, "notes", &record.notes);
    }
    unless_default(&mut out, "attempt", &record.attempt);
    unless_default(&mut out, "result", &record.result);
    unless_default(&mut out, "reported", &record.reported);
    if !record.ext.is_empty() {
        map_field(&mut out, "ext", &record.ext);
    }
    out.push_str(")\n");
    out
}

/// Writes a record as one line, its line feed included.
pub fn write_ronl(record: &Record) -> String {
    let mut line = ron_options().to_string(record).unwrap_or_default();
    line.push('\n');
    line
}

/// A value on one line.
fn ron<T: Serialize>(value: &T, depth: usize) -> String {
    let style = PrettyConfig::new().depth_limit(depth).new_line("\n");
    // The record's types have nothing that RON cannot write.
    ron_options()
        .to_string_pretty(value, style)
        .unwrap_or_default()
}

fn field<T: Serialize>(out: &mut String, name: &str, value: &T) {
    push_field(out, name, &ron(value, 0));
}

fn unless_default<T: Serialize + Default + PartialEq>(out: &mut String, name: &str, value: &T) {
    if *value != T::default() {
        field(out, name, value);
    }
}

/// A map, an entry a line. Strings hold no line feed in RON, so every line feed is the map's own.
fn map_field<T: Serialize>(out: &mut String, name: &str, value: &T) {
    push_field(out, name, &ron(value, 1).replace('\n', "\n    "));
}

fn wrapped<'a>(out: &mut String, name: &str, tokens: impl Iterator<Item = &'a str>) {
    let mut text = String::from("\"");
    for (at, token) in tokens.enumerate() {
        text.push_str(if at % TOKENS_PER_LINE == 0 {
            "\n        "
        } else {
            " "
        });
        // Canonical tokens need no escape; a record not yet judged may hold anything.
        let quoted = ron(&token, 0);
        text.push_str(&quoted[1..quoted.len() - 1]);
    }
    text.push('"');
    push_field(out, name, &text);
}

fn push_field(out: &mut String, name: &str, value: &str) {
    for part in ["    ", name, ": ", value, ",\n"] {
        out.push_str(part);
    }
}
