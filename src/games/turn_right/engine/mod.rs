//! The brain of Turn Right.
//!
//! - *Circuits*: the table of all circuits is sorted by corners, so what is legal in a turn is its
//!   beginning. What is still to come on a board is seen at a glance (`outlook`), and the lines
//!   that look best are looked at more deeply (`tree`). The last two plies are exact
//!   (`two_ply`), and so are 3x3 squares (`threat`); those that no answer parries are looked for
//!   (`force`).
//! - *Placement*: Monte-Carlo tree search by what a board promises at a glance (`prospect`), and
//!   a full one by the outlook (`place`).

mod branch;
pub mod circuit_eval;
pub mod circuit_position;

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

    /// Circuits need the time, those with many corners most of all.
    fn allocate_time(position: &Position, left: Duration) -> Duration {
        if position.stones_placed() < super::board::STONE_COUNT {
            return left / 80;
        }
        let own = u32::from(super::board::CIRCUIT_COUNT - position.circuits_made()).div_ceil(2);
        left / (own + 1)
    }
}
mod forced_win;
#[cfg(test)]
mod kernel_timings;
mod payoff;
pub mod placement_eval;
mod placement_search;
mod scan;
mod seen_boards;
mod threat;
pub mod tree;
mod two_ply;

use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::{TurnRight, board};
use crate::contract::{Player, Position as _, Proven, Turn};
use crate::search::HasEngine;
use crate::search::{
    Bounds, Coverage, Engine, Limits, Mcts, SearchBudget, SearchLine, SearchRequest, SearchResult,
    Value,
};
use branch::BranchFinder;
use circuit_eval::{CircuitEval, POINT_SCALE};
use circuit_position::{BONUS_3X3, CircuitPosition};
use placement_search::PlacementPolicy;
use std::time::Duration;
use tree::{BRANCHES_KEPT, CircuitBranch, CircuitTree};
use two_ply::{TwoPlyCandidate, TwoPlySearch};

/// The circuit with which the player to act gains most at once, and how much that is; of a full
/// board.
pub(super) fn best_gain(position: &Position) -> (Circuit, i32) {
    let node = CircuitPosition::from_position(position);
    let best = scan::best_gain(node.own, node.legal_circuits(), u8::MAX);
    (node.legal_circuits()[best.index], i32::from(best.gain) - 25)
}

/// What a player would gain at most with a circuit of this turn, whosever turn it is; of a full
/// board.
pub(super) fn max_gain(position: &Position, player: Player, turn: usize) -> i32 {
    let own = position.stones_of(player);
    i32::from(scan::best_gain(own, Circuit::legal_on_turn(turn), u8::MAX).gain) - 25
}

/// A circuit with which the player to act wins by a 3x3 square; of a full board.
pub(super) fn winning_circuit(position: &Position) -> Option<Circuit> {
    let node = CircuitPosition::from_position(position);
    if !threat::can_make_3x3(node.own, node.turn_number()) {
        return None;
    }
    let wins = |circuit: &&Circuit| {
        let own = circuit.rotate(node.own);
        node.result_by_3x3(own, 0)
            .is_some_and(|value| value > BONUS_3X3 / 2)
    };
    node.legal_circuits().iter().find(wins).copied()
}

/// A circuit after which no answer parries a 3x3 square of the player to act, who has none to make
/// at once; of a full board, if one is found.
pub(super) fn unparried_circuit(position: &Position) -> Option<Circuit> {
    let node = CircuitPosition::from_position(position);
    if node.circuits_left() < 3 || threat::can_make_3x3(node.own, node.turn_number()) {
        return None;
    }
    let mut watch = SearchBudget::new(Limits::default());
    let mut finder = BranchFinder::new(CircuitEval::embedded());
    let found = finder.forcing_branch(&node, &mut watch)?;
    let all_lose = finder.add_branches(&found.after(&node), &mut Vec::new(), 1, &mut watch);
    all_lose.then_some(found.circuit)
}

/// Thinks about Turn Right.
pub(super) struct TurnRightEngine {
    two_ply: TwoPlySearch,
    placement: Mcts<PlacementPolicy>,
    /// So many bytes may a tree of circuits take.
    tree_bytes: usize,
}

impl TurnRightEngine {
    pub fn new(memory_mb: usize) -> Self {
        Self {
            two_ply: TwoPlySearch::new(),
            placement: Mcts::with_policy(PlacementPolicy, placement_search::MCTS_PARAMS, memory_mb),
            tree_bytes: memory_mb << 20,
        }
    }

    /// The second phase.
    fn analyze_circuits(
        &mut self,
        node: &CircuitPosition,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let wanted = request.forced.and_then(|mv| match mv {
            Move::Circuit(circuit) if node.legal_circuits().contains(&circuit) => Some(circuit),
            _ => None,
        });
        let asked = TurnRightResultBuilder {
            node,
            lines: request.lines.max(1),
            include: wanted,
        };
        let mut watch = SearchBudget::new(request.limits);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        if depth <= 2 || threat::can_make_3x3(node.own, node.turn_number()) {
            return self.analyze_two_ply(&asked, request, &mut watch);
        }
        let kept = (BRANCHES_KEPT.max(asked.lines), wanted);
        let depth = usize::from(node.circuits_left()).min(depth as usize);
        let outlook = CircuitEval::embedded();
        let mut tree = CircuitTree::new(outlook, node, (self.tree_bytes, depth), kept, &mut watch);
        while !watch.exhausted() && !tree.is_done() {
            tree.expand_best(&mut watch);
            if watch.take_report_due() {
                progress(&asked.tree_result(&tree, watch.nodes()));
            }
        }
        let seen = asked.tree_result(&tree, watch.nodes());
        let is_lost = seen.value.proven() == Some(Proven::Loss);
        if (node.circuits_left() <= 2 || is_lost) && !watch.exhausted() {
            let exact = self.analyze_two_ply(&asked, request, &mut watch);
            if exact.coverage == Coverage::AllMoves {
                return exact;
            }
        }
        seen
    }

    /// All circuits with all answers, if time allows.
    fn analyze_two_ply(
        &mut self,
        asked: &TurnRightResultBuilder<'_>,
        request: &SearchRequest<'_, Move>,
        watch: &mut SearchBudget<'_>,
    ) -> SearchResult<Move> {
        if request.limits.nodes.is_some() {
            self.two_ply.clear_answers();
        }
        let want = (asked.lines, asked.lines);
        let best = self
            .two_ply
            .best_circuits(asked.node, want, asked.include, watch);
        asked.two_ply_result(&best, !watch.exhausted(), watch.nodes())
    }
}

/// What a report is to tell.
struct TurnRightResultBuilder<'a> {
    node: &'a CircuitPosition,
    lines: usize,
    include: Option<Circuit>,
}

impl TurnRightResultBuilder<'_> {
    /// What the two-ply search found; `complete` if it came to its end.
    fn two_ply_result(
        &self,
        best: &[TwoPlyCandidate],
        complete: bool,
        nodes: u64,
    ) -> SearchResult<Move> {
        let lines = best.iter().map(|one| SearchLine {
            mv: Move::Circuit(one.circuit),
            value: payoff::value_of_lead(one.value, self.circuits_left_after_answer(), one.is_last),
            visits: one.visits,
            depth: if one.continuation.is_empty() { 1 } else { 2 },
            pv: pv_moves(one.circuit, one.continuation.iter().copied()),
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

    /// What the tree has seen so far.
    fn tree_result(&self, tree: &CircuitTree<'_>, nodes: u64) -> SearchResult<Move> {
        let branches = tree.branches();
        let lines = branches.iter().enumerate().filter_map(|(at, branch)| {
            let is_told = at < self.lines || self.include == Some(branch.circuit);
            is_told.then(|| self.search_line(tree, branch))
        });
        // Of those that were not kept one may be better; but not if all lose by 3x3 squares.
        search_result(lines.collect(), tree.is_lost(), nodes, Coverage::Subset)
    }

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

    /// Circuits to come after this one and its answer.
    fn circuits_left_after_answer(&self) -> u8 {
        self.node.circuits_left().saturating_sub(2)
    }
}

/// Lines, the best first; whether the position is known to be worth what the best one is.
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

/// A circuit and those that follow, as moves.
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
