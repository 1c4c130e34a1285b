//! The transposition table of the solver.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// The number of entries of a bucket.
const BUCKET_SIZE: usize = 4;

/// The newest results whose keys share their upper bits, newest first.
///
/// An entry is a word whose lowest bit is the result and whose other bits are the key's. The
/// alignment ensures that no bucket straddles two cache lines.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct ResultBucket([u64; BUCKET_SIZE]);

impl Bucket for ResultBucket {
    const KEY_BITS: KeyBits = KeyBits::High;
    const GROWTH: Growth = Growth::InsertionsPerFour(8);
    // One megabyte.
    const INITIAL_BUCKETS: usize = 1 << 15;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        let (mut stayed, mut moved) = (0, 0);
        for entry in std::mem::take(&mut self.0) {
            if entry == 0 {
                continue;
            }
            let (bucket, count) = if moves(entry) {
                (&mut *to, &mut moved)
            } else {
                (&mut *self, &mut stayed)
            };
            bucket.0[*count] = entry;
            *count += 1;
        }
    }
}

/// The proven results of positions by key, in a table of bounded size.
#[derive(Debug)]
pub(super) struct TranspositionTable(BucketTable<ResultBucket>);

impl TranspositionTable {
    /// Creates a table of at most `bytes` bytes, but of two buckets at least.
    pub(super) fn new(bytes: usize) -> Self {
        Self(BucketTable::new(bytes))
    }

    /// Removes all results.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether the player to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let ResultBucket(bucket) = self.0.get(key);
        let entry = bucket.iter().find(|entry| (*entry ^ key) >> 1 == 0)?;
        Some(entry & 1 == 1)
    }

    /// Stores a result in place of the oldest one of its bucket.
    #[inline]
    pub(super) fn put(&mut self, key: u64, wins: bool) {
        self.0.count_insertion();
        let ResultBucket(bucket) = self.0.get_mut(key);
        bucket.copy_within(0..BUCKET_SIZE - 1, 1);
        bucket[0] = key & !1 | u64::from(wins);
    }
}
