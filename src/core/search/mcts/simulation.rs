//! The simulations of a Monte Carlo tree search (selection, expansion, playout and back-up), and the
//! result of the search.

use super::formulas::{first_play_value, included_move_is_due, rave_mean, rave_weight};
use super::tree::{Edge, NO_NODE, Tree, TreeAction};
use super::{MctsParams, PlayoutPolicy, PlayoutResult, Selection};
use crate::contract::{Faults, Player, Position, Proven, Turn};
use crate::search::{Coverage, SearchLine, SearchRequest, SearchResult, SplitMix64, Value};

/// A search in progress: the tree, and everything that a simulation needs.
pub(super) struct MctsSearch<'a, P: Position, K> {
    pub tree: Tree<P>,
    /// The determinizations of the root position.
    determinizations: Vec<P>,
    policy: &'a mut K,
    params: MctsParams,
    random: SplitMix64,
    pub lines: usize,
    pub include: Option<P::Move>,
    /// The nodes of the current simulation, each with the edge taken from it.
    path: Vec<(u32, usize)>,
    depth: u32,
    /// The statistics of each edge of the root.
    pub root_stats: Vec<RootEdgeStats>,
    amaf: AmafRecord,
}

/// The statistics of an edge of the root that other edges do not have.
#[derive(Clone, Copy, Default)]
pub(super) struct RootEdgeStats {
    /// The sums of both players' contest points.
    pub points: [f64; 2],
    /// The number of playouts with contest points.
    pub samples: u32,
    /// The greatest depth of a simulation.
    pub depth: u32,
}

/// The moves made in the current playout, by player and AMAF slot.
struct AmafRecord {
    /// The number of the last playout in which the player made a move of the slot.
    slots: [Vec<u32>; 2],
    /// The number of the current playout.
    current: u32,
}

impl<'a, P: Position, K: PlayoutPolicy<P>> MctsSearch<'a, P, K> {
    /// Creates a search whose tree is the expanded root.
    pub fn new(
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        policy: &'a mut K,
        params: MctsParams,
        memory_mb: usize,
    ) -> Self {
        let mut determinizations = Vec::new();
        position.determinizations(&mut |state| determinizations.push(state));
        let has_rave = params.rave_k > 0.0;
        let slots = vec![0; if has_rave { K::AMAF_SLOTS } else { 0 }];
        let mut search = Self {
            tree: Tree::new(position, memory_mb),
            determinizations,
            policy,
            params,
            random: SplitMix64::new(request.seed),
            lines: request.lines.max(1),
            include: request.include.filter(|mv| position.check(mv).is_ok()),
            path: Vec::new(),
            depth: 0,
            root_stats: Vec::new(),
            amaf: AmafRecord {
                slots: [slots.clone(), slots],
                current: 0,
            },
        };
        search.expand(0, position);
        search.root_stats = vec![RootEdgeStats::default(); search.tree.edges.len()];
        search
    }

    /// Reports whether everything requested is proven.
    pub fn is_done(&self) -> bool {
        let root = &self.tree.nodes[0];
        let is_proven = |edge: usize| self.tree.edge_bounds(edge).proven().is_some();
        if root.edges().all(is_proven) {
            return true;
        }
        let is_included = |edge: &usize| self.is_included(*edge);
        let include_is_open = root
            .edges()
            .find(is_included)
            .is_some_and(|edge| !is_proven(edge));
        root.bounds.proven().is_some() && self.lines == 1 && !include_is_open
    }

    /// Reports whether an edge is the move to include.
    fn is_included(&self, edge: usize) -> bool {
        let include = self.include.as_ref();
        include.is_some_and(|include| self.tree.edges[edge].action == TreeAction::Move(*include))
    }

    /// Adds the edges of a node; returns false if the tree is full.
    fn expand(&mut self, node: u32, position: &P) -> bool {
        let include = self.include.as_ref().filter(|_| node == 0);
        let policy = &*self.policy;
        let prior = |mv: &P::Move| policy.prior(position, mv);
        self.tree.expand(
            node,
            position,
            (include, K::MAX_CHILDREN),
            &mut self.random,
            prior,
        )
    }

    /// Runs one simulation: selects a path from the root to a leaf, plays out from there, and backs
    /// up the result.
    pub fn simulate(&mut self) {
        let is_certain = self.determinizations.len() == 1;
        let index = if is_certain {
            0
        } else {
            self.random.index(self.determinizations.len())
        };
        let mut position = self.determinizations[index].clone();
        self.path.clear();
        let mut node = 0;
        loop {
            let current = &self.tree.nodes[node as usize];
            let is_due = current.visits + 1 >= self.params.expand_after;
            let may_expand =
                current.turn != Turn::Over && is_due && self.policy.should_expand(&position);
            let is_expanded = current.is_expanded || (may_expand && self.expand(node, &position));
            let Some(edge) = is_expanded.then(|| self.select(node)).flatten() else {
                break;
            };
            match self.tree.edges[edge].action {
                TreeAction::Move(mv) => position.apply(&mv),
                TreeAction::Chance(outcome) => position.apply_chance(&outcome),
            }
            self.path.push((node, edge));
            let mut is_new = false;
            if self.tree.edges[edge].child == NO_NODE {
                let Some(child) = self.tree.add(&position, is_certain) else {
                    break;
                };
                self.tree.edges[edge].child = child;
                is_new = true;
            }
            node = self.tree.edges[edge].child;
            if is_new || self.tree.nodes[node as usize].bounds.proven().is_some() {
                break;
            }
        }
        let leaf = self
            .path
            .last()
            .map_or(0, |(_, edge)| self.tree.edges[*edge].child);
        let result = self.playout(leaf, position);
        self.back_up(leaf, result);
    }

    /// Plays out from a leaf, and records the moves for RAVE.
    fn playout(&mut self, leaf: u32, position: P) -> PlayoutResult {
        self.amaf.current += 1;
        if let Some(Turn::Over) = self.tree.nodes.get(leaf as usize).map(|node| node.turn) {
            return PlayoutResult::of(&position.outcome(Faults::NONE));
        }
        let Self {
            policy,
            amaf,
            random,
            ..
        } = self;
        // The playout borrows the policy, so the slots are looked up afterwards.
        let mut moves = Vec::new();
        let has_rave = !amaf.slots[0].is_empty();
        let result = policy.playout(position, random, &mut |player, mv| {
            if has_rave {
                moves.push((player, *mv));
            }
        });
        for (player, mv) in moves {
            amaf.slots[player.index()][policy.amaf_slot(&mv)] = amaf.current;
        }
        result
    }

    /// Adds the result of a playout to all nodes and edges of the path.
    ///
    /// A node whose result is proven passes on the proven result instead.
    fn back_up(&mut self, leaf: u32, result: PlayoutResult) {
        let mut has_new_proof = false;
        let mut first = result.first;
        if let Some(leaf) = self.tree.nodes.get_mut(leaf as usize) {
            leaf.visits += 1;
            if let Some(result) = leaf.bounds.proven() {
                has_new_proof = true;
                first = share_of(result);
            }
        }
        self.depth = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        for step in (0..self.path.len()).rev() {
            let (node, edge) = self.path[step];
            self.tree.edges[edge].visits += 1;
            self.tree.edges[edge].sum += f64::from(first);
            let turn = self.tree.nodes[node as usize].turn;
            if let Turn::Player(player) = turn {
                self.update_amaf(node, edge, player, first);
            }
            if has_new_proof {
                has_new_proof = self.tree.back_up_proof(node);
            }
            let current = &mut self.tree.nodes[node as usize];
            current.visits += 1;
            if let Some(result) = current.bounds.proven() {
                first = share_of(result);
            }
        }
        if let Some((_, edge)) = self.path.first() {
            let stats = &mut self.root_stats[*edge];
            stats.depth = stats.depth.max(self.depth);
            if let Some(points) = result.points {
                stats.samples += 1;
                for (sum, points) in stats.points.iter_mut().zip(points) {
                    *sum += f64::from(points);
                }
            }
        }
    }

    /// Credits the moves that the player made later as if they had been made here (all moves as
    /// first).
    fn update_amaf(&mut self, node: u32, edge: usize, player: Player, first: f32) {
        if self.amaf.slots[0].is_empty() {
            return;
        }
        let TreeAction::Move(mv) = self.tree.edges[edge].action else {
            return;
        };
        let current = self.amaf.current;
        let policy = &*self.policy;
        self.amaf.slots[player.index()][policy.amaf_slot(&mv)] = current;
        let slots = &self.amaf.slots[player.index()];
        let edges = self.tree.nodes[node as usize].edges();
        for edge in &mut self.tree.edges[edges] {
            if let TreeAction::Move(mv) = &edge.action
                && slots[policy.amaf_slot(mv)] == current
            {
                edge.amaf_visits += 1;
                edge.amaf_sum += first;
            }
        }
    }

    /// Selects the edge to follow; `None` if there are no edges.
    fn select(&mut self, node: u32) -> Option<usize> {
        let parent = &self.tree.nodes[node as usize];
        let start = parent.edges().start;
        let edges = start..start + self.open_edge_count(node);
        let Turn::Player(player) = parent.turn else {
            let count = edges.len();
            return (count > 0).then(|| edges.start + self.random.index(count));
        };
        // The move to include must be evaluated, however bad it looks.
        if node == 0
            && let Some(include) = edges.clone().find(|edge| self.is_included(*edge))
            && self.tree.edge_bounds(include).proven().is_none()
            && included_move_is_due(
                f64::from(self.tree.edges[include].visits) + 1.0,
                parent.visits,
            )
        {
            return Some(include);
        }
        self.select_edge(node, edges, player)
    }

    /// Returns the number of a node's edges that progressive widening has opened.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rough, positive number"
    )]
    fn open_edge_count(&self, node: u32) -> usize {
        let parent = &self.tree.nodes[node as usize];
        let all = parent.edges().len();
        match (self.params.widening, parent.turn) {
            (Some((first, more)), Turn::Player(_)) if all > first as usize => {
                let open = first + more * (parent.visits as f32).sqrt() / 10.0;
                all.min((open as usize).max(1))
            }
            _ => all,
        }
    }

    /// Selects the edge with the highest score; a proven one only if there is no other.
    fn select_edge(
        &self,
        node: u32,
        edges: std::ops::Range<usize>,
        player: Player,
    ) -> Option<usize> {
        let parent = &self.tree.nodes[node as usize];
        let scale = SelectionScale::new(
            &self.params,
            parent.visits,
            &self.tree.edges[edges.clone()],
            player,
        );
        let lower = parent.bounds.for_player(player).lower;
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for index in edges.clone() {
            let edge = &self.tree.edges[index];
            if edge.child != NO_NODE {
                let bounds = self.tree.edge_bounds(index).for_player(player);
                let cannot_improve = node != 0 && bounds.upper <= lower;
                if cannot_improve || bounds.proven().is_some() {
                    continue;
                }
            }
            let score = scale.score(edge);
            if score > highest {
                (best, highest) = (Some(index), score);
            }
        }
        // Every open edge is proven or cannot improve the result, but the node is not proven yet,
        // because other edges are not open or the bounds do not meet.
        best.or_else(|| edges.clone().next())
    }
}

/// The terms of the selection formula that are the same for all edges of a node.
struct SelectionScale {
    selection: Selection,
    rave_k: f32,
    player: Player,
    unvisited_value: f32,
    /// The logarithm (UCB) or square root (PUCT) of the node's visits.
    visits: f32,
    priors: f32,
}

impl SelectionScale {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "single precision is enough"
    )]
    fn new<A>(params: &MctsParams, visits: u32, edges: &[Edge<A>], player: Player) -> Self {
        let (sum, count) = edges.iter().fold((0.0, 0), |(sum, count), edge| {
            (sum + edge.sum, count + edge.visits)
        });
        let first = if count == 0 {
            0.5
        } else {
            (sum / f64::from(count)) as f32
        };
        let visits = visits as f32 + 1.0;
        Self {
            selection: params.selection,
            rave_k: params.rave_k,
            player,
            unvisited_value: first_play_value(
                PlayoutResult::share(first, player),
                params.first_play_urgency,
            ),
            visits: match params.selection {
                Selection::Ucb(_) => visits.ln(),
                Selection::Puct(_) => visits.sqrt(),
            },
            priors: match params.selection {
                Selection::Ucb(_) => 1.0,
                Selection::Puct(_) => edges.iter().map(|edge| edge.prior).sum(),
            },
        }
    }

    /// Returns the score of an edge; the edge with the highest one is selected.
    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "single precision is enough"
    )]
    fn score<A>(&self, edge: &Edge<A>) -> f32 {
        let visits = edge.visits as f32;
        let mut mean = self.unvisited_value;
        if edge.visits > 0 {
            mean = PlayoutResult::share(edge.mean_value() as f32, self.player);
        }
        if self.rave_k > 0.0 && edge.amaf_visits > 0 {
            let amaf = PlayoutResult::share(edge.amaf_sum / edge.amaf_visits as f32, self.player);
            mean = rave_mean(mean, amaf, rave_weight(self.rave_k, visits, 0.0));
        }
        mean + match self.selection {
            Selection::Ucb(factor) => factor * (self.visits / (visits + 1.0)).sqrt(),
            Selection::Puct(factor) => {
                factor * edge.prior / self.priors * self.visits / (visits + 1.0)
            }
        }
    }
}

/// Returns the first player's share of the win in a proven result.
const fn share_of(result: Proven) -> f32 {
    match result {
        Proven::Loss => 0.0,
        Proven::Draw => 0.5,
        Proven::Win => 1.0,
    }
}

// From the tree to a search result.

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
        let points = |stats: &RootEdgeStats| stats.points[player.index()];
        let points: f64 = self.root_stats.iter().map(points).sum();
        let points = (samples > 0).then(|| points / f64::from(samples));
        Value::estimate(share(first, player), points).within(root.bounds.for_player(player))
    }

    /// Returns the line of a root edge; `None` if the edge is a chance outcome.
    fn line(&self, index: usize, player: Player) -> Option<SearchLine<P::Move>> {
        let edge = &self.tree.edges[index];
        let TreeAction::Move(mv) = edge.action else {
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
            let (TreeAction::Move(mv), true) = (edge.action, edge.visits > 0) else {
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
