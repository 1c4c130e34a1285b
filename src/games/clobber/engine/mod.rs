//! The engine: a tree led by glances in the opening, proofs from the middle game on.
//!
//! - [`bits`], [`stones`]: a board in two machine words, with a fast path for up to 8x8.
//! - [`patterns`], [`glance`], [`lead`]: what stands around each stone, and what that tells.
//! - [`playout`]: random games, four at once.
//! - [`solver`]: who wins, exactly, by the theory of sums of games.
//! - [`tree`]: the search that uses both.

pub mod bitboard;
mod bitboard_engine;
pub mod pattern_eval;
pub mod patterns;
pub mod playout;
pub mod solver;
pub mod stones;
pub mod sum_eval;
pub mod tree;
use crate::search::Engine;

use super::{Clobber, Move, Position};
use crate::contract::Rules as _;
use crate::search::{Clock, HasEngine};
use crate::search::{Engine as Thinker, SearchRequest, SearchResult};
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

    /// By the squares without a stone; at the end about one of four still has one.
    fn progress(position: &Position) -> f64 {
        position.empty_share()
    }
}

/// The brain.
pub struct ClobberEngine {
    bytes: usize,
    params: ClobberParams,
    /// Made when the first position of their size comes.
    small: Option<BitboardEngine<u64>>,
    large: Option<BitboardEngine<u128>>,
}

impl ClobberEngine {
    /// A brain that takes at most about so many megabytes.
    pub const fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, ClobberParams::BEST)
    }

    /// A brain that is tuned otherwise: to measure what that is worth.
    pub const fn with_params(memory_mb: usize, tuning: ClobberParams) -> Self {
        Self {
            bytes: memory_mb << 20,
            params: tuning,
            small: None,
            large: None,
        }
    }
}

impl Thinker<Clobber> for ClobberEngine {
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
        let (bytes, tuning) = (self.bytes, self.params);
        if let Some(stones) = Stones::from_position(position) {
            let engine = self
                .small
                .get_or_insert_with(|| BitboardEngine::new(bytes, tuning));
            return engine.analyze(position, stones, request, progress);
        }
        let Some(stones) = Stones::from_position(position) else {
            return SearchResult::game_over(position);
        };
        let engine = self
            .large
            .get_or_insert_with(|| BitboardEngine::new(bytes, tuning));
        engine.analyze(position, stones, request, progress)
    }
}
