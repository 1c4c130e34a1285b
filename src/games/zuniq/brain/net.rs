//! A small net that sees at once who will win.
//!
//! What random games say of an open board is worth nothing: which of two positions after six to
//! fourteen plies is the better one they tell no better than a coin. So the search asks this net
//! instead until the end comes near. It was trained on games of the search against itself:
//! `tests/zuniq_brain/train`.
//!
//! Its first layer is a sum of rows, one for what is drawn around each dot and each cell, so that
//! a move changes four of them (Nasu 2018). All sums are made in one order, without fused
//! products, so that all machines find the same numbers to the last bit.

use super::board::Board;
use super::grid::{self, ALL, CELLS, EDGES, ENDS};
use crate::search::weights;
use pulp::{Arch, Simd, WithSimd};
use std::sync::LazyLock;

/// Numbers after the first layer.
pub const WIDTH: usize = 32;
/// Numbers after the second layer.
pub const NARROW: usize = 16;

const DOTS: usize = 36;
/// Dots and cells.
const PLACES: usize = DOTS + 25;
/// A dot has a row for each way in which its four edges may be gone.
const DOT_ROWS: usize = 16;
/// A cell has the same, and one for when it is in a closed zone.
const CELL_ROWS: usize = 17;
const CLOSED: u8 = 16;
/// The rows of sizes that are taken.
const SIZES: usize = DOTS * DOT_ROWS + 25 * CELL_ROWS;
/// The rows of whose turn it is.
const TURNS: usize = SIZES + 26;
/// Rows of the first layer.
pub const ROWS: usize = TURNS + 2;

/// What the net is made of.
#[derive(Clone, Debug)]
pub struct Net {
    /// The rows of the first layer.
    pub entry: Vec<[f32; WIDTH]>,
    /// Their bias.
    pub entry_bias: [f32; WIDTH],
    /// The second layer: by number in, then number out.
    pub middle: [[f32; NARROW]; WIDTH],
    /// Its bias.
    pub middle_bias: [f32; NARROW],
    /// What the position is worth.
    pub value: [f32; NARROW],
    /// Its bias.
    pub value_bias: f32,
}

impl Net {
    /// All weights 0.
    pub fn zero() -> Self {
        Self {
            entry: vec![[0.0; WIDTH]; ROWS],
            entry_bias: [0.0; WIDTH],
            middle: [[0.0; NARROW]; WIDTH],
            middle_bias: [0.0; NARROW],
            value: [0.0; NARROW],
            value_bias: 0.0,
        }
    }

    /// The net that comes with kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<Net>> = LazyLock::new(|| Net::read(include_bytes!("net.bin")));
        NET.as_ref()
    }

    /// All weights, in the order of the file.
    pub fn all(&mut self) -> Vec<&mut [f32]> {
        vec![
            self.entry.as_flattened_mut(),
            &mut self.entry_bias,
            self.middle.as_flattened_mut(),
            &mut self.middle_bias,
            &mut self.value,
            std::slice::from_mut(&mut self.value_bias),
        ]
    }

    /// Reads weights as [`write`](Self::write) writes them; `None` if there are not as many as
    /// there must be.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut net = Self::zero();
        weights::weights_from_bytes(bytes, net.all()).then_some(net)
    }

    /// The weights as four bytes each, the lowest first.
    pub fn write(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.all())
    }

    /// The logarithm of the odds of the player to act.
    #[inline]
    pub fn look(&self, board: &Board) -> f32 {
        let view = View::new(board);
        view.for_mover(self.pass(&view).answer)
    }

    /// Hands each legal edge to `each`, ascending, with the logarithm of the odds that its player
    /// then has.
    pub fn look_ahead(&self, board: &Board, each: &mut impl FnMut(usize, f32)) {
        Arch::new().dispatch(Ahead {
            net: self,
            board,
            each,
        });
    }

    /// What it makes of a view.
    #[inline]
    pub fn pass(&self, view: &View) -> Pass {
        self.rest(self.sums(view))
    }

    /// The sums of the first layer.
    #[inline]
    fn sums(&self, view: &View) -> [f32; WIDTH] {
        let mut wide = self.entry_bias;
        view.rows(&mut |row| add(&mut wide, 1.0, &self.entry[row]));
        wide
    }

    /// What the layers after the first make of its sums.
    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn rest(&self, wide: [f32; WIDTH]) -> Pass {
        let mut narrow = self.middle_bias;
        for (number, row) in wide.iter().zip(&self.middle) {
            add(&mut narrow, number.max(0.0), row);
        }
        let products = narrow.iter().zip(&self.value);
        let answer = products.fold(self.value_bias, |sum, (number, weight)| {
            sum + number.max(0.0) * weight
        });
        Pass {
            wide,
            narrow,
            answer,
        }
    }
}

/// What the net made of a position on the way to its answer; what is below 0 counts as 0.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// After the first layer.
    pub wide: [f32; WIDTH],
    /// After the second layer.
    pub narrow: [f32; NARROW],
    /// A logarithm of odds; whose, the [view](View::is_straight) tells.
    pub answer: f32,
}

/// Adds a row so many times.
#[expect(
    clippy::inline_always,
    reason = "what is not inlined is not made of the machine's vectors"
)]
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}

/// What the net sees of a position.
#[derive(Clone, Debug)]
pub struct View {
    /// Which edges are gone, or whether it is closed: by dot, then by cell.
    patterns: [u8; PLACES],
    sizes: u32,
    turn: usize,
}

impl View {
    /// What it sees of a board.
    pub fn new(board: &Board) -> Self {
        let mut patterns = [0; PLACES];
        for edge in grid::bits(ALL & !board.free) {
            for (place, part) in TOUCHES[edge] {
                patterns[usize::from(place) % PLACES] += part;
            }
        }
        let closed = CELLS & !board.open;
        for cell in grid::bits(closed) {
            patterns[DOTS + cell / 11 * 5 + cell % 11] = CLOSED;
        }
        Self {
            patterns,
            sizes: board.sizes,
            turn: turn(board),
        }
    }

    /// Hands the numbers of all rows to `each`.
    pub fn rows(&self, each: &mut impl FnMut(usize)) {
        for (place, pattern) in self.patterns.iter().enumerate() {
            each(row(place, *pattern));
        }
        for size in grid::bits(u64::from(self.sizes)) {
            each(SIZES + size);
        }
        each(TURNS + self.turn);
    }

    /// Whether the net's answer is that of the player to act, and not of the other one.
    pub const fn is_straight(&self) -> bool {
        self.turn == 0
    }

    /// The net's answer as that of the player to act.
    #[inline]
    const fn for_mover(&self, answer: f32) -> f32 {
        if self.is_straight() { answer } else { -answer }
    }
}

/// Whose turn it would be if no closed zone had a circle of its own inside.
///
/// The plies of a game are 35, one for each zone, less one for each circle that nobody drew
/// inside of a closed zone. So a circle that is closed in changes who wants how many zones, and
/// the net need not know of it: it tells the chance of who was to act first but for such circles.
const fn turn(board: &Board) -> usize {
    let closed = CELLS & !board.open;
    let parts = board.free.count_ones() + closed.count_ones() + board.sizes.count_ones();
    parts as usize & 1
}

const fn row(place: usize, pattern: u8) -> usize {
    let start = if place < DOTS {
        place * DOT_ROWS
    } else {
        DOTS * DOT_ROWS + (place - DOTS) * CELL_ROWS
    };
    start + pattern as usize
}

/// No place.
const NOWHERE: (u8, u8) = (0, 0);

/// A cell and what an edge adds to its pattern; nowhere if it is not on the board.
const fn cell(row: u8, column: u8, part: u8) -> (u8, u8) {
    if row < 5 && column < 5 {
        (DOTS as u8 + 5 * row + column, part)
    } else {
        NOWHERE
    }
}

/// The two dots and up to two cells beside each edge, and what it adds to their patterns.
const TOUCHES: [[(u8, u8); 4]; EDGES] = {
    let mut touches = [[NOWHERE; 4]; EDGES];
    let mut edge = 0;
    while edge < EDGES {
        let (row, place) = ((edge / 11) as u8, (edge % 11) as u8);
        let [one, other] = ENDS[edge];
        touches[edge] = if place < 5 {
            let above = row.wrapping_sub(1);
            [
                (one, 1),
                (other, 2),
                cell(row, place, 1),
                cell(above, place, 2),
            ]
        } else {
            let column = place - 5;
            let left = column.wrapping_sub(1);
            [
                (one, 4),
                (other, 8),
                cell(row, column, 4),
                cell(row, left, 8),
            ]
        };
        edge += 1;
    }
    touches
};

/// The answers to all moves at once.
struct Ahead<'a, F> {
    net: &'a Net,
    board: &'a Board,
    each: &'a mut F,
}

impl<F: FnMut(usize, f32)> WithSimd for Ahead<'_, F> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "what is not inlined is not made of the machine's vectors"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { net, board, .. } = self;
        let view = View::new(board);
        let mut base = net.sums(&view);
        // Who moves is the other one of the position after it.
        add(&mut base, -1.0, &net.entry[TURNS + view.turn]);
        add(&mut base, 1.0, &net.entry[TURNS + 1 - view.turn]);
        for edge in grid::bits(board.free) {
            let Some(after) = board.after(edge) else {
                continue;
            };
            let odds = if after.sizes == board.sizes {
                let mut sums = base;
                for (place, part) in TOUCHES[edge] {
                    let place = usize::from(place) % PLACES;
                    let pattern = view.patterns[place];
                    if part != 0 {
                        add(&mut sums, -1.0, &net.entry[row(place, pattern)]);
                        add(&mut sums, 1.0, &net.entry[row(place, pattern + part)]);
                    }
                }
                view.for_mover(net.rest(sums).answer)
            } else {
                -net.look(&after)
            };
            (self.each)(edge, odds);
        }
    }
}
