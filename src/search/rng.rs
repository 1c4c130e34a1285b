use crate::contract::{SPLITMIX64_INCREMENT, mix};

/// Random numbers that are the same on every machine: `SplitMix64` (see [`mix`]). Small, quick, and
/// any seed is a good one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The sequence with this number of a seed. (Without the second step sequences would be parts
    /// of each other, for the number and the steps within one are counted alike.)
    pub const fn stream(seed: u64, number: u64) -> Self {
        Self(mix(
            seed ^ number.wrapping_add(1).wrapping_mul(SPLITMIX64_INCREMENT)
        ))
    }

    /// 64 random bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(SPLITMIX64_INCREMENT);
        bits
    }

    /// A number from 0 to `bound` - 1; 0 if `bound` is 0. A multiplication instead of a division
    /// (Lemire 2019); what it is uneven by, at most 2^-32, no search can see.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// The place of an element in a list of this length; 0 in an empty one.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).unwrap_or(u32::MAX);
        self.below(bound) as usize
    }

    /// From 0 to below 1.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub const fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let at = self.index(end + 1);
            list.swap(at, end);
        }
    }
}
