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
mod ladder;
pub mod net;
pub mod pattern;
mod playout;
pub mod prior;
mod report;
mod search;
pub mod settle;
mod shape;
pub mod solver;
mod tree;

pub use self::board::{Board, PASS};
pub use self::playout::{Habits, Played, random_game};
pub use self::search::{Search, Tuning};
pub use self::shape::{Set, Shape, points};

use super::{AtariGo, Move, Position};
use crate::contract::{Player, Position as _, StepOf};
use crate::search::{
    Engine, Mcts, MoveChoice, SearchBudget, SearchRequest, SearchResult, SplitMix64,
};

/// The brain.
#[derive(Debug)]
pub struct AtariGoBrain {
    memory_mb: usize,
    search: Option<Search>,
    tuning: Tuning,
    /// The last two moves that were made, the last first.
    last: [Option<Move>; 2],
}

impl AtariGoBrain {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::tuned(memory_mb, Tuning::BEST)
    }

    /// The same with other dials.
    pub const fn tuned(memory_mb: usize, tuning: Tuning) -> Self {
        Self {
            memory_mb,
            search: None,
            tuning,
            last: [None; 2],
        }
    }

    /// Sets the root; `None` if the board is too large. With `go_on` what the last search found
    /// out is used.
    fn prepare(
        &mut self,
        position: &Position,
        last: [Option<Move>; 2],
        tuning: Tuning,
        go_on: bool,
    ) -> Option<&mut Search> {
        let board = Board::of(position)?;
        let last = last.map(|mv| mv.and_then(|mv| board.to_number(mv)).unwrap_or(PASS));
        let bytes = self.memory_mb.clamp(1, 1 << 20) << 20;
        let search = self
            .search
            .get_or_insert_with(|| Search::new(bytes, tuning, board.clone()));
        search.tuning = tuning;
        if !go_on || !search.follow(&board, last) {
            search.set_root(board, last);
        }
        Some(search)
    }

    /// Searches until the limits are reached or all that was asked is proven.
    fn run(
        search: &mut Search,
        request: &SearchRequest<'_, Move>,
        watch: &mut SearchBudget<'_>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) {
        let mut random = SplitMix64::new(request.seed);
        search.ask(request.lines, request.forced);
        while !watch.exhausted() && !search.is_settled(request.lines) {
            search.simulate(&mut random, &mut |nodes| watch.count_nodes(nodes));
            watch.count_node();
            if watch.take_report_due() {
                progress(&search.report(watch.nodes(), request.lines, request.forced));
            }
        }
    }
}

impl Engine<AtariGo> for AtariGoBrain {
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
        let (tuning, memory_mb) = (self.tuning, self.memory_mb);
        let Some(search) = self.prepare(position, [None; 2], tuning, false) else {
            let mut generic = Mcts::new(memory_mb);
            return Engine::<AtariGo>::analyze(&mut generic, position, request, progress);
        };
        // What was proven before would change what is found for a budget of nodes.
        search.solver.clear();
        let mut watch = SearchBudget::new(request.limits);
        Self::run(search, request, &mut watch, progress);
        search.report(watch.nodes(), request.lines, request.forced)
    }

    fn new_game(&mut self, _start: &Position, _seat: Player) {
        self.last = [None; 2];
    }

    fn observe(&mut self, _before: &Position, step: &StepOf<AtariGo>) {
        self.last = [step.mv, self.last[0]];
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        if position.is_over() {
            return None;
        }
        let (tuning, last) = (self.tuning, self.last);
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
        let mut chosen = search.choice(watch.nodes(), request.lines);
        if search.is_lost() && !watch.exhausted() {
            // The other must still find it: go on as if nothing were proven.
            let hopeful = Tuning {
                is_exact: false,
                ..tuning
            };
            if let Some(search) = self.prepare(position, last, hopeful, false) {
                Self::run(search, request, &mut watch, &mut |_| {});
                chosen = search.choice(watch.nodes(), request.lines);
            }
        }
        chosen
    }
}
