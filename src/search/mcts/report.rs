use super::PlayoutPolicy;
use super::simulation::MctsSearch;
use super::tree::{Action, NO_NODE};
use crate::contract::{Player, Position, Proven, Turn};
use crate::search::{Coverage, SearchLine, SearchResult, Value};

impl<P: Position, K: PlayoutPolicy<P>> MctsSearch<'_, P, K> {
    /// What was found so far, for a player.
    pub fn report(&self, player: Player, nodes: u64) -> SearchResult<P::Move> {
        let root = &self.tree.nodes[0];
        let mut lines: Vec<_> = root
            .edges()
            .filter(|edge| self.tree.edges[*edge].visits > 0)
            .filter_map(|edge| self.line(edge, player))
            .collect();
        let all = root.is_complete && lines.len() == root.edges().len();
        let missing = |mv: &P::Move| lines.iter().all(|line| line.mv != *mv);
        if lines.is_empty() || self.include.as_ref().is_some_and(missing) {
            // No time at all, and still there must be an answer.
            lines.extend(root.edges().next().and_then(|edge| self.line(edge, player)));
        }
        let report = SearchResult {
            value: self.root_value(player),
            lines,
            nodes,
            coverage: if all {
                Coverage::AllMoves
            } else {
                Coverage::Subset
            },
        };
        report.ranked(self.lines, self.include.as_ref())
    }

    /// Where luck deals first, the mean over its deals.
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
        let times: u32 = self.root_stats.iter().map(|counted| counted.samples).sum();
        let points = |counted: &super::simulation::RootEdgeStats| counted.points[player.index()];
        let points: f64 = self.root_stats.iter().map(points).sum();
        let points = (times > 0).then(|| points / f64::from(times));
        Value::estimate(share(first, player), points).within(root.bounds.for_player(player))
    }

    fn line(&self, index: usize, player: Player) -> Option<SearchLine<P::Move>> {
        let edge = &self.tree.edges[index];
        let Action::Move(mv) = edge.act else {
            return None;
        };
        let counted = &self.root_stats[index];
        let bounds = self.tree.edge_bounds(index).for_player(player);
        let times = f64::from(counted.samples);
        let points = (counted.samples > 0).then(|| counted.points[player.index()] / times);
        let pv = self.pv(index, mv);
        Some(SearchLine {
            mv,
            value: Value::estimate(share(edge.mean_value(), player), points).within(bounds),
            visits: edge.visits.into(),
            depth: counted.depth.max(1),
            pv,
        })
    }

    /// The moves that were tried most, or are proven best, up to where luck deals.
    fn pv(&self, edge: usize, mv: P::Move) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let mut node = self.tree.edges[edge].child;
        while node != NO_NODE {
            let at = &self.tree.nodes[node as usize];
            let Turn::Player(player) = at.turn else {
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
            let Some(best) = at.edges().max_by_key(rank) else {
                break;
            };
            let edge = &self.tree.edges[best];
            let (Action::Move(mv), true) = (edge.act, edge.visits > 0) else {
                break;
            };
            pv.push(mv);
            node = edge.child;
        }
        pv
    }
}

const fn share(first: f64, player: Player) -> f64 {
    match player {
        Player::First => first,
        Player::Second => 1.0 - first,
    }
}
