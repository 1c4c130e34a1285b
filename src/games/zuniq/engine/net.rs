//! A small net that sees at once who will win.
//!
//! What random games say of an open board is worth nothing: which of two positions after six to
//! fourteen plies is the better one they tell no better than a coin. So the search asks this net
//! instead until the end comes near. It was trained on games of the search against itself:
//! `tests/core/lab/zuniq/net_training`.
//!
//! Its first layer is a sum of rows, one for what is drawn around each dot and each cell, so that
//! a move changes four of them (Nasu 2018). All sums are made in one order, without fused
//! products, so that all machines find the same numbers to the last bit.

use super::board::EdgeBoard;
use super::grid::{self, ALL_CELLS, ALL_EDGES, EDGE_COUNT, EDGE_DOTS};
use crate::search::weights;
use pulp::{Arch, Simd, WithSimd};
use std::sync::LazyLock;

/// Numbers after the first layer.
pub const HIDDEN1_UNITS: usize = 32;
/// Numbers after the second layer.
pub const HIDDEN2_UNITS: usize = 16;

const DOT_COUNT: usize = 36;
/// Dots and cells.
const SITE_COUNT: usize = DOT_COUNT + 25;
/// A dot has a row for each way in which its four edges may be gone.
const ROWS_PER_DOT: usize = 16;
/// A cell has the same, and one for when it is in a closed zone.
const ROWS_PER_CELL: usize = 17;
const CLOSED_PATTERN: u8 = 16;
/// The rows of sizes that are taken.
const FIRST_SIZE_ROW: usize = DOT_COUNT * ROWS_PER_DOT + 25 * ROWS_PER_CELL;
/// The rows of whose turn it is.
const FIRST_TURN_ROW: usize = FIRST_SIZE_ROW + 26;
/// Rows of the first layer.
pub const INPUT_ROWS: usize = FIRST_TURN_ROW + 2;

/// What the net is made of.
#[derive(Clone, Debug)]
pub struct ValueNet {
    /// The rows of the first layer.
    pub input: Vec<[f32; HIDDEN1_UNITS]>,
    /// Their bias.
    pub input_bias: [f32; HIDDEN1_UNITS],
    /// The second layer: by number in, then number out.
    pub hidden: [[f32; HIDDEN2_UNITS]; HIDDEN1_UNITS],
    /// Its bias.
    pub hidden_bias: [f32; HIDDEN2_UNITS],
    /// What the position is worth.
    pub value: [f32; HIDDEN2_UNITS],
    /// Its bias.
    pub value_bias: f32,
}

impl ValueNet {
    /// All weights 0.
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

    /// The net that comes with kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<ValueNet>> =
            LazyLock::new(|| ValueNet::decode(include_bytes!("net.bin")));
        NET.as_ref()
    }

    /// All weights, in the order of the file.
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

    /// Reads weights as [`write`](Self::write) writes them; `None` if there are not as many as
    /// there must be.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut net = Self::zero();
        weights::weights_from_bytes(bytes, net.parameters()).then_some(net)
    }

    /// The weights as four bytes each, the lowest first.
    pub fn encode(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.parameters())
    }

    /// The logarithm of the odds of the player to act.
    #[inline]
    pub fn evaluate(&self, board: &EdgeBoard) -> f32 {
        let view = NetInput::new(board);
        view.for_mover(self.forward(&view).logit)
    }

    /// Hands each legal edge to `each`, ascending, with the logarithm of the odds that its player
    /// then has.
    pub fn evaluate_moves(&self, board: &EdgeBoard, each: &mut impl FnMut(usize, f32)) {
        Arch::new().dispatch(EvaluateMoves {
            net: self,
            board,
            each,
        });
    }

    /// What it makes of a view.
    #[inline]
    pub fn forward(&self, view: &NetInput) -> NetActivations {
        self.forward_from(self.accumulator(view))
    }

    /// The sums of the first layer.
    #[inline]
    fn accumulator(&self, view: &NetInput) -> [f32; HIDDEN1_UNITS] {
        let mut wide = self.input_bias;
        view.for_each_row(&mut |row| add_scaled(&mut wide, 1.0, &self.input[row]));
        wide
    }

    /// What the layers after the first make of its sums.
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn forward_from(&self, wide: [f32; HIDDEN1_UNITS]) -> NetActivations {
        let mut narrow = self.hidden_bias;
        for (number, row) in wide.iter().zip(&self.hidden) {
            add_scaled(&mut narrow, number.max(0.0), row);
        }
        let products = narrow.iter().zip(&self.value);
        let answer = products.fold(self.value_bias, |sum, (number, weight)| {
            sum + number.max(0.0) * weight
        });
        NetActivations {
            hidden1: wide,
            hidden2: narrow,
            logit: answer,
        }
    }
}

/// What the net made of a position on the way to its answer; what is below 0 counts as 0.
#[derive(Clone, Copy, Debug)]
pub struct NetActivations {
    /// After the first layer.
    pub hidden1: [f32; HIDDEN1_UNITS],
    /// After the second layer.
    pub hidden2: [f32; HIDDEN2_UNITS],
    /// A logarithm of odds; whose, the [view](View::is_straight) tells.
    pub logit: f32,
}

/// Adds a row so many times.
#[expect(
    clippy::inline_always,
    reason = "what is not inlined is not made of the machine's vectors"
)]
#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}

/// What the net sees of a position.
#[derive(Clone, Debug)]
pub struct NetInput {
    /// Which edges are gone, or whether it is closed: by dot, then by cell.
    patterns: [u8; SITE_COUNT],
    closed_sizes: u32,
    turn: usize,
}

impl NetInput {
    /// What it sees of a board.
    pub fn new(board: &EdgeBoard) -> Self {
        let mut patterns = [0; SITE_COUNT];
        for edge in grid::bits(ALL_EDGES & !board.free) {
            for (place, part) in EDGE_SITES[edge] {
                patterns[usize::from(place) % SITE_COUNT] += part;
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

    /// Hands the numbers of all rows to `each`.
    pub fn for_each_row(&self, each: &mut impl FnMut(usize)) {
        for (place, pattern) in self.patterns.iter().enumerate() {
            each(row_index(place, *pattern));
        }
        for size in grid::bits(u64::from(self.closed_sizes)) {
            each(FIRST_SIZE_ROW + size);
        }
        each(FIRST_TURN_ROW + self.turn);
    }

    /// Whether the net's answer is that of the player to act, and not of the other one.
    pub const fn is_for_mover(&self) -> bool {
        self.turn == 0
    }

    /// The net's answer as that of the player to act.
    #[inline]
    const fn for_mover(&self, answer: f32) -> f32 {
        if self.is_for_mover() { answer } else { -answer }
    }
}

/// Whose turn it would be if no closed zone had a circle of its own inside.
///
/// The plies of a game are 35, one for each zone, less one for each circle that nobody drew
/// inside of a closed zone. So a circle that is closed in changes who wants how many zones, and
/// the net need not know of it: it tells the chance of who was to act first but for such circles.
const fn turn_by_parity(board: &EdgeBoard) -> usize {
    let closed = ALL_CELLS & !board.open_cells;
    let parts = board.free.count_ones() + closed.count_ones() + board.closed_sizes.count_ones();
    parts as usize & 1
}

const fn row_index(place: usize, pattern: u8) -> usize {
    let start = if place < DOT_COUNT {
        place * ROWS_PER_DOT
    } else {
        DOT_COUNT * ROWS_PER_DOT + (place - DOT_COUNT) * ROWS_PER_CELL
    };
    start + pattern as usize
}

/// No place.
const NO_SITE: (u8, u8) = (0, 0);

/// A cell and what an edge adds to its pattern; nowhere if it is not on the board.
const fn cell_site(row: u8, column: u8, part: u8) -> (u8, u8) {
    if row < 5 && column < 5 {
        (DOT_COUNT as u8 + 5 * row + column, part)
    } else {
        NO_SITE
    }
}

/// The two dots and up to two cells beside each edge, and what it adds to their patterns.
const EDGE_SITES: [[(u8, u8); 4]; EDGE_COUNT] = {
    let mut touches = [[NO_SITE; 4]; EDGE_COUNT];
    let mut edge = 0;
    while edge < EDGE_COUNT {
        let (row, place) = ((edge / 11) as u8, (edge % 11) as u8);
        let [one, other] = EDGE_DOTS[edge];
        touches[edge] = if place < 5 {
            let above = row.wrapping_sub(1);
            [
                (one, 1),
                (other, 2),
                cell_site(row, place, 1),
                cell_site(above, place, 2),
            ]
        } else {
            let column = place - 5;
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
    touches
};

/// The answers to all moves at once.
struct EvaluateMoves<'a, F> {
    net: &'a ValueNet,
    board: &'a EdgeBoard,
    each: &'a mut F,
}

impl<F: FnMut(usize, f32)> WithSimd for EvaluateMoves<'_, F> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { net, board, .. } = self;
        let view = NetInput::new(board);
        let mut base = net.accumulator(&view);
        // Who moves is the other one of the position after it.
        add_scaled(&mut base, -1.0, &net.input[FIRST_TURN_ROW + view.turn]);
        add_scaled(&mut base, 1.0, &net.input[FIRST_TURN_ROW + 1 - view.turn]);
        for edge in grid::bits(board.free) {
            let Some(after) = board.after(edge) else {
                continue;
            };
            let odds = if after.closed_sizes == board.closed_sizes {
                let mut sums = base;
                for (place, part) in EDGE_SITES[edge] {
                    let place = usize::from(place) % SITE_COUNT;
                    let pattern = view.patterns[place];
                    if part != 0 {
                        add_scaled(&mut sums, -1.0, &net.input[row_index(place, pattern)]);
                        add_scaled(&mut sums, 1.0, &net.input[row_index(place, pattern + part)]);
                    }
                }
                view.for_mover(net.forward_from(sums).logit)
            } else {
                -net.evaluate(&after)
            };
            (self.each)(edge, odds);
        }
    }
}
