//! The search of positions before the tile is drawn, and of the tiles that could be drawn.

use super::board::{Bitboard, TilePattern};
use super::expectimax::MAX_LAYERS;
use super::payoff::Payoff;
use super::{BoxEngine, search_result};
use crate::contract::Position as _;
use crate::games::box_game::colors::Color;
use crate::games::box_game::tile::Tile;
use crate::games::box_game::{Move, Position};
use crate::search::{ChanceBaseline, SearchBudget, SearchRequest, SearchResult};
use std::cell::RefCell;

/// The board and the tile in hand under an assumption about the secret colours.
#[derive(Clone, Debug)]
pub struct Determinization {
    /// The board as these colours see it.
    pub board: Bitboard,
    /// The tile in hand as these colours see it.
    pub tile: TilePattern,
    /// The probability of the assumption; those of all determinizations add up to 1.
    pub probability: f64,
}

/// Creates a determinization with both colours and its probability.
pub(super) fn determinization(
    position: &Position,
    colors: [Color; 2],
    tile: Tile,
    chance: f64,
) -> Determinization {
    Determinization {
        board: Bitboard::from_position(position, colors),
        tile: TilePattern::of_tile(tile, colors),
        probability: chance,
    }
}

/// Returns all pairs of colours that are possible in a position, all equally likely.
fn all_colors(position: &Position) -> Vec<[Color; 2]> {
    let mut all = Vec::new();
    position.determinizations(&mut |determinization| all.extend(determinization.colors().both()));
    all
}

/// Returns the boards of all determinizations of a position.
pub(super) fn boards(position: &Position) -> Vec<Bitboard> {
    let all = all_colors(position).into_iter();
    all.map(|colors| Bitboard::from_position(position, colors))
        .collect()
}

/// Returns all determinizations of a position with a tile in hand, equally likely.
pub(super) fn determinizations(position: &Position, tile: Tile) -> Vec<Determinization> {
    let all = all_colors(position);
    let chance = 1.0 / all.len().max(1) as f64;
    all.into_iter()
        .map(|colors| determinization(position, colors, tile, chance))
        .collect()
}

impl BoxEngine {
    /// Returns the exact payoff of the only determinization before a tile is drawn, if the game is
    /// near enough to its end.
    fn solve_before_chance(
        &self,
        player: usize,
        boards: &[Bitboard],
        request: &SearchRequest<'_, Move>,
        budget: &RefCell<SearchBudget<'_>>,
    ) -> Option<Payoff> {
        let [board] = boards else { return None };
        self.solve_if_affordable(board, 1.0, request, budget, |solver| {
            solver.payoff(board, player)
        })
    }

    /// Searches a position before the tile is drawn.
    pub(super) fn analyze_before_chance(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> SearchResult<Move> {
        let budget = RefCell::new(SearchBudget::new(request.limits));
        let player = position.to_move().index();
        let boards = boards(position);
        if let Some(payoff) = self.solve_before_chance(player, &boards, request, &budget) {
            return search_result::before_chance(payoff, true, budget.borrow().nodes());
        }
        let mut best = Payoff::default();
        let mut count = |nodes| budget.borrow_mut().count_nodes(nodes);
        let mut tree = self.expectimax(&mut count);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        for layers in 0..MAX_LAYERS {
            if layers as u32 + 1 > depth {
                break;
            }
            let values = boards
                .iter()
                .map(|board| tree.payoff(board, player, layers, &TilePattern::ALL));
            let sum = values.reduce(|sum, payoff| Some(sum? + payoff?)).flatten();
            let Some(sum) = sum else { break };
            best = sum / boards.len() as f64;
        }
        search_result::before_chance(best, false, budget.borrow().nodes())
    }

    /// Returns the values of all tiles that could have been drawn, by a tree search as deep as the
    /// limits allow.
    pub(super) fn tile_baseline(
        &mut self,
        position: &Position,
        tile: Tile,
        request: &SearchRequest<'_, Move>,
    ) -> Option<ChanceBaseline> {
        let budget = RefCell::new(SearchBudget::new(request.limits));
        let player = position.to_move().index();
        // Whether the value of the drawn tile is exact depends on an estimate of the work, so only
        // the attempt shows it.
        if self
            .solve_before_chance(player, &boards(position), request, &budget)
            .is_some()
        {
            return None;
        }
        let determinizations = determinizations(position, tile);
        let mut count = |nodes| budget.borrow_mut().count_nodes(nodes);
        let mut tree = self.expectimax(&mut count);
        let mut baseline = None;
        for layers in 1..MAX_LAYERS {
            let mut new = ChanceBaseline::default();
            for determinization in &determinizations {
                let each = &mut |number: usize, payoff| {
                    let value = search_result::before_chance(payoff, false, 0).value;
                    if TilePattern::ALL[number] == determinization.tile {
                        new.drawn.push(value);
                    }
                    new.possible.push(value);
                };
                let is_done = tree.tile_payoffs(
                    &determinization.board,
                    player,
                    layers,
                    &TilePattern::ALL,
                    each,
                );
                if is_done.is_none() {
                    return baseline;
                }
            }
            new.nodes = budget.borrow().nodes();
            baseline = Some(new);
        }
        baseline
    }

    /// Returns the exact values of all tiles that could have been drawn, if the game is near enough
    /// to its end.
    pub(super) fn exact_tile_baseline(
        &self,
        position: &Position,
        tile: Tile,
        request: &SearchRequest<'_, Move>,
    ) -> Option<ChanceBaseline> {
        let budget = RefCell::new(SearchBudget::new(request.limits));
        let player = position.to_move().index();
        let [determinization] = determinizations(position, tile).try_into().ok()?;
        let Determinization { board, tile, .. } = determinization;
        let mut baseline = ChanceBaseline::default();
        self.solve_if_affordable(&board, 1.0, request, &budget, |solver| {
            solver.tile_payoffs(&board, player, |drawn, payoff| {
                let value = search_result::unbounded_value(payoff);
                if drawn == tile {
                    baseline.drawn.push(value);
                }
                baseline.possible.push(value);
            })
        })?;
        baseline.nodes = budget.borrow().nodes();
        Some(baseline)
    }
}
