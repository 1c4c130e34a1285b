//! Clobber: the fits of the two pattern evaluations, and opponents for duels.

pub mod pattern_eval_fit;
pub mod pattern_regression;
pub mod sum_eval_fit;

use crate::duel::player::MEMORY_MB;
use crate::duel::{Bar, DuelGame, DuelOpenings, Opponent, PlayerBudget, PolicyPlayer, new_engine};
use kifu_core::contract::{Game as _, Rules as _};
use kifu_core::games::clobber::engine::ClobberEngine;
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::engine::tree::{ClobberParams, ClobberTree, NodeArena};
use kifu_core::games::clobber::{Clobber, Move, Position};
use kifu_core::search::{Limits, SearchBudget, SearchResult, SplitMix64};
use serde::{Deserialize, Serialize};
use std::time::Duration;

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

/// Returns the start position of the contest.
fn start_stones() -> Option<Stones<u64>> {
    Stones::from_position(&Position::full(8, 8))
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

/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Time(Duration::from_millis(15));

/// The duels of Clobber.
pub const DUEL: DuelGame = DuelGame {
    id: Clobber::INFO.id,
    engine: new_engine::<Clobber>,
    opponents: &[
        Opponent::new(
            ("uct", "plain UCT with the engine's playouts"),
            BUDGET,
            Bar::Score(80.0),
            |settings| {
                let engine = ClobberEngine::with_params(MEMORY_MB, ClobberParams::UCT);
                settings.engine::<Clobber>(Box::new(engine))
            },
        ),
        Opponent::itself::<Clobber>(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            ("greedy", "leaves the opponent the fewest moves"),
            BUDGET,
            Bar::Score(99.0),
            |settings| settings.player::<Clobber>(PolicyPlayer::new(greedy_value, settings.seed)),
        ),
        Opponent::random::<Clobber>(BUDGET),
    ],
    openings: DuelOpenings::RandomPlies(3),
    margin_unit: "games",
    counted_ending: None,
};

/// Returns minus the number of moves that a move leaves the opponent.
fn greedy_value(position: &Position, mv: Move) -> i32 {
    let mut after = *position;
    after.apply(&mv);
    -(after.count_moves() as i32)
}
