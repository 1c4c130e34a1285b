//! The transposition table of the proof-number search.

use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// The proof number and disproof number of a position.
///
/// Each is the least number of open positions to prove for a win or a loss of the player to move: 0
/// if it is proven, [`ProofNumbers::INFINITY`] if it is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The proof number: the effort to prove a win of the player to move.
    pub pn: u32,
    /// The disproof number: the effort to prove a loss of the player to move.
    pub dn: u32,
}

impl ProofNumbers {
    /// The number for a result that is refuted.
    pub const INFINITY: u32 = (1 << 28) - 1;
    /// The numbers of a won position.
    pub const WON: Self = Self {
        pn: 0,
        dn: Self::INFINITY,
    };
    /// The numbers of a lost position.
    pub const LOST: Self = Self {
        pn: Self::INFINITY,
        dn: 0,
    };
    /// The limits of a search without limits.
    pub const NO_LIMIT: Self = Self {
        pn: Self::INFINITY,
        dn: Self::INFINITY,
    };

    /// Returns the numbers of a position whose result is known.
    pub const fn from_result(is_won: bool) -> Self {
        if is_won { Self::WON } else { Self::LOST }
    }

    /// Reports whether the player to move wins, if that is proven.
    pub const fn proven(self) -> Option<bool> {
        match (self.pn, self.dn) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// The number of entries that share a bucket.
const ENTRIES_PER_BUCKET: usize = 4;

#[derive(Clone, Copy, Default)]
struct ProofEntry {
    key: u64,
    /// The proof number and disproof number (28 bits each), and the binary logarithm of the work.
    data: u64,
}

/// A bucket of entries, aligned so that none straddles two cache lines.
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

/// A transposition table of bounded size.
///
/// A new entry replaces the one with the least work in its bucket.
pub struct TranspositionTable(BucketTable<TableBucket>);

impl TranspositionTable {
    /// Creates a table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self(BucketTable::new(bytes))
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the proof numbers stored for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let TableBucket(bucket) = self.0.get(key);
        let entry = bucket
            .iter()
            .find(|entry| entry.key == key && entry.data != 0)?;
        let number = |shift: u32| {
            u32::try_from(entry.data >> shift & u64::from(ProofNumbers::INFINITY)).ok()
        };
        Some(ProofNumbers {
            pn: number(36)?,
            dn: number(8)?,
        })
    }

    /// Stores the proof numbers for a key, found by searching `work` positions.
    #[inline]
    pub fn put(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        // The work of an entry is at least 1, so that an empty entry counts as less.
        let work = u64::from(work.max(1).ilog2()) + 1;
        let TableBucket(bucket) = self.0.get_mut(key);
        let same_key = bucket.iter().position(|entry| entry.key == key);
        let index = same_key.unwrap_or_else(|| {
            let least_work = (0..ENTRIES_PER_BUCKET).min_by_key(|at| bucket[*at].data & 0xff);
            least_work.unwrap_or(0)
        });
        let data = u64::from(numbers.pn) << 36 | u64::from(numbers.dn) << 8 | work;
        let old = std::mem::replace(&mut bucket[index], ProofEntry { key, data });
        if old.data == 0 {
            self.0.count_insertion();
        }
    }
}
