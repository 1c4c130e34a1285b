//! The errors of reading a record from RON, and their messages.

use super::duplicate_keys::{DuplicateKey, find_duplicate_key, ron_key};
use super::{RecordPart, VERSION};
use crate::contract::DUPLICATE_KEY;
use ron::error::{Error, SpannedError};

/// The kind of error in the text of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RonErrorKind {
    /// The text is not RON, or has a field that no record has.
    Syntax,
    /// The text ends too early.
    Truncated,
    /// The brackets are nested too deeply.
    TooDeep,
    /// A mandatory field is missing.
    MissingField,
    /// A value has another type than its field.
    InvalidValue,
}

/// An error in reading a record from RON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RonError {
    /// The record is of a newer version of the format.
    #[error("expected a record of version {VERSION} or older, found version {version}")]
    NewerVersion {
        /// The version of the record.
        version: u32,
    },
    /// The text is not the RON of a record.
    #[error("{message}")]
    Syntax {
        /// The message: what was expected and what was found.
        message: String,
        /// A hint: what is allowed there.
        hint: Option<String>,
        /// The line, from 1.
        line: u32,
        /// The column in characters, from 1.
        column: u32,
        /// The kind of error.
        kind: RonErrorKind,
    },
    /// A key occurs twice in one struct or map.
    #[error("expected each key once, found `{}` again; the first is at {}", .0.key, .0.first)]
    DuplicateKey(DuplicateKey),
    /// A value is one that no record can hold.
    #[error("{message}")]
    InvalidValue {
        /// The message: what was expected and what was found.
        message: String,
        /// The part of the record with the value.
        part: RecordPart,
    },
}

/// Converts an error of the RON parser, and finds the position at which the text goes wrong.
pub(super) fn syntax_error(error: &SpannedError, text: &str) -> RonError {
    if let Some(duplicate) = duplicate_key(error, text) {
        return RonError::DuplicateKey(duplicate);
    }
    let (line, column) = (error.span.start.line, error.span.start.col);
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let mut rest = text[before..].chars();
    let column = column.max(1) - sign_len(&text[before..], column, error);
    rest.by_ref().take(column - 1).for_each(drop);
    // The parser often points at the blanks before the error.
    let rest = rest.as_str();
    let word = rest.trim_start_matches([' ', '\t']);
    let skipped = rest.len() - word.len();
    let (kind, message, hint) = describe(&error.code, quote_start(word));
    let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    RonError::Syntax {
        message,
        hint,
        line: narrow(line),
        column: narrow(column + skipped),
        kind,
    }
}

/// Returns 1 if the error is that of a number whose sign precedes its column.
fn sign_len(line: &str, column: usize, error: &SpannedError) -> usize {
    let is_range = matches!(error.code, Error::IntegerOutOfBounds);
    let is_sign = || column > 1 && line.chars().nth(column - 2) == Some('-');
    usize::from(is_range && is_sign())
}

/// Returns the key that occurs twice, if that is the error.
fn duplicate_key(error: &SpannedError, text: &str) -> Option<DuplicateKey> {
    let is_duplicate = match &error.code {
        Error::DuplicateStructField { .. } => true,
        Error::Message(message) => message == DUPLICATE_KEY,
        _ => false,
    };
    is_duplicate.then(|| find_duplicate_key(text, ron_key))?
}

/// Returns the start of a text in backquotes; `None` if it is empty.
fn quote_start(text: &str) -> Option<String> {
    let line = text.trim_start().lines().next()?;
    let shown = crate::contract::printable(line, 16);
    Some(format!("`{shown}`"))
}

/// The kind, the message and the hint of an error.
type ErrorText = (RonErrorKind, String, Option<String>);

/// Describes an error of the RON parser; `found` is the text at its position, `None` at the end.
fn describe(error: &Error, found: Option<String>) -> ErrorText {
    let is_end = found.is_none();
    let here = found.unwrap_or_else(|| "the end of the text".to_owned());
    if let Some(described) = describe_field_error(error, &here) {
        return described;
    }
    if matches!(error, Error::IntegerOutOfBounds) {
        let expected = if here.starts_with("`-") {
            "a number from 0"
        } else {
            "a smaller number"
        };
        let message = format!("expected {expected}, found {here}");
        return (RonErrorKind::InvalidValue, message, None);
    }
    if let Some(expected) = expected_value(error) {
        let message = format!("expected {expected}, found {here}");
        return (RonErrorKind::InvalidValue, message, None);
    }
    let (kind, message) = match error {
        Error::ExpectedStringEnd => (
            RonErrorKind::Truncated,
            "expected the end of a text in quotes, found the end of the text".to_owned(),
        ),
        Error::ExceededRecursionLimit => (
            RonErrorKind::TooDeep,
            "expected the brackets of a record, found brackets nested too deeply".to_owned(),
        ),
        // At the end of the text it does not matter what was expected.
        _ if is_end || matches!(error, Error::Eof | Error::UnclosedBlockComment) => (
            RonErrorKind::Truncated,
            "expected the rest of the record, found the end of the text".to_owned(),
        ),
        Error::ExpectedComma => (
            RonErrorKind::Syntax,
            format!("expected a comma or a closing bracket, found {here}"),
        ),
        Error::ExpectedDifferentStructName { expected, .. } if *expected == "Record" => (
            RonErrorKind::Syntax,
            format!("expected a record, found {here}"),
        ),
        Error::ExpectedIdentifier
        | Error::InvalidIdentifier(_)
        | Error::SuggestRawIdentifier(_) => (
            RonErrorKind::Syntax,
            format!("expected the name of a field, such as `kifu`, found {here}"),
        ),
        Error::TrailingCharacters => (
            RonErrorKind::Syntax,
            format!("expected the end of the text after the record, found {here}"),
        ),
        other => (
            RonErrorKind::Syntax,
            lowercase_message(&other.to_string(), &here),
        ),
    };
    (kind, message, None)
}

/// Describes an error in a field or its value; `None` for other errors.
fn describe_field_error(error: &Error, here: &str) -> Option<ErrorText> {
    let (kind, message) = match error {
        Error::MissingStructField { field, .. } => (
            RonErrorKind::MissingField,
            format!("expected the field `{field}`, found {here} without it"),
        ),
        Error::NoSuchStructField {
            expected, found, ..
        } => {
            let hint = format!("the fields here are {}", quote_list(expected));
            let message = format!("expected a field of the record, found `{found}`");
            return Some((RonErrorKind::Syntax, message, Some(hint)));
        }
        Error::DuplicateStructField { field, .. } => (
            RonErrorKind::Syntax,
            format!("expected each field once, found `{field}` again"),
        ),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => (
            RonErrorKind::InvalidValue,
            format!("expected one of {}, found `{found}`", quote_list(expected)),
        ),
        Error::InvalidValueForType { expected, found } => (
            RonErrorKind::InvalidValue,
            format!("expected {expected}, found {found}"),
        ),
        Error::Message(message) => (RonErrorKind::InvalidValue, message.clone()),
        _ => return None,
    };
    Some((kind, message, None))
}

/// Returns the kind of value that was expected; `None` for other errors.
fn expected_value(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::ExpectedInteger => "a whole number",
        Error::ExpectedFloat => "a number",
        Error::ExpectedBoolean => "`true` or `false`",
        Error::ExpectedString => "a text in double quotes",
        Error::ExpectedMap => "`{`",
        Error::ExpectedArray => "`[`",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => "`(`",
        _ => return None,
    })
}

/// Adapts a message of the parser to the style of ours: lower case, "expected …, found …".
fn lowercase_message(text: &str, here: &str) -> String {
    let mut message = text.to_owned();
    if let Some(first) = message.get(..1).map(str::to_lowercase) {
        message.replace_range(..1, &first);
    }
    if message.starts_with("expected") && !message.contains("found") {
        message = format!("{message}, found {here}");
    }
    message
}

/// Returns names in backquotes, separated by commas.
fn quote_list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

// The ends of strings, comments and words in a text in RON.

/// Returns the end of the string, comment, word or other character at a byte.
pub fn token_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let find = |mark: &str, from: usize| {
        memchr::memmem::find(&bytes[from..], mark.as_bytes())
            .map_or(text.len(), |found| at + from + found + mark.len())
    };
    match bytes {
        [b'"', ..] => at + string_end(bytes, b'"'),
        [b'\'', ..] => at + string_end(bytes, b'\''),
        [b'/', b'/', ..] => find("\n", 2),
        [b'/', b'*', ..] => block_comment_end(text, at),
        [first, ..] if is_word_byte(*first) => {
            let len = bytes.iter().take_while(|byte| is_word_byte(**byte)).count();
            let (word, after) = rest.split_at(len);
            let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
            let is_raw = matches!(word, "r" | "br") && after[hashes..].starts_with('"');
            if is_raw {
                find(&format!("\"{}", "#".repeat(hashes)), len + hashes + 1)
            } else {
                at + len
            }
        }
        _ => at + rest.chars().next().map_or(1, char::len_utf8),
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the length of a literal with its quotes; that of the text if it is not closed.
pub fn string_end(bytes: &[u8], quote: u8) -> usize {
    let mut from = 1;
    while let Some(found) = memchr::memchr2(quote, b'\\', bytes.get(from..).unwrap_or_default()) {
        if bytes[from + found] == quote {
            return from + found + 1;
        }
        from += found + 2;
    }
    bytes.len()
}

/// Returns the end of the block comment that starts at byte `at`; such comments nest.
pub fn block_comment_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut open = 0_usize;
    let mut offset = at;
    while let Some(found) = memchr::memchr2(b'/', b'*', &bytes[offset..]) {
        offset += found;
        match bytes.get(offset..offset + 2) {
            Some(b"/*") => open += 1,
            Some(b"*/") => open -= 1,
            _ => {
                offset += 1;
                continue;
            }
        }
        offset += 2;
        if open == 0 {
            return offset;
        }
    }
    text.len()
}
