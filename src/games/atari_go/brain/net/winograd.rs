//! A layer with a third of the products: the minimal filtering of Winograd (Lavin and Gray 2016),
//! three by three points of the output at once.
//!
//! Polynomials are multiplied by their values at 0, 1, -1, 2 and infinity. The board has nine
//! rows, so that its tiles fit without a rest.

use super::kernel::{FRAMED, SIZE, Sheet, Taps, WIDTH, framed};
use pulp::{Arch, Scalar, Simd, WithSimd};

/// Rows, and columns, of a tile of the output.
const TILE: usize = 3;
/// Rows, and columns, of what it is made of.
const SOURCE: usize = TILE + 2;
/// Tiles of the board.
const TILES: usize = (SIZE / TILE) * (SIZE / TILE);
/// Values of a tile.
const VALUES: usize = SOURCE * SOURCE;

/// The weights of a layer by those values, then channels in, then channels out.
pub type Spread = [[[f32; WIDTH]; WIDTH]; VALUES];
/// The same of all tiles.
type Tiles = [[[f32; WIDTH]; TILES]; VALUES];

/// Room for what stands between two layers' sheets.
#[derive(Debug)]
pub struct Room {
    tiles: Tiles,
    products: Tiles,
}

impl Default for Room {
    #[expect(clippy::large_stack_arrays, reason = "it stays on the stack")]
    fn default() -> Self {
        Self {
            tiles: [[[0.0; WIDTH]; TILES]; VALUES],
            products: [[[0.0; WIDTH]; TILES]; VALUES],
        }
    }
}

/// What becomes of a layer's sums.
#[derive(Clone, Copy, Debug)]
pub enum Then<'a> {
    /// They stay.
    Stay,
    /// What is below 0 becomes 0.
    Rectify,
    /// The same, after what stood there before was added.
    AddTo(&'a Sheet<WIDTH>),
}

/// What three weights of a row become.
const WEIGHTS: [[f64; 3]; SOURCE] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// Brings the weights of a layer into the form that a [`Layer`] needs.
#[expect(clippy::cast_possible_truncation, reason = "weights are single")]
#[expect(clippy::large_stack_arrays, reason = "once a layer")]
pub fn spread(taps: &Taps<WIDTH>) -> Box<Spread> {
    let mut spread = Box::new([[[0.0; WIDTH]; WIDTH]; VALUES]);
    for (value, to) in spread.iter_mut().enumerate() {
        let (rows, columns) = (WEIGHTS[value / SOURCE], WEIGHTS[value % SOURCE]);
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
pub struct Layer<'a> {
    /// What comes in.
    pub input: &'a Sheet<WIDTH>,
    /// The weights.
    pub weights: &'a Spread,
    /// What is added to each sum.
    pub bias: &'a [f32; WIDTH],
    /// What becomes of the sums.
    pub then: Then<'a>,
}

impl Layer<'_> {
    /// Gives to each point what the nine around it make. The frame of the output is left as it is.
    pub fn convolve(self, output: &mut Sheet<WIDTH>, room: &mut Room) {
        Arch::new().dispatch(Run(self, output, room));
    }

    /// The same without vectors.
    pub fn convolve_plainly(self, output: &mut Sheet<WIDTH>, room: &mut Room) {
        Scalar::new().vectorize(Run(self, output, room));
    }
}

struct Run<'a>(Layer<'a>, &'a mut Sheet<WIDTH>, &'a mut Room);

impl WithSimd for Run<'_> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self(layer, output, Room { tiles, products }) = self;
        let (biases, _) = S::as_simd_f32s(layer.bias);
        for block in 0..biases.len() {
            for tile in 0..TILES {
                take_apart(simd, layer.input, tile, block, tiles);
            }
        }
        for ((tiles, weights), products) in tiles.iter().zip(layer.weights).zip(&mut *products) {
            multiply(simd, tiles, weights, products);
        }
        for (block, bias) in biases.iter().enumerate() {
            for tile in 0..TILES {
                put_together(simd, products, tile, block, *bias, layer.then, output);
            }
        }
    }
}

/// Where a tile's source begins on a sheet.
#[inline]
const fn start(tile: usize) -> usize {
    let across = SIZE / TILE;
    tile / across * TILE * FRAMED + tile % across * TILE
}

/// The values of a tile.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn take_apart<S: Simd>(
    simd: S,
    input: &Sheet<WIDTH>,
    tile: usize,
    block: usize,
    tiles: &mut Tiles,
) {
    let start = start(tile);
    let rows: [[S::f32s; SOURCE]; SOURCE] = std::array::from_fn(|row| {
        let row = start + row * FRAMED;
        values(
            simd,
            std::array::from_fn(|column| S::as_simd_f32s(&input[row + column]).0[block]),
        )
    });
    for column in 0..SOURCE {
        let column_values = values(simd, std::array::from_fn(|row| rows[row][column]));
        for (row, value) in column_values.into_iter().enumerate() {
            S::as_mut_simd_f32s(&mut tiles[row * SOURCE + column][tile]).0[block] = value;
        }
    }
}

/// Five numbers of a row or a column by values.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn values<S: Simd>(simd: S, row: [S::f32s; SOURCE]) -> [S::f32s; SOURCE] {
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
fn multiply<S: Simd>(
    simd: S,
    tiles: &[[f32; WIDTH]; TILES],
    weights: &[[f32; WIDTH]; WIDTH],
    products: &mut [[f32; WIDTH]; TILES],
) {
    let blocks = S::as_simd_f32s(&weights[0]).0.len();
    for block in 0..blocks {
        let mut sums = [simd.splat_f32s(0.0); TILES];
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
fn put_together<S: Simd>(
    simd: S,
    products: &Tiles,
    tile: usize,
    block: usize,
    bias: S::f32s,
    then: Then<'_>,
    output: &mut Sheet<WIDTH>,
) {
    let columns: [[S::f32s; TILE]; SOURCE] = std::array::from_fn(|column| {
        points(
            simd,
            std::array::from_fn(|row| {
                S::as_simd_f32s(&products[row * SOURCE + column][tile]).0[block]
            }),
        )
    });
    let first = start(tile) + framed(0);
    let zero = simd.splat_f32s(0.0);
    for row in 0..TILE {
        let row_points = points(simd, columns.map(|column| column[row]));
        for (column, point) in row_points.into_iter().enumerate() {
            let at = first + row * FRAMED + column;
            let sum = simd.add_f32s(point, bias);
            S::as_mut_simd_f32s(&mut output[at]).0[block] = match then {
                Then::Stay => sum,
                Then::Rectify => simd.max_f32s(sum, zero),
                Then::AddTo(sheet) => {
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
fn points<S: Simd>(simd: S, values: [S::f32s; SOURCE]) -> [S::f32s; TILE] {
    let [two, four] = [2.0, 4.0].map(|number| simd.splat_f32s(number));
    let add = |one, other| simd.add_f32s(one, other);
    let sum = add(values[1], values[2]);
    [
        add(add(values[0], values[3]), sum),
        simd.mul_add_f32s(two, values[3], simd.sub_f32s(values[1], values[2])),
        simd.mul_add_f32s(four, values[3], add(sum, values[4])),
    ]
}
