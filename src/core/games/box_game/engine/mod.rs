//! The engine for Box: expectimax over the tiles as two colours see them, with an evaluation
//! learned from games, playouts at the root and an exact solver for the end of the game.
//!
//! The modules from the bottom up; each uses only those above it in this list:
//! - `board`: bitboards and the legal placements; `weights`, `weight_params`: the learned value of
//!   a cell as the corner of a square; `payoff`: from a lead to contest points.
//! - `evaluation`: both colours' expected points and the gradient at each cell; `gains`: a rough
//!   gain of every tile at every place; `refined_gain`: the precise gain at one place;
//!   `square_potential`: bounds on the squares of a colour; `kernel`: all of these with SIMD.
//! - `opponent_model`, `color_posterior`: the probability of each colour of the opponent.
//! - `solver`: the exact search of the last tiles.
//! - `expectimax`, `playout`, `root_search`, `search_result`: the search; `time`: its use of time.
//!
//! A node is one evaluated board.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "rows, columns, tiles and gains are small numbers"
)]
#![expect(
    clippy::inline_always,
    reason = "only code inlined into the kernels is compiled with their SIMD instructions"
)]

pub mod before_chance;
pub mod board;
pub mod color_posterior;
pub mod evaluation;
pub mod expectimax;
mod gains;
pub mod kernel;
pub mod opponent_model;
pub mod payoff;
pub mod playout;
mod refined_gain;
pub mod root_search;
mod search_result;
pub mod solver;
mod weight_params;
pub mod weights;

use self::board::{Bitboard, PlaceIndex, TilePattern};
use self::color_posterior::ColorPosterior;
use self::expectimax::{Expectimax, ExpectimaxParams, MAX_LAYERS};
use self::kernel::{EvalWorkspace, Kernel};
use self::payoff::Payoff;
use self::root_search::{BoxRootSearch, PlaceCandidate};
use self::search_result::BoxResultBuilder;
use self::solver::ExactSolver;
use self::weights::{CellWeights, EvalWeights};
use super::moves::Move;
use super::tile::Tile;
use super::{BoxGame, Position};
use crate::contract::{Player, Position as _, Rules as _, StepOf, Turn};
use crate::search::{
    ChanceBaseline, Clock, Engine, HasEngine, MoveChoice, SearchBudget, SearchRequest,
    SearchResult, SecretGuess,
};
use before_chance::{Determinization, determinization, determinizations};
use std::cell::RefCell;
use std::time::Duration;

impl HasEngine for BoxGame {
    const CALIBRATION: &'static str = include_str!("calibration.ron");
    const DEFAULT_NODES: u64 = 8_000;

    const CLOCK: Clock = Clock::game(30);
    const POINTS_FROM_RESULT: bool = false;
    const LINES_COMPARABLE: bool = true;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(BoxEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        progress(position)
    }

    fn allocate_time(position: &Position, left: Duration) -> Duration {
        allocate_time(position, left)
    }
}

/// The budget of the exact solver, in nodes, for a search without limits (about a second).
const DEFAULT_EXACT_NODES: f64 = 8e4;
/// The budget of the exact solver, in nodes, per second of a time limit.
///
/// It is low enough to leave time for the tree search on a slow machine.
const EXACT_NODES_PER_SECOND: f64 = 3e4;

/// The engine for Box.
#[derive(Debug)]
pub struct BoxEngine {
    weights: EvalWeights,
    kernel: Kernel,
    params: ExpectimaxParams,
    workspaces: Box<[EvalWorkspace; MAX_LAYERS + 1]>,
    /// The maximum number of boards in the cache of the exact solver.
    max_cached_boards: usize,
    posterior: Option<ColorPosterior>,
}

impl BoxEngine {
    /// Creates an engine that uses at most about `memory_mb` megabytes.
    pub fn new(memory_mb: usize) -> Self {
        let bytes = memory_mb.clamp(1, 16) << 20;
        Self {
            weights: EvalWeights {
                gain: CellWeights::new(
                    &weight_params::GAIN_PARAMS,
                    &weight_params::GAIN_FRESH_PARAMS,
                ),
                leaf: CellWeights::new(
                    &weight_params::LEAF_PARAMS,
                    &weight_params::LEAF_FRESH_PARAMS,
                ),
            },
            kernel: Kernel::new(),
            params: ExpectimaxParams::BEST,
            workspaces: Box::default(),
            max_cached_boards: bytes / 2 / size_of::<(u64, Payoff)>(),
            posterior: None,
        }
    }

    /// Returns the weights of the evaluation.
    pub const fn weights(&self) -> &EvalWeights {
        &self.weights
    }

    /// Returns the parameters of the gain weights, the starting point for fitting others.
    pub const fn gain_params() -> weights::WeightParams {
        weight_params::GAIN_PARAMS
    }

    /// Returns the engine with another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    fn expectimax<'a>(&'a mut self, count_nodes: &'a mut dyn FnMut(u64) -> bool) -> Expectimax<'a> {
        Expectimax {
            kernel: self.kernel,
            weights: &self.weights,
            params: self.params,
            workspaces: &mut self.workspaces,
            count_nodes,
        }
    }

    /// Searches determinizations that have a tile in hand.
    ///
    /// Returns all placements, the best first, whether their values are exact, and the number of
    /// nodes.
    fn search(
        &mut self,
        player: Player,
        determinizations: &[Determinization],
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> (Vec<PlaceCandidate>, bool, u64) {
        let budget = RefCell::new(SearchBudget::new(request.limits));
        let nodes = || budget.borrow().nodes();
        if let Some(candidates) =
            self.solve_places(player.index(), determinizations, request, &budget)
        {
            return (candidates, determinizations.len() == 1, nodes());
        }
        let mut count = |nodes| budget.borrow_mut().count_nodes(nodes);
        let mut root = BoxRootSearch {
            expectimax: self.expectimax(&mut count),
            determinizations,
            seed: request.seed,
            player: player.index(),
            lines: request.lines.max(1),
            include: request.include.map(PlaceIndex::from_move),
            candidates: Vec::new(),
        };
        root.search(request.limits.depth, &mut |candidates| {
            if budget.borrow_mut().take_report_due() {
                progress(&BoxResultBuilder::new(candidates, false, request).search_result(nodes()));
            }
        });
        (root.candidates, false, nodes())
    }

    /// Returns the budget of the exact solver, in nodes, within the limits of a request.
    fn exact_budget(request: &SearchRequest<'_, Move>) -> f64 {
        let limits = &request.limits;
        let nodes = limits.nodes.map(|nodes| nodes as f64 / 2.0);
        let time = limits
            .time
            .map(|time| time.as_secs_f64() * EXACT_NODES_PER_SECOND);
        let budget = nodes.into_iter().chain(time).reduce(f64::min);
        budget.unwrap_or(DEFAULT_EXACT_NODES)
    }

    /// Runs `find` with an exact solver if the estimated nodes are within its budget.
    ///
    /// `games` is the number of searches to the end that `find` does from boards like `board`.
    /// Returns `None` if the estimate exceeds the budget, or if the solver runs out of it.
    fn solve_if_affordable<T>(
        &self,
        board: &Bitboard,
        games: f64,
        request: &SearchRequest<'_, Move>,
        search_budget: &RefCell<SearchBudget<'_>>,
        find: impl FnOnce(&mut ExactSolver<'_>) -> Option<T>,
    ) -> Option<T> {
        let sequences = games * solver::estimate_sequences(self.kernel, board, request.seed);
        let (budget, nodes) = (
            Self::exact_budget(request),
            solver::estimate_nodes(sequences),
        );
        if nodes > budget {
            return None;
        }
        // The estimate may be too low.
        let mut left = 1.5 * budget;
        let mut count = |nodes: u64| {
            left -= nodes as f64;
            search_budget.borrow_mut().count_nodes(nodes) || left < 0.0
        };
        // Each cached board takes at least a fifth of a node, so a larger cache stays unused.
        let cached_boards = self.max_cached_boards.min(8 * (1 + nodes as usize));
        find(&mut ExactSolver::new(
            self.kernel,
            cached_boards,
            &mut count,
        ))
    }

    /// Returns the exact payoffs of all placements, averaged over the determinizations, if the game
    /// is near enough to its end.
    fn solve_places(
        &self,
        player: usize,
        determinizations: &[Determinization],
        request: &SearchRequest<'_, Move>,
        budget: &RefCell<SearchBudget<'_>>,
    ) -> Option<Vec<PlaceCandidate>> {
        let board = &determinizations.first()?.board;
        // The tile in hand is one of thirty, so only that part of the sequences is searched.
        let games = determinizations.len() as f64 / TilePattern::ALL.len() as f64;
        self.solve_if_affordable(board, games, request, budget, |solver| {
            let places = self.kernel.legal_places(board).list();
            let candidates = places.into_iter().map(|place| {
                let mut payoff = Payoff::default();
                for determinization in determinizations {
                    let after = determinization.board.after(place, determinization.tile);
                    payoff =
                        payoff + -solver.payoff(&after, 1 - player)? * determinization.probability;
                }
                Some(PlaceCandidate::new(place, payoff))
            });
            let mut candidates: Vec<_> = candidates.collect::<Option<_>>()?;
            candidates.sort_by(|a, b| b.payoff.points.total_cmp(&a.payoff.points));
            Some(candidates)
        })
    }

    /// Returns the determinizations of a position, weighted by what the player to move knows.
    fn weighted_determinizations(&self, position: &Position, tile: Tile) -> Vec<Determinization> {
        let player = position.to_move();
        let own_color = position.colors().0[player.index()];
        let opponent_color = position.colors().0[1 - player.index()];
        match (&self.posterior, own_color, opponent_color) {
            (Some(posterior), Some(own_color), None) if posterior.is_for(player, own_color) => {
                let likely = posterior.likely_colors().into_iter();
                likely
                    .map(|(color, chance)| {
                        let mut colors = [own_color; 2];
                        colors[1 - player.index()] = color;
                        determinization(position, colors, tile, chance)
                    })
                    .collect()
            }
            _ => determinizations(position, tile),
        }
    }
}

impl Engine<BoxGame> for BoxEngine {
    fn name(&self) -> String {
        "box 6".to_owned()
    }

    fn analyze(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if position.mover().is_none() {
            return search_result::before_chance(Payoff::default(), false, 0);
        }
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        match position.tile_in_hand() {
            Some(tile) => {
                let determinizations = determinizations(position, tile);
                let (candidates, is_exact, nodes) =
                    self.search(position.to_move(), &determinizations, request, progress);
                BoxResultBuilder::new(&candidates, is_exact, request).search_result(nodes)
            }
            None => self.analyze_before_chance(position, request),
        }
    }

    fn chance_baseline(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<ChanceBaseline> {
        self.tile_baseline(position, position.tile_in_hand()?, request)
    }

    fn chance_values(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<ChanceBaseline> {
        let tile = position.tile_in_hand()?;
        let exact = self.exact_tile_baseline(position, tile, request);
        exact.or_else(|| self.tile_baseline(position, tile, request))
    }

    fn new_game(&mut self, start: &Position, seat: Player) {
        let own_color = start.colors().0[seat.index()];
        self.posterior = own_color.map(|own_color| ColorPosterior::new(seat, own_color));
    }

    fn observe(&mut self, before: &Position, step: &StepOf<BoxGame>) {
        let tile = step.chance.or(before.tile_in_hand());
        if let (Some(posterior), Some(tile), Some(placement)) = (&mut self.posterior, tile, step.mv)
            && let Some(mover) = before.mover()
        {
            let workspace = &mut self.workspaces[0];
            let gains = color_posterior::color_gains(
                self.kernel,
                workspace,
                &self.weights.gain,
                before,
                tile,
            );
            posterior.observe(mover, &gains, PlaceIndex::from_move(placement));
        }
    }

    fn secret_guess(&self, position: &Position) -> Option<SecretGuess> {
        let posterior = self.posterior.as_ref()?;
        let colors = position.colors().both()?;
        let secret = colors[posterior.seat().opponent().index()];
        // Of equal colours no guess is right: everyone counts on different ones.
        if colors[0] == colors[1] {
            return None;
        }
        let likely = posterior.likely_colors();
        let known = likely.iter().find(|(color, _)| *color == secret);
        Some(SecretGuess {
            is_right: likely.first().is_some_and(|(color, _)| *color == secret),
            probability: known.map_or(0.0, |(_, probability)| *probability),
            candidates: 5,
        })
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        let tile = position.tile_in_hand()?;
        if position.is_over() {
            return None;
        }
        let player = position.to_move();
        let determinizations = self.weighted_determinizations(position, tile);
        let (candidates, is_exact, nodes) =
            self.search(player, &determinizations, request, &mut |_| {});
        MoveChoice::best(BoxResultBuilder::new(&candidates, is_exact, request).search_result(nodes))
    }
}

// Allocation of a game's time to its turns.

/// Returns the relative time for a turn, by the number of tiles laid.
///
/// The first turns decide little, and late ones leave little to search.
const fn turn_weight(tiles: u32) -> u32 {
    match tiles {
        0..=2 => 4,
        3..=18 => 8,
        19..=23 => 5,
        24..=27 => 2,
        _ => 1,
    }
}

/// Estimates the number of tiles on the board.
fn tiles_laid(position: &Position) -> u32 {
    let dots = position.rows().iter().map(|row| {
        let dots = (row | row >> 1 | row >> 2) & 0o11_111_111_111_111_111_111;
        dots.count_ones()
    });
    // A tile covers 1.5 dots on average, so it adds 10.5 occupied cells.
    dots.sum::<u32>() * 2 / 21
}

/// Returns the progress of the game, 0 to 1; nearly all games have about 30 tiles.
fn progress(position: &Position) -> f64 {
    (f64::from(tiles_laid(position)) / 30.0).min(1.0)
}

/// Returns the part of the time left that this turn may take, so that later turns get their share.
fn allocate_time(position: &Position, left: Duration) -> Duration {
    let tiles = tiles_laid(position);
    let turns = (tiles..36).step_by(2);
    let total_weight: u32 = turns.map(turn_weight).sum();
    if position.is_over() {
        return Duration::ZERO;
    }
    left * turn_weight(tiles) / total_weight.max(4)
}
