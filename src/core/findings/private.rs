//! Private values in logs: what a server's answer says of who downloaded it.
//!
//! They are masked in every excerpt, and readers keep none of them.

use std::borrow::Cow;

/// The words in the name of a private field, in small letters and without separators.
const PRIVATE_WORDS: [&str; 10] = [
    "apikey",
    "authorization",
    "cookie",
    "email",
    "handle",
    "passw",
    "rememberme",
    "secret",
    "session",
    "token",
];

/// Reports whether a field with this name holds what lets others act as a person, or finds them: a
/// session, a handle, a token, a password, an address.
///
/// ```
/// use kifu_core::findings::is_private_key;
///
/// assert!(is_private_key("testSessionHandle") && is_private_key("access_token"));
/// assert!(!is_private_key("gameId") && !is_private_key("moves"));
/// ```
pub fn is_private_key(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    PRIVATE_WORDS.iter().any(|word| name.contains(word))
}

/// Replaces the values of private fields in a text of JSON, or in a part of one, by as many stars as
/// they have bytes.
///
/// ```
/// use kifu_core::findings::mask_private_values;
///
/// let text = r#"{"gameId": 7, "sessionHandle": "a1b2"}"#;
/// assert_eq!(mask_private_values(text), r#"{"gameId": 7, "sessionHandle": "****"}"#);
/// ```
pub fn mask_private_values(text: &str) -> Cow<'_, str> {
    let mut masked = Cow::Borrowed(text);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(colon) = memchr::memchr(b':', &bytes[at..]).map(|found| at + found) {
        at = colon + 1;
        if !key_before(&text[..colon]).is_some_and(is_private_key) {
            continue;
        }
        let blank = text[at..].len() - text[at..].trim_start().len();
        at += blank;
        let (start, end) = value_span(text, at);
        if start < end {
            masked
                .to_mut()
                .replace_range(start..end, &"*".repeat(end - start));
        }
        at = end.max(at);
    }
    masked
}

/// Returns the quoted key that ends a text.
fn key_before(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let quote = text
        .chars()
        .next_back()
        .filter(|c| matches!(c, '"' | '\''))?;
    let inside = &text[..text.len() - 1];
    let start = inside.rfind(quote).map_or(0, |at| at + 1);
    Some(&inside[start..])
}

/// Returns the span of the text, number or word that starts at byte `at`, without quotes; empty for
/// an object or a list, whose fields have keys themselves.
fn value_span(text: &str, at: usize) -> (usize, usize) {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else {
        return (at, at);
    };
    if matches!(first, '"' | '\'') {
        let mut is_escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == first && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            ends || *c == '\n'
        });
        return (at + 1, at + end.map_or(rest.len(), |(end, _)| end));
    }
    let is_end = |c: char| ",{}[]\"'".contains(c) || c.is_whitespace();
    (at, at + rest.find(is_end).unwrap_or(rest.len()))
}
