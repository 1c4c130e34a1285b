use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// How a value that was found relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<M> {
    pub key: u64,
    pub value: f32,
    pub bound: Bound,
    /// Plies searched; [`DEPTH_EXACT`] if nothing was estimated.
    pub depth: u32,
    /// Whether chance had a hand in the value.
    pub has_chance: bool,
    pub best: Option<M>,
}

/// The depth of a value in which nothing is estimated.
pub(super) const DEPTH_EXACT: u32 = u32::MAX;

/// The place of one entry.
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

/// Positions that were searched, by key. Of two in the same place the later one stays, unless the
/// earlier one is known to the end.
pub(super) struct TranspositionTable<M>(BucketTable<EntryBucket<M>>);

impl<M: Copy> TranspositionTable<M> {
    pub fn new(memory_mb: usize) -> Self {
        Self(BucketTable::new(memory_mb.clamp(1, 1 << 16) << 20))
    }

    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        let EntryBucket(entry) = self.0.get(key);
        entry.as_ref().filter(|entry| entry.key == key)
    }

    pub fn put(&mut self, entry: TableEntry<M>) {
        let EntryBucket(place) = self.0.get_mut(entry.key);
        let keeps = place.as_ref().is_some_and(|place| {
            place.key != entry.key && place.depth == DEPTH_EXACT && entry.depth <= 1
        });
        if !keeps && place.replace(entry).is_none() {
            self.0.count_insertion();
        }
    }
}
