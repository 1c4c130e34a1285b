//! The evaluation of a board and of the mover's gains at its places, with SIMD where available.

use super::board::{self, Bitboard, PlaceIndex, PlaceSet, ROWS, RowBits, TilePattern};
use super::evaluation::BoardEvaluation;
use super::gains::{ILLEGAL_GAIN, POINT_SCALE, PlaceGains, SLOT_COUNT, SlotGains, slot_place};
use super::refined_gain::RefinedGain;
use super::weights::CellWeights;

/// The maximum number of places whose gain is refined, unless all are.
pub const MAX_REFINED_PLACES: usize = 48;

/// The results of an evaluation, in buffers that are reused.
#[derive(Clone, Debug)]
pub struct EvalWorkspace {
    /// The evaluation of the board, with the weights for the opponent to move.
    pub evaluation: BoardEvaluation,
    gains: PlaceGains,
    slot_gains: SlotGains,
    /// The places with refined gains.
    pub refined_places: Vec<(PlaceIndex, RefinedGain)>,
}

impl Default for EvalWorkspace {
    fn default() -> Self {
        Self {
            evaluation: BoardEvaluation::EMPTY,
            gains: PlaceGains::EMPTY,
            slot_gains: [0; SLOT_COUNT],
            refined_places: Vec::with_capacity(MAX_REFINED_PLACES),
        }
    }
}

/// The choice of the places whose gain is refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// All legal places.
    All,
    /// At most this number of places, those with the highest rough gain for a tile.
    ///
    /// Without a tile, each place counts with the tile that suits it best.
    Best(usize, Option<TilePattern>),
}

impl EvalWorkspace {
    /// Evaluates a board for the player who places the next tile.
    #[inline(always)]
    fn evaluate(
        &mut self,
        board: &Bitboard,
        weights: &CellWeights,
        player: usize,
        breadth: Breadth,
    ) {
        self.evaluation.evaluate(board, weights, 1 - player);
        self.refined_places.clear();
        let table = weights.table(self.evaluation.phase, 1 - player);
        let mut top = [(0i16, 0u16); MAX_REFINED_PLACES];
        let count = match breadth {
            Breadth::All => {
                let legal = self.evaluation.legal_places;
                legal.for_each(|place| {
                    let refined = RefinedGain::compute(
                        &self.evaluation,
                        &board.occupied,
                        table,
                        player,
                        place,
                    );
                    self.refined_places.push((place, refined));
                });
                0
            }
            Breadth::Best(count, tile) => {
                self.gains.compute(&self.evaluation, table, player);
                match tile {
                    Some(tile) => self.gains.for_tile(tile, player, &mut self.slot_gains),
                    None => self.gains.upper_bounds(&mut self.slot_gains),
                }
                top_slots(&self.slot_gains, count, &mut top)
            }
        };
        for (_, slot) in &top[..count] {
            let place = slot_place(usize::from(*slot));
            let refined =
                RefinedGain::compute(&self.evaluation, &board.occupied, table, player, place);
            self.refined_places.push((place, refined));
        }
    }

    /// Reports whether no place is legal, so that the game is over.
    pub fn is_over(&self) -> bool {
        self.evaluation.legal_places.is_empty()
    }

    /// Returns the expected lead of a player before the move, in points.
    pub fn lead(&self, player: usize) -> f32 {
        self.evaluation.expected_points[player] - self.evaluation.expected_points[1 - player]
    }

    /// Returns the gain of the best refined place, averaged over all tiles, in points.
    #[inline(always)]
    fn mean_best_gain(&self) -> f32 {
        let mut best = [[i32::MIN; 6]; 6];
        for (_, refined) in &self.refined_places {
            for (own, best) in best.iter_mut().enumerate() {
                let with = refined.base + refined.own[own];
                for (other, best) in best.iter_mut().enumerate() {
                    *best = (with - refined.other[other]).max(*best);
                }
            }
        }
        let sum: i32 = TilePattern::ALL
            .iter()
            .map(|pair| best[usize::from(pair.0[0])][usize::from(pair.0[1])])
            .sum();
        sum as f32 / (TilePattern::ALL.len() as f32 * POINT_SCALE)
    }
}

/// Fills `top` with the slots of the highest gains, the best first, and returns their number.
#[inline(always)]
fn top_slots(slots: &SlotGains, count: usize, top: &mut [(i16, u16); MAX_REFINED_PLACES]) -> usize {
    let count = count.clamp(1, MAX_REFINED_PLACES);
    let mut filled = 0;
    // Excludes illegal places, whose gains are far below this.
    let mut min = ILLEGAL_GAIN / 2;
    for (slot, gain) in slots.iter().enumerate() {
        if *gain <= min {
            continue;
        }
        let mut index = filled.min(count - 1);
        filled = (filled + 1).min(count);
        while index > 0 && top[index - 1].0 < *gain {
            top[index] = top[index - 1];
            index -= 1;
        }
        top[index] = (*gain, slot as u16);
        if filled == count {
            min = top[count - 1].0;
        }
    }
    filled
}

/// The implementation of the evaluation that suits this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    has_avx2: bool,
}

impl Kernel {
    /// Returns the fastest kernel that this machine supports.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        let has_vectors = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_vectors = false;
        Self {
            has_avx2: has_vectors,
        }
    }

    /// The kernel that runs on any machine.
    pub const PORTABLE: Self = Self { has_avx2: false };

    /// Evaluates a board for the player who places the next tile.
    pub fn evaluate(
        self,
        workspace: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        player: usize,
        breadth: Breadth,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: 6.2 instead of 7.3 µs")]
            // SAFETY: `has_avx2` is set only if the machine has these instructions.
            unsafe {
                return x86::evaluate(workspace, board, weights, player, breadth);
            }
        }
        workspace.evaluate(board, weights, player, breadth);
    }

    /// Evaluates a board and returns the player's mean lead after the next tile, in points.
    ///
    /// All tiles are equally likely; the places to refine are chosen by the tiles that suit them
    /// best.
    pub fn leaf_lead(
        self,
        workspace: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        player: usize,
        count: usize,
    ) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: as for `evaluate`, which it calls")]
            // SAFETY: `has_avx2` is set only if the machine has these instructions.
            unsafe {
                return x86::leaf_lead(workspace, board, weights, player, count);
            }
        }
        leaf_lead(workspace, board, weights, player, count)
    }

    /// Returns all legal places.
    pub fn legal_places(self, board: &Bitboard) -> PlaceSet {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: 53 instead of 67 ns")]
            // SAFETY: `has_avx2` is set only if the machine has these instructions.
            unsafe {
                return x86::legal_places(board);
            }
        }
        board.legal_places(&board.fitting_places())
    }

    /// Returns the points of the squares whose four corners are among these dots.
    pub fn points(self, marks: &RowBits) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: as for `square_potential`")]
            // SAFETY: `has_avx2` is set only if the machine has these instructions.
            unsafe {
                return x86::points(marks);
            }
        }
        board::square_points(marks)
    }

    /// Returns the potential of a colour's squares, if the `open` cells may still be covered.
    pub fn square_potential(self, marks: &RowBits, open: &RowBits) -> SquarePotential {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(
                unsafe_code,
                reason = "measured: with `points`, exact solving takes 0.55 of the time"
            )]
            // SAFETY: `has_avx2` is set only if the machine has these instructions.
            unsafe {
                return x86::square_potential(marks, open);
            }
        }
        SquarePotential::new(marks, open)
    }
}

impl Default for Kernel {
    fn default() -> Self {
        Self::new()
    }
}

/// Evaluates a leaf; see [`Kernel::leaf_lead`].
#[inline(always)]
fn leaf_lead(
    workspace: &mut EvalWorkspace,
    board: &Bitboard,
    weights: &CellWeights,
    player: usize,
    count: usize,
) -> f32 {
    workspace.evaluate(board, weights, player, Breadth::Best(count, None));
    if workspace.is_over() {
        0.0
    } else {
        workspace.lead(player) + workspace.mean_best_gain()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{
        Bitboard, Breadth, CellWeights, EvalWorkspace, PlaceSet, RowBits, SquarePotential, board,
    };

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn evaluate(
        workspace: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        player: usize,
        breadth: Breadth,
    ) {
        workspace.evaluate(board, weights, player, breadth);
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn leaf_lead(
        workspace: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        player: usize,
        count: usize,
    ) -> f32 {
        super::leaf_lead(workspace, board, weights, player, count)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn legal_places(board: &Bitboard) -> PlaceSet {
        board.legal_places(&board.fitting_places())
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn points(marks: &RowBits) -> i32 {
        board::square_points(marks)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn square_potential(marks: &RowBits, open: &RowBits) -> SquarePotential {
        SquarePotential::new(marks, open)
    }
}

// Bounds on the points that the squares of one colour can still give.

/// The bounds on the final points of a colour, with the cells that decide between them.
#[derive(Clone, Copy, Debug)]
pub struct SquarePotential {
    /// The corners of the squares that are still undecided.
    pub live_cells: RowBits,
    /// The points of the squares that are certain, the lower bound.
    pub certain_points: i32,
    /// The points of the certain and the undecided squares, the upper bound.
    pub max_points: i32,
}

impl SquarePotential {
    /// Computes the potential of these dots, if the `open` cells may be covered with any colour.
    #[inline(always)]
    pub fn new(marks: &RowBits, open: &RowBits) -> Self {
        let mut possible = [0u32; 2 * ROWS];
        let mut coverable = [0u32; 2 * ROWS];
        for row in 0..ROWS {
            possible[row] = marks[row] | open[row];
            coverable[row] = open[row];
        }
        let mut live = [0u32; 2 * ROWS];
        let (mut certain_points, mut max_points) = (0, 0);
        for side in 1..ROWS {
            let (mut certain, mut max) = (0, 0);
            for row in 0..ROWS {
                let both = possible[row] & possible[row + side];
                let squares = both & both >> side;
                let either = coverable[row] | coverable[row + side];
                let may_change = squares & (either | either >> side);
                max += squares.count_ones();
                certain += (squares ^ may_change).count_ones();
                let corners = may_change | may_change << side;
                live[row] |= corners;
                live[row + side] |= corners;
            }
            certain_points += certain * side as u32;
            max_points += max * side as u32;
        }
        Self {
            live_cells: std::array::from_fn(|row| live[row]),
            certain_points: certain_points as i32,
            max_points: max_points as i32,
        }
    }
}
