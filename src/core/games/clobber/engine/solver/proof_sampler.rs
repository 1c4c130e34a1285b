//! A sample of the sums that the solver proves, to fit its evaluation.

use crate::games::clobber::engine::stones::Stones;
use crate::search::SplitMix64;

/// A uniform random sample of the proven sums that have large components (reservoir sampling).
pub struct ProofSampler<B> {
    /// The sums in the sample: the large components, the lead by the turn and the values of the
    /// others, and whether the player to move wins.
    pub kept: Vec<(Vec<Stones<B>>, i32, bool)>,
    capacity: usize,
    seen: u32,
    random: SplitMix64,
}

impl<B> ProofSampler<B> {
    /// Creates an empty sample of at most `capacity` sums.
    pub const fn new(capacity: usize, seed: u64) -> Self {
        Self {
            kept: Vec::new(),
            capacity,
            seen: 0,
            random: SplitMix64::new(seed),
        }
    }

    /// Returns the place at which the next sum is kept: the end, that of another, or none.
    pub(super) fn next_place(&mut self) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < self.capacity {
            return Some(self.kept.len());
        }
        let place = self.random.below(self.seen) as usize;
        (place < self.capacity).then_some(place)
    }

    /// Keeps a sum at a place.
    pub(super) fn keep(&mut self, place: usize, sum: (Vec<Stones<B>>, i32, bool)) {
        if place < self.kept.len() {
            self.kept[place] = sum;
        } else {
            self.kept.push(sum);
        }
    }
}
