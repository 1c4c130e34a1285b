//! The arithmetic of the net, in vectors.
//!
//! A product and its sum are rounded once, and all are in one order, so that all machines find the
//! same numbers to the last bit, whatever vectors they have. The vectors are written out, for
//! compilers found them or not, by the level of optimisation.

use pulp::{Arch, Scalar, Simd, WithSimd};

/// Channels of the layers.
pub const CHANNELS: usize = 32;
/// Rows, and columns, of the board.
pub const BOARD_SIZE: usize = 9;
/// The same with an empty point on every side.
pub const PADDED_SIZE: usize = BOARD_SIZE + 2;

/// Channels of all points and of the frame around them, by rows. Those of the frame are 0.
pub type FeatureMap<const N: usize> = [[f32; N]; PADDED_SIZE * PADDED_SIZE];
/// Weights by the nine points around, by rows, then channels in, then channels out.
pub type ConvWeights<const N: usize> = [[[f32; CHANNELS]; N]; 9];

/// Nothing on any point.
pub const fn zero_map<const N: usize>() -> FeatureMap<N> {
    [[0.0; N]; PADDED_SIZE * PADDED_SIZE]
}

/// Where a point stands on a sheet.
#[inline]
pub const fn padded_index(point: usize) -> usize {
    (point / BOARD_SIZE + 1) * PADDED_SIZE + point % BOARD_SIZE + 1
}

/// A layer: to each point what the nine around it give, and the bias. The frame of the output is
/// left as it is.
pub fn convolve<const N: usize>(
    input: &FeatureMap<N>,
    taps: &ConvWeights<N>,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
) {
    Arch::new().dispatch(Convolution {
        input,
        weights: taps,
        bias,
        output,
    });
}

/// The same without vectors.
pub fn convolve_scalar<const N: usize>(
    input: &FeatureMap<N>,
    taps: &ConvWeights<N>,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
) {
    Scalar::new().vectorize(Convolution {
        input,
        weights: taps,
        bias,
        output,
    });
}

struct Convolution<'a, const N: usize> {
    input: &'a FeatureMap<N>,
    weights: &'a ConvWeights<N>,
    bias: &'a [f32; CHANNELS],
    output: &'a mut FeatureMap<CHANNELS>,
}

impl<const N: usize> WithSimd for Convolution<'_, N> {
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
            for y in 0..BOARD_SIZE {
                let mut sums = [*bias; BOARD_SIZE];
                for (tap, weights) in self.weights.iter().enumerate() {
                    let start = (y + tap / 3) * PADDED_SIZE + tap % 3;
                    let Some(row) = self.input[start..].first_chunk::<BOARD_SIZE>() else {
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
                let row = &mut self.output[padded_index(y * BOARD_SIZE)..];
                for (point, sum) in row.iter_mut().zip(sums) {
                    S::as_mut_simd_f32s(point).0[block] = sum;
                }
            }
        }
    }
}

/// What is below 0 becomes 0.
#[inline]
pub fn relu(sheet: &mut FeatureMap<CHANNELS>) {
    for number in sheet.as_flattened_mut() {
        *number = number.max(0.0);
    }
}

/// The mean of each channel over the board.
#[inline]
pub fn channel_means(sheet: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for point in sheet {
        for (sum, number) in sums.iter_mut().zip(point) {
            *sum += number;
        }
    }
    sums.map(|sum| sum / (BOARD_SIZE * BOARD_SIZE) as f32)
}

/// The greatest of each channel over the board, at least 0.
#[inline]
pub fn channel_maxima(sheet: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut peaks = [0.0_f32; CHANNELS];
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
