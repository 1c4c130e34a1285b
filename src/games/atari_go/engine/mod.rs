//! Atari Go's brain: Monte-Carlo tree search with RAVE, guided by a net, and exact ends.
//!
//! - `shape`, `board`: a board of sets of points, chains and liberties.
//! - `playout`: games played out by chance, with some tactics.
//! - `ladder`: who lives when one or two liberties are left.
//! - `pattern`, `prior`: how good moves look at first sight.
//! - `net`: how good they look to a net, and who wins, on 9x9 points.
//! - `settle`: results that are proven without a search.
//! - `solver`: the last plies, read out.
//! - `tree`, `search`, `report`: the search that holds all of it.
//!
//! A node is a game played out, or some positions that the solver looked at. Boards beyond 11x11
//! get the generic search.

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

/// The brain.
#[derive(Debug)]
pub struct AtariGoEngine {
    memory_mb: usize,
    mcts: Option<AtariGoMcts>,
    params: AtariGoParams,
    /// The last two moves that were made, the last first.
    last_moves: [Option<Move>; 2],
}

impl AtariGoEngine {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, AtariGoParams::BEST)
    }

    /// The same with other dials.
    pub const fn with_params(memory_mb: usize, tuning: AtariGoParams) -> Self {
        Self {
            memory_mb,
            mcts: None,
            params: tuning,
            last_moves: [None; 2],
        }
    }

    /// Sets the root; `None` if the board is too large. With `go_on` what the last search found
    /// out is used.
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

    /// Searches until the limits are reached or all that was asked is proven.
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
        // What was proven before would change what is found for a budget of nodes.
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
        // For a budget of nodes the answer shall not depend on what was thought before.
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
            // The other must still find it: go on as if nothing were proven.
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
