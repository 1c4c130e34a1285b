//! Caches of bounded size in which a newer entry replaces an older one.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// A key of a [`Cache`].
pub trait CacheKey: Copy + Eq {
    /// Returns a hash of the key, whose lower bits determine the entry's bucket.
    fn hash(self) -> u64;
}

/// The largest number of entries of a frequently used cache.
///
/// With more entries, accesses miss the processor's caches more often.
pub const MAX_HOT_ENTRIES: usize = 1 << 14;

/// A cache of results by key.
///
/// The full keys are compared, so there are no false hits.
pub struct Cache<K, T>(BucketTable<Option<(K, T)>>);

impl<K: CacheKey, T: Copy> Bucket for Option<(K, T)> {
    const KEY_BITS: KeyBits = KeyBits::UpperHalf;
    // With more entries per bucket, one in eight would soon be replaced.
    const GROWTH: Growth = Growth::EntriesPerFour(1);
    const INITIAL_BUCKETS: usize = 1 << 12;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        if self.is_some_and(|(key, _)| moves(bucket_key(key))) {
            *to = self.take();
        }
    }
}

/// Returns the bucket key, in which the lower half of the hash is the upper half.
#[inline]
fn bucket_key<K: CacheKey>(key: K) -> u64 {
    key.hash().rotate_left(32)
}

impl<K: CacheKey, T: Copy> Cache<K, T> {
    /// Creates a cache for `max_entries` entries, a power of two.
    pub fn new(max_entries: usize) -> Self {
        Self(BucketTable::new(max_entries * size_of::<Option<(K, T)>>()))
    }

    /// Returns the value of a key, if it has not been replaced.
    #[inline]
    pub fn get(&self, key: K) -> Option<T> {
        match *self.0.get(bucket_key(key)) {
            Some((known, value)) if known == key => Some(value),
            _ => None,
        }
    }

    /// Stores the value of a key.
    #[inline]
    pub fn put(&mut self, key: K, value: T) {
        let old = self.0.get_mut(bucket_key(key)).replace((key, value));
        if old.is_none() {
            self.0.count_insertion();
        }
    }
}
