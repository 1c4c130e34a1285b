//! A place that is tried, with all tiles.

use super::super::board::TilePattern;
use super::super::kernel::Kernel;
use super::super::payoff::Payoff;
use super::color_state::{ColorOutcome, ColorState};
use super::occupancy::{LegalPlacement, Occupancy};
use super::{TILE_DOTS, mix_word};
use std::rc::Rc;

/// A place, and what is known of it by the tile.
pub(super) struct PlaceAnalysis<'a> {
    placement: &'a LegalPlacement,
    /// The places after it, if there are any.
    pub next_occupancy: Option<Rc<Occupancy>>,
    /// What it leaves of both colours, by the tile's dot.
    outcomes: [[ColorOutcome; TILE_DOTS]; 2],
    /// The first dot that leaves the same.
    equivalent_dots: [[usize; TILE_DOTS]; 2],
    /// What it is worth with those dots, as far as that is known.
    payoffs: [[Option<Payoff>; TILE_DOTS]; TILE_DOTS],
}

impl<'a> PlaceAnalysis<'a> {
    /// A place, and how many boards were looked at for it.
    pub fn new(
        kernel: Kernel,
        halves: &[ColorState; 2],
        lay: &'a LegalPlacement,
        next: Option<Rc<Occupancy>>,
    ) -> (Self, u64) {
        let last = next.as_deref().filter(|ground| ground.is_last);
        let mut like = [[0; TILE_DOTS]; 2];
        let mut left = <[[ColorOutcome; TILE_DOTS]; 2]>::default();
        let mut boards = TILE_DOTS;
        for (colour, half) in halves.iter().enumerate() {
            for dot in 0..TILE_DOTS {
                let mut new = half.after(kernel, lay, dot);
                let mut before = left[colour][..dot].iter();
                let first = before.position(|old| old.is_equivalent(&new));
                like[colour][dot] = first.unwrap_or(dot);
                if let (None, Some(last)) = (first, last) {
                    new.last_tile_points = new.state.last_tile_points(kernel, last);
                    boards += TILE_DOTS / 2 * last.placements.len();
                }
                left[colour][dot] = new;
            }
        }
        let one = Self {
            placement: lay,
            next_occupancy: next,
            outcomes: left,
            equivalent_dots: like,
            payoffs: Default::default(),
        };
        (one, boards as u64)
    }

    /// The dots of a tile, or those that leave the same.
    fn representative_dots(&self, tile: TilePattern) -> [usize; 2] {
        [0, 1].map(|colour| self.equivalent_dots[colour][usize::from(tile.0[colour])])
    }

    fn outcomes_for(&self, tile: TilePattern) -> [&ColorOutcome; 2] {
        let dots = self.representative_dots(tile);
        [0, 1].map(|colour| &self.outcomes[colour][dots[colour]])
    }

    /// By how much a player leads in the end, at least and at most.
    fn lead_range(&self, tile: TilePattern, who: usize) -> [i32; 2] {
        let left = self.outcomes_for(tile);
        let [own, other] = [who, 1 - who].map(|who| left[who].points_range);
        [own[0] - other[1], own[1] - other[0]]
    }

    /// Whether it may be worth more for a tile than the best place so far.
    pub fn may_beat(&self, best: Option<Payoff>, tile: TilePattern, who: usize) -> bool {
        let [_, most] = self.lead_range(tile, who);
        best.is_none_or(|best| Payoff::from_final_lead(most).points > best.points)
    }

    /// What both colours have left.
    pub fn color_states(&self, tile: TilePattern) -> [ColorState; 2] {
        self.outcomes_for(tile).map(|left| left.state)
    }

    /// A hash of the board that it leaves, for the player who is next there.
    pub fn key(&self, tile: TilePattern, next: usize) -> u64 {
        let left = self.outcomes_for(tile);
        let sure = i64::from(left[0].state.certain_points - left[1].state.certain_points);
        let rest = (sure as u64) << 1 | next as u64;
        let words = [left[0].key, left[1].key, rest].into_iter();
        words.fold(self.placement.key, mix_word)
    }

    /// What it is worth for a tile, if that was found before, nothing that follows changes it, or
    /// only one tile follows.
    pub fn payoff_without_search(&mut self, tile: TilePattern, who: usize) -> Option<Payoff> {
        let dots = self.representative_dots(tile);
        let known = self.payoffs[dots[0]][dots[1]];
        known.or_else(|| {
            let [least, most] = self.lead_range(tile, who);
            let worth = match &self.next_occupancy {
                _ if least == most => Payoff::from_final_lead(least),
                Some(next) if next.is_last => -last_tile_payoff(
                    self.outcomes_for(tile)
                        .map(|left| &left.last_tile_points[..]),
                    1 - who,
                ),
                _ => return None,
            };
            Some(self.set_payoff(tile, worth))
        })
    }

    /// What it is worth for a tile from now on.
    pub fn set_payoff(&mut self, tile: TilePattern, worth: Payoff) -> Payoff {
        let dots = self.representative_dots(tile);
        self.payoffs[dots[0]][dots[1]] = Some(worth);
        worth
    }
}

/// What the last tile is worth to who gets it: the mean over all tiles of the best place, by what
/// both colours come to there.
fn last_tile_payoff(ends: [&[[i32; TILE_DOTS]]; 2], who: usize) -> Payoff {
    let mut best = [[i32::MIN; TILE_DOTS]; TILE_DOTS];
    for (own, other) in ends[who].iter().zip(ends[1 - who]) {
        for (best, own) in best.iter_mut().zip(own) {
            for (best, other) in best.iter_mut().zip(other) {
                *best = (own - other).max(*best);
            }
        }
    }
    let leads = TilePattern::ALL.iter().map(|tile| {
        let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who]));
        best[own][other]
    });
    let (lead, signs) = leads.fold((0, 0), |(lead, signs), one| {
        (lead + one, signs + one.signum())
    });
    Payoff::mean_of_final_leads(lead, signs, TilePattern::ALL.len())
}
