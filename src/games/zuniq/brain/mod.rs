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
mod choice;
mod grid;
mod monte_carlo;
pub mod net;
mod playout;
mod report;
mod solver;
mod tree;

pub use self::board::Board;
pub use self::monte_carlo::Tuning;
pub use self::playout::{LANES, Played, Playouts};
pub use self::solver::Solver;

use super::{Move, Position, Segment, Zuniq};
use crate::contract::{Player, Position as _};
use crate::search::{Engine, MoveChoice, SearchBudget, SearchRequest, SearchResult, SplitMix64};
pub(super) use choice::allot;
use monte_carlo::MonteCarlo;
use net::Net;

/// The brain.
#[derive(Debug)]
pub struct ZuniqBrain {
    search: MonteCarlo,
    /// The segments in the order of the edges.
    segments: Vec<Segment>,
}

impl ZuniqBrain {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::tuned(memory_mb, Tuning::BEST)
    }

    /// The same with other dials.
    pub fn tuned(memory_mb: usize, tuning: Tuning) -> Self {
        Self::taught(memory_mb, tuning, Net::embedded())
    }

    /// The same with another net, or none.
    pub fn taught(memory_mb: usize, tuning: Tuning, net: Option<&'static Net>) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 20) << 20;
        Self {
            search: MonteCarlo::new(bytes, tuning, net),
            segments: Segment::all().collect(),
        }
    }

    /// A position on the fast board, without what was claimed.
    pub fn board(position: &Position) -> Board {
        let drawn = Segment::all().enumerate();
        let drawn = drawn.filter(|(_, segment)| position.is_drawn(*segment));
        Board::with(drawn.fold(0, |set, (edge, _)| set | 1 << edge))
    }

    /// The move that is played without asking the search: the first of the game.
    fn opening(&self, position: &Position, seed: u64) -> Option<Move> {
        if !self.search.tuning.opens || position.plies() > 0 {
            return None;
        }
        choice::first_move(seed).map(|segment| Move {
            segment,
            claim: false,
        })
    }

    fn edge(&self, mv: Move) -> Option<usize> {
        self.segments.iter().position(|known| *known == mv.segment)
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
        let forced = request.forced.and_then(|mv| self.edge(mv));
        self.search.set_root(Self::board(position), forced);
        while !watch.exhausted() && !self.search.is_done(request.lines) {
            self.search
                .simulate(&mut random, &mut |nodes| watch.count_nodes(nodes));
            watch.count_nodes(playout::LANES as u64);
            if watch.take_report_due() {
                progress(&self.report(position, request, watch.nodes()));
            }
        }
    }
}

impl Engine<Zuniq> for ZuniqBrain {
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
        self.search.solver.forget();
        let mut watch = SearchBudget::new(request.limits);
        self.search(position, request, &mut watch, progress);
        self.report(position, request, watch.nodes())
    }

    fn new_game(&mut self, _start: &Position, _seat: Player) {
        self.search.solver.forget();
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        if position.is_over() {
            return None;
        }
        let first = self.opening(position, request.seed);
        let request = &SearchRequest {
            forced: first.or(request.forced),
            ..request.clone()
        };
        let mut watch = SearchBudget::new(request.limits);
        self.search(position, request, &mut watch, &mut |_| {});
        let report = self.report(position, request, watch.nodes());
        let mv = self.decide(position, first, &mut watch)?;
        Some(MoveChoice {
            mv,
            reported_move: Move { claim: false, ..mv },
            report,
        })
    }
}
