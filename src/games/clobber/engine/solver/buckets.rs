//! Memory of bounded size, found by key.

/// What stands together in a place of the memory.
pub trait Bucket: Copy + Default {
    /// The memory begins with so many buckets, a power of two.
    const INITIAL_BUCKETS: usize;
    /// It grows where four buckets hold more entries than these, on the average.
    const MAX_ENTRIES_PER_FOUR: usize;

    /// Moves what belongs elsewhere, of which `goes` says so by its key, to a bucket that is empty.
    fn split(&mut self, to: &mut Self, goes: impl Fn(u64) -> bool);
}

/// Buckets, a power of two of them; a key's upper half says which is its own.
///
/// They begin few and grow with what is put in, for a small memory is nearer to the processor:
/// proofs take a quarter less time than with tables and caches of their last size.
pub struct BucketArray<T> {
    buckets: Vec<T>,
    /// So many at most.
    max_buckets: usize,
    /// How many places of entries were filled.
    entry_count: usize,
}

impl<T: Bucket> BucketArray<T> {
    /// Buckets that take at most so many bytes, but two at least.
    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<T>()).max(2).ilog2();
        Self {
            buckets: vec![T::default(); T::INITIAL_BUCKETS.min(most)],
            max_buckets: most,
            entry_count: 0,
        }
    }

    /// Empties all.
    pub fn clear(&mut self) {
        *self = Self::new(self.max_buckets * size_of::<T>());
    }

    const fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.buckets.len() - 1)
    }

    /// The bucket of a key.
    #[inline]
    pub fn get(&self, key: u64) -> &T {
        &self.buckets[self.index(key)]
    }

    /// The bucket of a key, to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> &mut T {
        let place = self.index(key);
        &mut self.buckets[place]
    }

    /// Counts an entry that was put where none was. Where they are too many, the buckets become
    /// twice as many, if they may.
    #[inline]
    pub fn count_insertion(&mut self) {
        self.entry_count += 1;
        if 4 * self.entry_count > T::MAX_ENTRIES_PER_FOUR * self.buckets.len()
            && self.buckets.len() < self.max_buckets
        {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let count = self.buckets.len();
        self.buckets.resize(2 * count, T::default());
        let (old, new) = self.buckets.split_at_mut(count);
        for (from, to) in old.iter_mut().zip(new) {
            from.split(to, |key| (key >> 32) as usize & count != 0);
        }
    }
}
