//! Conversion of the tree's statistics to a search result.

use super::{ClobberNode, ClobberTree, ProofState};
use crate::games::clobber::Move;
use crate::games::clobber::engine::playout::PlayoutWord;
use crate::games::clobber::engine::solver::ClobberSolver;
use crate::games::clobber::engine::stones::StonePair;
use crate::search::{Coverage, SearchLine, SearchResult, Value};

impl<B: PlayoutWord> ClobberTree<B> {
    /// Reports whether the search can stop: all moves are proven, or `lines` moves are proven wins
    /// and the forced move is proven.
    pub fn is_done(&self, lines: usize, forced: Option<Move>) -> bool {
        let children = &self.nodes[self.nodes[0].child_range()];
        let count = |proof| children.iter().filter(|node| node.proof == proof).count();
        let is_forced = |node: &&ClobberNode| Some(self.root.move_of_pair(node.pair())) == forced;
        let forced = children.iter().find(is_forced);
        let is_enough = count(ProofState::Lost) >= lines.max(1)
            && forced.is_none_or(|node| node.proof != ProofState::Unproven);
        is_enough || count(ProofState::Unproven) == 0
    }

    /// Reports whether the root is a proven loss for the player to move.
    pub fn is_lost(&self) -> bool {
        self.nodes[0].proof == ProofState::Lost
    }

    /// Returns the number of visits of a root move, 0 if it is not in the tree.
    pub fn visits(&self, pair: StonePair<B>) -> u32 {
        let children = &self.nodes[self.nodes[0].child_range()];
        let child = children.iter().find(|node| node.pair::<B>() == pair);
        child.map_or(0, |node| node.visits)
    }

    /// Returns the best lines and the value of the root.
    ///
    /// `order` is a tree without proofs whose visits rank the losing moves.
    pub fn search_result(
        &self,
        solver: Option<&mut ClobberSolver<B>>,
        order: Option<&Self>,
        nodes: u64,
        (lines, forced): (usize, Option<Move>),
    ) -> SearchResult<Move> {
        let mut all: Vec<_> = self.nodes[0]
            .child_range()
            .filter_map(|at| self.visited_line(at, order))
            .collect();
        if all.is_empty() {
            // Without any time for a search there must still be a move.
            all.extend(
                self.nodes[0]
                    .child_range()
                    .next()
                    .map(|at| self.search_line(at)),
            );
        }
        if let Some(mv) = forced {
            let is_missing = all.iter().all(|line| line.mv != mv);
            let mut children = self.nodes[0].child_range();
            let child = children.find(|at| self.root.move_of_pair(self.nodes[*at].pair()) == mv);
            all.extend(child.filter(|_| is_missing).map(|at| self.search_line(at)));
        }
        let coverage = if all.len() == self.nodes[0].child_range().len() {
            Coverage::AllMoves
        } else {
            Coverage::Subset
        };
        let root = &self.nodes[0];
        let result = SearchResult {
            value: value(root.proof, 1.0 - root.mean_value()),
            lines: all,
            nodes,
            coverage,
        };
        let mut result = result.ranked(lines, forced.as_ref());
        if let Some(solver) = solver {
            self.extend_proven_lines(&mut result, solver);
        }
        result
    }

    /// Returns the line of a root move if the move was visited or proven.
    fn visited_line(&self, at: usize, order: Option<&Self>) -> Option<SearchLine<Move>> {
        let node = &self.nodes[at];
        let is_known = node.proof != ProofState::Unproven || node.visits > 0;
        let mut line = self.search_line(at);
        if let Some(order) = order {
            line.visits =
                u64::from(order.visits(node.pair())) * u64::from(order.params.nodes_per_visit());
        }
        is_known.then_some(line)
    }

    fn search_line(&self, at: usize) -> SearchLine<Move> {
        let node = &self.nodes[at];
        let mean = node.mean_value();
        let pv = self.pv(at);
        let deepest = self.root_move_depths.get(at - 1).copied().unwrap_or(0);
        SearchLine {
            mv: self.root.move_of_pair(node.pair()),
            // The node's proof is the opponent's.
            value: match node.proof {
                ProofState::Unproven => value(ProofState::Unproven, mean),
                ProofState::Won => value(ProofState::Lost, mean),
                ProofState::Lost => value(ProofState::Won, mean),
            },
            visits: u64::from(node.visits) * u64::from(self.params.nodes_per_visit()),
            depth: deepest.max(u32::try_from(pv.len()).unwrap_or(1)),
            pv,
        }
    }

    /// Returns the principal variation from a root move, by visits and proven wins.
    fn pv(&self, at: usize) -> Vec<Move> {
        let mut stones = self.root;
        let mut pv = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            let node = &self.nodes[at];
            pv.push(stones.move_of_pair(node.pair()));
            stones = stones.after(node.pair());
            let rank = |at: &usize| {
                let node = &self.nodes[*at];
                (node.proof == ProofState::Lost, node.visits)
            };
            let best = node.child_range().max_by_key(rank);
            next = best.filter(|at| rank(at) > (false, 0));
        }
        pv
    }

    /// Extends proven lines as far as the solver knows them.
    fn extend_proven_lines(&self, result: &mut SearchResult<Move>, solver: &mut ClobberSolver<B>) {
        let proven = result.lines.iter_mut();
        for line in proven.filter(|line| line.value.proven().is_some()) {
            let mut stones = self.root;
            // The tree's line may predate the proof, so the solver continues from the first move.
            line.pv.truncate(1);
            if let Some(pair) = stones.pair_of_move(line.mv) {
                stones = stones.after(pair);
            }
            for pair in solver.proven_line(stones) {
                line.pv.push(stones.move_of_pair(pair));
                stones = stones.after(pair);
            }
            let plies = u32::try_from(line.pv.len()).unwrap_or(1);
            line.depth = line.depth.max(plies);
        }
    }
}

fn value(proof: ProofState, mean: f32) -> Value {
    let bounds = proof.bounds();
    match bounds.proven() {
        Some(result) => Value::known(result, Some(result.win())),
        None => Value::estimate(f64::from(mean), Some(f64::from(mean))).within(bounds),
    }
}
