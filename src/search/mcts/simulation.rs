use super::formulas::{first_play_value, included_move_is_due, rave_mean, rave_weight};
use super::tree::{Action, Edge, NO_NODE, Tree};
use super::{MctsParams, PlayoutPolicy, PlayoutResult, Selection};
use crate::contract::{Faults, Player, Position, Proven, Turn};
use crate::search::{SearchRequest, SplitMix64};

/// A search in progress: the tree, and what it needs to grow.
pub(super) struct MctsSearch<'a, P: Position, K> {
    pub tree: Tree<P>,
    /// What the position may be in truth.
    determinizations: Vec<P>,
    policy: &'a mut K,
    params: MctsParams,
    random: SplitMix64,
    pub lines: usize,
    pub include: Option<P::Move>,
    /// The nodes passed, and the edges taken from them.
    path: Vec<(u32, usize)>,
    depth: u32,
    /// For each edge of the root: contest points of both summed up, how many playouts had some,
    /// and the greatest depth.
    pub root_stats: Vec<RootEdgeStats>,
    amaf: AmafRecord,
}

#[derive(Clone, Copy, Default)]
pub(super) struct RootEdgeStats {
    pub points: [f64; 2],
    pub samples: u32,
    pub depth: u32,
}

/// Which moves both players made in a playout, by slot: the number of the playout.
struct AmafRecord {
    slots: [Vec<u32>; 2],
    now: u32,
}

impl<'a, P: Position, K: PlayoutPolicy<P>> MctsSearch<'a, P, K> {
    pub fn new(
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        guide: &'a mut K,
        options: MctsParams,
        memory_mb: usize,
    ) -> Self {
        let mut worlds = Vec::new();
        position.determinizations(&mut |world| worlds.push(world));
        let rave = options.rave_k > 0.0;
        let slots = vec![0; if rave { K::AMAF_SLOTS } else { 0 }];
        let forced = request.forced.filter(|mv| position.check(mv).is_ok());
        let mut walk = Self {
            tree: Tree::new(position, memory_mb),
            determinizations: worlds,
            policy: guide,
            params: options,
            random: SplitMix64::new(request.seed),
            lines: request.lines.max(1),
            include: forced,
            path: Vec::new(),
            depth: 0,
            root_stats: Vec::new(),
            amaf: AmafRecord {
                slots: [slots.clone(), slots],
                now: 0,
            },
        };
        walk.expand(0, position);
        walk.root_stats = vec![RootEdgeStats::default(); walk.tree.edges.len()];
        walk
    }

    /// Nothing is left to find out of what was asked.
    pub fn is_done(&self) -> bool {
        let root = &self.tree.nodes[0];
        let is_proven = |edge: usize| self.tree.edge_bounds(edge).proven().is_some();
        if root.edges().all(is_proven) {
            return true;
        }
        let is_forced = |edge: &usize| self.is_forced(*edge);
        let open = root
            .edges()
            .find(is_forced)
            .is_some_and(|edge| !is_proven(edge));
        root.bounds.proven().is_some() && self.lines == 1 && !open
    }

    fn is_forced(&self, edge: usize) -> bool {
        let forced = self.include.as_ref();
        forced.is_some_and(|forced| self.tree.edges[edge].act == Action::Move(*forced))
    }

    fn expand(&mut self, node: u32, position: &P) -> bool {
        let kept = self.include.as_ref().filter(|_| node == 0);
        let guide = &*self.policy;
        let prior = |mv: &P::Move| guide.prior(position, mv);
        self.tree.expand(
            node,
            position,
            (kept, K::MAX_CHILDREN),
            &mut self.random,
            prior,
        )
    }

    /// One way from the root to a leaf, a playout from there, and back.
    pub fn simulate(&mut self) {
        let one_world = self.determinizations.len() == 1;
        let world = if one_world {
            0
        } else {
            self.random.index(self.determinizations.len())
        };
        let mut position = self.determinizations[world].clone();
        self.path.clear();
        let mut node = 0;
        loop {
            let at = &self.tree.nodes[node as usize];
            let ripe = at.visits + 1 >= self.params.expand_after;
            let opens = at.turn != Turn::Over && ripe && self.policy.should_expand(&position);
            let grows = at.is_expanded || (opens && self.expand(node, &position));
            let Some(edge) = grows.then(|| self.select(node)).flatten() else {
                break;
            };
            match self.tree.edges[edge].act {
                Action::Move(mv) => position.apply(&mv),
                Action::Chance(luck) => position.apply_chance(&luck),
            }
            self.path.push((node, edge));
            let mut is_new = false;
            if self.tree.edges[edge].child == NO_NODE {
                let Some(child) = self.tree.add(&position, one_world) else {
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
        let end = self
            .path
            .last()
            .map_or(0, |(_, edge)| self.tree.edges[*edge].child);
        let sample = self.playout(end, position);
        self.back_up(end, sample);
    }

    /// Plays on from a leaf, noting who made which move.
    fn playout(&mut self, leaf: u32, position: P) -> PlayoutResult {
        self.amaf.now += 1;
        if let Some(Turn::Over) = self.tree.nodes.get(leaf as usize).map(|node| node.turn) {
            return PlayoutResult::of(&position.outcome(Faults::NONE));
        }
        let Self {
            policy: guide,
            amaf: made,
            random,
            ..
        } = self;
        // The guide lends itself for the playout, so slots are asked afterwards.
        let mut moves = Vec::new();
        let wanted = !made.slots[0].is_empty();
        let sample = guide.playout(position, random, &mut |player, mv| {
            if wanted {
                moves.push((player, *mv));
            }
        });
        for (player, mv) in moves {
            made.slots[player.index()][guide.amaf_slot(&mv)] = made.now;
        }
        sample
    }

    fn back_up(&mut self, leaf: u32, sample: PlayoutResult) {
        let mut proof_grows = false;
        let mut first = sample.first;
        if let Some(leaf) = self.tree.nodes.get_mut(leaf as usize) {
            leaf.visits += 1;
            if let Some(result) = leaf.bounds.proven() {
                proof_grows = true;
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
            if proof_grows {
                proof_grows = self.tree.back_up_proof(node);
            }
            let at = &mut self.tree.nodes[node as usize];
            at.visits += 1;
            if let Some(result) = at.bounds.proven() {
                first = share_of(result);
            }
        }
        if let Some((_, edge)) = self.path.first() {
            let counted = &mut self.root_stats[*edge];
            counted.depth = counted.depth.max(self.depth);
            if let Some(points) = sample.points {
                counted.samples += 1;
                for (sum, points) in counted.points.iter_mut().zip(points) {
                    *sum += f64::from(points);
                }
            }
        }
    }

    /// Credits the moves that were made later as if they had been made here (all moves as first).
    fn update_amaf(&mut self, node: u32, edge: usize, player: Player, first: f32) {
        if self.amaf.slots[0].is_empty() {
            return;
        }
        let Action::Move(mv) = self.tree.edges[edge].act else {
            return;
        };
        let now = self.amaf.now;
        let guide = &*self.policy;
        self.amaf.slots[player.index()][guide.amaf_slot(&mv)] = now;
        let made = &self.amaf.slots[player.index()];
        let edges = self.tree.nodes[node as usize].edges();
        for edge in &mut self.tree.edges[edges] {
            if let Action::Move(mv) = &edge.act
                && made[guide.amaf_slot(mv)] == now
            {
                edge.amaf_visits += 1;
                edge.amaf_sum += first;
            }
        }
    }

    /// The edge to take; `None` where nothing can be done.
    fn select(&mut self, node: u32) -> Option<usize> {
        let at = &self.tree.nodes[node as usize];
        let start = at.edges().start;
        let edges = start..start + self.open_edge_count(node);
        let Turn::Player(player) = at.turn else {
            let count = edges.len();
            return (count > 0).then(|| edges.start + self.random.index(count));
        };
        // A move that was played must be valued, however bad.
        if node == 0
            && let Some(forced) = edges.clone().find(|edge| self.is_forced(*edge))
            && self.tree.edge_bounds(forced).proven().is_none()
            && included_move_is_due(f64::from(self.tree.edges[forced].visits) + 1.0, at.visits)
        {
            return Some(forced);
        }
        self.select_edge(node, edges, player)
    }

    /// How many of a node's edges are open.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rough number above 0"
    )]
    fn open_edge_count(&self, node: u32) -> usize {
        let at = &self.tree.nodes[node as usize];
        let all = at.edges().len();
        match (self.params.widening, at.turn) {
            (Some((first, more)), Turn::Player(_)) if all > first as usize => {
                let open = first + more * (at.visits as f32).sqrt() / 10.0;
                all.min((open as usize).max(1))
            }
            _ => all,
        }
    }

    /// The best by what was seen, by how seldom it was tried, and by what was known before; what
    /// is proven is not tried again as long as there is something else.
    fn select_edge(
        &self,
        node: u32,
        edges: std::ops::Range<usize>,
        player: Player,
    ) -> Option<usize> {
        let at = &self.tree.nodes[node as usize];
        let scale = SelectionScale::new(
            &self.params,
            at.visits,
            &self.tree.edges[edges.clone()],
            player,
        );
        let least = at.bounds.for_player(player).lower;
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for index in edges.clone() {
            let edge = &self.tree.edges[index];
            if edge.child != NO_NODE {
                let bounds = self.tree.edge_bounds(index).for_player(player);
                let idle = node != 0 && bounds.upper <= least;
                if idle || bounds.proven().is_some() {
                    continue;
                }
            }
            let score = scale.score(edge);
            if score > most {
                (best, most) = (Some(index), score);
            }
        }
        // All that are open are proven, but not all are open, or no bound can tell.
        best.or_else(|| edges.clone().next())
    }
}

/// What is the same for all edges of a node.
struct SelectionScale {
    explore: Selection,
    rave_k: f32,
    player: Player,
    unvisited_value: f32,
    /// Logarithm or root of the visits.
    visits: f32,
    priors: f32,
}

impl SelectionScale {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "no last digit is needed"
    )]
    fn new<A>(options: &MctsParams, visits: u32, edges: &[Edge<A>], player: Player) -> Self {
        let (sum, seen) = edges.iter().fold((0.0, 0), |(sum, seen), edge| {
            (sum + edge.sum, seen + edge.visits)
        });
        let first = if seen == 0 {
            0.5
        } else {
            (sum / f64::from(seen)) as f32
        };
        let visits = visits as f32 + 1.0;
        Self {
            explore: options.selection,
            rave_k: options.rave_k,
            player,
            unvisited_value: first_play_value(
                PlayoutResult::share(first, player),
                options.first_play_urgency,
            ),
            visits: match options.selection {
                Selection::Ucb(_) => visits.ln(),
                Selection::Puct(_) => visits.sqrt(),
            },
            priors: match options.selection {
                Selection::Ucb(_) => 1.0,
                Selection::Puct(_) => edges.iter().map(|edge| edge.prior).sum(),
            },
        }
    }

    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "no last digit is needed"
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
        mean + match self.explore {
            Selection::Ucb(factor) => factor * (self.visits / (visits + 1.0)).sqrt(),
            Selection::Puct(factor) => {
                factor * edge.prior / self.priors * self.visits / (visits + 1.0)
            }
        }
    }
}

const fn share_of(result: Proven) -> f32 {
    match result {
        Proven::Loss => 0.0,
        Proven::Draw => 0.5,
        Proven::Win => 1.0,
    }
}
