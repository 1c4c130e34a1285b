use super::playout::PlayoutRates;
use crate::search::Bounds;

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct AtariGoParams {
    /// Games that a move's own results must be before they count as much as those of later ones.
    pub rave_k: f32,
    /// How much is tried out (the bound of UCT).
    pub exploration: f32,
    /// How much first sight counts.
    pub prior_weight: f32,
    /// How fast more moves are tried, those first that look better; 0: all at once.
    pub widening: f32,
    /// Games through a position before its moves come into the tree.
    pub expand_after: f32,
    /// How much the margin counts beside the result.
    pub margin_weight: f32,
    /// How much worse than its parent a move without games is thought.
    pub fpu_reduction: f32,
    /// Whether results are proven.
    pub proves_results: bool,
    /// Positions that the solver may look at for each game.
    pub solver_nodes_per_visit: f32,
    /// For how many games it counts what the net says of a position; 0: it is not asked.
    pub net_weight: f32,
    /// How the games are played out.
    pub playout_rates: PlayoutRates,
}

impl AtariGoParams {
    /// Plain UCT (Kocsis and Szepesvari 2006) with the same random games, to compare with.
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

    /// What plays best with the net. Against the dials without it, but for the net: 57, 57, 58 and
    /// 57 % for a step each from `later` 100 by 30 and 8 to 2 and from `sight` 1 to 1.5 (80 to 100
    /// games of 50 ms a move, 4 random plies); `sight` 2.5 won 38 %. With 32 channels
    /// instead of 16 (57 % of 60 games, 100 ms a move) a `trust` of 16 won 60 % of 80 games
    /// against 8 and 32 won 41 % against 16.
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

    /// Returns the value closest to this one that agrees with the bounds, both for one player.
    pub(super) fn clamped_to_bounds(&self, value: f32, bounds: Bounds) -> f32 {
        let worst = [0.0, 0.5, 1.0 - self.margin_weight];
        let best = [self.margin_weight, 0.5, 1.0];
        value
            .min(best[bounds.upper as usize])
            .max(worst[bounds.lower as usize])
    }

    /// The same for boards that the net does not know.
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
