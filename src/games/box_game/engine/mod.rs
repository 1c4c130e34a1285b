//! Box's engine: expectimax over tiles of two colours, with an evaluation learned from games.
//!
//! From the bottom, each uses only those above it in this list:
//! - `board`: the board as bits, and where tiles have room; `weights`, `weight_params`: the learned
//!   value of a cell as the corner of a square; `payoff`: from a lead to contest points.
//! - `evaluation`: both colours' expected points and the gain of each cell; `gains`: a rough gain of
//!   every tile at every place; `refined_gain`: the exact gain at one place; `square_potential`: the
//!   squares that a colour may still get; `kernel` runs them in vectors.
//! - `opponent_model`, `color_posterior`: the probable colours of the opponent.
//! - `solver`: the last tiles, exactly.
//! - `expectimax`, `playout`, `root_search`, `search_result`: the search; `time`: its clock.
//!
//! A node is a board that was looked at.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "rows, columns, tiles and gains are small numbers"
)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernels is not made of their vectors"
)]

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
pub mod square_potential;
mod time;
mod weight_params;
pub mod weights;

use self::board::{Bitboard, PlaceIndex, TilePattern};
use self::color_posterior::ColorPosterior;
use self::expectimax::{Expectimax, ExpectimaxParams, MAX_LAYERS};
use self::kernel::{EvalWorkspace, Kernel};
use self::payoff::Payoff;
use self::root_search::{BoxRootSearch, Determinization, PlaceCandidate};
use self::search_result::BoxResultBuilder;
use self::solver::ExactSolver;
use self::weights::{CellWeights, EvalWeights};
use super::colors::Color;
use super::moves::Move;
use super::tile::Tile;
use super::{BoxGame, Position};
use crate::contract::{Player, Position as _, Rules as _, StepOf, Turn};
use crate::search::{
    ChanceBaseline, Clock, Engine, HasEngine, MoveChoice, SearchBudget, SearchRequest, SearchResult,
};
use std::cell::RefCell;
use std::time::Duration;

impl HasEngine for BoxGame {
    const CALIBRATION: &'static str = include_str!("calibration.ron");
    const DEFAULT_NODES: u64 = 8_000;

    const CLOCK: Clock = Clock::game(30);
    const BENCH_SETUP: &'static [(&'static str, &'static str)] = &[("colors", "4 1")];
    const POINTS_FROM_RESULT: bool = false;
    const LINES_COMPARABLE: bool = true;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(BoxEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        time::progress(position)
    }

    fn allocate_time(position: &Position, left: Duration) -> Duration {
        time::allocate_time(position, left)
    }
}

/// An exact answer may take so many nodes if the limits say nothing: a second.
const DEFAULT_EXACT_NODES: f64 = 8e4;
/// And with a clock so many for each second of it, which leaves time for the tree on a slow machine,
/// too.
const EXACT_NODES_PER_SECOND: f64 = 3e4;

/// The brain.
#[derive(Debug)]
pub struct BoxEngine {
    weights: EvalWeights,
    kernel: Kernel,
    params: ExpectimaxParams,
    workspaces: Box<[EvalWorkspace; MAX_LAYERS + 1]>,
    /// How many boards the exact search may keep at most.
    max_cached_boards: usize,
    posterior: Option<ColorPosterior>,
}

impl BoxEngine {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        let room = memory_mb.clamp(1, 16) << 20;
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
            max_cached_boards: room / 2 / size_of::<(u64, Payoff)>(),
            posterior: None,
        }
    }

    /// The weights of its evaluation.
    pub const fn weights(&self) -> &EvalWeights {
        &self.weights
    }

    /// The dials of what a place gains, at first sight: where others can be fitted from.
    pub const fn gain_params() -> weights::WeightParams {
        weight_params::GAIN_PARAMS
    }

    /// The same with another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    fn expectimax<'a>(&'a mut self, count: &'a mut dyn FnMut(u64) -> bool) -> Expectimax<'a> {
        Expectimax {
            kernel: self.kernel,
            weights: &self.weights,
            params: self.params,
            workspaces: &mut self.workspaces,
            count_nodes: count,
        }
    }

    /// Thinks about worlds with a tile in hand: all places, the best first, whether nothing was
    /// guessed, and the nodes.
    fn search(
        &mut self,
        who: Player,
        worlds: &[Determinization],
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> (Vec<PlaceCandidate>, bool, u64) {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let nodes = || watch.borrow().nodes();
        if let Some(candidates) = self.solve_places(who.index(), worlds, request, &watch) {
            return (candidates, worlds.len() == 1, nodes());
        }
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut root = BoxRootSearch {
            expectimax: self.expectimax(&mut count),
            determinizations: worlds,
            seed: request.seed,
            player: who.index(),
            lines: request.lines.max(1),
            include: request.forced.map(PlaceIndex::from_move),
            candidates: Vec::new(),
        };
        root.search(request.limits.depth, &mut |candidates| {
            if watch.borrow_mut().take_report_due() {
                progress(&BoxResultBuilder::new(candidates, false, request).search_result(nodes()));
            }
        });
        (root.candidates, false, nodes())
    }

    /// So many nodes may be taken for an exact answer.
    fn exact_budget(request: &SearchRequest<'_, Move>) -> f64 {
        let limits = &request.limits;
        let nodes = limits.nodes.map(|nodes| nodes as f64 / 2.0);
        let time = limits
            .time
            .map(|time| time.as_secs_f64() * EXACT_NODES_PER_SECOND);
        let least = nodes.into_iter().chain(time).reduce(f64::min);
        least.unwrap_or(DEFAULT_EXACT_NODES)
    }

    /// What is found exactly about so many games like those that may follow on a board, if that takes
    /// no more than its part of the limits.
    fn solve_if_affordable<T>(
        &self,
        board: &Bitboard,
        games: f64,
        request: &SearchRequest<'_, Move>,
        watch: &RefCell<SearchBudget<'_>>,
        find: impl FnOnce(&mut ExactSolver<'_>) -> Option<T>,
    ) -> Option<T> {
        let orders = games * solver::estimate_sequences(self.kernel, board, request.seed);
        let (budget, nodes) = (Self::exact_budget(request), solver::estimate_nodes(orders));
        if nodes > budget {
            return None;
        }
        // Guesses may be wrong.
        let mut left = 1.5 * budget;
        let mut count = |nodes: u64| {
            left -= nodes as f64;
            watch.borrow_mut().count_nodes(nodes) || left < 0.0
        };
        // What is kept takes at least a fifth of a node to find.
        let kept = self.max_cached_boards.min(8 * (1 + nodes as usize));
        find(&mut ExactSolver::new(self.kernel, kept, &mut count))
    }

    /// All places, exactly for each world, if few tiles have room.
    fn solve_places(
        &self,
        who: usize,
        worlds: &[Determinization],
        request: &SearchRequest<'_, Move>,
        watch: &RefCell<SearchBudget<'_>>,
    ) -> Option<Vec<PlaceCandidate>> {
        let board = &worlds.first()?.board;
        // Of thirty tiles it is known which one is next.
        let games = worlds.len() as f64 / TilePattern::ALL.len() as f64;
        self.solve_if_affordable(board, games, request, watch, |exact| {
            let places = self.kernel.legal_places(board).to_vec();
            let candidates = places.into_iter().map(|place| {
                let mut worth = Payoff::default();
                for world in worlds {
                    let after = world.board.after(place, world.tile);
                    worth = worth + -exact.payoff(&after, 1 - who)? * world.probability;
                }
                Some(PlaceCandidate::new(place, worth))
            });
            let mut candidates: Vec<_> = candidates.collect::<Option<_>>()?;
            candidates.sort_by(|a, b| b.payoff.points.total_cmp(&a.payoff.points));
            Some(candidates)
        })
    }

    /// What the only world is worth before a tile is dealt, exactly, if few tiles have room.
    fn solve_before_chance(
        &self,
        who: usize,
        worlds: &[Bitboard],
        request: &SearchRequest<'_, Move>,
        watch: &RefCell<SearchBudget<'_>>,
    ) -> Option<Payoff> {
        let [board] = worlds else { return None };
        self.solve_if_affordable(board, 1.0, request, watch, |exact| exact.payoff(board, who))
    }

    /// Thinks about a position before the tile is dealt.
    fn analyze_before_chance(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> SearchResult<Move> {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let who = position.to_move().index();
        let worlds = boards(position);
        if let Some(worth) = self.solve_before_chance(who, &worlds, request, &watch) {
            return search_result::before_chance(worth, true, watch.borrow().nodes());
        }
        let mut best = Payoff::default();
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut tree = self.expectimax(&mut count);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        for layers in 0..MAX_LAYERS {
            if layers as u32 + 1 > depth {
                break;
            }
            let values = worlds
                .iter()
                .map(|board| tree.payoff(board, who, layers, &TilePattern::ALL));
            let sum = values.reduce(|sum, worth| Some(sum? + worth?)).flatten();
            let Some(sum) = sum else { break };
            best = sum / worlds.len() as f64;
        }
        search_result::before_chance(best, false, watch.borrow().nodes())
    }

    /// What each tile would have been worth, by a tree as deep as the limits allow.
    fn tile_baseline(
        &mut self,
        position: &Position,
        tile: Tile,
        request: &SearchRequest<'_, Move>,
    ) -> Option<ChanceBaseline> {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let who = position.to_move().index();
        // Only trying it tells whether the other is exact: the work was guessed.
        if self
            .solve_before_chance(who, &boards(position), request, &watch)
            .is_some()
        {
            return None;
        }
        let worlds = determinizations(position, tile);
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut tree = self.expectimax(&mut count);
        let mut dealt = None;
        for layers in 1..MAX_LAYERS {
            let mut new = ChanceBaseline::default();
            for world in &worlds {
                let each = &mut |number: usize, worth| {
                    let value = search_result::before_chance(worth, false, 0).value;
                    if TilePattern::ALL[number] == world.tile {
                        new.drawn.push(value);
                    }
                    new.possible.push(value);
                };
                let is_done = tree.tile_payoffs(&world.board, who, layers, &TilePattern::ALL, each);
                if is_done.is_none() {
                    return dealt;
                }
            }
            new.nodes = watch.borrow().nodes();
            dealt = Some(new);
        }
        dealt
    }

    /// What the colours may be in truth, as far as the player who sits here knows.
    fn weighted_determinizations(&self, position: &Position, tile: Tile) -> Vec<Determinization> {
        let who = position.to_move();
        let own = position.colors().0[who.index()];
        let known = position.colors().0[1 - who.index()];
        match (&self.posterior, own, known) {
            (Some(guess), Some(own), None) if guess.is_for(who, own) => {
                let likely = guess.likely_colors().into_iter();
                likely
                    .map(|(color, chance)| {
                        let mut colors = [own; 2];
                        colors[1 - who.index()] = color;
                        determinization(position, colors, tile, chance)
                    })
                    .collect()
            }
            _ => determinizations(position, tile),
        }
    }
}

fn determinization(
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

/// All that the colours may be, equally likely.
fn all_colors(position: &Position) -> Vec<[Color; 2]> {
    let mut all = Vec::new();
    position.determinizations(&mut |world| all.extend(world.colors().both()));
    all
}

fn boards(position: &Position) -> Vec<Bitboard> {
    let all = all_colors(position).into_iter();
    all.map(|colors| Bitboard::from_position(position, colors))
        .collect()
}

fn determinizations(position: &Position, tile: Tile) -> Vec<Determinization> {
    let all = all_colors(position);
    let chance = 1.0 / all.len().max(1) as f64;
    all.into_iter()
        .map(|colors| determinization(position, colors, tile, chance))
        .collect()
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
                let worlds = determinizations(position, tile);
                let (found, is_exact, nodes) =
                    self.search(position.to_move(), &worlds, request, progress);
                BoxResultBuilder::new(&found, is_exact, request).search_result(nodes)
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

    fn new_game(&mut self, start: &Position, seat: Player) {
        let own = start.colors().0[seat.index()];
        self.posterior = own.map(|own| ColorPosterior::new(seat, own));
    }

    fn observe(&mut self, before: &Position, step: &StepOf<BoxGame>) {
        let tile = step.chance.or(before.tile_in_hand());
        if let (Some(guess), Some(tile), Some(placement)) = (&mut self.posterior, tile, step.mv)
            && let Some(mover) = before.mover()
        {
            let sight = &mut self.workspaces[0];
            let gains =
                color_posterior::color_gains(self.kernel, sight, &self.weights.gain, before, tile);
            guess.observe(mover, &gains, PlaceIndex::from_move(placement));
        }
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
        let who = position.to_move();
        let worlds = self.weighted_determinizations(position, tile);
        let (found, is_exact, nodes) = self.search(who, &worlds, request, &mut |_| {});
        MoveChoice::best(BoxResultBuilder::new(&found, is_exact, request).search_result(nodes))
    }
}
