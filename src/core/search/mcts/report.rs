//! From the tree to a search result.

use super::PlayoutPolicy;
use super::simulation::MctsSearch;
use super::tree::{Action, NO_NODE};
use crate::contract::{Player, Position, Proven, Turn};
use crate::search::{Coverage, SearchLine, SearchResult, Value};

impl<P: Position, K: PlayoutPolicy<P>> MctsSearch<'_, P, K> {
    /// Returns the result of the search so far, from a player's point of view.
    pub fn report(&self, player: Player, nodes: u64) -> SearchResult<P::Move> {
        let root = &self.tree.nodes[0];
        let mut lines: Vec<_> = root
            .edges()
            .filter(|edge| self.tree.edges[*edge].visits > 0)
            .filter_map(|edge| self.line(edge, player))
            .collect();
        let is_complete = root.is_complete && lines.len() == root.edges().len();
        let missing = |mv: &P::Move| lines.iter().all(|line| line.mv != *mv);
        if lines.is_empty() || self.include.as_ref().is_some_and(missing) {
            // Even a search without time needs a move to return.
            lines.extend(root.edges().next().and_then(|edge| self.line(edge, player)));
        }
        let report = SearchResult {
            value: self.root_value(player),
            lines,
            nodes,
            coverage: if is_complete {
                Coverage::AllMoves
            } else {
                Coverage::Subset
            },
        };
        report.ranked(self.lines, self.include.as_ref())
    }

    /// Returns the mean over all playouts, within the bounds of the root: the value of the position
    /// if a chance event is due.
    fn root_value(&self, player: Player) -> Value {
        let root = &self.tree.nodes[0];
        let edges = &self.tree.edges[root.edges()];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let sum: f64 = edges.iter().map(|edge| edge.sum).sum();
        let first = if visits == 0 {
            0.5
        } else {
            sum / f64::from(visits)
        };
        let samples: u32 = self.root_stats.iter().map(|stats| stats.samples).sum();
        let points = |stats: &super::simulation::RootEdgeStats| stats.points[player.index()];
        let points: f64 = self.root_stats.iter().map(points).sum();
        let points = (samples > 0).then(|| points / f64::from(samples));
        Value::estimate(share(first, player), points).within(root.bounds.for_player(player))
    }

    /// Returns the line of a root edge; `None` if the edge is a chance outcome.
    fn line(&self, index: usize, player: Player) -> Option<SearchLine<P::Move>> {
        let edge = &self.tree.edges[index];
        let Action::Move(mv) = edge.action else {
            return None;
        };
        let stats = &self.root_stats[index];
        let bounds = self.tree.edge_bounds(index).for_player(player);
        let samples = f64::from(stats.samples);
        let points = (stats.samples > 0).then(|| stats.points[player.index()] / samples);
        let pv = self.pv(index, mv);
        Some(SearchLine {
            mv,
            value: Value::estimate(share(edge.mean_value(), player), points).within(bounds),
            visits: edge.visits.into(),
            depth: stats.depth.max(1),
            pv,
        })
    }

    /// Returns the principal variation after a move: the moves that are proven best or have the
    /// most visits; it ends before a chance event.
    fn pv(&self, edge: usize, mv: P::Move) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let mut node = self.tree.edges[edge].child;
        while node != NO_NODE {
            let parent = &self.tree.nodes[node as usize];
            let Turn::Player(player) = parent.turn else {
                break;
            };
            let rank = |index: &usize| {
                let edge = &self.tree.edges[*index];
                let bounds = self.tree.edge_bounds(*index).for_player(player);
                let class = match bounds.proven() {
                    Some(Proven::Win) => 2,
                    Some(Proven::Loss) => 0,
                    _ => 1,
                };
                (edge.visits > 0, class, edge.visits)
            };
            let Some(best) = parent.edges().max_by_key(rank) else {
                break;
            };
            let edge = &self.tree.edges[best];
            let (Action::Move(mv), true) = (edge.action, edge.visits > 0) else {
                break;
            };
            pv.push(mv);
            node = edge.child;
        }
        pv
    }
}

/// Returns a player's share of the win, given the first player's.
const fn share(first: f64, player: Player) -> f64 {
    match player {
        Player::First => first,
        Player::Second => 1.0 - first,
    }
}
