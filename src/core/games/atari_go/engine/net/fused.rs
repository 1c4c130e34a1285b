//! Multiply-adds with a single rounding, also where the machine has no instruction for them.

use pulp::Simd;

/// Returns `a * b + c` with a single rounding.
#[expect(
    clippy::inline_always,
    reason = "only inlined code is compiled for the machine's vectors"
)]
#[inline(always)]
pub fn mul_add<S: Simd>(simd: S, a: S::f32s, b: S::f32s, c: S::f32s) -> S::f32s {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    if size_of::<S::f32s>() == size_of::<std::arch::wasm32::v128>() {
        let [a, b, c] = [a, b, c].map(pulp::bytemuck::cast);
        if let Some(sum) = wasm::mul_add(a, b, c) {
            return pulp::bytemuck::cast(sum);
        }
    }
    simd.mul_add_f32s(a, b, c)
}

/// The vectors of WebAssembly. It has no fused multiply-add, and the one of the standard library does
/// one number at a time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::{
        f32x4_demote_f64x2_zero, f64x2_add, f64x2_mul, f64x2_promote_low_f32x4, i64x2_eq,
        i64x2_shuffle, i64x2_splat, v128, v128_and, v128_any_true, v128_or,
    };

    /// The bits of a double that a float does not have.
    const EXTRA_BITS: i64 = 0x1fff_ffff;
    /// Those of a number in the middle between two floats.
    const TIE: i64 = 0x1000_0000;

    /// Returns `a * b + c`, or `None` if a number might be rounded twice.
    ///
    /// In doubles the product is exact. The sum is rounded to a double and then to a float, which is
    /// the same as rounding it once unless the double is in the middle between two floats. (Floats
    /// below 1e-38 have fewer bits and other middles; no sum of the network comes near them.)
    #[inline]
    pub fn mul_add(a: v128, b: v128, c: v128) -> Option<v128> {
        let low = sum(a, b, c);
        let high = sum(upper(a), upper(b), upper(c));
        if v128_any_true(v128_or(ties(low), ties(high))) {
            return None;
        }
        let [low, high] = [low, high].map(|it| f32x4_demote_f64x2_zero(it));
        Some(i64x2_shuffle::<0, 2>(low, high))
    }

    #[inline]
    fn upper(numbers: v128) -> v128 {
        i64x2_shuffle::<1, 1>(numbers, numbers)
    }

    #[inline]
    fn sum(a: v128, b: v128, c: v128) -> v128 {
        let [a, b, c] = [a, b, c].map(|it| f64x2_promote_low_f32x4(it));
        f64x2_add(f64x2_mul(a, b), c)
    }

    #[inline]
    fn ties(doubles: v128) -> v128 {
        let extra = v128_and(doubles, i64x2_splat(EXTRA_BITS));
        i64x2_eq(extra, i64x2_splat(TIE))
    }
}
