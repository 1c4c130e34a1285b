//! The engine of Turn Right.
//!
//! - *Circuits*: the table of all circuits is sorted by corners, so the legal circuits of a turn
//!   are a prefix of it. Full boards are evaluated by patterns (`circuit_eval`), and a best-first
//!   minimax search deepens the most promising lines (`tree`). The last two plies are searched
//!   exactly (`two_ply`), and so are threats of a 3x3 square (`threat`); a separate search finds
//!   threats that no answer parries (`forced_win`).
//! - *Placement*: Monte Carlo tree search (`placement_search`) with a pattern evaluation of boards
//!   that are not full (`placement_eval`), and the evaluation of circuits for full boards.

pub mod branch;
pub mod circuit_eval;
pub mod circuit_position;
mod forced_win;
mod payoff;
pub mod placement_eval;
mod placement_search;
pub mod scan;
pub mod threat;
pub mod tree;
pub mod two_ply;

use super::TurnRight;
use super::board::{self, Position};
use super::circuit::Circuit;
use super::moves::Move;
use crate::contract::{Player, Position as _, Proven, Turn};
use crate::search::{
    Bounds, Coverage, Engine, HasEngine, Limits, Mcts, SearchBudget, SearchLine, SearchRequest,
    SearchResult, Value,
};
use branch::BranchFinder;
use circuit_eval::{CircuitEval, POINT_SCALE};
use circuit_position::{BONUS_3X3, CircuitPosition};
use placement_search::PlacementPolicy;
use std::time::Duration;
use tree::{BRANCHES_KEPT, CircuitBranch, CircuitTree};
use two_ply::{TwoPlyCandidate, TwoPlySearch};

impl HasEngine for TurnRight {
    const CALIBRATION: &'static str = include_str!("calibration.ron");
    const DEFAULT_NODES: u64 = 60_000;
    const POINTS_FROM_RESULT: bool = false;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(TurnRightEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        let all = super::board::STONE_COUNT + super::board::CIRCUIT_COUNT;
        f64::from(position.stones_placed() + position.circuits_made()) / f64::from(all)
    }

    /// Reserves most of the time for circuits, which are slower to search the more corners they
    /// have.
    fn allocate_time(position: &Position, left: Duration) -> Duration {
        if position.stones_placed() < super::board::STONE_COUNT {
            return left / 80;
        }
        let own_circuits =
            u32::from(super::board::CIRCUIT_COUNT - position.circuits_made()).div_ceil(2);
        left / (own_circuits + 1)
    }
}

/// Returns the circuit with which the player to move gains most at once, and the gain in points.
///
/// The board must be full.
pub(super) fn best_gain(position: &Position) -> (Circuit, i32) {
    let node = CircuitPosition::from_position(position);
    let best = scan::best_gain(node.own, node.legal_circuits(), u8::MAX);
    (node.legal_circuits()[best.index], i32::from(best.gain) - 25)
}

/// Returns the largest gain, in points, of a circuit that is legal in a turn (from 1) for a player,
/// even if it is not their turn to move.
///
/// The board must be full.
pub(super) fn max_gain(position: &Position, player: Player, turn: usize) -> i32 {
    let stones = position.stones_of(player);
    i32::from(scan::best_gain(stones, Circuit::legal_on_turn(turn), u8::MAX).gain) - 25
}

/// Returns a circuit with which the player to move wins by a 3x3 square.
///
/// The board must be full.
pub(super) fn winning_circuit(position: &Position) -> Option<Circuit> {
    let node = CircuitPosition::from_position(position);
    if !threat::can_make_3x3(node.own, node.turn_number()) {
        return None;
    }
    let wins = |circuit: &&Circuit| {
        let own_after = circuit.rotate(node.own);
        node.result_by_3x3(own_after, 0)
            .is_some_and(|value| value > BONUS_3X3 / 2)
    };
    node.legal_circuits().iter().find(wins).copied()
}

/// Returns a circuit of the player to move after which no answer parries a 3x3 square, if one is
/// found; `None` if they can make a 3x3 square at once.
///
/// The board must be full.
pub(super) fn unparried_circuit(position: &Position) -> Option<Circuit> {
    let node = CircuitPosition::from_position(position);
    if node.circuits_left() < 3 || threat::can_make_3x3(node.own, node.turn_number()) {
        return None;
    }
    let mut budget = SearchBudget::new(Limits::default());
    let mut finder = BranchFinder::new(CircuitEval::embedded());
    let branch = finder.forcing_branch(&node, &mut budget)?;
    let all_lose = finder.add_branches(&branch.after(&node), &mut Vec::new(), 1, &mut budget);
    all_lose.then_some(branch.circuit)
}

/// The engine of Turn Right.
pub(super) struct TurnRightEngine {
    two_ply: TwoPlySearch,
    placement: Mcts<PlacementPolicy>,
    /// The memory limit of a tree of circuits, in bytes.
    tree_bytes: usize,
}

impl TurnRightEngine {
    /// Creates an engine with a memory limit in megabytes.
    pub fn new(memory_mb: usize) -> Self {
        Self {
            two_ply: TwoPlySearch::default(),
            placement: Mcts::with_policy(PlacementPolicy, placement_search::MCTS_PARAMS, memory_mb),
            tree_bytes: memory_mb << 20,
        }
    }

    /// Analyzes a position of the second phase.
    fn analyze_circuits(
        &mut self,
        node: &CircuitPosition,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let include = request.include.and_then(|mv| match mv {
            Move::Circuit(circuit) if node.legal_circuits().contains(&circuit) => Some(circuit),
            _ => None,
        });
        let builder = TurnRightResultBuilder {
            node,
            lines: request.lines.max(1),
            include,
        };
        let mut budget = SearchBudget::new(request.limits);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        if depth <= 2 || threat::can_make_3x3(node.own, node.turn_number()) {
            return self.analyze_two_ply(&builder, request, &mut budget);
        }
        let kept = (BRANCHES_KEPT.max(builder.lines), include);
        let depth = usize::from(node.circuits_left()).min(depth as usize);
        let eval = CircuitEval::embedded();
        let mut tree = CircuitTree::new(eval, node, (self.tree_bytes, depth), kept, &mut budget);
        while !budget.exhausted() && !tree.is_done() {
            tree.expand_best(&mut budget);
            if budget.take_report_due() {
                progress(&builder.tree_result(&tree, budget.nodes()));
            }
        }
        let result = builder.tree_result(&tree, budget.nodes());
        let is_lost = result.value.proven() == Some(Proven::Loss);
        if (node.circuits_left() <= 2 || is_lost) && !budget.exhausted() {
            let exact = self.analyze_two_ply(&builder, request, &mut budget);
            if exact.coverage == Coverage::AllMoves {
                return exact;
            }
        }
        result
    }

    /// Searches all circuits with all answers, as far as the budget allows.
    fn analyze_two_ply(
        &mut self,
        builder: &TurnRightResultBuilder<'_>,
        request: &SearchRequest<'_, Move>,
        budget: &mut SearchBudget<'_>,
    ) -> SearchResult<Move> {
        if request.limits.nodes.is_some() {
            self.two_ply.clear_answers();
        }
        let want = (builder.lines, builder.lines);
        let best = self
            .two_ply
            .best_circuits(builder.node, want, builder.include, budget);
        builder.two_ply_result(&best, !budget.exhausted(), budget.nodes())
    }
}

/// Builds search results: the position, the number of lines, and a circuit to include.
struct TurnRightResultBuilder<'a> {
    node: &'a CircuitPosition,
    lines: usize,
    include: Option<Circuit>,
}

impl TurnRightResultBuilder<'_> {
    /// Returns the result of the two-ply search; `complete` says whether it was finished.
    fn two_ply_result(
        &self,
        best: &[TwoPlyCandidate],
        complete: bool,
        nodes: u64,
    ) -> SearchResult<Move> {
        let lines = best.iter().map(|candidate| SearchLine {
            mv: Move::Circuit(candidate.circuit),
            value: payoff::value_of_lead(
                candidate.value,
                self.circuits_left_after_answer(),
                candidate.is_last,
            ),
            visits: candidate.visits,
            depth: if candidate.continuation.is_empty() {
                1
            } else {
                2
            },
            pv: pv_moves(candidate.circuit, candidate.continuation.iter().copied()),
        });
        let is_known = best.first().is_some_and(|best| {
            let all = complete && (self.node.circuits_left() <= 2 || best.value < -BONUS_3X3 / 2);
            best.is_last && (all || best.value > BONUS_3X3 / 2)
        });
        let coverage = if complete {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        };
        search_result(lines.collect(), is_known, nodes, coverage)
    }

    /// Returns the result of the tree search so far.
    fn tree_result(&self, tree: &CircuitTree<'_>, nodes: u64) -> SearchResult<Move> {
        let branches = tree.branches();
        let lines = branches.iter().enumerate().filter_map(|(at, branch)| {
            let is_reported = at < self.lines || self.include == Some(branch.circuit);
            is_reported.then(|| self.search_line(tree, branch))
        });
        // A circuit that was not kept may be better, unless all lose by 3x3 squares.
        search_result(lines.collect(), tree.is_lost(), nodes, Coverage::Subset)
    }

    /// Returns the line of a branch of the root.
    fn search_line(&self, tree: &CircuitTree<'_>, branch: &CircuitBranch) -> SearchLine<Move> {
        let pv = pv_moves(branch.circuit, tree.principal_variation(branch).into_iter());
        let value = if tree.is_exact(branch) {
            payoff::value_of_lead(
                branch.value / POINT_SCALE,
                self.circuits_left_after_answer(),
                true,
            )
        } else {
            payoff::value_of_expected_lead(
                f64::from(branch.value) / f64::from(POINT_SCALE),
                self.circuits_left_after_answer(),
            )
        };
        SearchLine {
            mv: Move::Circuit(branch.circuit),
            value,
            visits: u64::from(branch.visits) + 1,
            depth: u32::try_from(pv.len()).unwrap_or(1),
            pv,
        }
    }

    /// Returns the number of circuits that follow the next one and its answer.
    fn circuits_left_after_answer(&self) -> u8 {
        self.node.circuits_left().saturating_sub(2)
    }
}

/// Creates a search result from lines, the best first.
///
/// `is_known` says whether the best line's value is known to be that of the position.
fn search_result(
    lines: Vec<SearchLine<Move>>,
    is_known: bool,
    nodes: u64,
    coverage: Coverage,
) -> SearchResult<Move> {
    let best = lines.first().map(|line| line.value);
    let mut value = best.unwrap_or(Value::estimate(0.5, None));
    if !is_known {
        value.bounds = value.bounds.max(Bounds::UNKNOWN);
        value.exact = false;
    }
    SearchResult {
        value,
        lines,
        nodes,
        coverage,
    }
}

/// Returns a circuit and those that follow, as moves.
fn pv_moves(circuit: Circuit, follow: impl Iterator<Item = Circuit>) -> Vec<Move> {
    let all = std::iter::once(circuit).chain(follow);
    all.map(Move::Circuit).collect()
}

impl Engine<TurnRight> for TurnRightEngine {
    fn name(&self) -> String {
        "turn-right 4".to_owned()
    }

    fn analyze(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if position.turn() == Turn::Over {
            SearchResult::game_over(position)
        } else if position.stones_placed() < board::STONE_COUNT {
            self.placement.search(position, request, progress)
        } else {
            self.analyze_circuits(&CircuitPosition::from_position(position), request, progress)
        }
    }
}
