//! Texts that are held once, however many rows have them.

use std::collections::HashMap;
use std::sync::Arc;

/// A text of a table of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct StringId(u32);

impl StringId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of words.
#[derive(Debug, Default)]
pub(super) struct StringInterner {
    ids: HashMap<Arc<str>, StringId>,
    texts: Vec<Arc<str>>,
}

impl StringInterner {
    /// The word of a text.
    pub fn intern(&mut self, text: &str) -> StringId {
        if let Some(word) = self.ids.get(text) {
            return *word;
        }
        // Four thousand million different texts do not fit into memory.
        let word = StringId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.ids.insert(text, word);
        word
    }

    pub fn text(&self, word: StringId) -> &str {
        self.texts.get(word.index()).map_or("", |text| text)
    }

    /// The word of a text that some row has.
    pub fn get(&self, text: &str) -> Option<StringId> {
        self.ids.get(text).copied()
    }

    /// For each word whether `holds` is true of it.
    pub fn matching(&self, holds: impl Fn(&str) -> bool) -> Vec<bool> {
        self.texts.iter().map(|text| holds(text)).collect()
    }

    /// For each word that the column has its place in the order of people: numbers by their value,
    /// large letters as small ones, nothing last.
    pub fn collation_ranks(&self, column: &[StringId]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.texts.len()];
        for word in column {
            ranks[word.index()] = 0;
        }
        let mut used: Vec<(Vec<u8>, usize)> = (0..ranks.len())
            .filter(|word| ranks[*word] == 0)
            .map(|word| (collation_key(&self.texts[word]), word))
            .collect();
        used.sort_unstable();
        for (rank, (_, word)) in (0..u32::MAX).zip(&used) {
            let empty = self.texts[*word].is_empty();
            ranks[*word] = if empty { u32::MAX } else { rank };
        }
        ranks
    }
}

/// Bytes that are in the order in which people put the texts.
pub(super) fn collation_key(text: &str) -> Vec<u8> {
    let lower = text.to_lowercase();
    let mut key = Vec::with_capacity(lower.len() + 8);
    let mut rest = lower.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        if byte.is_ascii_digit() {
            let end = rest.iter().position(|b| !b.is_ascii_digit());
            let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
            let zeros = run.iter().take_while(|b| **b == b'0').count();
            let number = &run[zeros..];
            // A longer number is a larger one.
            key.push(b'0');
            key.push(u8::try_from(number.len()).unwrap_or(u8::MAX));
            key.extend_from_slice(number);
            rest = after;
        } else {
            key.push(*byte);
            rest = after;
        }
    }
    // Of two that differ in this alone the order is at least always the same.
    key.push(0);
    key.extend_from_slice(text.as_bytes());
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_in_the_order_of_people() {
        let mut words = StringInterner::default();
        let order = ["1", "02", "10", "alpha", "Beta 9", "beta 10", "gamma", ""];
        let column: Vec<StringId> = order.iter().rev().map(|text| words.intern(text)).collect();
        let ranks = words.collation_ranks(&column);
        let mut sorted = column;
        sorted.sort_by_key(|word| ranks[word.index()]);
        let texts: Vec<&str> = sorted.iter().map(|word| words.text(*word)).collect();
        assert_eq!(texts, order);
    }

    #[test]
    fn a_text_is_held_once() {
        let mut words = StringInterner::default();
        assert_eq!(words.intern("a"), words.intern("a"));
        assert_ne!(words.intern("a"), words.intern("b"));
        assert_eq!(words.get("b"), Some(words.intern("b")));
        assert_eq!(words.get("c"), None);
    }
}
