//! The last tiles, exactly: every tile, every place, to the end.
//!
//! - `ground`: where tiles may be put, which is the same for all colours.
//! - `half`: one colour's dots, of which most do not matter any more. So of the thirty tiles only
//!   some differ at a place, and boards that differ only in what does not matter are one.
//! - `attempt`: a place that is tried.
//! - `size`: how much there is to look at.

mod color_state;
mod occupancy;
mod place_analysis;
mod size_estimate;

use self::color_state::ColorState;
use self::occupancy::{Occupancy, OccupancyCache};
use self::place_analysis::PlaceAnalysis;
use super::board::{Bitboard, RowBits, TilePattern};
use super::kernel::Kernel;
use super::payoff::Payoff;
use crate::contract::SPLITMIX64_INCREMENT;
use smallvec::SmallVec;
use std::rc::Rc;

pub use self::size_estimate::{estimate_nodes, estimate_sequences};

/// Dots along a tile.
const TILE_DOTS: usize = TilePattern::BATCH_SIZE;
/// As many boards are looked at here in the time of one node of the tree (2.4 million a second, and
/// 55 to 110 thousand nodes).
const BOARDS_PER_NODE: u64 = 32;
/// Where most tiles are tried.
type IndexList = SmallVec<[usize; 32]>;

/// What is told how many nodes' time went by, and says whether to stop.
pub type NodeCounter<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Values boards to the end of the game.
pub struct ExactSolver<'a> {
    kernel: Kernel,
    occupancies: OccupancyCache,
    /// Boards already valued, by their hash.
    cache: Vec<(u64, Payoff)>,
    count_nodes: NodeCounter<'a>,
    /// Boards that make no whole node yet.
    uncounted_boards: u64,
}

impl<'a> ExactSolver<'a> {
    /// One that keeps so many boards.
    pub fn new(kernel: Kernel, kept: usize, count: NodeCounter<'a>) -> Self {
        Self {
            kernel,
            occupancies: OccupancyCache::default(),
            cache: vec![(0, Payoff::default()); kept.max(1)],
            count_nodes: count,
            // What is begun counts.
            uncounted_boards: BOARDS_PER_NODE - 1,
        }
    }

    /// Counts boards that were looked at; whether to stop.
    fn count_boards(&mut self, boards: u64) -> bool {
        let boards = self.uncounted_boards + boards;
        self.uncounted_boards = boards % BOARDS_PER_NODE;
        (self.count_nodes)(boards / BOARDS_PER_NODE)
    }

    /// What a board is worth to the player who gets the next tile; `None` when it is stopped.
    pub fn payoff(&mut self, board: &Bitboard, who: usize) -> Option<Payoff> {
        let halves = board.player_dots.map(|marks| ColorState {
            dots: marks,
            certain_points: 0,
        });
        let ground = self.occupancies.get(&board.occupied);
        if ground.placements.is_empty() {
            self.count_boards(1);
            return Some(Payoff::of_final_board(board, who));
        }
        self.mean_over_tiles(&halves, who, &ground)
    }

    /// The mean over all tiles of what the best place for each is worth.
    fn mean_over_tiles(
        &mut self,
        halves: &[ColorState; 2],
        who: usize,
        ground: &Occupancy,
    ) -> Option<Payoff> {
        let mut tries = Vec::with_capacity(ground.placements.len());
        for lay in &ground.placements {
            let next = (!lay.is_over).then(|| self.occupancies.get(&lay.occupied));
            let (one, boards) = PlaceAnalysis::new(self.kernel, halves, lay, next);
            if self.count_boards(boards) {
                return None;
            }
            tries.push(one);
        }
        let mut sum = Payoff::default();
        for tile in TilePattern::ALL {
            sum = sum + self.best_place(&mut tries, tile, who)?;
        }
        Some(sum / TilePattern::ALL.len() as f64)
    }

    /// What the best place for a tile is worth: first by what is known or quickly told, then the
    /// others are searched as far as they may be worth more.
    fn best_place(
        &mut self,
        tries: &mut [PlaceAnalysis<'_>],
        tile: TilePattern,
        who: usize,
    ) -> Option<Payoff> {
        let mut best: Option<Payoff> = None;
        let mut unknown = IndexList::new();
        for (at, one) in tries.iter_mut().enumerate() {
            if !one.may_beat(best, tile, who) {
                continue;
            }
            match self.payoff_without_search(one, tile, who) {
                Some(worth) => keep_better(&mut best, worth),
                None => unknown.push(at),
            }
        }
        for at in unknown {
            let one = &mut tries[at];
            if one.may_beat(best, tile, who) {
                keep_better(&mut best, self.search(one, tile, who)?);
            }
        }
        best
    }

    /// What a place is worth for a tile, if that is known without a search.
    fn payoff_without_search(
        &self,
        one: &mut PlaceAnalysis<'_>,
        tile: TilePattern,
        who: usize,
    ) -> Option<Payoff> {
        let by_itself = one.payoff_without_search(tile, who);
        by_itself.or_else(|| {
            let key = one.key(tile, 1 - who);
            let (known, worth) = self.cache[self.slot(key)];
            (known == key).then(|| one.set_payoff(tile, -worth))
        })
    }

    /// What a place is worth for a tile, by all that may follow.
    fn search(
        &mut self,
        one: &mut PlaceAnalysis<'_>,
        tile: TilePattern,
        who: usize,
    ) -> Option<Payoff> {
        let next = Rc::clone(one.next_occupancy.as_ref()?);
        let worth = self.mean_over_tiles(&one.color_states(tile), 1 - who, &next)?;
        let key = one.key(tile, 1 - who);
        let slot = self.slot(key);
        self.cache[slot] = (key, worth);
        Some(one.set_payoff(tile, -worth))
    }

    fn slot(&self, key: u64) -> usize {
        (key % self.cache.len() as u64) as usize
    }
}

/// The first of the best stays.
fn keep_better(best: &mut Option<Payoff>, worth: Payoff) {
    if best.is_none_or(|best| worth.points > best.points) {
        *best = Some(worth);
    }
}

/// A hash with some rows more in it.
fn hash_rows(hash: u64, rows: &RowBits) -> u64 {
    let (two, _) = rows.as_chunks::<2>();
    two.iter().fold(hash, |hash, [one, other]| {
        mix_word(hash, u64::from(*one) | u64::from(*other) << 32)
    })
}

/// A hash with a word more in it: in half of the steps of `contract::hash::mix`, for it is on the
/// way of every dot of every place.
const fn mix_word(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(SPLITMIX64_INCREMENT);
    hash ^ hash >> 32
}
