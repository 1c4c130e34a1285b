//! The value net: a small neural network that evaluates open boards.
//!
//! Playouts are useless on an open board: after six to fourteen plies they rank two positions no
//! better than chance. So the search uses this net instead until the end is near. It was trained on
//! games of the search against itself: `net.recipe.ron`, `src/lab/zuniq/net_training.rs`.
//!
//! The first layer is a sum of weight rows, one for the pattern of drawn edges around each dot and
//! each cell, so that a move changes only four of them (NNUE: Nasu 2018). All sums are made in a
//! fixed order and without fused multiply-add, so that the results are equal on all machines to the
//! last bit.

use super::board::EdgeBoard;
use super::grid::{self, ALL_CELLS, ALL_EDGES, EDGE_COUNT, EDGE_DOTS};
use crate::search::weights;
use pulp::{Arch, Simd, WithSimd};
use std::sync::LazyLock;

/// The number of units of the first layer.
pub const HIDDEN1_UNITS: usize = 32;
/// The number of units of the second layer.
pub const HIDDEN2_UNITS: usize = 16;

const DOT_COUNT: usize = 36;
/// The number of sites, which are dots and cells.
const SITE_COUNT: usize = DOT_COUNT + 25;
/// The number of rows of a dot, one for each subset of its four edges that may be missing.
const ROWS_PER_DOT: usize = 16;
/// The number of rows of a cell: one for each subset of edges, and one for a closed zone.
const ROWS_PER_CELL: usize = 17;
/// The pattern of a cell in a closed zone.
const CLOSED_PATTERN: u8 = 16;
/// The first row of the sizes of closed zones.
const FIRST_SIZE_ROW: usize = DOT_COUNT * ROWS_PER_DOT + 25 * ROWS_PER_CELL;
/// The first row of the side to move.
const FIRST_TURN_ROW: usize = FIRST_SIZE_ROW + 26;
/// The number of rows of the first layer.
pub const INPUT_ROWS: usize = FIRST_TURN_ROW + 2;

/// The weights of the net.
#[derive(Clone, Debug)]
pub struct ValueNet {
    /// The rows of the first layer.
    pub input: Vec<[f32; HIDDEN1_UNITS]>,
    /// The bias of the first layer.
    pub input_bias: [f32; HIDDEN1_UNITS],
    /// The weights of the second layer, by input unit, then output unit.
    pub hidden: [[f32; HIDDEN2_UNITS]; HIDDEN1_UNITS],
    /// The bias of the second layer.
    pub hidden_bias: [f32; HIDDEN2_UNITS],
    /// The weights of the output.
    pub value: [f32; HIDDEN2_UNITS],
    /// The bias of the output.
    pub value_bias: f32,
}

impl ValueNet {
    /// Creates a net whose weights are all 0.
    pub fn zero() -> Self {
        Self {
            input: vec![[0.0; HIDDEN1_UNITS]; INPUT_ROWS],
            input_bias: [0.0; HIDDEN1_UNITS],
            hidden: [[0.0; HIDDEN2_UNITS]; HIDDEN1_UNITS],
            hidden_bias: [0.0; HIDDEN2_UNITS],
            value: [0.0; HIDDEN2_UNITS],
            value_bias: 0.0,
        }
    }

    /// Returns the net embedded in kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<ValueNet>> =
            LazyLock::new(|| ValueNet::decode(include_bytes!("net.bin")));
        NET.as_ref()
    }

    /// Returns all weights in the order of the file.
    pub fn parameters(&mut self) -> Vec<&mut [f32]> {
        vec![
            self.input.as_flattened_mut(),
            &mut self.input_bias,
            self.hidden.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.value,
            std::slice::from_mut(&mut self.value_bias),
        ]
    }

    /// Decodes the weights written by [`encode`](Self::encode); `None` if their number is wrong.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut net = Self::zero();
        weights::weights_from_bytes(bytes, net.parameters()).then_some(net)
    }

    /// Encodes the weights as little-endian `f32` values.
    pub fn encode(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.parameters())
    }

    /// Evaluates a board as the log odds of a win of the player to move.
    #[inline]
    pub fn evaluate(&self, board: &EdgeBoard) -> f32 {
        let input = NetInput::new(board);
        input.for_mover(self.forward(&input).logit)
    }

    /// Calls `each` with each legal edge, in ascending order, and the log odds of the player who
    /// draws it.
    pub fn evaluate_moves(&self, board: &EdgeBoard, each: &mut impl FnMut(usize, f32)) {
        Arch::new().dispatch(EvaluateMoves {
            net: self,
            board,
            each,
        });
    }

    /// Computes the activations for an input.
    #[inline]
    pub fn forward(&self, input: &NetInput) -> NetActivations {
        self.forward_from(self.accumulator(input))
    }

    /// Computes the sums of the first layer.
    #[inline]
    fn accumulator(&self, input: &NetInput) -> [f32; HIDDEN1_UNITS] {
        let mut hidden1 = self.input_bias;
        input.for_each_row(&mut |row| add_scaled(&mut hidden1, 1.0, &self.input[row]));
        hidden1
    }

    /// Computes the activations from the sums of the first layer.
    #[expect(
        clippy::inline_always,
        reason = "only inlined code is compiled to vector instructions"
    )]
    #[inline(always)]
    fn forward_from(&self, hidden1: [f32; HIDDEN1_UNITS]) -> NetActivations {
        let mut hidden2 = self.hidden_bias;
        for (activation, row) in hidden1.iter().zip(&self.hidden) {
            add_scaled(&mut hidden2, activation.max(0.0), row);
        }
        let products = hidden2.iter().zip(&self.value);
        let logit = products.fold(self.value_bias, |sum, (activation, weight)| {
            sum + activation.max(0.0) * weight
        });
        NetActivations {
            hidden1,
            hidden2,
            logit,
        }
    }
}

/// The activations of the net for a position, before the rectifiers.
#[derive(Clone, Copy, Debug)]
pub struct NetActivations {
    /// The sums of the first layer.
    pub hidden1: [f32; HIDDEN1_UNITS],
    /// The sums of the second layer.
    pub hidden2: [f32; HIDDEN2_UNITS],
    /// The log odds of a win, for the player given by [`NetInput::is_for_mover`].
    pub logit: f32,
}

/// Adds a multiple of a row to sums.
#[expect(
    clippy::inline_always,
    reason = "only inlined code is compiled to vector instructions"
)]
#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// The input of the net for a position.
#[derive(Clone, Debug)]
pub struct NetInput {
    /// The pattern of each dot, then of each cell: the missing edges, or [`CLOSED_PATTERN`].
    patterns: [u8; SITE_COUNT],
    closed_sizes: u32,
    turn: usize,
}

impl NetInput {
    /// Creates the input for a board.
    pub fn new(board: &EdgeBoard) -> Self {
        let mut patterns = [0; SITE_COUNT];
        for edge in grid::bits(ALL_EDGES & !board.free) {
            for (site, increment) in EDGE_SITES[edge] {
                patterns[usize::from(site) % SITE_COUNT] += increment;
            }
        }
        let closed = ALL_CELLS & !board.open_cells;
        for cell in grid::bits(closed) {
            patterns[DOT_COUNT + cell / 11 * 5 + cell % 11] = CLOSED_PATTERN;
        }
        Self {
            patterns,
            closed_sizes: board.closed_sizes,
            turn: turn_by_parity(board),
        }
    }

    /// Calls `each` with the index of every active row.
    pub fn for_each_row(&self, each: &mut impl FnMut(usize)) {
        for (site, pattern) in self.patterns.iter().enumerate() {
            each(row_index(site, *pattern));
        }
        for size in grid::bits(u64::from(self.closed_sizes)) {
            each(FIRST_SIZE_ROW + size);
        }
        each(FIRST_TURN_ROW + self.turn);
    }

    /// Reports whether the net's output is for the player to move rather than the opponent.
    pub const fn is_for_mover(&self) -> bool {
        self.turn == 0
    }

    /// Converts the net's output to that for the player to move.
    #[inline]
    const fn for_mover(&self, logit: f32) -> f32 {
        if self.is_for_mover() { logit } else { -logit }
    }
}

/// Returns the side to move (0 or 1) as if no closed zone contained a cycle of passages.
///
/// A game has 35 plies, plus one for each zone and minus one for each cycle of passages inside a
/// closed zone. So an enclosed cycle swaps the players' interests in the number of zones. The net
/// need not know about it: its output is for the player who would be to move without such cycles.
const fn turn_by_parity(board: &EdgeBoard) -> usize {
    let closed = ALL_CELLS & !board.open_cells;
    let parity_sum =
        board.free.count_ones() + closed.count_ones() + board.closed_sizes.count_ones();
    parity_sum as usize & 1
}

const fn row_index(site: usize, pattern: u8) -> usize {
    let start = if site < DOT_COUNT {
        site * ROWS_PER_DOT
    } else {
        DOT_COUNT * ROWS_PER_DOT + (site - DOT_COUNT) * ROWS_PER_CELL
    };
    start + pattern as usize
}

/// The entry that means "no site".
const NO_SITE: (u8, u8) = (0, 0);

/// Returns a cell's site with the increment of its pattern, or [`NO_SITE`] off the board.
const fn cell_site(row: u8, column: u8, increment: u8) -> (u8, u8) {
    if row < 5 && column < 5 {
        (DOT_COUNT as u8 + 5 * row + column, increment)
    } else {
        NO_SITE
    }
}

/// The two dots and up to two cells at each edge, with the increments of their patterns.
const EDGE_SITES: [[(u8, u8); 4]; EDGE_COUNT] = {
    let mut sites = [[NO_SITE; 4]; EDGE_COUNT];
    let mut edge = 0;
    while edge < EDGE_COUNT {
        let (row, offset) = ((edge / 11) as u8, (edge % 11) as u8);
        let [one, other] = EDGE_DOTS[edge];
        sites[edge] = if offset < 5 {
            let above = row.wrapping_sub(1);
            [
                (one, 1),
                (other, 2),
                cell_site(row, offset, 1),
                cell_site(above, offset, 2),
            ]
        } else {
            let column = offset - 5;
            let left = column.wrapping_sub(1);
            [
                (one, 4),
                (other, 8),
                cell_site(row, column, 4),
                cell_site(row, left, 8),
            ]
        };
        edge += 1;
    }
    sites
};

/// The evaluation of all moves, for dispatch to the machine's vector instructions.
struct EvaluateMoves<'a, F> {
    net: &'a ValueNet,
    board: &'a EdgeBoard,
    each: &'a mut F,
}

impl<F: FnMut(usize, f32)> WithSimd for EvaluateMoves<'_, F> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "only inlined code is compiled to vector instructions"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { net, board, .. } = self;
        let input = NetInput::new(board);
        let mut base = net.accumulator(&input);
        // After the move the other player is to move.
        add_scaled(&mut base, -1.0, &net.input[FIRST_TURN_ROW + input.turn]);
        add_scaled(&mut base, 1.0, &net.input[FIRST_TURN_ROW + 1 - input.turn]);
        for edge in grid::bits(board.free) {
            let Some(after) = board.after(edge) else {
                continue;
            };
            let logit = if after.closed_sizes == board.closed_sizes {
                let mut sums = base;
                for (site, increment) in EDGE_SITES[edge] {
                    let site = usize::from(site) % SITE_COUNT;
                    let pattern = input.patterns[site];
                    if increment != 0 {
                        add_scaled(&mut sums, -1.0, &net.input[row_index(site, pattern)]);
                        add_scaled(
                            &mut sums,
                            1.0,
                            &net.input[row_index(site, pattern + increment)],
                        );
                    }
                }
                input.for_mover(net.forward_from(sums).logit)
            } else {
                -net.evaluate(&after)
            };
            (self.each)(edge, logit);
        }
    }
}
