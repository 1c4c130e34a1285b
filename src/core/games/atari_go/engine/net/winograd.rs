//! 3x3 convolutions with a third of the multiplications, by Winograd's minimal filtering (Lavin and
//! Gray 2016).
//!
//! A tile of 3x3 output points is computed at once. Polynomials are multiplied through their values
//! at 0, 1, -1, 2 and infinity. The board has nine rows and columns, so it divides evenly into
//! tiles.

use super::fused::mul_add;
use super::kernel::{BOARD_SIZE, CHANNELS, ConvWeights, FeatureMap, PADDED_SIZE, padded_index};
use pulp::Scalar;
use pulp::{Arch, Simd, WithSimd};

/// The number of rows, and of columns, of an output tile.
const OUTPUT_TILE: usize = 3;
/// The number of rows, and of columns, of the input that an output tile depends on.
const INPUT_TILE: usize = OUTPUT_TILE + 2;
/// The number of tiles of the board.
const TILE_COUNT: usize = (BOARD_SIZE / OUTPUT_TILE) * (BOARD_SIZE / OUTPUT_TILE);
/// The number of transformed values of a tile.
const VALUES_PER_TILE: usize = INPUT_TILE * INPUT_TILE;

/// The transformed weights of a layer, indexed by value, input channel and output channel.
pub type TransformedWeights = [[[f32; CHANNELS]; CHANNELS]; VALUES_PER_TILE];
/// The transformed values of all tiles, indexed by value, tile and channel.
type TileValues = [[[f32; CHANNELS]; TILE_COUNT]; VALUES_PER_TILE];

/// Buffers for the intermediate results of a convolution.
#[derive(Debug)]
pub struct WinogradBuffers {
    tiles: TileValues,
    products: TileValues,
}

impl Default for WinogradBuffers {
    #[expect(clippy::large_stack_arrays, reason = "it stays on the stack")]
    fn default() -> Self {
        Self {
            tiles: [[[0.0; CHANNELS]; TILE_COUNT]; VALUES_PER_TILE],
            products: [[[0.0; CHANNELS]; TILE_COUNT]; VALUES_PER_TILE],
        }
    }
}

/// The activation function of a layer.
#[derive(Clone, Copy, Debug)]
pub enum Activation<'a> {
    /// Leaves the sums as they are.
    Identity,
    /// Replaces negative sums by 0.
    Relu,
    /// Adds the given feature map to the sums, then replaces negative sums by 0.
    ResidualRelu(&'a FeatureMap<CHANNELS>),
}

/// The matrix that transforms three weights of a row or column to five values.
const WEIGHT_TRANSFORM: [[f64; 3]; INPUT_TILE] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// Transforms the weights of a layer to the form that a [`WinogradLayer`] needs.
#[expect(
    clippy::cast_possible_truncation,
    reason = "weights are in single precision"
)]
#[expect(clippy::large_stack_arrays, reason = "once per layer")]
pub fn transform_weights(weights: &ConvWeights<CHANNELS>) -> Box<TransformedWeights> {
    let mut transformed = Box::new([[[0.0; CHANNELS]; CHANNELS]; VALUES_PER_TILE]);
    for (value, to) in transformed.iter_mut().enumerate() {
        let (rows, columns) = (
            WEIGHT_TRANSFORM[value / INPUT_TILE],
            WEIGHT_TRANSFORM[value % INPUT_TILE],
        );
        for (from, to) in to.iter_mut().enumerate() {
            for (channel, to) in to.iter_mut().enumerate() {
                let weight = |tap: usize| f64::from(weights[tap][from][channel]);
                let products = (0..9).map(|tap| rows[tap / 3] * columns[tap % 3] * weight(tap));
                *to = products.sum::<f64>() as f32;
            }
        }
    }
    transformed
}

/// A convolution layer with its input.
#[derive(Clone, Copy, Debug)]
pub struct WinogradLayer<'a> {
    /// The input of the layer.
    pub input: &'a FeatureMap<CHANNELS>,
    /// The transformed weights.
    pub weights: &'a TransformedWeights,
    /// The bias that is added to each sum.
    pub bias: &'a [f32; CHANNELS],
    /// The activation function.
    pub activation: Activation<'a>,
}

impl WinogradLayer<'_> {
    /// Applies the layer; the frame of the output is left as it is.
    pub fn convolve(self, output: &mut FeatureMap<CHANNELS>, buffers: &mut WinogradBuffers) {
        Arch::new().dispatch(WinogradRun(self, output, buffers));
    }

    /// Applies the layer like [`convolve`](Self::convolve), but without vectors.
    pub fn convolve_scalar(self, output: &mut FeatureMap<CHANNELS>, buffers: &mut WinogradBuffers) {
        Scalar::new().vectorize(WinogradRun(self, output, buffers));
    }
}

/// The arguments of a convolution: the layer, its output and the buffers.
struct WinogradRun<'a>(
    WinogradLayer<'a>,
    &'a mut FeatureMap<CHANNELS>,
    &'a mut WinogradBuffers,
);

impl WithSimd for WinogradRun<'_> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "only inlined code is compiled for the machine's vectors"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self(layer, output, WinogradBuffers { tiles, products }) = self;
        let (biases, _) = S::as_simd_f32s(layer.bias);
        for block in 0..biases.len() {
            for tile in 0..TILE_COUNT {
                transform_input(simd, layer.input, tile, block, tiles);
            }
        }
        for ((tiles, weights), products) in tiles.iter().zip(layer.weights).zip(&mut *products) {
            multiply_tiles(simd, tiles, weights, products);
        }
        for (block, bias) in biases.iter().enumerate() {
            for tile in 0..TILE_COUNT {
                transform_output(simd, products, tile, block, *bias, layer.activation, output);
            }
        }
    }
}

/// Returns the index in a feature map at which the input of a tile begins.
#[inline]
const fn tile_start(tile: usize) -> usize {
    let across = BOARD_SIZE / OUTPUT_TILE;
    tile / across * OUTPUT_TILE * PADDED_SIZE + tile % across * OUTPUT_TILE
}

/// Computes the transformed values of a tile of the input.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_input<S: Simd>(
    simd: S,
    input: &FeatureMap<CHANNELS>,
    tile: usize,
    block: usize,
    tiles: &mut TileValues,
) {
    let start = tile_start(tile);
    let rows: [[S::f32s; INPUT_TILE]; INPUT_TILE] = std::array::from_fn(|row| {
        let row = start + row * PADDED_SIZE;
        transform_input_1d(
            simd,
            std::array::from_fn(|column| S::as_simd_f32s(&input[row + column]).0[block]),
        )
    });
    for column in 0..INPUT_TILE {
        let column_values = transform_input_1d(simd, std::array::from_fn(|row| rows[row][column]));
        for (row, value) in column_values.into_iter().enumerate() {
            S::as_mut_simd_f32s(&mut tiles[row * INPUT_TILE + column][tile]).0[block] = value;
        }
    }
}

/// Transforms the five numbers of a row or column of the input.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_input_1d<S: Simd>(simd: S, row: [S::f32s; INPUT_TILE]) -> [S::f32s; INPUT_TILE] {
    let [two, less_two, less_three] = [2.0, -2.0, -3.0].map(|number| simd.splat_f32s(number));
    let sub = |one, other| simd.sub_f32s(one, other);
    [
        mul_add(simd, two, sub(row[0], row[2]), sub(row[3], row[1])),
        mul_add(simd, less_two, row[1], sub(row[3], row[2])),
        mul_add(simd, two, row[1], mul_add(simd, less_three, row[2], row[3])),
        sub(row[3], row[1]),
        mul_add(simd, two, sub(row[1], row[3]), sub(row[4], row[2])),
    ]
}

/// Multiplies one transformed value of all tiles by the weights for that value.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn multiply_tiles<S: Simd>(
    simd: S,
    tiles: &[[f32; CHANNELS]; TILE_COUNT],
    weights: &[[f32; CHANNELS]; CHANNELS],
    products: &mut [[f32; CHANNELS]; TILE_COUNT],
) {
    let blocks = S::as_simd_f32s(&weights[0]).0.len();
    for block in 0..blocks {
        let mut sums = [simd.splat_f32s(0.0); TILE_COUNT];
        for (channel, weights) in weights.iter().enumerate() {
            let weights = S::as_simd_f32s(weights).0[block];
            for (sum, tile) in sums.iter_mut().zip(tiles) {
                *sum = mul_add(simd, simd.splat_f32s(tile[channel]), weights, *sum);
            }
        }
        for (sum, product) in sums.into_iter().zip(&mut *products) {
            S::as_mut_simd_f32s(product).0[block] = sum;
        }
    }
}

/// Computes the output points of a tile from its products.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_output<S: Simd>(
    simd: S,
    products: &TileValues,
    tile: usize,
    block: usize,
    bias: S::f32s,
    activation: Activation<'_>,
    output: &mut FeatureMap<CHANNELS>,
) {
    let columns: [[S::f32s; OUTPUT_TILE]; INPUT_TILE] = std::array::from_fn(|column| {
        transform_output_1d(
            simd,
            std::array::from_fn(|row| {
                S::as_simd_f32s(&products[row * INPUT_TILE + column][tile]).0[block]
            }),
        )
    });
    let first = tile_start(tile) + padded_index(0);
    let zero = simd.splat_f32s(0.0);
    for row in 0..OUTPUT_TILE {
        let row_points = transform_output_1d(simd, columns.map(|column| column[row]));
        for (column, point) in row_points.into_iter().enumerate() {
            let index = first + row * PADDED_SIZE + column;
            let sum = simd.add_f32s(point, bias);
            S::as_mut_simd_f32s(&mut output[index]).0[block] = match activation {
                Activation::Identity => sum,
                Activation::Relu => simd.max_f32s(sum, zero),
                Activation::ResidualRelu(residual) => {
                    let before = S::as_simd_f32s(&residual[index]).0[block];
                    simd.max_f32s(simd.add_f32s(sum, before), zero)
                }
            };
        }
    }
}

/// Transforms the five products of a row or column to three output points.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_output_1d<S: Simd>(simd: S, values: [S::f32s; INPUT_TILE]) -> [S::f32s; OUTPUT_TILE] {
    let [two, four] = [2.0, 4.0].map(|number| simd.splat_f32s(number));
    let add = |one, other| simd.add_f32s(one, other);
    let sum = add(values[1], values[2]);
    [
        add(add(values[0], values[3]), sum),
        mul_add(simd, two, values[3], simd.sub_f32s(values[1], values[2])),
        mul_add(simd, four, values[3], add(sum, values[4])),
    ]
}
