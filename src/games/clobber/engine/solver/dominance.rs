//! What proven sums tell of others that differ from them in their values alone.
//!
//! Whoever wins a sum wins it as well with a larger value in a value's place; and who loses it
//! loses with a smaller one. So every proof bears witness for all sums of the same large
//! components whose values can be compared with its own: a quarter of the positions need not be
//! looked at (57 positions of 41 stones, without limit of proofs three in ten).

use super::sum::GameSum;
use super::values::{GameValue, ValueStore};
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// The most values beside the large components.
const MAX_VALUES: usize = 2;
/// So many proofs are kept for the same large components, as fit into a line of the cache. With
/// twice as many a seventieth fewer positions are looked at.
const PROOFS_PER_BUCKET: usize = 4;

#[derive(Clone, Copy, Default)]
struct StoredProof {
    values: [GameValue; MAX_VALUES],
    is_won: Option<bool>,
}

/// One line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct DominanceBucket {
    key: u64,
    proofs: [StoredProof; PROOFS_PER_BUCKET],
    /// Which proof goes next.
    next: usize,
}

impl Bucket for DominanceBucket {
    const KEY_BITS: KeyBits = KeyBits::UpperHalf;
    const GROWTH: Growth = Growth::EntriesPerFour(1);
    const INITIAL_BUCKETS: usize = 1 << 10;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        if moves(self.key) {
            *to = std::mem::take(self);
        }
    }
}

/// A table of bounded size of the newest proofs, by the large components. The values are numbers
/// of a store: with another store it must be empty.
pub struct DominanceCache(BucketTable<DominanceBucket>);

impl DominanceCache {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(BucketTable::new(bytes))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the player to act wins a sum, if a proof tells.
    pub fn proven_result<B: BitboardWord>(
        &self,
        sum: &GameSum<B>,
        store: &mut ValueStore,
    ) -> Option<bool> {
        let (key, values) = (sum.components_key(), padded_values(&sum.values)?);
        let bucket = self.0.get(key);
        if bucket.key != key {
            return None;
        }
        bucket.proofs.iter().find_map(|proof| {
            let is_won = proof.is_won?;
            let is_told = if is_won {
                at_most(proof.values, values, store)
            } else {
                at_most(values, proof.values, store)
            };
            is_told.then_some(is_won)
        })
    }

    /// Keeps who wins a sum.
    pub fn store<B: BitboardWord>(&mut self, sum: &GameSum<B>, is_won: bool) {
        let (key, Some(values)) = (sum.components_key(), padded_values(&sum.values)) else {
            return;
        };
        let bucket = self.0.get_mut(key);
        let is_empty = bucket.proofs[0].is_won.is_none();
        if bucket.key != key {
            *bucket = DominanceBucket {
                key,
                ..DominanceBucket::default()
            };
        }
        bucket.proofs[bucket.next] = StoredProof {
            values,
            is_won: Some(is_won),
        };
        bucket.next = (bucket.next + 1) % PROOFS_PER_BUCKET;
        if is_empty {
            self.0.count_insertion();
        }
    }
}

/// The values and zeros, unless they are too many.
fn padded_values(values: &[GameValue]) -> Option<[GameValue; MAX_VALUES]> {
    let mut few = [GameValue::ZERO; MAX_VALUES];
    few.get_mut(..values.len())?.copy_from_slice(values);
    Some(few)
}

/// Whether values are at most others, one by one: then so are their sums.
fn at_most(
    [a, b]: [GameValue; MAX_VALUES],
    [c, d]: [GameValue; MAX_VALUES],
    store: &mut ValueStore,
) -> bool {
    let mut both = |c, d| store.is_at_most(a, c) && store.is_at_most(b, d);
    both(c, d) || both(d, c)
}
