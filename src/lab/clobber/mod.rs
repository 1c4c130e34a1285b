//! Clobber: the fits of the two pattern evaluations, and opponents for duels.

pub mod opponents;
pub mod pattern_eval_fit;
pub mod pattern_regression;
pub mod sum_eval_fit;

use kifu_core::games::clobber::Move;
use kifu_core::games::clobber::Position;
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::engine::tree::{ClobberParams, ClobberTree, NodeArena};
use kifu_core::search::{Limits, SearchBudget, SearchResult, SplitMix64};
use serde::{Deserialize, Serialize};

const ARENA_BYTES: usize = 16 << 20;

/// A set of stones as it is stored in a checkpoint: those of the player to move, and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStones(pub u64, pub u64);

impl From<Stones<u64>> for StoredStones {
    fn from(stones: Stones<u64>) -> Self {
        Self(stones.own, stones.other)
    }
}

impl From<StoredStones> for Stones<u64> {
    fn from(StoredStones(own, other): StoredStones) -> Self {
        Self { own, other }
    }
}

/// Returns the start position of a board of up to 8x8.
fn full_board(width: u32, height: u32) -> Option<Stones<u64>> {
    Stones::from_position(&Position::full(width, height))
}

/// Returns all moves as pairs of squares.
fn pairs<B: BitboardWord>(stones: Stones<B>) -> Vec<B> {
    let mut pairs = Vec::new();
    stones.for_each_pair(|pair| pairs.push(pair));
    pairs
}

/// Searches a position with a number of visits, or until its best move is proven.
fn search(
    stones: Stones<u64>,
    visits: u32,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
) -> SearchResult<Move> {
    let arena = NodeArena::new(ARENA_BYTES);
    let mut tree = ClobberTree::new(stones, arena, random.next(), ClobberParams::BEST);
    let mut budget = SearchBudget::new(Limits::default());
    for _ in 0..visits {
        tree.simulate(solver, &mut budget);
        if tree.is_done(1, None) {
            break;
        }
    }
    tree.search_result(None, None, 0, (1, None))
}
