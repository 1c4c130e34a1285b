//! Alpha-beta (Knuth and Moore 1975) for any game: deeper and deeper, with a table, for several
//! best lines at once; where luck deals, the mean over its deals, cut by Star1 and Star2.
//!
//! Values are for the first player throughout, and who acts decides whether the most or the least
//! is taken: so nothing is special about a player that acts twice in a row. Where something is
//! hidden, the mean over all that it may be.

mod dive;
mod judge;
mod root;
mod table;

use super::brain::{Brain, speaker};
use super::{Report, Request};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use judge::{Judge, Rules};
use table::Table;

/// Alpha-beta as a [`Brain`] of any game.
pub struct AlphaBeta<J = Rules> {
    judge: J,
    memory_mb: usize,
}

impl AlphaBeta<Rules> {
    /// One that knows the rules alone: good for ends that it can see.
    pub const fn new(memory_mb: usize) -> Self {
        Self::judged(Rules, memory_mb)
    }
}

impl<J> AlphaBeta<J> {
    /// One with a judge, taking about so many megabytes at most.
    pub const fn judged(judge: J, memory_mb: usize) -> Self {
        Self { judge, memory_mb }
    }

    /// Searches a position; see [`Brain::think`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &Request<'_, P::Move>,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>
    where
        J: Judge<P>,
    {
        if position.turn() == Turn::Over {
            return Report::over(position);
        }
        let mut table = Table::new(self.memory_mb);
        let mut root = root::Root::new(position, request, &self.judge, &mut table);
        root.deepen(speaker(position), progress)
    }
}

impl<G: Game, J: Judge<G::Position>> Brain<G> for AlphaBeta<J> {
    fn name(&self) -> String {
        "alpha-beta 1".to_owned()
    }

    fn think(
        &mut self,
        position: &G::Position,
        request: &Request<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        self.search(position, request, progress)
    }
}
