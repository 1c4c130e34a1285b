//! Tables that forget: of two entries for one place the later one stays.

/// What an entry is found by.
pub trait Key: Copy + Eq {
    /// A hash of the key, whose lower bits say where its entry stands.
    fn hash(self) -> u64;
}

/// The places that a table begins with.
const FIRST: usize = 1 << 12;

/// What was found for a key. The key itself is compared, so nothing is mistaken for another. It
/// begins small and grows with what is put in, for a small table is nearer to the processor.
pub struct Cache<K, T> {
    entries: Vec<Option<(K, T)>>,
    /// So many at most.
    most: usize,
    filled: usize,
}

impl<K: Key, T: Copy> Cache<K, T> {
    /// Room for so many entries, a power of two.
    pub fn new(most: usize) -> Self {
        Self {
            entries: vec![None; most.min(FIRST)],
            most,
            filled: 0,
        }
    }

    /// What stands for the key, if it has not been forgotten.
    #[inline]
    pub fn get(&self, key: K) -> Option<T> {
        match self.entries[self.place(key)] {
            Some((known, value)) if known == key => Some(value),
            _ => None,
        }
    }

    /// Keeps a value.
    #[inline]
    pub fn put(&mut self, key: K, value: T) {
        let place = self.place(key);
        let old = self.entries[place].replace((key, value));
        if old.is_none() {
            self.filled += 1;
            // Where more than a quarter is filled, one in eight would be forgotten soon.
            if 4 * self.filled > self.entries.len() && self.entries.len() < self.most {
                self.grow();
            }
        }
    }

    /// Twice as many places: an entry stays, or goes to the same place of the new half.
    #[cold]
    fn grow(&mut self) {
        let count = self.entries.len();
        self.entries.resize(2 * count, None);
        for at in 0..count {
            if let Some((key, _)) = self.entries[at] {
                let place = self.place(key);
                self.entries.swap(at, place);
            }
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a table is far smaller")]
    fn place(&self, key: K) -> usize {
        key.hash() as usize & (self.entries.len() - 1)
    }
}
