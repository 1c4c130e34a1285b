//! The arithmetic of the network, with SIMD vectors.
//!
//! Multiply-adds are fused, with a single rounding, and done in a fixed order, so that all machines
//! compute the same numbers to the last bit, with any vector width. The vectors are explicit
//! because compilers vectorized the loops or not, depending on the level of optimisation.

use super::fused::mul_add;
use pulp::Scalar;
use pulp::{Arch, Simd, WithSimd};

/// The number of channels of a layer.
pub const CHANNELS: usize = 32;
/// The number of rows, and of columns, of the board.
pub const BOARD_SIZE: usize = 9;
/// The number of rows, and of columns, of a feature map: the board with a frame of one point.
pub const PADDED_SIZE: usize = BOARD_SIZE + 2;

/// The channels of all points of the board and of the frame around it, row by row.
///
/// Those of the frame are 0.
pub type FeatureMap<const N: usize> = [[f32; N]; PADDED_SIZE * PADDED_SIZE];
/// The weights of a 3x3 convolution, indexed by tap (row by row), input channel and output channel.
pub type ConvWeights<const N: usize> = [[[f32; CHANNELS]; N]; 9];

/// Returns a feature map of zeros.
pub const fn zero_map<const N: usize>() -> FeatureMap<N> {
    [[0.0; N]; PADDED_SIZE * PADDED_SIZE]
}

/// Returns the index of a point of the board in a feature map.
#[inline]
pub const fn padded_index(point: usize) -> usize {
    (point / BOARD_SIZE + 1) * PADDED_SIZE + point % BOARD_SIZE + 1
}

/// Applies a 3x3 convolution with a bias; the frame of the output is left as it is.
pub fn convolve<const N: usize>(
    input: &FeatureMap<N>,
    weights: &ConvWeights<N>,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
) {
    Arch::new().dispatch(Convolution {
        input,
        weights,
        bias,
        output,
    });
}

/// Applies a 3x3 convolution like [`convolve`], but without vectors.
pub fn convolve_scalar<const N: usize>(
    input: &FeatureMap<N>,
    weights: &ConvWeights<N>,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
) {
    Scalar::new().vectorize(Convolution {
        input,
        weights,
        bias,
        output,
    });
}

/// The arguments of a convolution.
struct Convolution<'a, const N: usize> {
    input: &'a FeatureMap<N>,
    weights: &'a ConvWeights<N>,
    bias: &'a [f32; CHANNELS],
    output: &'a mut FeatureMap<CHANNELS>,
}

impl<const N: usize> WithSimd for Convolution<'_, N> {
    type Output = ();

    /// Computes a row of points at once, with as many of their channels as fit into a vector.
    #[expect(
        clippy::inline_always,
        reason = "only inlined code is compiled for the machine's vectors"
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
                            *sum = mul_add(simd, number, weights, *sum);
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

/// Replaces negative numbers by 0.
#[inline]
pub fn relu(map: &mut FeatureMap<CHANNELS>) {
    for number in map.as_flattened_mut() {
        *number = number.max(0.0);
    }
}

/// Returns the mean of each channel over the board.
#[inline]
pub fn channel_means(map: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for point in map {
        for (sum, number) in sums.iter_mut().zip(point) {
            *sum += number;
        }
    }
    sums.map(|sum| sum / (BOARD_SIZE * BOARD_SIZE) as f32)
}

/// Returns the maximum of each channel over the board, at least 0.
#[inline]
pub fn channel_maxima(map: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut peaks = [0.0_f32; CHANNELS];
    for point in map {
        for (peak, number) in peaks.iter_mut().zip(point) {
            *peak = peak.max(*number);
        }
    }
    peaks
}

/// Returns the dot product of two vectors.
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

/// Adds the rows of a matrix, each multiplied by its number, to `sums`.
#[inline]
pub fn add_rows<const N: usize>(sums: &mut [f32; N], numbers: &[f32], matrix: &[[f32; N]]) {
    for (number, row) in numbers.iter().zip(matrix) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
}
