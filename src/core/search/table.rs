//! Hash tables of bounded size, from which transposition tables and caches are built.
//!
//! A [`Bucket`] is a small number of entries of any kind. Its owner decides what an entry holds,
//! and which one gives way to a new one.

/// The bits of a key that select its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyBits {
    /// From the lowest bit up.
    Low,
    /// From bit 32 up, for keys whose lower half serves another purpose.
    UpperHalf,
    /// From the highest bit down, for entries that keep all but the lowest bits of their keys.
    High,
}

/// The condition for doubling a table that is below its size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The table has its full size from the start.
    Never,
    /// The table doubles when four buckets hold more entries than this on average.
    EntriesPerFour(usize),
    /// The table doubles when more entries than this for every four buckets have been inserted
    /// since it last doubled.
    InsertionsPerFour(usize),
}

/// A bucket of a [`BucketTable`], which holds a small number of entries. The default is empty.
pub trait Bucket: Copy + Default {
    /// The bits of a key that select a bucket.
    const KEY_BITS: KeyBits;
    /// The condition for doubling the table.
    const GROWTH: Growth;
    /// The initial number of buckets, a power of two; ignored by a table that never doubles.
    const INITIAL_BUCKETS: usize;

    /// Moves the entries whose keys satisfy `moves` to the empty bucket `to`.
    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool);
}

/// A hash table of buckets, whose number is a power of two.
///
/// A table starts small and doubles as it fills, since small memory is faster: Clobber's proofs
/// take a quarter less time than with tables of full size, and Zuniq's solver searches a sixth more
/// positions a second where a megabyte or two suffice.
#[derive(Clone, Debug)]
pub struct BucketTable<B> {
    buckets: Vec<B>,
    max_buckets: usize,
    /// The number of entries, or of insertions since the table last doubled; see [`Growth`].
    insertions: usize,
}

impl<B: Bucket> BucketTable<B> {
    /// Creates an empty table of at most `bytes` bytes, but at least two buckets.
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

    /// Returns the index of the bucket of a key.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "bits beyond those of the index are masked"
    )]
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

    /// Returns the bucket of a key for changes.
    #[inline]
    pub fn get_mut(&mut self, key: u64) -> &mut B {
        let index = self.index(key);
        &mut self.buckets[index]
    }

    /// Counts an insertion, and doubles the table if that is due.
    ///
    /// To be called for each entry that does not replace another (with
    /// [`Growth::InsertionsPerFour`]: for every entry).
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

    /// Doubles the table: one more bit of the keys counts, which splits every bucket into two.
    #[cold]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "one bit below the number of buckets counts"
    )]
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

    /// Splits each bucket of the lower half, with the bucket of the same index in the upper half.
    fn split_halves(&mut self, moves: impl Fn(u64) -> bool) {
        let half = self.buckets.len() / 2;
        let (old, new) = self.buckets.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            from.split(to, &moves);
        }
    }

    /// Splits each bucket of the lower half into two neighbours.
    fn split_neighbours(&mut self) {
        let count = self.buckets.len();
        let moves = |key: u64| key >> (64 - count.trailing_zeros()) & 1 == 1;
        // In descending order, so that none is overwritten before it is split.
        for index in (0..count / 2).rev() {
            let (mut from, mut to) = (self.buckets[index], B::default());
            from.split(&mut to, moves);
            self.buckets[2 * index] = from;
            self.buckets[2 * index + 1] = to;
        }
    }
}
