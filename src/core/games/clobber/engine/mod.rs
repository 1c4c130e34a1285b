//! The Clobber engine: MCTS with a pattern evaluation in the opening, exact proofs from the middle
//! game on.
//!
//! - `bitboard`, `stones`: a board in two machine words, with a fast path for up to 8x8.
//! - `patterns`, `pattern_eval`, `sum_eval`: the 3x3 pattern around each stone, and the
//!   evaluations of a board and of a sum of components by these patterns.
//! - `playout`: random games, four at once.
//! - `solver`: an exact solver, by the theory of sums of games.
//! - `tree`: the Monte Carlo tree search that uses the evaluation and the solver.

pub mod bitboard;
mod bitboard_engine;
pub mod pattern_eval;
pub mod patterns;
pub mod playout;
pub mod solver;
pub mod stones;
pub mod sum_eval;
pub mod tree;

use super::{Clobber, Move, Position};
use crate::contract::Rules as _;
use crate::search::{Clock, Engine, HasEngine, SearchRequest, SearchResult};
use bitboard_engine::BitboardEngine;
use stones::Stones;
use tree::ClobberParams;

impl HasEngine for Clobber {
    const CLOCK: Clock = Clock::turn(1000, 150);
    const CALIBRATION: &'static str = include_str!("calibration.ron");
    const DEFAULT_NODES: u64 = 28_000;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(ClobberEngine::new(memory_mb))
    }

    /// Returns the share of empty squares; at the end of a game about three squares in four are
    /// empty.
    fn progress(position: &Position) -> f64 {
        position.empty_share()
    }
}

/// The Clobber engine.
pub struct ClobberEngine {
    bytes: usize,
    params: ClobberParams,
    /// The engine for boards of up to 8x8, created when the first such position is analysed.
    small: Option<BitboardEngine<u64>>,
    /// The engine for larger boards, created likewise.
    large: Option<BitboardEngine<u128>>,
}

impl ClobberEngine {
    /// Creates an engine that uses about `memory_mb` megabytes at most.
    pub const fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, ClobberParams::BEST)
    }

    /// Creates an engine with other search parameters, for measurements.
    pub const fn with_params(memory_mb: usize, params: ClobberParams) -> Self {
        Self {
            bytes: memory_mb << 20,
            params,
            small: None,
            large: None,
        }
    }
}

impl Engine<Clobber> for ClobberEngine {
    fn name(&self) -> String {
        "clobber 6".to_owned()
    }

    fn analyze(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if position.is_over() {
            return SearchResult::game_over(position);
        }
        let (bytes, params) = (self.bytes, self.params);
        if let Some(stones) = Stones::from_position(position) {
            let engine = self
                .small
                .get_or_insert_with(|| BitboardEngine::new(bytes, params));
            return engine.analyze(position, stones, request, progress);
        }
        let Some(stones) = Stones::from_position(position) else {
            return SearchResult::game_over(position);
        };
        let engine = self
            .large
            .get_or_insert_with(|| BitboardEngine::new(bytes, params));
        engine.analyze(position, stones, request, progress)
    }
}
