//! Random numbers that are the same on every machine.

use crate::contract::{SPLITMIX64_INCREMENT, mix};

/// The random number generator `SplitMix64` (see [`mix`]): small, fast, and good with any seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates the generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates one of many independent generators of a seed.
    ///
    /// The state is mixed, because otherwise the sequences would overlap: both the stream number
    /// and the steps within a stream count in units of the same increment.
    pub const fn stream(seed: u64, number: u64) -> Self {
        Self(mix(
            seed ^ number.wrapping_add(1).wrapping_mul(SPLITMIX64_INCREMENT)
        ))
    }

    /// Returns 64 random bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(SPLITMIX64_INCREMENT);
        bits
    }

    /// Returns a number from 0 to `bound` - 1; 0 if `bound` is 0.
    ///
    /// Multiplies instead of dividing (Lemire 2019); the bias of at most 2^-32 is negligible.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// Returns the index of an element of a list of this length; 0 for an empty list.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).unwrap_or(u32::MAX);
        self.below(bound) as usize
    }

    /// Returns a number that is at least 0 and less than 1.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub const fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let index = self.index(end + 1);
            list.swap(index, end);
        }
    }
}
