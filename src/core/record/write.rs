//! The canonical writers of records in RON: the same record always gives the same bytes.

use super::Record;
use super::compact_ron::to_compact_ron;
use super::read::ron_options;
use ron::ser::PrettyConfig;
use serde::Serialize;

/// The number of tokens on a line of the move list.
const TOKENS_PER_LINE: usize = 10;

/// Writes a record as RON for people: one field per line, ten moves per line, one note per line.
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

/// Writes a record as one line of RON, with a line feed at its end.
///
/// ```
/// use kifu_core::record::{Record, read_ron, write_ronl};
///
/// let record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1".to_owned(),
///     ..Record::default()
/// };
/// let line = write_ronl(&record);
/// assert_eq!(line.lines().count(), 1);
/// assert_eq!(read_ron(&line), Ok(record));
/// ```
pub fn write_ronl(record: &Record) -> String {
    // A record has only types that can be written.
    let mut line = to_compact_ron(record).unwrap_or_default();
    line.push('\n');
    line
}

/// Returns a value as RON; brackets nested deeper than `depth` stay on one line.
fn ron<T: Serialize>(value: &T, depth: usize) -> String {
    let style = PrettyConfig::new().depth_limit(depth).new_line("\n");
    // RON can write every type of the record, so that the default is never used.
    ron_options()
        .to_string_pretty(value, style)
        .unwrap_or_default()
}

/// Appends a field on one line.
fn field<T: Serialize>(out: &mut String, name: &str, value: &T) {
    push_field(out, name, &ron(value, 0));
}

/// Appends a field on one line unless it has its default value.
fn unless_default<T: Serialize + Default + PartialEq>(out: &mut String, name: &str, value: &T) {
    if *value != T::default() {
        field(out, name, value);
    }
}

/// Appends a map with one entry per line.
///
/// RON escapes line feeds in strings, so that every line feed in the text is one of the map.
fn map_field<T: Serialize>(out: &mut String, name: &str, value: &T) {
    push_field(out, name, &ron(value, 1).replace('\n', "\n    "));
}

/// Appends tokens as one string that is wrapped over several lines.
fn wrapped<'a>(out: &mut String, name: &str, tokens: impl Iterator<Item = &'a str>) {
    let mut text = String::from("\"");
    for (at, token) in tokens.enumerate() {
        text.push_str(if at % TOKENS_PER_LINE == 0 {
            "\n        "
        } else {
            " "
        });
        // Canonical tokens need no escapes, but a record that is not judged may hold any text.
        let quoted = ron(&token, 0);
        text.push_str(&quoted[1..quoted.len() - 1]);
    }
    text.push('"');
    push_field(out, name, &text);
}

/// Appends a field whose value is already RON.
fn push_field(out: &mut String, name: &str, value: &str) {
    for part in ["    ", name, ": ", value, ",\n"] {
        out.push_str(part);
    }
}
