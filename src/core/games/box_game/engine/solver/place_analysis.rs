//! The analysis of one placement for all tiles.

use super::super::board::TilePattern;
use super::super::kernel::Kernel;
use super::super::payoff::Payoff;
use super::color_state::{ColorOutcome, ColorState};
use super::occupancy::{LegalPlacement, Occupancy};
use super::{TILE_DOTS, mix_word};
use std::rc::Rc;

/// A placement with its outcomes and known payoffs by tile.
pub(super) struct PlaceAnalysis<'a> {
    placement: &'a LegalPlacement,
    /// The occupancy after the placement; `None` if it ends the game.
    pub next_occupancy: Option<Rc<Occupancy>>,
    /// The outcomes of both colours, by the index of the tile's dot.
    outcomes: [[ColorOutcome; TILE_DOTS]; 2],
    /// The first dot with an equivalent outcome, by colour and dot.
    equivalent_dots: [[usize; TILE_DOTS]; 2],
    /// The known payoffs, by the representative dots of both colours.
    payoffs: [[Option<Payoff>; TILE_DOTS]; TILE_DOTS],
}

impl<'a> PlaceAnalysis<'a> {
    /// Creates the analysis of a placement, and returns it with the number of boards evaluated.
    pub fn new(
        kernel: Kernel,
        states: &[ColorState; 2],
        placement: &'a LegalPlacement,
        next: Option<Rc<Occupancy>>,
    ) -> (Self, u64) {
        let last = next.as_deref().filter(|occupancy| occupancy.is_last);
        let mut equivalent_dots = [[0; TILE_DOTS]; 2];
        let mut outcomes = <[[ColorOutcome; TILE_DOTS]; 2]>::default();
        let mut boards = TILE_DOTS;
        for (colour, state) in states.iter().enumerate() {
            for dot in 0..TILE_DOTS {
                let mut new = state.after(kernel, placement, dot);
                let mut before = outcomes[colour][..dot].iter();
                let first = before.position(|old| old.is_equivalent(&new));
                equivalent_dots[colour][dot] = first.unwrap_or(dot);
                if let (None, Some(last)) = (first, last) {
                    new.last_tile_points = new.state.last_tile_points(kernel, last);
                    boards += TILE_DOTS / 2 * last.placements.len();
                }
                outcomes[colour][dot] = new;
            }
        }
        let analysis = Self {
            placement,
            next_occupancy: next,
            outcomes,
            equivalent_dots,
            payoffs: Default::default(),
        };
        (analysis, boards as u64)
    }

    /// Returns the first dots that are equivalent to those of a tile.
    fn representative_dots(&self, tile: TilePattern) -> [usize; 2] {
        [0, 1].map(|colour| self.equivalent_dots[colour][usize::from(tile.0[colour])])
    }

    /// Returns the outcomes of both colours for a tile.
    fn outcomes_for(&self, tile: TilePattern) -> [&ColorOutcome; 2] {
        let dots = self.representative_dots(tile);
        [0, 1].map(|colour| &self.outcomes[colour][dots[colour]])
    }

    /// Returns the lower and the upper bound of a player's final lead.
    fn lead_range(&self, tile: TilePattern, player: usize) -> [i32; 2] {
        let outcomes = self.outcomes_for(tile);
        let [own, other] = [player, 1 - player].map(|player| outcomes[player].points_range);
        [own[0] - other[1], own[1] - other[0]]
    }

    /// Reports whether the placement may be better for a tile than the best one so far.
    pub fn may_beat(&self, best: Option<Payoff>, tile: TilePattern, player: usize) -> bool {
        let [_, max] = self.lead_range(tile, player);
        best.is_none_or(|best| Payoff::from_final_lead(max).points > best.points)
    }

    /// Returns the states of both colours after the placement of a tile.
    pub fn color_states(&self, tile: TilePattern) -> [ColorState; 2] {
        self.outcomes_for(tile).map(|outcome| outcome.state)
    }

    /// Returns a hash of the board after a tile, for the player who gets the next one.
    pub fn key(&self, tile: TilePattern, next: usize) -> u64 {
        let outcomes = self.outcomes_for(tile);
        let lead = i64::from(outcomes[0].state.certain_points - outcomes[1].state.certain_points);
        let rest = (lead as u64) << 1 | next as u64;
        let words = [outcomes[0].key, outcomes[1].key, rest].into_iter();
        words.fold(self.placement.key, mix_word)
    }

    /// Returns the payoff for a tile if it needs no search: if it is already known, if later tiles
    /// cannot change it, or if only one tile follows.
    pub fn payoff_without_search(&mut self, tile: TilePattern, player: usize) -> Option<Payoff> {
        let dots = self.representative_dots(tile);
        let cached = self.payoffs[dots[0]][dots[1]];
        cached.or_else(|| {
            let [min, max] = self.lead_range(tile, player);
            let payoff = match &self.next_occupancy {
                _ if min == max => Payoff::from_final_lead(min),
                Some(next) if next.is_last => -last_tile_payoff(
                    self.outcomes_for(tile)
                        .map(|outcome| &outcome.last_tile_points[..]),
                    1 - player,
                ),
                _ => return None,
            };
            Some(self.set_payoff(tile, payoff))
        })
    }

    /// Stores the payoff for a tile, and returns it.
    pub fn set_payoff(&mut self, tile: TilePattern, payoff: Payoff) -> Payoff {
        let dots = self.representative_dots(tile);
        self.payoffs[dots[0]][dots[1]] = Some(payoff);
        payoff
    }
}

/// Returns the payoff of the last tile to the player who gets it: the mean over all tiles of the
/// best place, given the final points of both colours by place and dot.
fn last_tile_payoff(final_points: [&[[i32; TILE_DOTS]]; 2], player: usize) -> Payoff {
    let mut best = [[i32::MIN; TILE_DOTS]; TILE_DOTS];
    for (own, other) in final_points[player].iter().zip(final_points[1 - player]) {
        for (best, own) in best.iter_mut().zip(own) {
            for (best, other) in best.iter_mut().zip(other) {
                *best = (own - other).max(*best);
            }
        }
    }
    let leads = TilePattern::ALL.iter().map(|tile| {
        let [own, other] = [player, 1 - player].map(|player| usize::from(tile.0[player]));
        best[own][other]
    });
    let (lead, signs) = leads.fold((0, 0), |(lead, signs), lead_of_tile| {
        (lead + lead_of_tile, signs + lead_of_tile.signum())
    });
    Payoff::mean_of_final_leads(lead, signs, TilePattern::ALL.len())
}
