//! Error messages for JSON texts.

use kifu_core::contract::printable;
use kifu_core::findings::Code;

/// An error in a JSON text.
#[derive(Debug)]
pub(in crate::formats) struct JsonError {
    pub code: Code,
    pub message: String,
    /// The offset of the error in bytes.
    pub hint: Option<String>,
    pub at: usize,
}

type CodeMessageHint = (Code, String, Option<String>);

/// Explains an error of the JSON parser in kifu's words; `what` is the expected text, such as
/// `record`.
pub(in crate::formats) fn explain_json_error(
    error: &serde_json::Error,
    text: &str,
    what: &str,
) -> JsonError {
    let whole = error.to_string();
    // The location is reported separately.
    let (words, _) = whole.rsplit_once(" at line ").unwrap_or((&whole, ""));
    let mut offset = error_offset(text, error);
    if error.is_eof() {
        offset = text.trim_end().len();
    } else if matches!(words, "expected ident" | "expected value") {
        // The parser stops inside a word that is not a value.
        let start = &text[..text.floor_char_boundary(offset)];
        offset = start.trim_end_matches(char::is_alphabetic).len();
    }
    let found = text[text.floor_char_boundary(offset)..]
        .chars()
        .next()
        .map_or_else(
            || "the end of the text".to_owned(),
            |c| format!("`{}`", printable(&c.to_string(), 1)),
        );
    let (code, message, hint) = if error.is_data() {
        explain_data_error(words, &found, what)
    } else {
        explain_syntax_error(error, words, &found, what)
    };
    JsonError {
        code,
        message,
        hint,
        at: offset,
    }
}

/// Explains an error in valid JSON that does not have the expected fields.
fn explain_data_error(words: &str, found: &str, what: &str) -> CodeMessageHint {
    let mut hint = None;
    let (code, message) = if let Some(field) = words.strip_prefix("missing field ") {
        let message = format!("expected the field {field}, found {found} without it");
        (Code::MissingField, message)
    } else if let Some((field, known)) = split_around(words, "unknown field ", ", expected ") {
        let names = known.trim_start_matches("one of ");
        hint = Some(format!("the fields here are {names}"));
        let message = format!("expected a field of the {what}, found {field}");
        (Code::Syntax, message)
    } else if let Some(field) = words.strip_prefix("duplicate field ") {
        let message = format!("expected each field once, found {field} again");
        (Code::Syntax, message)
    } else if let Some((found, expected)) = split_around(words, "unknown variant ", ", expected ") {
        let message = format!("expected {expected}, found {found}");
        (Code::BadValue, message)
    } else if let Some((found, expected)) = split_around(words, "invalid ", ", expected ") {
        // `invalid type: string "x", expected u32`
        let (_, found) = found.split_once(": ").unwrap_or(("", found));
        let is_out_of_range = words.starts_with("invalid value: integer");
        let expected = match expected {
            "u32" if is_out_of_range => "a whole number from 0 to 4294967295",
            "u64" if is_out_of_range => "a whole number from 0 to 18446744073709551615",
            "i32" if is_out_of_range => "a whole number from -2147483648 to 2147483647",
            "u32" | "i32" | "u64" => "a whole number",
            "f64" | "f32" => "a number",
            other => other,
        };
        let message = format!("expected {expected}, found {found}");
        (Code::BadValue, message)
    } else {
        (Code::BadValue, words.to_owned())
    };
    (code, message, hint)
}

/// Explains an error of syntax.
fn explain_syntax_error(
    error: &serde_json::Error,
    words: &str,
    found: &str,
    what: &str,
) -> CodeMessageHint {
    let (code, message) = if error.is_eof() {
        let message = format!("expected the rest of the {what}, found the end of the text");
        (Code::Truncated, message)
    } else if words.starts_with("recursion limit") {
        let message =
            format!("expected the brackets of a {what}, found brackets nested too deeply");
        (Code::TooDeep, message)
    } else if words == "trailing characters" {
        let message = format!("expected the end of the text after the {what}, found {found}");
        (Code::Syntax, message)
    } else if matches!(words, "expected ident" | "expected value") {
        let message = format!("expected a JSON value, found {found}");
        (Code::Syntax, message)
    } else if words.starts_with("expected ") {
        (Code::Syntax, format!("{words}, found {found}"))
    } else {
        (
            Code::Syntax,
            format!("expected JSON, found {found}: {words}"),
        )
    };
    (code, message, None)
}

/// Returns the parts of a text before and after `mark`, without its prefix `head`.
fn split_around<'a>(words: &'a str, head: &str, mark: &str) -> Option<(&'a str, &'a str)> {
    words.strip_prefix(head)?.rsplit_once(mark)
}

/// Returns the offset of an error in bytes.
///
/// The parser's columns count bytes; an error after the end of a line has column 0, and one in a
/// value is reported at the value's last byte.
fn error_offset(text: &str, error: &serde_json::Error) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', text.as_bytes());
    let start = match error.line().checked_sub(2) {
        None => 0,
        Some(before) => ends.nth(before).map_or(text.len(), |end| end + 1),
    };
    let offset = (start + error.column()).saturating_sub(1).min(text.len());
    let rest = &text[text.floor_char_boundary(offset)..];
    let is_missing = rest.starts_with('}') && error.to_string().starts_with("missing");
    // By then the parser has seen the character after the value.
    if error.is_data()
        && !is_missing
        && rest.starts_with(|c: char| c.is_whitespace() || "]}".contains(c))
    {
        let before = text[..text.len() - rest.len()].trim_end();
        return before.len().saturating_sub(1);
    }
    offset
}
