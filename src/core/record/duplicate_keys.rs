//! The search for a key that occurs twice in the text of a record, with both places.
//!
//! The parsers fail at such a key but know only one place. The scanner here runs after they
//! failed; it knows brackets, strings, comments and colons, and reads RON and JSON alike.

use super::read::ron_options;
use super::ron_error::token_end;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::ops::Range;

/// The maximum length in bytes of a key in a message.
const MAX_SHOWN_KEY: usize = 40;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPosition {
    /// The offset in bytes.
    pub offset: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl KeyPosition {
    fn new(text: &str, offset: usize) -> Self {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = &text[..offset];
        let start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1);
        let lines = memchr::memchr_iter(b'\n', before.as_bytes()).count();
        Self {
            offset,
            line: narrow(lines + 1),
            column: narrow(before[start..].chars().count() + 1),
        }
    }
}

impl fmt::Display for KeyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A key that occurs twice in one struct or map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateKey {
    /// The key as the second place spells it, without its quotes.
    pub key: String,
    /// The place of the first one.
    pub first: KeyPosition,
    /// The place of the second one.
    pub second: KeyPosition,
}

/// Returns the first key that repeats one of the same struct or map.
///
/// `parse_key` returns the meaning of a key that is not a plain word; keys are equal if their
/// meanings are, however they are spelled.
pub fn find_duplicate_key(
    text: &str,
    parse_key: fn(&str) -> Option<String>,
) -> Option<DuplicateKey> {
    let mut scopes: Vec<KeyScope> = Vec::new();
    let mut offset = 0;
    while let Some(byte) = text.as_bytes().get(offset) {
        match byte {
            b'(' | b'[' | b'{' => scopes.push(KeyScope::starting_at(offset + 1)),
            b')' | b']' | b'}' => drop(scopes.pop()),
            b',' => {
                if let Some(scope) = scopes.last_mut() {
                    scope.entry_start = Some(offset + 1);
                }
            }
            b':' => {
                if let Some(scope) = scopes.last_mut()
                    && let Some(span) = scope.take_key_span(text, offset)
                    && let Some(first) = scope.insert(&text[span.clone()], &span, parse_key)
                {
                    let word = text[span.clone()].trim_matches('"');
                    return Some(DuplicateKey {
                        key: crate::contract::printable(word, MAX_SHOWN_KEY),
                        first: KeyPosition::new(text, first),
                        second: KeyPosition::new(text, span.start),
                    });
                }
            }
            _ => {
                offset = token_end(text, offset);
                continue;
            }
        }
        offset += 1;
    }
    None
}

/// The keys of the struct or map that is being scanned.
struct KeyScope {
    /// The end of the bracket or comma before the entry; `None` once its key is known.
    entry_start: Option<usize>,
    /// The offset of each key, by its meaning.
    offsets: HashMap<String, usize>,
}

impl KeyScope {
    fn starting_at(start: usize) -> Self {
        Self {
            entry_start: Some(start),
            offsets: HashMap::new(),
        }
    }

    /// Returns the span of the key that ends before a colon; `None` if the entry has its key.
    fn take_key_span(&mut self, text: &str, colon: usize) -> Option<Range<usize>> {
        let start = skip_space_and_comments(text, self.entry_start.take()?);
        (start < colon).then(|| {
            let end = last_token_end(text, start, colon);
            start..end
        })
    }

    /// Adds a key; returns the offset of an equal one before it.
    fn insert(
        &mut self,
        word: &str,
        span: &Range<usize>,
        parse_key: fn(&str) -> Option<String>,
    ) -> Option<usize> {
        // A field may be written as a raw identifier.
        let name = word
            .strip_prefix("r#")
            .filter(|name| !name.starts_with('"'));
        let word = name.unwrap_or(word);
        let is_plain = word
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        let meaning = if is_plain { None } else { parse_key(word) };
        // The mark keeps a word apart from a text with the same letters.
        let meaning = meaning.unwrap_or_else(|| format!("word {word}"));
        match self.offsets.entry(meaning) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert(span.start);
                None
            }
        }
    }
}

/// Returns the end of the last token before `limit`, leaving out space and comments after it.
fn last_token_end(text: &str, start: usize, limit: usize) -> usize {
    let mut offset = start;
    let mut end = start;
    while offset < limit {
        let next = skip_space_and_comments(text, offset);
        if next > offset {
            offset = next;
            continue;
        }
        offset = token_end(text, offset).min(limit);
        end = offset;
    }
    end
}

/// Returns the offset after white space and comments.
fn skip_space_and_comments(text: &str, at: usize) -> usize {
    let mut offset = at;
    loop {
        let rest = &text[offset..];
        let skipped = rest.len() - rest.trim_start().len();
        let is_comment = rest[skipped..].starts_with("//") || rest[skipped..].starts_with("/*");
        offset += skipped;
        if !is_comment {
            return offset;
        }
        offset = token_end(text, offset);
    }
}

/// Returns the meaning of a key in RON: `"a"`, `r"a"` and `"\u{61}"` are the same.
pub(super) fn ron_key(word: &str) -> Option<String> {
    let options = ron_options();
    let number = || options.from_str::<u64>(word).ok();
    let text = || options.from_str::<String>(word).ok();
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
    if is_number {
        number().map(|number| format!("number {number}"))
    } else {
        text().map(|text| format!("text {text}"))
    }
}
