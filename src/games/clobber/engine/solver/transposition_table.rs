//! What the search knows of positions.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// How hard a position is to prove: by how many open positions at least to show that the player
/// to act wins, and that he loses. 0 is shown, [`Effort::NEVER`] is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// To show that the player to act wins.
    pub pn: u32,
    /// To show that he loses.
    pub dn: u32,
}

impl ProofNumbers {
    /// Of what cannot be shown.
    pub const INFINITY: u32 = (1 << 28) - 1;
    /// A position that is won.
    pub const WON: Self = Self {
        pn: 0,
        dn: Self::INFINITY,
    };
    /// A position that is lost.
    pub const LOST: Self = Self {
        pn: Self::INFINITY,
        dn: 0,
    };
    /// No effort is too much.
    pub const NO_LIMIT: Self = Self {
        pn: Self::INFINITY,
        dn: Self::INFINITY,
    };

    /// A position whose winner is known.
    pub const fn from_result(is_won: bool) -> Self {
        if is_won { Self::WON } else { Self::LOST }
    }

    /// Who wins, if it is shown.
    pub const fn proven(self) -> Option<bool> {
        match (self.pn, self.dn) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Four entries that share a place.
const ENTRIES_PER_BUCKET: usize = 4;

#[derive(Clone, Copy, Default)]
struct ProofEntry {
    key: u64,
    /// Effort to win, effort to lose (28 bits each), and the work done, as a power of two.
    data: u64,
}

/// So aligned, no bucket lies across two lines of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct TableBucket([ProofEntry; ENTRIES_PER_BUCKET]);

impl Bucket for TableBucket {
    const KEY_BITS: KeyBits = KeyBits::UpperHalf;
    const GROWTH: Growth = Growth::EntriesPerFour(8);
    const INITIAL_BUCKETS: usize = 1 << 10;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        for (from, to) in self.0.iter_mut().zip(&mut to.0) {
            if moves(from.key) {
                *to = std::mem::take(from);
            }
        }
    }
}

/// A table of bounded size. Of the entries that share a place the one with the least work goes.
pub struct TranspositionTable(BucketTable<TableBucket>);

impl TranspositionTable {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(BucketTable::new(bytes))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let TableBucket(bucket) = self.0.get(key);
        let entry = bucket
            .iter()
            .find(|entry| entry.key == key && entry.data != 0)?;
        let part = |shift: u32| {
            u32::try_from(entry.data >> shift & u64::from(ProofNumbers::INFINITY)).ok()
        };
        Some(ProofNumbers {
            pn: part(36)?,
            dn: part(8)?,
        })
    }

    /// Keeps what is known of the position with this key, found by looking at so many positions.
    #[inline]
    pub fn put(&mut self, key: u64, effort: ProofNumbers, work: u64) {
        // An empty entry is as one without any work.
        let work = u64::from(work.max(1).ilog2()) + 1;
        let TableBucket(bucket) = self.0.get_mut(key);
        let at = bucket.iter().position(|entry| entry.key == key);
        let at = at.unwrap_or_else(|| {
            let least = (0..ENTRIES_PER_BUCKET).min_by_key(|at| bucket[*at].data & 0xff);
            least.unwrap_or(0)
        });
        let data = u64::from(effort.pn) << 36 | u64::from(effort.dn) << 8 | work;
        let old = std::mem::replace(&mut bucket[at], ProofEntry { key, data });
        if old.data == 0 {
            self.0.count_insertion();
        }
    }
}
