//! Tables that forget: of two entries for one place the later one stays.

/// What was found for a key. The key itself is compared, so nothing is mistaken for another.
pub struct Cache<K, T> {
    entries: Vec<Option<(K, T)>>,
}

impl<K: Copy + Eq, T: Copy> Cache<K, T> {
    /// Room for `size` entries, a power of two.
    pub fn new(size: usize) -> Self {
        Self {
            entries: vec![None; size],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// What stands for the key, if it has not been forgotten; `hash` is the key's.
    #[inline]
    pub fn get(&self, hash: u64, key: K) -> Option<T> {
        match self.entries[self.place(hash)] {
            Some((known, value)) if known == key => Some(value),
            _ => None,
        }
    }

    /// Keeps a value.
    #[inline]
    pub fn put(&mut self, hash: u64, key: K, value: T) {
        let place = self.place(hash);
        self.entries[place] = Some((key, value));
    }

    #[expect(clippy::cast_possible_truncation, reason = "a table is far smaller")]
    const fn place(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }
}
