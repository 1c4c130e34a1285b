//! Alpha-beta search (Knuth and Moore 1975) for any game: iterative deepening with a transposition
//! table and several principal variations.
//!
//! A chance node has the mean value of its outcomes, with Star1 and Star2 pruning. The value of a
//! position with hidden information is the mean over its determinizations. All values are from the
//! first player's point of view, and the player to act maximizes or minimizes accordingly; a player
//! who acts twice in a row is therefore no special case.
//!
//! In a position with more than [`MAX_CHILDREN`](search::MAX_CHILDREN) moves, only those with the
//! highest priorities are searched. If the budget is too small to search all moves to a depth of
//! one ply, the best of those that were searched counts.

mod evaluator;
mod root;
mod search;
mod table;

use super::engine::{Engine, perspective};
use super::{SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use evaluator::{Evaluator, PointsEvaluator, TerminalEvaluator};
use table::TranspositionTable;

/// Alpha-beta search as an [`Engine`] for any game.
pub struct AlphaBeta<E = TerminalEvaluator> {
    evaluator: E,
    memory_mb: usize,
}

impl AlphaBeta<TerminalEvaluator> {
    /// Creates an engine that knows only the rules; it is useful for endgames that it can search
    /// completely.
    pub const fn new(memory_mb: usize) -> Self {
        Self::with_evaluator(TerminalEvaluator, memory_mb)
    }
}

impl<E> AlphaBeta<E> {
    /// Creates an engine with an evaluator, which uses at most about `memory_mb` megabytes.
    pub const fn with_evaluator(evaluator: E, memory_mb: usize) -> Self {
        Self {
            evaluator,
            memory_mb,
        }
    }

    /// Searches a position; see [`Engine::analyze`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move>
    where
        E: Evaluator<P>,
    {
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        let mut table = TranspositionTable::new(self.memory_mb);
        let mut root = root::RootSearch::new(position, request, &self.evaluator, &mut table);
        root.deepen(perspective(position), progress)
    }
}

impl<G: Game, E: Evaluator<G::Position>> Engine<G> for AlphaBeta<E> {
    fn name(&self) -> String {
        "alpha-beta 1".to_owned()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        self.search(position, request, progress)
    }
}
