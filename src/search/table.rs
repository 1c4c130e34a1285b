//! Memory of bounded size that is found by key: the ground of transposition tables and caches.
//!
//! What an entry holds and which one gives way to a new one is the owner's business: a [`Bucket`]
//! is a handful of entries of any kind.

/// The bits of a key that select its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyBits {
    /// From the lowest bit up.
    Low,
    /// From bit 32 up, where the lower half serves something else.
    UpperHalf,
    /// From the highest bit down, where entries keep all but the lowest bits.
    High,
}

/// When a table doubles, as long as it is below its size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Never: it has its full size from the start.
    Never,
    /// When four buckets hold more entries than this on average.
    EntriesPerFour(usize),
    /// When more entries than this for every four buckets were put in since it last doubled.
    InsertionsPerFour(usize),
}

/// Entries that share one place of a [`BucketTable`]. The default is an empty bucket.
pub trait Bucket: Copy + Default {
    /// The bits of a key that select a bucket.
    const KEY_BITS: KeyBits;
    /// When the table doubles.
    const GROWTH: Growth;
    /// Number of buckets at the start, a power of two; ignored by a table that never doubles.
    const INITIAL_BUCKETS: usize;

    /// Moves the entries whose keys satisfy `moves` to `to`, an empty bucket.
    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool);
}

/// A power of two of buckets, one of which belongs to each key.
///
/// A table starts small and doubles as it fills, for a small memory is nearer to the processor:
/// Clobber's proofs take a quarter less time than with tables that have their last size at once,
/// and Zuniq's solver looks at a sixth more positions a second where a megabyte or two suffice.
#[derive(Clone, Debug)]
pub struct BucketTable<B> {
    buckets: Vec<B>,
    max_buckets: usize,
    /// Entries, or insertions since the table last doubled; see [`Growth`].
    insertions: usize,
}

impl<B: Bucket> BucketTable<B> {
    /// Creates an empty table of at most `bytes` bytes, but of two buckets at least.
    pub fn new(bytes: usize) -> Self {
        let max_buckets = 1 << (bytes / size_of::<B>()).max(2).ilog2();
        let mut table = Self {
            buckets: Vec::new(),
            max_buckets,
            insertions: 0,
        };
        table.clear();
        table
    }

    /// Removes all entries and returns to the initial size.
    pub fn clear(&mut self) {
        let count = match B::GROWTH {
            Growth::Never => self.max_buckets,
            _ => B::INITIAL_BUCKETS.min(self.max_buckets),
        };
        self.buckets.clear();
        self.buckets.resize(count, B::default());
        self.insertions = 0;
    }

    #[inline]
    const fn index(&self, key: u64) -> usize {
        let count = self.buckets.len();
        match B::KEY_BITS {
            KeyBits::Low => key as usize & (count - 1),
            KeyBits::UpperHalf => (key >> 32) as usize & (count - 1),
            KeyBits::High => (key >> (64 - count.trailing_zeros())) as usize,
        }
    }

    /// Returns the bucket of a key.
    #[inline]
    pub fn get(&self, key: u64) -> &B {
        &self.buckets[self.index(key)]
    }

    /// Returns the bucket of a key, to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> &mut B {
        let index = self.index(key);
        &mut self.buckets[index]
    }

    /// Counts an entry that is put where none was (with [`Growth::InsertionsPerFour`]: any entry)
    /// and doubles the table if that is due.
    #[inline]
    pub fn count_insertion(&mut self) {
        self.insertions += 1;
        let max = match B::GROWTH {
            Growth::Never => return,
            Growth::EntriesPerFour(max) | Growth::InsertionsPerFour(max) => max,
        };
        let count = self.buckets.len();
        if 4 * self.insertions > max * count && count < self.max_buckets {
            self.grow();
        }
    }

    /// Doubles the table: one more bit of the keys counts, by which every bucket becomes two.
    #[cold]
    fn grow(&mut self) {
        let count = self.buckets.len();
        self.buckets.resize(2 * count, B::default());
        match B::KEY_BITS {
            KeyBits::Low => self.split_halves(|key| key as usize & count != 0),
            KeyBits::UpperHalf => self.split_halves(|key| (key >> 32) as usize & count != 0),
            KeyBits::High => self.split_neighbours(),
        }
        if matches!(B::GROWTH, Growth::InsertionsPerFour(_)) {
            self.insertions = 0;
        }
    }

    /// Splits each bucket of the lower half with the one at the same place of the upper half.
    fn split_halves(&mut self, moves: impl Fn(u64) -> bool) {
        let half = self.buckets.len() / 2;
        let (old, new) = self.buckets.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            from.split(to, &moves);
        }
    }

    /// Splits each bucket of the lower half into two that stand side by side.
    fn split_neighbours(&mut self) {
        let count = self.buckets.len();
        let moves = |key: u64| key >> (64 - count.trailing_zeros()) & 1 == 1;
        // From the last one down, so that none is overwritten before its turn.
        for index in (0..count / 2).rev() {
            let (mut from, mut to) = (self.buckets[index], B::default());
            from.split(&mut to, moves);
            self.buckets[2 * index] = from;
            self.buckets[2 * index + 1] = to;
        }
    }
}
