//! Zuniq's brain: Monte-Carlo tree search with a net in the opening and RAVE after it, the exact
//! solver late and inside of it.
//!
//! - `grid`, `board`: a board of four words, for which a flood is a handful of shifts.
//! - `playout`: random games, eight side by side.
//! - `solver`: who wins, proven; within a second from about the 25th ply on.
//! - `net`: who will win, at a glance, while the board is open.
//! - `tree`, `monte_carlo`: the search that holds them.
//! - `choice`: what a contest's player adds: the first move, claims, traps in lost positions, the
//!   clock.
//!
//! A node is a random game or a position that the solver looked at. What the net says of a position
//! counts as eight.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "edges, cells and dots fit a byte; games are counted to 24 bits, guesses above"
)]

mod board;
mod grid;
mod mcts;
mod move_choice;
pub mod net;
mod playout;
mod search_result;
mod solver;
mod tree;

pub use self::board::EdgeBoard;
pub use self::mcts::ZuniqParams;
pub use self::playout::{LANES, PlayoutBatch, PlayoutKernel};
pub use self::solver::ZuniqSolver;

use super::{Move, Position, Segment, Zuniq};
use crate::contract::{Player, Rules as _};
use crate::search::HasEngine;
use crate::search::{Engine, MoveChoice, SearchBudget, SearchRequest, SearchResult, SplitMix64};
use mcts::ZuniqMcts;
pub(super) use move_choice::allocate_time;
use net::ValueNet;
use std::time::Duration;

impl HasEngine for Zuniq {
    const CALIBRATION: &'static str = include_str!("calibration.ron");
    const DEFAULT_NODES: u64 = 100_000;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(ZuniqEngine::new(memory_mb))
    }

    /// A game has about 38 plies.
    fn progress(position: &Position) -> f64 {
        (f64::from(position.plies()) / 38.0).min(1.0)
    }

    fn allocate_time(position: &Position, left: Duration) -> Duration {
        allocate_time(position, left)
    }
}

/// The brain.
#[derive(Debug)]
pub struct ZuniqEngine {
    mcts: ZuniqMcts,
    /// The segments in the order of the edges.
    edge_segments: Vec<Segment>,
}

impl ZuniqEngine {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, ZuniqParams::BEST)
    }

    /// The same with other dials.
    pub fn with_params(memory_mb: usize, tuning: ZuniqParams) -> Self {
        Self::with_net(memory_mb, tuning, ValueNet::embedded())
    }

    /// The same with another net, or none.
    pub fn with_net(memory_mb: usize, tuning: ZuniqParams, net: Option<&'static ValueNet>) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 20) << 20;
        Self {
            mcts: ZuniqMcts::new(bytes, tuning, net),
            edge_segments: Segment::all().collect(),
        }
    }

    /// A position on the fast board, without what was claimed.
    pub fn board_of(position: &Position) -> EdgeBoard {
        let drawn = Segment::all().enumerate();
        let drawn = drawn.filter(|(_, segment)| position.is_drawn(*segment));
        EdgeBoard::from_drawn(drawn.fold(0, |set, (edge, _)| set | 1 << edge))
    }

    /// The move that is played without asking the search: the first of the game.
    fn opening_move(&self, position: &Position, seed: u64) -> Option<Move> {
        if !self.mcts.params.uses_opening_move || position.plies() > 0 {
            return None;
        }
        move_choice::first_move(seed).map(|segment| Move {
            segment,
            claims_win: false,
        })
    }

    fn edge_of(&self, mv: Move) -> Option<usize> {
        self.edge_segments
            .iter()
            .position(|known| *known == mv.segment)
    }

    /// Searches until the limits are reached or all that was asked is proven.
    fn search(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        watch: &mut SearchBudget<'_>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) {
        let mut random = SplitMix64::new(request.seed);
        let forced = request.forced.and_then(|mv| self.edge_of(mv));
        self.mcts.set_root(Self::board_of(position), forced);
        while !watch.exhausted() && !self.mcts.is_done(request.lines) {
            self.mcts
                .simulate(&mut random, &mut |nodes| watch.count_nodes(nodes));
            watch.count_nodes(playout::LANES as u64);
            if watch.take_report_due() {
                progress(&self.search_result(position, request, watch.nodes()));
            }
        }
    }
}

impl Engine<Zuniq> for ZuniqEngine {
    fn name(&self) -> String {
        "zuniq 4".to_owned()
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
        // What was proven before would change what is found for a budget of nodes.
        self.mcts.solver.clear();
        let mut watch = SearchBudget::new(request.limits);
        self.search(position, request, &mut watch, progress);
        self.search_result(position, request, watch.nodes())
    }

    fn new_game(&mut self, _start: &Position, _seat: Player) {
        self.mcts.solver.clear();
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        if position.is_over() {
            return None;
        }
        let first = self.opening_move(position, request.seed);
        let request = &SearchRequest {
            forced: first.or(request.forced),
            ..request.clone()
        };
        let mut watch = SearchBudget::new(request.limits);
        self.search(position, request, &mut watch, &mut |_| {});
        let report = self.search_result(position, request, watch.nodes());
        let mv = self.choose_move(position, first, &mut watch)?;
        Some(MoveChoice {
            mv,
            reported_move: Move {
                claims_win: false,
                ..mv
            },
            report,
        })
    }
}
