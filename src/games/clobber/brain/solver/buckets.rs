//! Memory of bounded size, found by key.

/// Buckets, a power of two of them; a key's upper half says which is its own.
pub struct Buckets<T>(Vec<T>);

impl<T: Copy + Default> Buckets<T> {
    /// Buckets that take at most so many bytes, but two at least.
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<T>()).max(2);
        Self(vec![T::default(); 1 << count.ilog2()])
    }

    /// Empties all.
    pub fn clear(&mut self) {
        self.0.fill(T::default());
    }

    const fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.0.len() - 1)
    }

    /// The bucket of a key.
    #[inline]
    pub fn get(&self, key: u64) -> &T {
        &self.0[self.place(key)]
    }

    /// The bucket of a key, to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> &mut T {
        let place = self.place(key);
        &mut self.0[place]
    }
}
