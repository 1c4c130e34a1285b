//! Random numbers: the same on every machine.

/// wyrand (Wang Yi, 2019): one multiplication a number.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// Every seed starts another stream.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// 64 random bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a product")]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = (self.0 as u128) * ((self.0 ^ 0xe703_7ed1_a0b4_28db) as u128);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `n`, all nearly equally likely.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below n")]
    pub const fn below(&mut self, n: u32) -> u32 {
        ((self.next() >> 32) * n as u64 >> 32) as u32
    }
}
