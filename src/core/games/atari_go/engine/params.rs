//! The parameters of the search.

use super::playout::PlayoutRates;
use crate::search::Bounds;

/// Search parameters.
#[derive(Clone, Copy, Debug)]
pub struct AtariGoParams {
    /// The RAVE equivalence parameter: the number of visits at which a move's own results count as
    /// much as its AMAF results.
    pub rave_k: f32,
    /// The weight of the UCT exploration term.
    pub exploration: f32,
    /// The weight of the prior probabilities of moves.
    pub prior_weight: f32,
    /// The rate of progressive widening, by which moves are added in order of their prior; 0
    /// disables widening.
    pub widening: f32,
    /// The number of visits after which a node is expanded.
    pub expand_after: f32,
    /// The weight of the margin of captures relative to the result, 0 to 1.
    pub margin_weight: f32,
    /// The first-play urgency reduction: by how much an unvisited move is valued below its parent.
    pub fpu_reduction: f32,
    /// Whether the search proves results.
    pub proves_results: bool,
    /// The number of positions that the solver may visit for each visit of a node.
    pub solver_nodes_per_visit: f32,
    /// The number of visits that the network's evaluation of a position counts for; 0 disables the
    /// network.
    pub net_weight: f32,
    /// The probabilities of the playout rules.
    pub playout_rates: PlayoutRates,
}

impl AtariGoParams {
    /// Plain UCT (Kocsis and Szepesvari 2006) with the same playouts, as a baseline.
    pub const UCT: Self = Self {
        rave_k: 0.0,
        exploration: 0.7,
        prior_weight: 0.0,
        widening: 0.0,
        expand_after: 1.0,
        margin_weight: 0.0,
        fpu_reduction: -0.5,
        proves_results: false,
        solver_nodes_per_visit: 0.0,
        net_weight: 0.0,
        playout_rates: PlayoutRates::BEST,
    };

    /// The strongest known parameters, which use the network.
    ///
    /// Starting from the values of [`without_net`](Self::without_net) with the network enabled,
    /// the steps of `rave_k` from 100 to 30, to 8 and to 2 and of `prior_weight` from 1 to 1.5 won
    /// 57, 57, 58 and 57 % (80 to 100 games of 50 ms a move, 4 random plies); a `prior_weight` of
    /// 2.5 won 38 %. With 32 channels instead of 16 (57 % of 60 games, 100 ms a move), a
    /// `net_weight` of 16 won 60 % of 80 games against 8, and 32 won 41 % against 16.
    pub const BEST: Self = Self {
        rave_k: 2.0,
        exploration: 0.0,
        prior_weight: 1.5,
        widening: 3.0,
        expand_after: 3.0,
        margin_weight: 0.1,
        fpu_reduction: 0.05,
        proves_results: true,
        solver_nodes_per_visit: 16.0,
        net_weight: 16.0,
        playout_rates: PlayoutRates::BEST,
    };

    /// Clamps a value to proven bounds, both from the same player's view.
    pub(super) fn clamped_to_bounds(&self, value: f32, bounds: Bounds) -> f32 {
        let worst = [0.0, 0.5, 1.0 - self.margin_weight];
        let best = [self.margin_weight, 0.5, 1.0];
        value
            .min(best[bounds.upper as usize])
            .max(worst[bounds.lower as usize])
    }

    /// Returns the parameters for board sizes that the network does not support.
    #[must_use]
    pub fn without_net(self) -> Self {
        if self.net_weight > 0.0 {
            Self {
                rave_k: 100.0,
                prior_weight: 1.0,
                expand_after: 4.0,
                net_weight: 0.0,
                ..self
            }
        } else {
            self
        }
    }
}
