//! Alpha-beta (Knuth and Moore 1975) for any game: deeper and deeper, with a table, for several
//! best lines at once; where luck deals, the mean over its deals, cut by Star1 and Star2.
//!
//! Values are for the first player throughout, and who acts decides whether the most or the least
//! is taken: so nothing is special about a player that acts twice in a row. Where something is
//! hidden, the mean over all that it may be.
//!
//! Of a position with more than [`MAX_CHILDREN`](search::MAX_CHILDREN) moves only those with the
//! highest priorities are searched. If the budget does not suffice for all moves one ply deep, the
//! best of those that were searched counts.

mod evaluator;
mod root;
mod search;
mod table;

use super::engine::{Engine, perspective};
use super::{SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use evaluator::{Evaluator, PointsEvaluator, TerminalEvaluator};
use table::TranspositionTable;

/// Alpha-beta as a [`Brain`] of any game.
pub struct AlphaBeta<J = TerminalEvaluator> {
    judge: J,
    memory_mb: usize,
}

impl AlphaBeta<TerminalEvaluator> {
    /// One that knows the rules alone: good for ends that it can see.
    pub const fn new(memory_mb: usize) -> Self {
        Self::with_evaluator(TerminalEvaluator, memory_mb)
    }
}

impl<J> AlphaBeta<J> {
    /// One with a judge, taking about so many megabytes at most.
    pub const fn with_evaluator(judge: J, memory_mb: usize) -> Self {
        Self { judge, memory_mb }
    }

    /// Searches a position; see [`Brain::think`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move>
    where
        J: Evaluator<P>,
    {
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        let mut table = TranspositionTable::new(self.memory_mb);
        let mut root = root::RootSearch::new(position, request, &self.judge, &mut table);
        root.deepen(perspective(position), progress)
    }
}

impl<G: Game, J: Evaluator<G::Position>> Engine<G> for AlphaBeta<J> {
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
