//! The arithmetic of the net, in vectors.
//!
//! A product and its sum are rounded once, and all are in one order, so that all machines find the
//! same numbers to the last bit, whatever vectors they have. The vectors are written out, for
//! compilers found them or not, by the level of optimisation.

use pulp::{Arch, Scalar, Simd, WithSimd};

/// Channels of the layers.
pub const WIDTH: usize = 32;
/// Rows, and columns, of the board.
pub const SIZE: usize = 9;
/// The same with an empty point on every side.
pub const FRAMED: usize = SIZE + 2;

/// Channels of all points and of the frame around them, by rows. Those of the frame are 0.
pub type Sheet<const N: usize> = [[f32; N]; FRAMED * FRAMED];
/// Weights by the nine points around, by rows, then channels in, then channels out.
pub type Taps<const N: usize> = [[[f32; WIDTH]; N]; 9];

/// Nothing on any point.
pub const fn blank<const N: usize>() -> Sheet<N> {
    [[0.0; N]; FRAMED * FRAMED]
}

/// Where a point stands on a sheet.
#[inline]
pub const fn framed(point: usize) -> usize {
    (point / SIZE + 1) * FRAMED + point % SIZE + 1
}

/// A layer: to each point what the nine around it give, and the bias. The frame of the output is
/// left as it is.
pub fn convolve<const N: usize>(
    input: &Sheet<N>,
    taps: &Taps<N>,
    bias: &[f32; WIDTH],
    output: &mut Sheet<WIDTH>,
) {
    Arch::new().dispatch(Layer {
        input,
        taps,
        bias,
        output,
    });
}

/// The same without vectors.
pub fn convolve_plainly<const N: usize>(
    input: &Sheet<N>,
    taps: &Taps<N>,
    bias: &[f32; WIDTH],
    output: &mut Sheet<WIDTH>,
) {
    Scalar::new().vectorize(Layer {
        input,
        taps,
        bias,
        output,
    });
}

struct Layer<'a, const N: usize> {
    input: &'a Sheet<N>,
    taps: &'a Taps<N>,
    bias: &'a [f32; WIDTH],
    output: &'a mut Sheet<WIDTH>,
}

impl<const N: usize> WithSimd for Layer<'_, N> {
    type Output = ();

    /// A row of points at once, and as many of their channels as fit into a vector.
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (biases, _) = S::as_simd_f32s(self.bias);
        for (block, bias) in biases.iter().enumerate() {
            for y in 0..SIZE {
                let mut sums = [*bias; SIZE];
                for (tap, weights) in self.taps.iter().enumerate() {
                    let start = (y + tap / 3) * FRAMED + tap % 3;
                    let Some(row) = self.input[start..].first_chunk::<SIZE>() else {
                        continue;
                    };
                    for (channel, weights) in weights.iter().enumerate() {
                        let weights = S::as_simd_f32s(weights).0[block];
                        for (sum, point) in sums.iter_mut().zip(row) {
                            let number = simd.splat_f32s(point[channel]);
                            *sum = simd.mul_add_f32s(number, weights, *sum);
                        }
                    }
                }
                let row = &mut self.output[framed(y * SIZE)..];
                for (point, sum) in row.iter_mut().zip(sums) {
                    S::as_mut_simd_f32s(point).0[block] = sum;
                }
            }
        }
    }
}

/// What is below 0 becomes 0.
#[inline]
pub fn rectify(sheet: &mut Sheet<WIDTH>) {
    for number in sheet.as_flattened_mut() {
        *number = number.max(0.0);
    }
}

/// The mean of each channel over the board.
#[inline]
pub fn means(sheet: &Sheet<WIDTH>) -> [f32; WIDTH] {
    let mut sums = [0.0; WIDTH];
    for point in sheet {
        for (sum, number) in sums.iter_mut().zip(point) {
            *sum += number;
        }
    }
    sums.map(|sum| sum / (SIZE * SIZE) as f32)
}

/// The greatest of each channel over the board, at least 0.
#[inline]
pub fn peaks(sheet: &Sheet<WIDTH>) -> [f32; WIDTH] {
    let mut peaks = [0.0_f32; WIDTH];
    for point in sheet {
        for (peak, number) in peaks.iter_mut().zip(point) {
            *peak = peak.max(*number);
        }
    }
    peaks
}

/// The sum of products.
#[inline]
pub fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks(8).zip(other.chunks(8)) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}

/// Adds the rows of a table, each times its number.
#[inline]
pub fn add_rows<const N: usize>(sums: &mut [f32; N], numbers: &[f32], table: &[[f32; N]]) {
    for (number, row) in numbers.iter().zip(table) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
}
