//! A string interner, which stores each distinct text once.

use std::collections::HashMap;
use std::sync::Arc;

/// The id of an interned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StringId(u32);

impl StringId {
    /// Returns the index of the text in the order in which texts were added.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of interned texts.
#[derive(Debug, Default)]
pub struct StringInterner {
    ids: HashMap<Arc<str>, StringId>,
    texts: Vec<Arc<str>>,
}

impl StringInterner {
    /// Returns the id of a text, adding it if it is new.
    pub fn intern(&mut self, text: &str) -> StringId {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        // More than four billion different texts do not fit into memory.
        let id = StringId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.ids.insert(text, id);
        id
    }

    /// Returns a text by its id, or an empty one if there is none with this id.
    pub fn text(&self, id: StringId) -> &str {
        self.texts.get(id.index()).map_or("", |text| text)
    }

    /// Returns the id of a text that has been interned.
    pub fn get(&self, text: &str) -> Option<StringId> {
        self.ids.get(text).copied()
    }

    /// Evaluates a predicate on every text; the result is indexed by id.
    pub fn matching(&self, predicate: impl Fn(&str) -> bool) -> Vec<bool> {
        self.texts.iter().map(|text| predicate(text)).collect()
    }

    /// Returns the rank of each text of the column in collation order, indexed by id.
    ///
    /// Numbers are ordered by value, case is ignored, and the empty text comes last. Texts that are
    /// not in the column have the last rank.
    pub fn collation_ranks(&self, column: &[StringId]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.texts.len()];
        for id in column {
            ranks[id.index()] = 0;
        }
        let mut used: Vec<(Vec<u8>, usize)> = (0..ranks.len())
            .filter(|id| ranks[*id] == 0)
            .map(|id| (collation_key(&self.texts[id]), id))
            .collect();
        used.sort_unstable();
        for (rank, (_, id)) in (0..u32::MAX).zip(&used) {
            let empty = self.texts[*id].is_empty();
            ranks[*id] = if empty { u32::MAX } else { rank };
        }
        ranks
    }
}

/// Returns bytes whose lexicographic order is the collation order of the texts.
pub(super) fn collation_key(text: &str) -> Vec<u8> {
    let lower = text.to_lowercase();
    let mut key = Vec::with_capacity(lower.len() + 8);
    let mut rest = lower.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        if byte.is_ascii_digit() {
            let end = rest.iter().position(|b| !b.is_ascii_digit());
            let (digits, remainder) = rest.split_at(end.unwrap_or(rest.len()));
            let zeros = digits.iter().take_while(|b| **b == b'0').count();
            let number = &digits[zeros..];
            // A longer number is a larger one.
            key.push(b'0');
            key.push(u8::try_from(number.len()).unwrap_or(u8::MAX));
            key.extend_from_slice(number);
            rest = remainder;
        } else {
            key.push(*byte);
            rest = after;
        }
    }
    // Texts that differ only in case or leading zeros still have a fixed order.
    key.push(0);
    key.extend_from_slice(text.as_bytes());
    key
}
