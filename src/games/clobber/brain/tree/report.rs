//! What the tree says of its root.

use super::{Node, Proof, Tree};
use crate::contract::Proven;
use crate::games::clobber::Move;
use crate::games::clobber::brain::playout::Playable;
use crate::games::clobber::brain::solver::Solver;
use crate::games::clobber::brain::stones::Pair;
use crate::search::{Bounds, Coverage, SearchLine, SearchResult, Value};

impl<B: Playable> Tree<B> {
    /// Whether nothing is left to find out: so many moves are proven to win and the forced one is
    /// proven, or all moves are.
    pub fn is_settled(&self, lines: usize, forced: Option<Move>) -> bool {
        let children = &self.nodes[self.nodes[0].children()];
        let count = |proof| children.iter().filter(|node| node.proof == proof).count();
        let is_forced = |node: &&Node| Some(self.root.to_move(node.pair())) == forced;
        let forced = children.iter().find(is_forced);
        let is_enough = count(Proof::Lost) >= lines.max(1)
            && forced.is_none_or(|node| node.proof != Proof::Open);
        is_enough || count(Proof::Open) == 0
    }

    /// Whether the player to act is proven to lose.
    pub fn is_lost(&self) -> bool {
        self.nodes[0].proof == Proof::Lost
    }

    /// How often each move was tried, in the order of `pairs`.
    pub fn visits(&self, pair: Pair<B>) -> u32 {
        let children = &self.nodes[self.nodes[0].children()];
        let child = children.iter().find(|node| node.pair::<B>() == pair);
        child.map_or(0, |node| node.visits)
    }

    /// The best lines. `order` tells which of two moves that lose gives more trouble.
    pub fn report(
        &self,
        solver: Option<&mut Solver<B>>,
        order: Option<&Self>,
        nodes: u64,
        (lines, forced): (usize, Option<Move>),
    ) -> SearchResult<Move> {
        let mut all: Vec<_> = self.nodes[0]
            .children()
            .filter_map(|at| self.line(at, order))
            .collect();
        if all.is_empty() {
            // No time at all, and still there must be an answer.
            all.extend(self.nodes[0].children().next().map(|at| self.bare_line(at)));
        }
        if let Some(mv) = forced {
            let is_missing = all.iter().all(|line| line.mv != mv);
            let mut children = self.nodes[0].children();
            let child = children.find(|at| self.root.to_move(self.nodes[*at].pair()) == mv);
            all.extend(child.filter(|_| is_missing).map(|at| self.bare_line(at)));
        }
        let coverage = if all.len() == self.nodes[0].children().len() {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        };
        let root = &self.nodes[0];
        let mean = if root.visits == 0 {
            0.5
        } else {
            1.0 - root.mean()
        };
        let report = SearchResult {
            value: value(root.proof, mean),
            lines: all,
            nodes,
            coverage,
        };
        let mut report = report.ranked(lines, forced.as_ref());
        if let Some(solver) = solver {
            self.lengthen(&mut report, solver);
        }
        report
    }

    /// A line, if its move was looked at.
    fn line(&self, at: usize, order: Option<&Self>) -> Option<SearchLine<Move>> {
        let node = &self.nodes[at];
        let is_known = node.proof != Proof::Open || node.visits > 0;
        let mut line = self.bare_line(at);
        if let Some(order) = order {
            line.visits = u64::from(order.visits(node.pair())) * u64::from(order.tuning.nodes());
        }
        is_known.then_some(line)
    }

    fn bare_line(&self, at: usize) -> SearchLine<Move> {
        let node = &self.nodes[at];
        let mean = if node.visits == 0 { 0.5 } else { node.mean() };
        let pv = self.pv(at);
        let deepest = self.depths.get(at - 1).copied().unwrap_or(0);
        SearchLine {
            mv: self.root.to_move(node.pair()),
            // The node's proof is the opponent's.
            value: match node.proof {
                Proof::Open => value(Proof::Open, mean),
                Proof::Won => value(Proof::Lost, mean),
                Proof::Lost => value(Proof::Won, mean),
            },
            visits: u64::from(node.visits) * u64::from(self.tuning.nodes()),
            depth: deepest.max(u32::try_from(pv.len()).unwrap_or(1)),
            pv,
        }
    }

    /// The moves tried most, or proven best.
    fn pv(&self, at: usize) -> Vec<Move> {
        let mut stones = self.root;
        let mut pv = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            let node = &self.nodes[at];
            pv.push(stones.to_move(node.pair()));
            stones = stones.after(node.pair());
            let rank = |at: &usize| {
                let node = &self.nodes[*at];
                (node.proof == Proof::Lost, node.visits)
            };
            let best = node.children().max_by_key(rank);
            next = best.filter(|at| rank(at) > (false, 0));
        }
        pv
    }

    /// Plays proven lines on as far as the solver knows.
    fn lengthen(&self, report: &mut SearchResult<Move>, solver: &mut Solver<B>) {
        let proven = report.lines.iter_mut();
        for line in proven.filter(|line| line.value.proven().is_some()) {
            let mut stones = self.root;
            // The tree may have ended before it knew the proof: from the first move on, the solver.
            line.pv.truncate(1);
            if let Some(pair) = stones.to_pair(line.mv) {
                stones = stones.after(pair);
            }
            for pair in solver.line(stones) {
                line.pv.push(stones.to_move(pair));
                stones = stones.after(pair);
            }
            let plies = u32::try_from(line.pv.len()).unwrap_or(1);
            line.depth = line.depth.max(plies);
        }
    }
}

fn value(proof: Proof, mean: f32) -> Value {
    let bounds = match proof {
        Proof::Open => Bounds::UNKNOWN,
        Proof::Won => Bounds::exact(Proven::Win),
        Proof::Lost => Bounds::exact(Proven::Loss),
    };
    match bounds.proven() {
        Some(result) => Value::known(result, Some(result.win())),
        None => Value::estimate(f64::from(mean), Some(f64::from(mean))).within(bounds),
    }
}
