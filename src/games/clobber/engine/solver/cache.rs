//! Tables that forget: of two entries for one place the later one stays.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// What an entry is found by.
pub trait CacheKey: Copy + Eq {
    /// A hash of the key, whose lower bits say where its entry stands.
    fn hash(self) -> u64;
}

/// The most entries of a cache that is asked all the time: with more the processor waits longer for
/// each.
pub const MAX_HOT_ENTRIES: usize = 1 << 14;

/// What was found for a key. The key itself is compared, so nothing is mistaken for another.
pub struct Cache<K, T>(BucketTable<Option<(K, T)>>);

impl<K: CacheKey, T: Copy> Bucket for Option<(K, T)> {
    const KEY_BITS: KeyBits = KeyBits::UpperHalf;
    // With more entries, one in eight would be forgotten soon.
    const GROWTH: Growth = Growth::EntriesPerFour(1);
    const INITIAL_BUCKETS: usize = 1 << 12;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        if self.is_some_and(|(key, _)| moves(bucket_key(key))) {
            *to = self.take();
        }
    }
}

/// The key of the bucket: the hash's lower half is the upper one.
#[inline]
fn bucket_key<K: CacheKey>(key: K) -> u64 {
    key.hash().rotate_left(32)
}

impl<K: CacheKey, T: Copy> Cache<K, T> {
    /// Room for so many entries, a power of two.
    pub fn new(most: usize) -> Self {
        Self(BucketTable::new(most * size_of::<Option<(K, T)>>()))
    }

    /// What stands for the key, if it has not been forgotten.
    #[inline]
    pub fn get(&self, key: K) -> Option<T> {
        match *self.0.get(bucket_key(key)) {
            Some((known, value)) if known == key => Some(value),
            _ => None,
        }
    }

    /// Keeps a value.
    #[inline]
    pub fn put(&mut self, key: K, value: T) {
        let old = self.0.get_mut(bucket_key(key)).replace((key, value));
        if old.is_none() {
            self.0.count_insertion();
        }
    }
}
