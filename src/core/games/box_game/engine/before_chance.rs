//! The search of positions before the tile is drawn, and of the tiles that could be drawn.

use super::board::{Bitboard, TilePattern};
use super::determinization::{Determinization, boards, determinizations};
use super::expectimax::MAX_LAYERS;
use super::payoff::Payoff;
use super::{BoxEngine, search_result};
use crate::games::box_game::tile::Tile;
use crate::games::box_game::{Move, Position};
use crate::search::{ChanceBaseline, SearchBudget, SearchRequest, SearchResult};
use std::cell::RefCell;

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
