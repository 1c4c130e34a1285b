//! A layer with a third of the products: the minimal filtering of Winograd (Lavin and Gray 2016),
//! three by three points of the output at once.
//!
//! Polynomials are multiplied by their values at 0, 1, -1, 2 and infinity. The board has nine
//! rows, so that its tiles fit without a rest.

use super::kernel::{BOARD_SIZE, CHANNELS, ConvWeights, FeatureMap, PADDED_SIZE, padded_index};
use pulp::{Arch, Scalar, Simd, WithSimd};

/// Rows, and columns, of a tile of the output.
const OUTPUT_TILE: usize = 3;
/// Rows, and columns, of what it is made of.
const INPUT_TILE: usize = OUTPUT_TILE + 2;
/// Tiles of the board.
const TILE_COUNT: usize = (BOARD_SIZE / OUTPUT_TILE) * (BOARD_SIZE / OUTPUT_TILE);
/// Values of a tile.
const VALUES_PER_TILE: usize = INPUT_TILE * INPUT_TILE;

/// The weights of a layer by those values, then channels in, then channels out.
pub type TransformedWeights = [[[f32; CHANNELS]; CHANNELS]; VALUES_PER_TILE];
/// The same of all tiles.
type TileValues = [[[f32; CHANNELS]; TILE_COUNT]; VALUES_PER_TILE];

/// Room for what stands between two layers' sheets.
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

/// What becomes of a layer's sums.
#[derive(Clone, Copy, Debug)]
pub enum Activation<'a> {
    /// They stay.
    Identity,
    /// What is below 0 becomes 0.
    Relu,
    /// The same, after what stood there before was added.
    ResidualRelu(&'a FeatureMap<CHANNELS>),
}

/// What three weights of a row become.
const WEIGHT_TRANSFORM: [[f64; 3]; INPUT_TILE] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// Brings the weights of a layer into the form that a [`Layer`] needs.
#[expect(clippy::cast_possible_truncation, reason = "weights are single")]
#[expect(clippy::large_stack_arrays, reason = "once a layer")]
pub fn transform_weights(taps: &ConvWeights<CHANNELS>) -> Box<TransformedWeights> {
    let mut spread = Box::new([[[0.0; CHANNELS]; CHANNELS]; VALUES_PER_TILE]);
    for (value, to) in spread.iter_mut().enumerate() {
        let (rows, columns) = (
            WEIGHT_TRANSFORM[value / INPUT_TILE],
            WEIGHT_TRANSFORM[value % INPUT_TILE],
        );
        for (from, to) in to.iter_mut().enumerate() {
            for (channel, to) in to.iter_mut().enumerate() {
                let weight = |tap: usize| f64::from(taps[tap][from][channel]);
                let products = (0..9).map(|tap| rows[tap / 3] * columns[tap % 3] * weight(tap));
                *to = products.sum::<f64>() as f32;
            }
        }
    }
    spread
}

/// A layer.
#[derive(Clone, Copy, Debug)]
pub struct WinogradLayer<'a> {
    /// What comes in.
    pub input: &'a FeatureMap<CHANNELS>,
    /// The weights.
    pub weights: &'a TransformedWeights,
    /// What is added to each sum.
    pub bias: &'a [f32; CHANNELS],
    /// What becomes of the sums.
    pub activation: Activation<'a>,
}

impl WinogradLayer<'_> {
    /// Gives to each point what the nine around it make. The frame of the output is left as it is.
    pub fn convolve(self, output: &mut FeatureMap<CHANNELS>, room: &mut WinogradBuffers) {
        Arch::new().dispatch(WinogradRun(self, output, room));
    }

    /// The same without vectors.
    pub fn convolve_scalar(self, output: &mut FeatureMap<CHANNELS>, room: &mut WinogradBuffers) {
        Scalar::new().vectorize(WinogradRun(self, output, room));
    }
}

struct WinogradRun<'a>(
    WinogradLayer<'a>,
    &'a mut FeatureMap<CHANNELS>,
    &'a mut WinogradBuffers,
);

impl WithSimd for WinogradRun<'_> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
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

/// Where a tile's source begins on a sheet.
#[inline]
const fn tile_start(tile: usize) -> usize {
    let across = BOARD_SIZE / OUTPUT_TILE;
    tile / across * OUTPUT_TILE * PADDED_SIZE + tile % across * OUTPUT_TILE
}

/// The values of a tile.
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

/// Five numbers of a row or a column by values.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_input_1d<S: Simd>(simd: S, row: [S::f32s; INPUT_TILE]) -> [S::f32s; INPUT_TILE] {
    let [two, less_two, less_three] = [2.0, -2.0, -3.0].map(|number| simd.splat_f32s(number));
    let sub = |one, other| simd.sub_f32s(one, other);
    [
        simd.mul_add_f32s(two, sub(row[0], row[2]), sub(row[3], row[1])),
        simd.mul_add_f32s(less_two, row[1], sub(row[3], row[2])),
        simd.mul_add_f32s(two, row[1], simd.mul_add_f32s(less_three, row[2], row[3])),
        sub(row[3], row[1]),
        simd.mul_add_f32s(two, sub(row[1], row[3]), sub(row[4], row[2])),
    ]
}

/// One value of all tiles through the weights of that value.
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
                *sum = simd.mul_add_f32s(simd.splat_f32s(tile[channel]), weights, *sum);
            }
        }
        for (sum, product) in sums.into_iter().zip(&mut *products) {
            S::as_mut_simd_f32s(product).0[block] = sum;
        }
    }
}

/// The points of a tile.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_output<S: Simd>(
    simd: S,
    products: &TileValues,
    tile: usize,
    block: usize,
    bias: S::f32s,
    then: Activation<'_>,
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
            let at = first + row * PADDED_SIZE + column;
            let sum = simd.add_f32s(point, bias);
            S::as_mut_simd_f32s(&mut output[at]).0[block] = match then {
                Activation::Identity => sum,
                Activation::Relu => simd.max_f32s(sum, zero),
                Activation::ResidualRelu(sheet) => {
                    let before = S::as_simd_f32s(&sheet[at]).0[block];
                    simd.max_f32s(simd.add_f32s(sum, before), zero)
                }
            };
        }
    }
}

/// Three points of a row or a column by its values.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn transform_output_1d<S: Simd>(simd: S, values: [S::f32s; INPUT_TILE]) -> [S::f32s; OUTPUT_TILE] {
    let [two, four] = [2.0, 4.0].map(|number| simd.splat_f32s(number));
    let add = |one, other| simd.add_f32s(one, other);
    let sum = add(values[1], values[2]);
    [
        add(add(values[0], values[3]), sum),
        simd.mul_add_f32s(two, values[3], simd.sub_f32s(values[1], values[2])),
        simd.mul_add_f32s(four, values[3], add(sum, values[4])),
    ]
}
