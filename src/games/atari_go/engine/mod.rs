//! The engine of Atari Go: Monte-Carlo tree search with RAVE, a neural network and an exact endgame
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
use crate::search::{Clock, HasEngine};
use crate::search::{
    Engine, Mcts, MoveChoice, SearchBudget, SearchRequest, SearchResult, SplitMix64,
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
    pub const fn with_params(memory_mb: usize, tuning: AtariGoParams) -> Self {
        Self {
            memory_mb,
            mcts: None,
            params: tuning,
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
        tuning: AtariGoParams,
        go_on: bool,
    ) -> Option<&mut AtariGoMcts> {
        let board = GoBoard::from_position(position)?;
        let last = last.map(|mv| mv.and_then(|mv| board.number_of(mv)).unwrap_or(PASS));
        let bytes = self.memory_mb.clamp(1, 1 << 20) << 20;
        let search = self
            .mcts
            .get_or_insert_with(|| AtariGoMcts::new(bytes, tuning, board.clone()));
        search.params = tuning;
        if !go_on || !search.reuse_subtree(&board, last) {
            search.set_root(board, last);
        }
        Some(search)
    }

    /// Searches until the limits are reached or everything requested is proven.
    fn run(
        search: &mut AtariGoMcts,
        request: &SearchRequest<'_, Move>,
        watch: &mut SearchBudget<'_>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) {
        let mut random = SplitMix64::new(request.seed);
        search.set_request(request.lines, request.forced);
        while !watch.exhausted() && !search.is_done(request.lines) {
            search.simulate(&mut random, &mut |nodes| watch.count_nodes(nodes));
            watch.count_node();
            if watch.take_report_due() {
                progress(&search.search_result(watch.nodes(), request.lines, request.forced));
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
        let (tuning, memory_mb) = (self.params, self.memory_mb);
        let Some(search) = self.prepare(position, [None; 2], tuning, false) else {
            let mut generic = Mcts::new(memory_mb);
            return Engine::<AtariGo>::analyze(&mut generic, position, request, progress);
        };
        // Earlier proofs would change the result of a search with a node limit.
        search.solver.clear();
        let mut watch = SearchBudget::new(request.limits);
        Self::run(search, request, &mut watch, progress);
        search.search_result(watch.nodes(), request.lines, request.forced)
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
        let (tuning, last) = (self.params, self.last_moves);
        // With a node limit the answer must not depend on earlier searches.
        let go_on = request.limits.nodes.is_none();
        let mut watch = SearchBudget::new(request.limits);
        let Some(search) = self.prepare(position, last, tuning, go_on) else {
            return MoveChoice::best(self.analyze(position, request, &mut |_| {}));
        };
        if !go_on {
            search.solver.clear();
        }
        Self::run(search, request, &mut watch, &mut |_| {});
        let mut chosen = search.move_choice(watch.nodes(), request.lines);
        if search.is_lost() && !watch.exhausted() {
            // The opponent must still find the win, so search again without proofs for the move
            // that makes it hardest.
            let hopeful = AtariGoParams {
                proves_results: false,
                ..tuning
            };
            if let Some(search) = self.prepare(position, last, hopeful, false) {
                Self::run(search, request, &mut watch, &mut |_| {});
                chosen = search.move_choice(watch.nodes(), request.lines);
            }
        }
        chosen
    }
}
