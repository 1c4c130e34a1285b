use crate::contract::{Faults, Player, Position, Proven, Rules, Turn};
use crate::search::{Bounds, SplitMix64};

/// No node yet.
pub(super) const NO_NODE: u32 = u32::MAX;

/// What can be done in a position: a move, or a deal of luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action<M, L> {
    Move(M),
    Chance(L),
}

pub(super) type ActionOf<P> = Action<<P as Rules>::Move, <P as Rules>::Chance>;

/// An act and what came of it, for the first player.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub act: A,
    pub child: u32,
    pub visits: u32,
    /// Of the first player's shares.
    pub sum: f64,
    /// The same over all playouts in which the act was made later, by the same player.
    pub amaf_visits: u32,
    pub amaf_sum: f32,
    pub prior: f32,
}

impl<A> Edge<A> {
    /// Returns the mean of the first player's shares, 0.5 without visits.
    pub fn mean_value(&self) -> f64 {
        match self.visits {
            0 => 0.5,
            visits => self.sum / f64::from(visits),
        }
    }

    const fn new(act: A, prior: f32) -> Self {
        Self {
            act,
            child: NO_NODE,
            visits: 0,
            sum: 0.0,
            amaf_visits: 0,
            amaf_sum: 0.0,
            prior,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub turn: Turn,
    /// For the first player.
    pub bounds: Bounds,
    pub visits: u32,
    first: u32,
    count: u32,
    pub is_expanded: bool,
    /// The edges are all acts that there are.
    pub is_complete: bool,
}

impl Node {
    pub fn edges(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Positions reached, as far as memory goes.
pub(super) struct Tree<P: Position> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<ActionOf<P>>>,
    max_nodes: usize,
    max_edges: usize,
}

/// Above so many acts some are taken at random.
const MAX_ACTIONS: usize = 4096;
/// The same for the deals of luck below the root.
const MAX_CHANCE_OUTCOMES: usize = 64;

impl<P: Position> Tree<P> {
    pub fn new(root: &P, memory_mb: usize) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 16) << 20;
        // A vector that grows holds its old and its new place at once.
        let share = |of: usize, size: usize| (bytes / of / size).clamp(1, NO_NODE as usize / 2);
        let mut tree = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            max_nodes: share(10, size_of::<Node>()),
            max_edges: share(2, size_of::<Edge<ActionOf<P>>>()),
        };
        tree.add(root, true);
        tree
    }

    /// A new node; `None` if there is no room. `solves` says that its result counts as proven.
    pub fn add(&mut self, position: &P, solves: bool) -> Option<u32> {
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let turn = position.turn();
        let result = match turn {
            Turn::Over if solves => position.outcome(Faults::NONE).winner,
            _ => None,
        };
        let index = u32::try_from(self.nodes.len()).unwrap_or(NO_NODE);
        self.nodes.push(Node {
            turn,
            bounds: result.map_or(Bounds::UNKNOWN, |winner| {
                Bounds::exact(Proven::of(winner, Player::First))
            }),
            visits: 0,
            first: 0,
            count: 0,
            is_expanded: false,
            is_complete: false,
        });
        Some(index)
    }

    /// Lists the acts of a node in the order of their priors, equal ones at random, but no more
    /// than `most` below the root; `kept` is among them if it is there. False if there is no room.
    pub fn expand(
        &mut self,
        node: u32,
        position: &P,
        (kept, most): (Option<&P::Move>, usize),
        random: &mut SplitMix64,
        prior: impl Fn(&P::Move) -> Option<f32>,
    ) -> bool {
        let wanted = if node == 0 { usize::MAX } else { most };
        let most = match (node, self.nodes[node as usize].turn) {
            (0, _) => usize::MAX,
            (_, Turn::Chance) => MAX_CHANCE_OUTCOMES,
            _ => MAX_ACTIONS,
        };
        let mut acts: Vec<ActionOf<P>> = Vec::new();
        position.legal_moves(&mut |mv| acts.push(Action::Move(mv)));
        position.chance_outcomes(&mut |luck| acts.push(Action::Chance(luck)));
        random.shuffle(&mut acts);
        if let Some(kept) = kept
            && let Some(at) = acts.iter().position(|act| *act == Action::Move(*kept))
        {
            acts.swap(0, at);
        }
        let room = self.max_edges - self.edges.len();
        let count = acts.len().min(most).min(MAX_ACTIONS);
        if count > room {
            return false;
        }
        let is_complete = count.min(wanted) == acts.len();
        acts.truncate(count);
        let first = self.edges.len();
        self.edges.extend(acts.into_iter().map(|act| {
            let prior = match &act {
                Action::Move(mv) => prior(mv),
                Action::Chance(_) => None,
            };
            Edge::new(act, prior.unwrap_or(1.0))
        }));
        self.edges[first..].sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let count = count.min(wanted);
        self.edges.truncate(first + count);
        let node = &mut self.nodes[node as usize];
        node.first = u32::try_from(first).unwrap_or(NO_NODE);
        node.count = u32::try_from(count).unwrap_or(0);
        (node.is_expanded, node.is_complete) = (true, is_complete);
        true
    }

    /// What is proven of what an act leads to, for the first player.
    pub fn edge_bounds(&self, edge: usize) -> Bounds {
        match self.edges[edge].child {
            NO_NODE => Bounds::UNKNOWN,
            child => self.nodes[child as usize].bounds,
        }
    }

    /// Narrows a node's bounds by those of its actions and returns whether that changed them.
    pub fn back_up_proof(&mut self, node: u32) -> bool {
        let at = &self.nodes[node as usize];
        let unlisted = (!at.is_complete).then_some(Bounds::UNKNOWN);
        let all = at.edges().map(|edge| self.edge_bounds(edge));
        let all = all.chain(unlisted);
        let found = match at.turn {
            Turn::Over => return false,
            Turn::Player(player) => {
                Bounds::of_best_move(all.map(|bounds| bounds.for_player(player))).for_player(player)
            }
            Turn::Chance => Bounds::of_chance(all),
        };
        self.nodes[node as usize].bounds.narrow(found)
    }
}
