//! Monte-Carlo tree search (Coulom 2006; UCT: Kocsis and Szepesvári 2006) for any game.
//!
//! - Results that are certain are backed up as such (Winands, Björnsson, Saito: Monte-Carlo tree
//!   search solver, 2008), draws and bounds among them: no proven line is played out twice.
//! - RAVE (Gelly and Silver 2007) where a game tells which moves are the same.
//! - Progressive widening (Coulom 2007) where there are many moves: they are opened one by one.
//! - Luck deals at random; what is hidden is drawn anew for every playout.

pub mod formulas;
mod policy;
mod report;
mod simulation;
mod tree;

use super::engine::{Engine, perspective};
use super::{SearchBudget, SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use policy::{PlayoutPolicy, PlayoutResult, UniformPolicy, random_playout};
use simulation::MctsSearch;

/// How a position's moves are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// UCB1 with this factor of the term that draws to what was seldom tried.
    Ucb(f32),
    /// PUCT (Rosin 2011, as AlphaZero uses it) with this factor of the prior's term.
    Puct(f32),
}

/// The dials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsParams {
    /// How a position's moves are weighed.
    pub selection: Selection,
    /// A move that was never tried counts as the position itself and so much more.
    pub first_play_urgency: f32,
    /// With how many playouts what was seen of a move elsewhere weighs as much as what was seen
    /// here, three times over (Gelly and Silver's k); 0 for no RAVE.
    pub rave_k: f32,
    /// A position is opened when it was reached so often.
    pub expand_after: u32,
    /// How many moves are open at first, and how many more at a hundred visits; the number grows
    /// with the root of the visits. `None`: all at once.
    pub widening: Option<(f32, f32)>,
}

impl Default for MctsParams {
    fn default() -> Self {
        Self {
            selection: Selection::Ucb(0.5),
            first_play_urgency: 0.1,
            rave_k: 0.0,
            expand_after: 4,
            widening: Some((128.0, 64.0)),
        }
    }
}

/// Monte-Carlo tree search as a [`Brain`] of any game.
#[derive(Clone, Debug)]
pub struct Mcts<K = UniformPolicy> {
    params: MctsParams,
    guide: K,
    memory_mb: usize,
}

impl Mcts<UniformPolicy> {
    /// One that knows the rules alone and takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_policy(UniformPolicy, MctsParams::default(), memory_mb)
    }
}

impl<K> Mcts<K> {
    /// One with a guide and its own options.
    pub const fn with_policy(guide: K, options: MctsParams, memory_mb: usize) -> Self {
        Self {
            params: options,
            guide,
            memory_mb,
        }
    }

    /// Searches a position; see [`Brain::think`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move>
    where
        K: PlayoutPolicy<P>,
    {
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        let mut watch = SearchBudget::new(request.limits);
        let player = perspective(position);
        let mut walk = MctsSearch::new(
            position,
            request,
            &mut self.guide,
            self.params,
            self.memory_mb,
        );
        while !watch.exhausted() && !walk.is_done() {
            walk.simulate();
            watch.count_node();
            if watch.take_report_due() {
                progress(&walk.report(player, watch.nodes()));
            }
        }
        walk.report(player, watch.nodes())
    }
}

impl<G: Game, K: PlayoutPolicy<G::Position>> Engine<G> for Mcts<K> {
    fn name(&self) -> String {
        "monte-carlo 1".to_owned()
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
