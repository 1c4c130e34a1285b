//! JSON as kifu writes it: its strings show nothing but themselves, wherever they are printed.

use kifu_core::contract::is_control_or_direction;
use serde::Serialize;

/// Returns a value as JSON on one line.
///
/// JSON escapes only the controls below U+0020; here DEL, the C1 controls, the line separators and
/// the characters that change the writing direction are escaped as well. Readers of JSON get the
/// same text.
pub fn to_json<T: Serialize>(value: &T) -> String {
    // JSON can represent every field of the types that kifu writes, so that the default is never
    // used.
    escape_json(serde_json::to_string(value).unwrap_or_default())
}

/// Returns a value as JSON with one field per line, escaped as by [`to_json`].
pub fn to_json_pretty<T: Serialize>(value: &T) -> String {
    escape_json(serde_json::to_string_pretty(value).unwrap_or_default())
}

/// Escapes the characters of a JSON text that may not leave as they are; all of them stand in
/// strings.
fn escape_json(text: String) -> String {
    let must_escape = |c: char| c >= '\u{7f}' && is_control_or_direction(c);
    if text.is_ascii() && !text.contains('\u{7f}') || !text.contains(must_escape) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 64);
    for c in text.chars() {
        if must_escape(c) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            escaped.push(c);
        }
    }
    escaped
}
