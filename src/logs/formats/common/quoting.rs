//! JSON strings and CSV cells as kifu writes them: without characters that disturb other text when
//! they are printed.

use kifu_core::contract::unprintable_chars;
use serde::Serialize;
use std::borrow::Cow;

/// Returns a value as JSON on one line.
///
/// JSON escapes only the controls below U+0020; here DEL, the C1 controls, the line separators, the
/// characters that change the writing direction and invisible ones are escaped as well. Readers of
/// JSON get the same text.
pub fn to_json<T: Serialize>(value: &T) -> String {
    // JSON can represent every field of the types that kifu writes, so that the default is never
    // used.
    escape_json(serde_json::to_string(value).unwrap_or_default())
}

/// Returns a value as JSON with one field per line, escaped as by [`to_json`].
pub fn to_json_pretty<T: Serialize>(value: &T) -> String {
    escape_json(serde_json::to_string_pretty(value).unwrap_or_default())
}

/// Escapes the characters of a JSON text that may not leave as they are; all of them are in
/// strings.
fn escape_json(text: String) -> String {
    if text.is_ascii() && !text.contains('\u{7f}') {
        return text;
    }
    let mut escaped = String::new();
    let mut copied = 0;
    // Line feeds between the fields stay.
    for (at, c) in unprintable_chars(&text).filter(|(_, c)| *c >= '\u{7f}') {
        escaped.push_str(&text[copied..at]);
        for unit in c.encode_utf16(&mut [0; 2]) {
            escaped.push_str(&format!("\\u{unit:04x}"));
        }
        copied = at + c.len_utf8();
    }
    if copied == 0 {
        return text;
    }
    escaped.push_str(&text[copied..]);
    escaped
}

// Cells of CSV tables: quotes, and a guard against formulas.
//
// A spreadsheet runs a cell that begins like a formula. As OWASP recommends ("CSV injection"), an
// apostrophe in front makes it a text. A cell that is already a guarded one gets another, so that
// taking one away always gives the text back.

/// Reports whether a spreadsheet may take a text for a formula.
fn starts_formula(text: &str) -> bool {
    let is_start = |c: char| {
        matches!(
            c,
            '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'
        )
    };
    text.starts_with(is_start) && text.parse::<i64>().is_err()
}

/// Puts an apostrophe in front of a cell that begins like a formula.
pub fn guard_formula(cell: &str) -> Cow<'_, str> {
    let text = cell.trim_start_matches('\'');
    let is_guarded = text.len() < cell.len() && is_guarded(cell);
    if is_guarded || starts_formula(cell) {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

/// Reports whether a cell is guarded: apostrophes before what begins like a formula.
fn is_guarded(cell: &str) -> bool {
    let text = cell.trim_start_matches('\'');
    text.len() < cell.len() && starts_formula(text)
}

/// Returns a cell without its guard.
pub(in crate::formats) fn unguard_formula(cell: &str) -> &str {
    if is_guarded(cell) { &cell[1..] } else { cell }
}

/// Appends a cell, in quotes where it has a character that needs them.
pub fn push_cell(out: &mut String, cell: &str, needs_quotes: impl Fn(char) -> bool) {
    let cell = guard_formula(cell);
    if cell.contains(needs_quotes) {
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(&cell);
    }
}
