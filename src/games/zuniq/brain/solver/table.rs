//! What is proven, kept in a table of fixed size.

/// Entries that stand together in memory.
const BUCKET: usize = 4;

/// Results of positions by key: a word each, of which the lowest bit is the result.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[u64; BUCKET]>,
    shift: u32,
}

impl Table {
    /// A table of at most so many bytes (at least one bucket).
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<[u64; BUCKET]>()).max(2);
        let log = count.ilog2();
        Self {
            buckets: vec![[0; BUCKET]; 1 << log],
            shift: 64 - log,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([0; BUCKET]);
    }

    /// Whether the player to act wins, if that is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let bucket = self.buckets.get((key >> self.shift) as usize)?;
        let found = bucket.iter().find(|entry| (*entry ^ key) >> 1 == 0)?;
        Some(found & 1 == 1)
    }

    /// Keeps a result instead of the oldest of its bucket.
    #[inline]
    pub(super) fn put(&mut self, key: u64, wins: bool) {
        let at = (key >> self.shift) as usize;
        if let Some(bucket) = self.buckets.get_mut(at) {
            bucket.copy_within(0..BUCKET - 1, 1);
            bucket[0] = key & !1 | u64::from(wins);
        }
    }
}
