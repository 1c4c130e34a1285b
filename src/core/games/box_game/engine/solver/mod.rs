//! The exact solver for the last tiles: an exhaustive expectimax to the end of the game.
//!
//! - `occupancy`: the legal placements, which do not depend on colours.
//! - `color_state`: the dots of one colour, most of which no longer matter. Hence only some of the
//!   thirty tiles differ at a place, and boards that differ only in other dots are equivalent.
//! - `place_analysis`: one place with the results for all tiles.
//! - `size_estimate`: the expected number of nodes.

mod color_state;
mod occupancy;
mod place_analysis;

use self::color_state::ColorState;
use self::occupancy::{Occupancy, OccupancyCache};
use self::place_analysis::PlaceAnalysis;
use super::board::{Bitboard, PlaceIndex, RowBits, TilePattern};
use super::kernel::Kernel;
use super::payoff::Payoff;
use crate::contract::SPLITMIX64_INCREMENT;
use crate::search::SplitMix64;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of dots along a tile.
const TILE_DOTS: usize = TilePattern::BATCH_SIZE;
/// The number of the solver's boards that take as long as one node of the tree search (2.4 million
/// boards or 55 to 110 thousand nodes a second).
const BOARDS_PER_NODE: u64 = 32;
/// A list of indices, which is long enough inline for the places that most tiles try.
type IndexList = SmallVec<[usize; 32]>;

/// A callback that counts nodes, and reports whether to stop.
pub type NodeCounter<'a> = &'a mut dyn FnMut(u64) -> bool;

/// A solver that evaluates boards exactly, to the end of the game.
pub struct ExactSolver<'a> {
    kernel: Kernel,
    occupancies: OccupancyCache,
    /// The payoffs of boards already solved, each with the board's hash.
    cache: Vec<(u64, Payoff)>,
    count_nodes: NodeCounter<'a>,
    /// The boards that do not yet add up to a node.
    uncounted_boards: u64,
}

impl<'a> ExactSolver<'a> {
    /// Creates a solver that caches this number of boards.
    pub fn new(kernel: Kernel, cache_size: usize, count_nodes: NodeCounter<'a>) -> Self {
        Self {
            kernel,
            occupancies: OccupancyCache::default(),
            cache: vec![(0, Payoff::default()); cache_size.max(1)],
            count_nodes,
            // The first board already counts as a node.
            uncounted_boards: BOARDS_PER_NODE - 1,
        }
    }

    /// Counts boards, and reports whether to stop.
    fn count_boards(&mut self, boards: u64) -> bool {
        let boards = self.uncounted_boards + boards;
        self.uncounted_boards = boards % BOARDS_PER_NODE;
        (self.count_nodes)(boards / BOARDS_PER_NODE)
    }

    /// Returns the payoff of a board to the player who gets the next tile; `None` when stopped.
    pub fn payoff(&mut self, board: &Bitboard, player: usize) -> Option<Payoff> {
        self.tile_payoffs(board, player, |_, _| {})
    }

    /// Does the same as [`payoff`](Self::payoff), and calls `each` with each tile and its payoff;
    /// not if the game is over.
    pub fn tile_payoffs(
        &mut self,
        board: &Bitboard,
        player: usize,
        each: impl FnMut(TilePattern, Payoff),
    ) -> Option<Payoff> {
        let states = board.player_dots.map(|marks| ColorState {
            dots: marks,
            certain_points: 0,
        });
        let occupancy = self.occupancies.get(&board.occupied);
        if occupancy.placements.is_empty() {
            self.count_boards(1);
            return Some(Payoff::of_final_board(board, player));
        }
        self.mean_over_tiles(&states, player, &occupancy, each)
    }

    /// Returns the payoff of the best place for a tile, averaged over all tiles.
    fn mean_over_tiles(
        &mut self,
        states: &[ColorState; 2],
        player: usize,
        occupancy: &Occupancy,
        mut each: impl FnMut(TilePattern, Payoff),
    ) -> Option<Payoff> {
        let mut analyses = Vec::with_capacity(occupancy.placements.len());
        for placement in &occupancy.placements {
            let next = (!placement.is_over).then(|| self.occupancies.get(&placement.occupied));
            let (analysis, boards) = PlaceAnalysis::new(self.kernel, states, placement, next);
            if self.count_boards(boards) {
                return None;
            }
            analyses.push(analysis);
        }
        let mut sum = Payoff::default();
        for tile in TilePattern::ALL {
            let payoff = self.best_place(&mut analyses, tile, player)?;
            each(tile, payoff);
            sum = sum + payoff;
        }
        Some(sum / TilePattern::ALL.len() as f64)
    }

    /// Returns the payoff of the best place for a tile.
    ///
    /// Places with a payoff that needs no search come first; the others are searched only if they
    /// may be better.
    fn best_place(
        &mut self,
        analyses: &mut [PlaceAnalysis<'_>],
        tile: TilePattern,
        player: usize,
    ) -> Option<Payoff> {
        let mut best: Option<Payoff> = None;
        let mut unknown = IndexList::new();
        for (at, analysis) in analyses.iter_mut().enumerate() {
            if !analysis.may_beat(best, tile, player) {
                continue;
            }
            match self.payoff_without_search(analysis, tile, player) {
                Some(payoff) => keep_better(&mut best, payoff),
                None => unknown.push(at),
            }
        }
        for at in unknown {
            let analysis = &mut analyses[at];
            if analysis.may_beat(best, tile, player) {
                keep_better(&mut best, self.search(analysis, tile, player)?);
            }
        }
        best
    }

    /// Returns the payoff of a place for a tile if it is known without a search.
    fn payoff_without_search(
        &self,
        analysis: &mut PlaceAnalysis<'_>,
        tile: TilePattern,
        player: usize,
    ) -> Option<Payoff> {
        let own_payoff = analysis.payoff_without_search(tile, player);
        own_payoff.or_else(|| {
            let key = analysis.key(tile, 1 - player);
            let (known, payoff) = self.cache[self.slot(key)];
            (known == key).then(|| analysis.set_payoff(tile, -payoff))
        })
    }

    /// Returns the payoff of a place for a tile by a search of all continuations; `None` when
    /// stopped.
    fn search(
        &mut self,
        analysis: &mut PlaceAnalysis<'_>,
        tile: TilePattern,
        player: usize,
    ) -> Option<Payoff> {
        let next = Rc::clone(analysis.next_occupancy.as_ref()?);
        let payoff =
            self.mean_over_tiles(&analysis.color_states(tile), 1 - player, &next, |_, _| {})?;
        let key = analysis.key(tile, 1 - player);
        let slot = self.slot(key);
        self.cache[slot] = (key, payoff);
        Some(analysis.set_payoff(tile, -payoff))
    }

    fn slot(&self, key: u64) -> usize {
        (key % self.cache.len() as u64) as usize
    }
}

/// Replaces the best payoff if another is better; of equal ones the first stays.
fn keep_better(best: &mut Option<Payoff>, payoff: Payoff) {
    if best.is_none_or(|best| payoff.points > best.points) {
        *best = Some(payoff);
    }
}

/// Mixes rows into a hash.
fn hash_rows(hash: u64, rows: &RowBits) -> u64 {
    let (two, _) = rows.as_chunks::<2>();
    two.iter().fold(hash, |hash, [one, other]| {
        mix_word(hash, u64::from(*one) | u64::from(*other) << 32)
    })
}

/// Mixes a word into a hash.
///
/// It takes half the steps of `contract::hash::mix`, because it runs for every dot of every place.
const fn mix_word(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(SPLITMIX64_INCREMENT);
    hash ^ hash >> 32
}

// An estimate of the size of an exact search before it starts.

/// The number of random games per estimate.
const PROBE_COUNT: u32 = 16;

/// Estimates the number of sequences of tiles and places that may follow on a board, by random
/// probes of the tree (Knuth 1975).
pub fn estimate_sequences(kernel: Kernel, board: &Bitboard, seed: u64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let sum: f64 = (0..PROBE_COUNT)
        .map(|_| random_probe(kernel, *board, &mut random))
        .sum();
    sum / f64::from(PROBE_COUNT)
}

/// Estimates the nodes that an exact search takes for a number of sequences.
///
/// Nine in ten of 170 positions from self-play with two to four tiles left took fewer.
pub fn estimate_nodes(sequences: f64) -> f64 {
    let boards = (sequences / 10.0).min(200.0 * sequences.sqrt());
    boards / BOARDS_PER_NODE as f64
}

/// Plays a random game and returns the number of sequences that its branching suggests.
fn random_probe(kernel: Kernel, mut board: Bitboard, random: &mut SplitMix64) -> f64 {
    let (mut width, mut sum) = (1.0, 0.0);
    // Anything above this is unaffordable anyway.
    while width < 1e12 {
        let legal = kernel.legal_places(&board);
        let count = legal.count();
        if count == 0 {
            break;
        }
        width *= (TilePattern::ALL.len() * count) as f64;
        sum += width;
        let mut skip = random.index(count);
        let mut chosen = PlaceIndex::default();
        legal.for_each(|place| {
            if skip == 0 {
                chosen = place;
            }
            skip = skip.wrapping_sub(1);
        });
        board.lay(
            chosen,
            TilePattern::ALL[random.index(TilePattern::ALL.len())],
        );
    }
    sum
}
