//! One look at a board: what the player to act can gain where. In the machine's vectors, if it
//! has any that help.

use super::board::{self, Bitboard, PlaceIndex, PlaceSet, RowBits, TilePattern};
use super::evaluation::BoardEvaluation;
use super::gains::{ILLEGAL_GAIN, POINT_SCALE, PlaceGains, SLOT_COUNT, SlotGains, slot_place};
use super::refined_gain::RefinedGain;
use super::square_potential::SquarePotential;
use super::weights::CellWeights;

/// The most places that can be looked at closely, if not all are.
pub const MAX_REFINED_PLACES: usize = 48;

/// What one sees of a board.
#[derive(Clone, Debug)]
pub struct EvalWorkspace {
    /// The board, weighed as after the move.
    pub evaluation: BoardEvaluation,
    gains: PlaceGains,
    slot_gains: SlotGains,
    /// The places that were looked at closely.
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

/// Which places are looked at closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// All that are legal.
    All,
    /// So many at most that promise the most for this tile, or for the tile that suits them best.
    Best(usize, Option<TilePattern>),
}

impl EvalWorkspace {
    /// Looks at a board for the player who places the next tile.
    #[inline(always)]
    fn evaluate(&mut self, board: &Bitboard, weights: &CellWeights, who: usize, breadth: Breadth) {
        self.evaluation.evaluate(board, weights, 1 - who);
        self.refined_places.clear();
        let table = weights.table(self.evaluation.phase, 1 - who);
        let mut top = [(0i16, 0u16); MAX_REFINED_PLACES];
        let count = match breadth {
            Breadth::All => {
                let legal = self.evaluation.legal_places;
                legal.for_each(|place| {
                    let refined =
                        RefinedGain::compute(&self.evaluation, &board.occupied, table, who, place);
                    self.refined_places.push((place, refined));
                });
                0
            }
            Breadth::Best(count, tile) => {
                self.gains.compute(&self.evaluation, table, who);
                match tile {
                    Some(tile) => self.gains.for_tile(tile, who, &mut self.slot_gains),
                    None => self.gains.upper_bounds(&mut self.slot_gains),
                }
                top_slots(&self.slot_gains, count, &mut top)
            }
        };
        for (_, slot) in &top[..count] {
            let place = slot_place(usize::from(*slot));
            let refined =
                RefinedGain::compute(&self.evaluation, &board.occupied, table, who, place);
            self.refined_places.push((place, refined));
        }
    }

    /// Whether no tile has room.
    pub fn is_over(&self) -> bool {
        self.evaluation.legal_places.is_empty()
    }

    /// By how much a player is worth more than the other before the move.
    pub fn lead(&self, who: usize) -> f32 {
        self.evaluation.expected_points[who] - self.evaluation.expected_points[1 - who]
    }

    /// What the best of the places gains on the average of all tiles, in points.
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

/// The slots with the most, the most first; how many.
#[inline(always)]
fn top_slots(slots: &SlotGains, count: usize, top: &mut [(i16, u16); MAX_REFINED_PLACES]) -> usize {
    let count = count.clamp(1, MAX_REFINED_PLACES);
    let mut found = 0;
    // Places that are not legal are far below.
    let mut least = ILLEGAL_GAIN / 2;
    for (slot, gain) in slots.iter().enumerate() {
        if *gain <= least {
            continue;
        }
        let mut at = found.min(count - 1);
        found = (found + 1).min(count);
        while at > 0 && top[at - 1].0 < *gain {
            top[at] = top[at - 1];
            at -= 1;
        }
        top[at] = (*gain, slot as u16);
        if found == count {
            least = top[count - 1].0;
        }
    }
    found
}

/// How this machine looks at boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    has_avx2: bool,
}

impl Kernel {
    /// The best for this machine.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        let has_vectors = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_vectors = false;
        Self {
            has_avx2: has_vectors,
        }
    }

    /// The one that runs on any machine.
    pub const PORTABLE: Self = Self { has_avx2: false };

    /// Looks at a board for the player who places the next tile.
    pub fn evaluate(
        self,
        sight: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        who: usize,
        breadth: Breadth,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: 6.2 instead of 7.3 µs")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::evaluate(sight, board, weights, who, breadth);
            }
        }
        sight.evaluate(board, weights, who, breadth);
    }

    /// The same, and by how much the player will lead after the tile, all tiles being equally
    /// likely; the places are looked at for the tiles that suit them best.
    pub fn leaf_lead(
        self,
        sight: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        who: usize,
        count: usize,
    ) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: as for `open`, of which it is made")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::leaf_lead(sight, board, weights, who, count);
            }
        }
        leaf_lead(sight, board, weights, who, count)
    }

    /// All legal places.
    pub fn legal_places(self, board: &Bitboard) -> PlaceSet {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: 53 instead of 67 ns")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::legal_places(board);
            }
        }
        board.legal_places(&board.fitting_places())
    }

    /// The points of a colour with these dots.
    pub fn points(self, marks: &RowBits) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(unsafe_code, reason = "measured: as for `prospect`")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::points(marks);
            }
        }
        board::square_points(marks)
    }

    /// What may become of a colour's squares, if these spots may be covered.
    pub fn square_potential(self, marks: &RowBits, open: &RowBits) -> SquarePotential {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            #[expect(
                unsafe_code,
                reason = "measured: with `points`, exact ends take 0.55 of the time"
            )]
            // SAFETY: the machine was asked whether it has these instructions.
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

#[inline(always)]
fn leaf_lead(
    sight: &mut EvalWorkspace,
    board: &Bitboard,
    weights: &CellWeights,
    who: usize,
    count: usize,
) -> f32 {
    sight.evaluate(board, weights, who, Breadth::Best(count, None));
    if sight.is_over() {
        0.0
    } else {
        sight.lead(who) + sight.mean_best_gain()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{
        Bitboard, Breadth, CellWeights, EvalWorkspace, PlaceSet, RowBits, SquarePotential, board,
    };

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn evaluate(
        sight: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        who: usize,
        breadth: Breadth,
    ) {
        sight.evaluate(board, weights, who, breadth);
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn leaf_lead(
        sight: &mut EvalWorkspace,
        board: &Bitboard,
        weights: &CellWeights,
        who: usize,
        count: usize,
    ) -> f32 {
        super::leaf_lead(sight, board, weights, who, count)
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
