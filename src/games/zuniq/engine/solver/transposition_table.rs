//! What is proven, kept in a table of fixed size.

/// Entries that stand together in memory.
const BUCKET_SIZE: usize = 4;

/// So aligned, no bucket lies across two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct ResultBucket([u64; BUCKET_SIZE]);

const EMPTY_BUCKET: ResultBucket = ResultBucket([0; BUCKET_SIZE]);

/// The logarithm of how many buckets a table begins with: a megabyte.
const LOG2_INITIAL_BUCKETS: u32 = 15;

/// Results of positions by key: a word each, of which the lowest bit is the result.
///
/// It begins small and grows with what is put in, for a small table is nearer to the processor: a
/// sixth more positions a second where a megabyte or two suffice.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<ResultBucket>,
    shift: u32,
    /// The shift at which it grows no more.
    min_shift: u32,
    /// Results put in since it grew.
    added_since_growth: usize,
}

impl TranspositionTable {
    /// A table of at most so many bytes (at least two buckets).
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<ResultBucket>()).max(2).ilog2();
        let log = most.min(LOG2_INITIAL_BUCKETS);
        Self {
            buckets: vec![EMPTY_BUCKET; 1 << log],
            shift: 64 - log,
            min_shift: 64 - most,
            added_since_growth: 0,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        let log = (64 - self.min_shift).min(LOG2_INITIAL_BUCKETS);
        self.buckets.clear();
        self.buckets.resize(1 << log, EMPTY_BUCKET);
        self.shift = 64 - log;
        self.added_since_growth = 0;
    }

    /// Whether the player to act wins, if that is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let bucket = self.buckets.get((key >> self.shift) as usize)?;
        let found = bucket.0.iter().find(|entry| (*entry ^ key) >> 1 == 0)?;
        Some(found & 1 == 1)
    }

    /// Keeps a result instead of the oldest of its bucket.
    #[inline]
    pub(super) fn put(&mut self, key: u64, wins: bool) {
        self.added_since_growth += 1;
        if self.added_since_growth > 2 * self.buckets.len() && self.shift > self.min_shift {
            self.grow();
        }
        let at = (key >> self.shift) as usize;
        if let Some(ResultBucket(bucket)) = self.buckets.get_mut(at) {
            bucket.copy_within(0..BUCKET_SIZE - 1, 1);
            bucket[0] = key & !1 | u64::from(wins);
        }
    }

    /// Twice as many buckets: each becomes two, by one more bit of the keys.
    #[cold]
    fn grow(&mut self) {
        let count = self.buckets.len();
        self.buckets.resize(2 * count, EMPTY_BUCKET);
        self.shift -= 1;
        self.added_since_growth = 0;
        // From the last on, so that none is overwritten before its turn.
        for at in (0..count).rev() {
            let old = self.buckets[at];
            let mut halves = [EMPTY_BUCKET; 2];
            let mut counts = [0; 2];
            for entry in old.0.into_iter().filter(|entry| *entry != 0) {
                let half = (entry >> self.shift) as usize & 1;
                halves[half].0[counts[half]] = entry;
                counts[half] += 1;
            }
            self.buckets[2 * at] = halves[0];
            self.buckets[2 * at + 1] = halves[1];
        }
    }
}
