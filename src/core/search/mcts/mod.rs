//! Monte Carlo tree search (Coulom 2006; UCT: Kocsis and Szepesvári 2006) for any game.
//!
//! - Proven results are backed up as such (Winands, Björnsson, Saito: Monte Carlo tree search
//!   solver, 2008), including draws and bounds: a proven line is not played out again.
//! - RAVE (Gelly and Silver 2007) is used if a game declares which moves are the same in all
//!   positions.
//! - Progressive widening (Coulom 2007): if there are many moves, they are added one by one.
//! - Chance outcomes are drawn at random, and hidden information is drawn again for every playout.

mod policy;
mod simulation;
mod tree;

use super::engine::{Engine, perspective};
use super::{SearchBudget, SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use policy::{PlayoutPolicy, PlayoutResult, UniformPolicy, random_playout};
use simulation::MctsSearch;

/// The formula that selects the next move of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// UCB1 with this factor of the exploration term.
    Ucb(f32),
    /// PUCT (Rosin 2011, as used by AlphaZero) with this factor of the prior term.
    Puct(f32),
}

/// The parameters of a Monte Carlo tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsParams {
    /// The formula that selects the next move of a position.
    pub selection: Selection,
    /// The first-play urgency: the value of an unvisited move above the mean of its position.
    pub first_play_urgency: f32,
    /// The RAVE equivalence parameter k (Gelly and Silver): the number of visits at which a move's
    /// own mean and its AMAF mean have the same weight. 0 disables RAVE.
    pub rave_k: f32,
    /// The number of visits after which a position is expanded.
    pub expand_after: u32,
    /// The parameters of progressive widening: the number of moves at first, and the number added
    /// by the hundredth visit, which grows with the square root of the visits. `None` disables it.
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

/// Monte Carlo tree search as an [`Engine`] for any game.
#[derive(Clone, Debug)]
pub struct Mcts<K = UniformPolicy> {
    params: MctsParams,
    policy: K,
    memory_mb: usize,
}

impl Mcts<UniformPolicy> {
    /// Creates an engine that knows only the rules and uses at most about `memory_mb` megabytes.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_policy(UniformPolicy, MctsParams::default(), memory_mb)
    }
}

impl<K> Mcts<K> {
    /// Creates an engine with a policy and parameters, which uses at most about `memory_mb`
    /// megabytes.
    pub const fn with_policy(policy: K, params: MctsParams, memory_mb: usize) -> Self {
        Self {
            params,
            policy,
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
        K: PlayoutPolicy<P>,
    {
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        let mut budget = SearchBudget::new(request.limits);
        let player = perspective(position);
        let mut search = MctsSearch::new(
            position,
            request,
            &mut self.policy,
            self.params,
            self.memory_mb,
        );
        while !budget.exhausted() && !search.is_done() {
            search.simulate();
            budget.count_node();
            if budget.take_report_due() {
                progress(&search.report(player, budget.nodes()));
            }
        }
        search.report(player, budget.nodes())
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

pub mod formulas {
    //! The formulas by which all Monte Carlo tree searches of kifu select moves.
    //!
    //! Means and probabilities are from the point of view of the player to act.

    /// Returns the mean of `visits` values; 0.5 without any.
    #[inline]
    pub fn mean_value(value_sum: f32, visits: f32) -> f32 {
        if visits > 0.0 {
            value_sum / visits
        } else {
            0.5
        }
    }

    /// Returns the value of a move before its first visit: the mean of its position plus `urgency`
    /// (first-play urgency: Gelly and Wang 2006).
    #[inline]
    pub fn first_play_value(position_mean: f32, urgency: f32) -> f32 {
        position_mean + urgency
    }

    /// Returns the weight, 0 to 1, of a move's AMAF mean against the mean of its own visits (RAVE:
    /// Gelly and Silver 2011): `sqrt(k / (3 visits + k))`, so that both have the same weight at `k`
    /// visits.
    ///
    /// `extra` is added to the denominator; if it is above 0, `k` and `visits` may both be 0.
    #[inline]
    pub fn rave_weight(rave_k: f32, visits: f32, extra: f32) -> f32 {
        (rave_k / (rave_k + 3.0 * visits + extra)).sqrt()
    }

    /// Returns the mean of a move's own and its AMAF value; see [`rave_weight`].
    #[inline]
    pub fn rave_mean(own_mean: f32, amaf_mean: f32, amaf_weight: f32) -> f32 {
        (1.0 - amaf_weight) * own_mean + amaf_weight * amaf_mean
    }

    /// Returns the part of UCB1's exploration term that is the same for all moves of a position,
    /// `factor * sqrt(ln(visits))` (Auer, Cesa-Bianchi and Fischer 2002).
    ///
    /// A move divides it by the square root of its own visits.
    #[inline]
    pub fn exploration_scale(factor: f32, position_visits: f32) -> f32 {
        factor * position_visits.ln().sqrt()
    }

    /// Reports whether the move to include is due for a visit: however bad it looks, it gets an eighth
    /// of its position's visits.
    #[inline]
    pub fn included_move_is_due(visits: impl Into<f64>, position_visits: impl Into<f64>) -> bool {
        visits.into() * 8.0 <= position_visits.into()
    }
}
