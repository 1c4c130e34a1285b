//! Expectimax: a tile by luck, the few best places for it, and so on; the leaves are what the
//! next tile gains on the average.
//!
//! Below the first layer a lot of six tiles stands for all thirty: a layer more for the same nodes
//! (200 games, 5000 nodes a move: 58 % won against the tree with all tiles).

use super::board::{Bitboard, PlaceIndex, TilePattern};
use super::kernel::{Breadth, EvalWorkspace, Kernel};
use super::payoff::{self, Payoff};
use super::weights::EvalWeights;

/// Trees have at most so many layers of tiles above the leaves.
pub const MAX_LAYERS: usize = 4;

/// How broad the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectimaxParams {
    /// So many places are looked at closely in a leaf.
    pub leaf_places: usize,
    /// So many in other nodes.
    pub inner_places: usize,
    /// So many are followed for each tile, by the layers that are left (1 first).
    pub followed_places: [usize; MAX_LAYERS],
}

impl ExpectimaxParams {
    /// What was found to be best.
    pub const BEST: Self = Self {
        leaf_places: 20,
        inner_places: 32,
        followed_places: [2, 2, 1, 1],
    };
}

/// The tree's tools.
pub struct Expectimax<'a> {
    /// How boards are looked at.
    pub kernel: Kernel,
    /// The weights.
    pub weights: &'a EvalWeights,
    /// How broad it is.
    pub params: ExpectimaxParams,
    /// A sight for each layer, and one for the leaves.
    pub workspaces: &'a mut [EvalWorkspace; MAX_LAYERS + 1],
    /// Counts so many boards that were looked at; whether to stop.
    pub count_nodes: &'a mut dyn FnMut(u64) -> bool,
}

impl Expectimax<'_> {
    /// What a board is worth to the player who gets the next tile, with no layer between.
    pub fn leaf_payoff(&mut self, board: &Bitboard, who: usize) -> Option<Payoff> {
        self.leaf_payoff_with(board, who, self.params.leaf_places)
    }

    /// The same with so many places looked at closely.
    pub fn leaf_payoff_with(
        &mut self,
        board: &Bitboard,
        who: usize,
        closely: usize,
    ) -> Option<Payoff> {
        if (self.count_nodes)(1) {
            return None;
        }
        let sight = &mut self.workspaces[MAX_LAYERS];
        let lead = self
            .kernel
            .leaf_lead(sight, board, &self.weights.leaf, who, closely);
        Some(if sight.is_over() {
            Payoff::of_final_board(board, who)
        } else {
            let phase = sight.evaluation.phase;
            let still = sight.lead(who);
            let lead = still + payoff::best_gain_discount(phase) * (lead - still);
            Payoff::from_expected_lead(f64::from(lead), phase)
        })
    }

    /// The same with so many layers of tiles, the mean over these; `None` when it is stopped.
    pub fn payoff(
        &mut self,
        board: &Bitboard,
        who: usize,
        layers: usize,
        tiles: &[TilePattern],
    ) -> Option<Payoff> {
        if layers == 0 {
            return self.leaf_payoff(board, who);
        }
        let mut sum = Payoff::default();
        let each = &mut |_: usize, worth| sum = sum + worth;
        self.tile_payoffs(board, who, layers, tiles, each)?;
        Some(sum / tiles.len() as f64)
    }

    /// Hands what each of these tiles is worth to the player who gets it, by its number.
    pub fn tile_payoffs(
        &mut self,
        board: &Bitboard,
        who: usize,
        layers: usize,
        tiles: &[TilePattern],
        each: &mut dyn FnMut(usize, Payoff),
    ) -> Option<()> {
        if (self.count_nodes)(1) {
            return None;
        }
        let breadth = Breadth::Best(self.params.inner_places, None);
        let layer = layers.clamp(1, MAX_LAYERS) - 1;
        let sight = &mut self.workspaces[layer];
        let glance = &self.weights.gain;
        self.kernel.evaluate(sight, board, glance, who, breadth);
        if sight.is_over() {
            let worth = Payoff::of_final_board(board, who);
            (0..tiles.len()).for_each(|tile| each(tile, worth));
            return Some(());
        }
        for (number, tile) in tiles.iter().enumerate() {
            let mut top = [(i32::MIN, PlaceIndex::default()); 8];
            let count = self.params.followed_places[layer].min(top.len());
            let found = top_places(&self.workspaces[layer], *tile, who, &mut top[..count]);
            let mut best: Option<Payoff> = None;
            for (_, place) in &top[..found] {
                let after = board.after(*place, *tile);
                // The same lot for all places that are compared.
                let worth = -self.payoff(&after, 1 - who, layer, &TilePattern::batch(number))?;
                if best.is_none_or(|best| worth.points > best.points) {
                    best = Some(worth);
                }
            }
            each(number, best.unwrap_or_default());
        }
        Some(())
    }
}

/// The places that gain most with a tile, the most first; how many.
pub(super) fn top_places(
    sight: &EvalWorkspace,
    tile: TilePattern,
    who: usize,
    top: &mut [(i32, PlaceIndex)],
) -> usize {
    let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who]));
    let mut found = 0;
    for (place, refined) in &sight.refined_places {
        let gain = refined.for_dots(own, other);
        if found == top.len() && gain <= top[found - 1].0 {
            continue;
        }
        let mut at = found.min(top.len() - 1);
        found = (found + 1).min(top.len());
        while at > 0 && top[at - 1].0 < gain {
            top[at] = top[at - 1];
            at -= 1;
        }
        top[at] = (gain, *place);
    }
    found
}
