//! The transposition table of the alpha-beta search.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// The relation of a searched value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<M> {
    pub key: u64,
    pub value: f32,
    pub bound: Bound,
    /// The depth of the search in plies; [`DEPTH_EXACT`] if nothing was estimated.
    pub depth: u32,
    /// Whether the value is a mean over chance outcomes.
    pub has_chance: bool,
    pub best: Option<M>,
}

/// The depth of a value in which nothing is estimated.
pub(super) const DEPTH_EXACT: u32 = u32::MAX;

/// A bucket of one entry.
#[derive(Clone, Copy)]
struct EntryBucket<M>(Option<TableEntry<M>>);

impl<M> Default for EntryBucket<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M: Copy> Bucket for EntryBucket<M> {
    const KEY_BITS: KeyBits = KeyBits::Low;
    const GROWTH: Growth = Growth::EntriesPerFour(1);
    const INITIAL_BUCKETS: usize = 1 << 12;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        if self.0.as_ref().is_some_and(|entry| moves(entry.key)) {
            to.0 = self.0.take();
        }
    }
}

/// A transposition table: searched positions by key.
///
/// A new entry replaces the one in its bucket, unless that one is exact and the new one shallow.
pub(super) struct TranspositionTable<M>(BucketTable<EntryBucket<M>>);

impl<M: Copy> TranspositionTable<M> {
    /// Creates an empty table of at most `memory_mb` megabytes.
    pub fn new(memory_mb: usize) -> Self {
        Self(BucketTable::new(memory_mb.clamp(1, 1 << 16) << 20))
    }

    /// Returns the entry of a key.
    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        let EntryBucket(entry) = self.0.get(key);
        entry.as_ref().filter(|entry| entry.key == key)
    }

    /// Stores an entry.
    pub fn put(&mut self, entry: TableEntry<M>) {
        let EntryBucket(slot) = self.0.get_mut(entry.key);
        let is_kept = slot.as_ref().is_some_and(|old| {
            old.key != entry.key && old.depth == DEPTH_EXACT && entry.depth <= 1
        });
        if !is_kept && slot.replace(entry).is_none() {
            self.0.count_insertion();
        }
    }
}
