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
mod force;
pub mod node;
pub mod outlook;
mod place;
pub mod prospect;
mod scan;
mod seen;
#[cfg(test)]
mod speed;
mod threat;
pub mod tree;
mod two_ply;
mod worth;

use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::{TurnRight, board};
use crate::contract::{Player, Position as _, Proven, Turn};
use crate::search::{
    Bounds, Coverage, Engine, Limits, Mcts, SearchBudget, SearchLine, SearchRequest, SearchResult,
    Value,
};
use branch::Finder;
use node::{Node, THREE};
use outlook::{Outlook, PARTS};
use place::Filled;
use tree::{Branch, KEPT, Tree};
use two_ply::{Candidate, Workshop};

/// The circuit with which the player to act gains most at once, and how much that is; of a full
/// board.
pub(super) fn best_gain(position: &Position) -> (Circuit, i32) {
    let node = Node::of(position);
    let best = scan::best(node.own, node.legal(), u8::MAX);
    (node.legal()[best.place], i32::from(best.gain) - 25)
}

/// What a player would gain at most with a circuit of this turn, whosever turn it is; of a full
/// board.
pub(super) fn most(position: &Position, player: Player, turn: usize) -> i32 {
    let own = position.stones_of(player);
    i32::from(scan::best(own, Circuit::of_turn(turn), u8::MAX).gain) - 25
}

/// A circuit with which the player to act wins by a 3x3 square; of a full board.
pub(super) fn winning(position: &Position) -> Option<Circuit> {
    let node = Node::of(position);
    if !threat::exists(node.own, node.turn()) {
        return None;
    }
    let wins = |circuit: &&Circuit| {
        let own = circuit.rotate(node.own);
        node.by_three(own, 0).is_some_and(|value| value > THREE / 2)
    };
    node.legal().iter().find(wins).copied()
}

/// A circuit after which no answer parries a 3x3 square of the player to act, who has none to make
/// at once; of a full board, if one is found.
pub(super) fn unparried(position: &Position) -> Option<Circuit> {
    let node = Node::of(position);
    if node.left() < 3 || threat::exists(node.own, node.turn()) {
        return None;
    }
    let mut watch = SearchBudget::new(Limits::default());
    let mut finder = Finder::new(Outlook::embedded());
    let found = finder.forcing(&node, &mut watch)?;
    let all_lose = finder.add(&found.after(&node), &mut Vec::new(), 1, &mut watch);
    all_lose.then_some(found.circuit)
}

/// Thinks about Turn Right.
pub(super) struct Thinker {
    workshop: Workshop,
    placement: Mcts<Filled>,
    /// So many bytes may a tree of circuits take.
    bytes: usize,
}

impl Thinker {
    pub fn new(memory_mb: usize) -> Self {
        Self {
            workshop: Workshop::new(),
            placement: Mcts::with_policy(Filled, place::OPTIONS, memory_mb),
            bytes: memory_mb << 20,
        }
    }

    /// The second phase.
    fn circuits(
        &mut self,
        node: &Node,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let wanted = request.forced.and_then(|mv| match mv {
            Move::Circuit(circuit) if node.legal().contains(&circuit) => Some(circuit),
            _ => None,
        });
        let asked = Asked {
            node,
            lines: request.lines.max(1),
            wanted,
        };
        let mut watch = SearchBudget::new(request.limits);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        if depth <= 2 || threat::exists(node.own, node.turn()) {
            return self.exactly(&asked, request, &mut watch);
        }
        let kept = (KEPT.max(asked.lines), wanted);
        let depth = usize::from(node.left()).min(depth as usize);
        let outlook = Outlook::embedded();
        let mut tree = Tree::new(outlook, node, (self.bytes, depth), kept, &mut watch);
        while !watch.exhausted() && !tree.is_done() {
            tree.step(&mut watch);
            if watch.take_report_due() {
                progress(&asked.seen(&tree, watch.nodes()));
            }
        }
        let seen = asked.seen(&tree, watch.nodes());
        let is_lost = seen.value.proven() == Some(Proven::Loss);
        if (node.left() <= 2 || is_lost) && !watch.exhausted() {
            let exact = self.exactly(&asked, request, &mut watch);
            if exact.coverage == Coverage::AllMoves {
                return exact;
            }
        }
        seen
    }

    /// All circuits with all answers, if time allows.
    fn exactly(
        &mut self,
        asked: &Asked<'_>,
        request: &SearchRequest<'_, Move>,
        watch: &mut SearchBudget<'_>,
    ) -> SearchResult<Move> {
        if request.limits.nodes.is_some() {
            self.workshop.forget();
        }
        let want = (asked.lines, asked.lines);
        let best = self.workshop.top(asked.node, want, asked.wanted, watch);
        asked.found(&best, !watch.exhausted(), watch.nodes())
    }
}

/// What a report is to tell.
struct Asked<'a> {
    node: &'a Node,
    lines: usize,
    wanted: Option<Circuit>,
}

impl Asked<'_> {
    /// What the two-ply search found; `complete` if it came to its end.
    fn found(&self, best: &[Candidate], complete: bool, nodes: u64) -> SearchResult<Move> {
        let lines = best.iter().map(|one| SearchLine {
            mv: Move::Circuit(one.circuit),
            value: worth::value(one.value, self.left(), one.is_last),
            visits: one.visits,
            depth: if one.follow.is_empty() { 1 } else { 2 },
            pv: line(one.circuit, one.follow.iter().copied()),
        });
        let is_known = best.first().is_some_and(|best| {
            let all = complete && (self.node.left() <= 2 || best.value < -THREE / 2);
            best.is_last && (all || best.value > THREE / 2)
        });
        let coverage = if complete {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        };
        report(lines.collect(), is_known, nodes, coverage)
    }

    /// What the tree has seen so far.
    fn seen(&self, tree: &Tree<'_>, nodes: u64) -> SearchResult<Move> {
        let branches = tree.branches();
        let lines = branches.iter().enumerate().filter_map(|(at, branch)| {
            let is_told = at < self.lines || self.wanted == Some(branch.circuit);
            is_told.then(|| self.line(tree, branch))
        });
        // Of those that were not kept one may be better; but not if all lose by 3x3 squares.
        report(lines.collect(), tree.is_lost(), nodes, Coverage::Subset)
    }

    fn line(&self, tree: &Tree<'_>, branch: &Branch) -> SearchLine<Move> {
        let pv = line(branch.circuit, tree.follow(branch).into_iter());
        let value = if tree.is_exact(branch) {
            worth::value(branch.value / PARTS, self.left(), true)
        } else {
            worth::expected(f64::from(branch.value) / f64::from(PARTS), self.left())
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
    fn left(&self) -> u8 {
        self.node.left().saturating_sub(2)
    }
}

/// Lines, the best first; whether the position is known to be worth what the best one is.
fn report(
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
fn line(circuit: Circuit, follow: impl Iterator<Item = Circuit>) -> Vec<Move> {
    let all = std::iter::once(circuit).chain(follow);
    all.map(Move::Circuit).collect()
}

impl Engine<TurnRight> for Thinker {
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
        } else if position.placed() < board::STONES {
            self.placement.search(position, request, progress)
        } else {
            self.circuits(&Node::of(position), request, progress)
        }
    }
}
