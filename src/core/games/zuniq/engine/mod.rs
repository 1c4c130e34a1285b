//! The Zuniq engine: MCTS with a value net in the opening and RAVE after it, and an exact solver
//! inside the tree and late in the game.
//!
//! - `grid`, `board`: a board of four words, on which a flood fill takes a handful of shifts.
//! - `playout`: random games, eight in parallel.
//! - `solver`: the exact solver, which takes under a second from about the 25th ply on.
//! - `net`: the value net, an evaluation for open boards.
//! - `tree`, `mcts`: the Monte Carlo tree search.
//! - `move_choice`: the choice of a move in a contest: the first move, claims, swindles in lost
//!   positions, the clock.
//!
//! A node is a playout or a position searched by the solver. A position evaluated by the net counts
//! as eight nodes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "edges, cells and dots fit into a byte; visits are counted in f32, exact to 24 bits"
)]

mod board;
mod grid;
mod mcts;
mod move_choice;
pub mod net;
mod playout;
mod search_result;
pub mod solver;
mod tree;

pub use self::board::EdgeBoard;
pub use self::mcts::ZuniqParams;
pub use self::playout::{LANES, PlayoutBatch, PlayoutKernel};
pub use self::solver::ZuniqSolver;

use super::{Move, Position, Segment, Zuniq};
use crate::contract::{Player, Rules as _};
use crate::search::{
    Engine, HasEngine, MoveChoice, SearchBudget, SearchRequest, SearchResult, SplitMix64,
};
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

    /// Returns the share of the plies played, of about 38 in a game.
    fn progress(position: &Position) -> f64 {
        (f64::from(position.plies()) / 38.0).min(1.0)
    }

    fn allocate_time(position: &Position, left: Duration) -> Duration {
        allocate_time(position, left)
    }
}

/// The Zuniq engine.
#[derive(Debug)]
pub struct ZuniqEngine {
    mcts: ZuniqMcts,
    /// The segment of each edge.
    edge_segments: Vec<Segment>,
}

impl ZuniqEngine {
    /// Creates an engine that uses about `memory_mb` megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::with_params(memory_mb, ZuniqParams::BEST)
    }

    /// Creates an engine with other search parameters.
    pub fn with_params(memory_mb: usize, params: ZuniqParams) -> Self {
        Self::with_net(memory_mb, params, ValueNet::embedded())
    }

    /// Creates an engine with other search parameters and another value net, or none.
    pub fn with_net(memory_mb: usize, params: ZuniqParams, net: Option<&'static ValueNet>) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 20) << 20;
        Self {
            mcts: ZuniqMcts::new(bytes, params, net),
            edge_segments: Segment::all().collect(),
        }
    }

    /// Converts a position to the engine's board, which does not contain the claims.
    pub fn board_of(position: &Position) -> EdgeBoard {
        let drawn = Segment::all().enumerate();
        let drawn = drawn.filter(|(_, segment)| position.is_drawn(*segment));
        EdgeBoard::from_drawn(drawn.fold(0, |set, (edge, _)| set | 1 << edge))
    }

    /// Returns the first move of a game, which is played regardless of the search.
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

    /// Searches until the limits are reached or everything requested is proven.
    fn search(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        budget: &mut SearchBudget<'_>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) {
        let mut rng = SplitMix64::new(request.seed);
        let forced = request.include.and_then(|mv| self.edge_of(mv));
        self.mcts.set_root(Self::board_of(position), forced);
        while !budget.exhausted() && !self.mcts.is_done(request.lines) {
            self.mcts
                .simulate(&mut rng, &mut |nodes| budget.count_nodes(nodes));
            budget.count_nodes(playout::LANES as u64);
            if budget.take_report_due() {
                progress(&self.search_result(position, request, budget.nodes()));
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
        // Earlier proofs would change the result for a budget of nodes, which must be reproducible.
        self.mcts.solver.clear();
        let mut budget = SearchBudget::new(request.limits);
        self.search(position, request, &mut budget, progress);
        self.search_result(position, request, budget.nodes())
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
            include: first.or(request.include),
            ..request.clone()
        };
        let mut budget = SearchBudget::new(request.limits);
        self.search(position, request, &mut budget, &mut |_| {});
        let report = self.search_result(position, request, budget.nodes());
        let mv = self.choose_move(position, first, &mut budget)?;
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
