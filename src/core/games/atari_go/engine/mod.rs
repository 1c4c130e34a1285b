//! The engine of Atari Go: Monte Carlo tree search with RAVE, a neural network and an exact endgame
//! solver.
//!
//! - `geometry`, `board`: a board of point sets, chains and liberties.
//! - `playout`: random playouts with some tactics.
//! - `ladder`: tactical reading of chains with one or two liberties.
//! - `pattern`, `prior`: move probabilities from patterns and features.
//! - `net`: a policy and value network for 9x9 boards.
//! - `static_bounds`: results proven without a search.
//! - `solver`: exact search of the last plies.
//! - `params`, `tree`, `mcts`, `search_result`: the tree search that combines these.
//!
//! A node is a playout or a number of positions that the solver visits. Boards larger than 11x11
//! are left to the generic search.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "points are below 128, captures below 1000; games are counted to 24 bits"
)]

mod board;
mod geometry;
mod ladder;
mod mcts;
pub mod net;
mod params;
pub mod pattern;
mod playout;
pub mod prior;
mod search_result;
pub mod solver;
pub mod static_bounds;
mod tree;

pub use self::board::{GoBoard, PASS};
pub use self::geometry::{BoardGeometry, PointSet, points};
pub use self::mcts::AtariGoMcts;
pub use self::params::AtariGoParams;
pub use self::playout::{PlayoutRates, PlayoutTrace, random_playout};

use super::{AtariGo, Move, Position};
use crate::contract::{Player, Rules as _, StepOf};
use crate::search::{
    Clock, Engine, HasEngine, Mcts, MoveChoice, SearchBudget, SearchRequest, SearchResult,
    SplitMix64,
};

impl HasEngine for AtariGo {
    const CLOCK: Clock = Clock::turn(1000, 100);
    const CALIBRATION: &'static str = include_str!("calibration.ron");

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(AtariGoEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        f64::from(position.turns_played()) / f64::from(position.total_turns().max(1))
    }
}

/// The engine of Atari Go.
#[derive(Debug)]
pub struct AtariGoEngine {
    memory_mb: usize,
    mcts: Option<AtariGoMcts>,
    params: AtariGoParams,
    /// The last two moves of the game, the latest first.
    last_moves: [Option<Move>; 2],
}

impl AtariGoEngine {
    /// Creates an engine that uses at most about `memory_mb` megabytes.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, AtariGoParams::BEST)
    }

    /// Creates an engine with other search parameters.
    pub const fn with_params(memory_mb: usize, params: AtariGoParams) -> Self {
        Self {
            memory_mb,
            mcts: None,
            params,
            last_moves: [None; 2],
        }
    }

    /// Sets the root of the search; `None` if the board is too large.
    ///
    /// With `reuse` the tree of the last search is kept as far as it applies.
    fn prepare(
        &mut self,
        position: &Position,
        last: [Option<Move>; 2],
        params: AtariGoParams,
        reuse: bool,
    ) -> Option<&mut AtariGoMcts> {
        let board = GoBoard::from_position(position)?;
        let last = last.map(|mv| mv.and_then(|mv| board.number_of(mv)).unwrap_or(PASS));
        let bytes = self.memory_mb.clamp(1, 1 << 20) << 20;
        let search = self
            .mcts
            .get_or_insert_with(|| AtariGoMcts::new(bytes, params, board.clone()));
        search.params = params;
        if !reuse || !search.reuse_subtree(&board, last) {
            search.set_root(board, last);
        }
        Some(search)
    }

    /// Searches until the limits are reached or everything requested is proven.
    fn run(
        search: &mut AtariGoMcts,
        request: &SearchRequest<'_, Move>,
        budget: &mut SearchBudget<'_>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) {
        let mut rng = SplitMix64::new(request.seed);
        search.set_request(request.lines, request.include);
        while !budget.exhausted() && !search.is_done(request.lines) {
            search.simulate(&mut rng, &mut |nodes| budget.count_nodes(nodes));
            budget.count_node();
            if budget.take_report_due() {
                progress(&search.search_result(budget.nodes(), request.lines, request.include));
            }
        }
    }
}

impl Engine<AtariGo> for AtariGoEngine {
    fn name(&self) -> String {
        "atari-go 8".to_owned()
    }

    fn analyze(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if position.is_over() {
            return SearchResult::game_over(position);
        }
        let (params, memory_mb) = (self.params, self.memory_mb);
        let Some(search) = self.prepare(position, [None; 2], params, false) else {
            let mut generic = Mcts::new(memory_mb);
            return Engine::<AtariGo>::analyze(&mut generic, position, request, progress);
        };
        // Earlier proofs would change the result of a search with a node limit.
        search.solver.clear();
        let mut budget = SearchBudget::new(request.limits);
        Self::run(search, request, &mut budget, progress);
        search.search_result(budget.nodes(), request.lines, request.include)
    }

    fn new_game(&mut self, _start: &Position, _seat: Player) {
        self.last_moves = [None; 2];
    }

    fn observe(&mut self, _before: &Position, step: &StepOf<AtariGo>) {
        self.last_moves = [step.mv, self.last_moves[0]];
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        if position.is_over() {
            return None;
        }
        let (params, last) = (self.params, self.last_moves);
        // With a node limit the answer must not depend on earlier searches.
        let reuse = request.limits.nodes.is_none();
        let mut budget = SearchBudget::new(request.limits);
        let Some(search) = self.prepare(position, last, params, reuse) else {
            return MoveChoice::best(self.analyze(position, request, &mut |_| {}));
        };
        if !reuse {
            search.solver.clear();
        }
        Self::run(search, request, &mut budget, &mut |_| {});
        let mut chosen = search.move_choice(budget.nodes(), request.lines);
        if search.is_lost() && !budget.exhausted() {
            // The opponent must still find the win, so search again without proofs for the move
            // that makes it hardest.
            let swindle_params = AtariGoParams {
                proves_results: false,
                ..params
            };
            if let Some(search) = self.prepare(position, last, swindle_params, false) {
                Self::run(search, request, &mut budget, &mut |_| {});
                chosen = search.move_choice(budget.nodes(), request.lines);
            }
        }
        chosen
    }
}
