//! Memory of bounded size, found by key.

/// What stands together in a place of the memory.
pub trait Bucket: Copy + Default {
    /// The memory begins with so many buckets, a power of two.
    const FIRST: usize;
    /// It grows where four buckets hold more entries than these, on the average.
    const IN_FOUR: usize;

    /// Moves what belongs elsewhere, of which `goes` says so by its key, to a bucket that is empty.
    fn part(&mut self, to: &mut Self, goes: impl Fn(u64) -> bool);
}

/// Buckets, a power of two of them; a key's upper half says which is its own.
///
/// They begin few and grow with what is put in, for a small memory is nearer to the processor:
/// proofs take a quarter less time than with tables and caches of their last size.
pub struct Buckets<T> {
    places: Vec<T>,
    /// So many at most.
    most: usize,
    /// How many places of entries were filled.
    filled: usize,
}

impl<T: Bucket> Buckets<T> {
    /// Buckets that take at most so many bytes, but two at least.
    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<T>()).max(2).ilog2();
        Self {
            places: vec![T::default(); T::FIRST.min(most)],
            most,
            filled: 0,
        }
    }

    /// Empties all.
    pub fn clear(&mut self) {
        *self = Self::new(self.most * size_of::<T>());
    }

    const fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.places.len() - 1)
    }

    /// The bucket of a key.
    #[inline]
    pub fn get(&self, key: u64) -> &T {
        &self.places[self.place(key)]
    }

    /// The bucket of a key, to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> &mut T {
        let place = self.place(key);
        &mut self.places[place]
    }

    /// Counts an entry that was put where none was. Where they are too many, the buckets become
    /// twice as many, if they may.
    #[inline]
    pub fn count(&mut self) {
        self.filled += 1;
        if 4 * self.filled > T::IN_FOUR * self.places.len() && self.places.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let count = self.places.len();
        self.places.resize(2 * count, T::default());
        let (old, new) = self.places.split_at_mut(count);
        for (from, to) in old.iter_mut().zip(new) {
            from.part(to, |key| (key >> 32) as usize & count != 0);
        }
    }
}
