//! The search tree: nodes for positions, edges for moves and chance outcomes.

use crate::contract::{Faults, Player, Position, Proven, Rules, Turn};
use crate::search::{Bounds, SplitMix64};

/// The index of a node that does not exist yet.
pub(super) const NO_NODE: u32 = u32::MAX;

/// A move or a chance outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TreeAction<M, C> {
    Move(M),
    Chance(C),
}

pub(super) type ActionOf<P> = TreeAction<<P as Rules>::Move, <P as Rules>::Chance>;

/// An action with its statistics, from the first player's point of view.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    pub child: u32,
    pub visits: u32,
    /// The sum of the first player's shares of the win.
    pub sum: f64,
    /// The number of playouts in which the same player made the move here or later (all moves as
    /// first).
    pub amaf_visits: u32,
    /// The sum of the first player's shares over these playouts.
    pub amaf_sum: f32,
    pub prior: f32,
}

impl<A> Edge<A> {
    /// Returns the mean of the first player's shares; 0.5 without visits.
    pub fn mean_value(&self) -> f64 {
        match self.visits {
            0 => 0.5,
            visits => self.sum / f64::from(visits),
        }
    }

    const fn new(action: A, prior: f32) -> Self {
        Self {
            action,
            child: NO_NODE,
            visits: 0,
            sum: 0.0,
            amaf_visits: 0,
            amaf_sum: 0.0,
            prior,
        }
    }
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub turn: Turn,
    /// The bounds of the result for the first player.
    pub bounds: Bounds,
    pub visits: u32,
    first: u32,
    count: u32,
    pub is_expanded: bool,
    /// Whether the edges are all possible actions.
    pub is_complete: bool,
}

impl Node {
    /// Returns the indices of the node's edges.
    pub fn edges(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A search tree of bounded size.
pub(super) struct Tree<P: Position> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<ActionOf<P>>>,
    max_nodes: usize,
    max_edges: usize,
}

/// The maximum number of actions of a node; of more, a random subset is taken.
const MAX_ACTIONS: usize = 4096;
/// The maximum number of chance outcomes of a node below the root.
const MAX_CHANCE_OUTCOMES: usize = 64;

impl<P: Position> Tree<P> {
    /// Creates a tree of one node, which uses at most about `memory_mb` megabytes.
    pub fn new(root: &P, memory_mb: usize) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 16) << 20;
        // While a vector grows, it holds its old and its new memory.
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

    /// Adds a node, and returns its index; `None` if the tree is full.
    ///
    /// `is_certain` means that the position is not one of several determinizations, so that the
    /// result of a finished game is proven.
    pub fn add(&mut self, position: &P, is_certain: bool) -> Option<u32> {
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let turn = position.turn();
        let result = match turn {
            Turn::Over if is_certain => position.outcome(Faults::NONE).winner,
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

    /// Adds the edges of a node, ordered by prior and at random among equals; returns false if the
    /// tree is full.
    ///
    /// Below the root there are at most `max_children` edges. The move to include is always among
    /// them if it is legal.
    pub fn expand(
        &mut self,
        node: u32,
        position: &P,
        (include, max_children): (Option<&P::Move>, usize),
        random: &mut SplitMix64,
        prior: impl Fn(&P::Move) -> Option<f32>,
    ) -> bool {
        let max_children = if node == 0 { usize::MAX } else { max_children };
        let max_listed = match (node, self.nodes[node as usize].turn) {
            (0, _) => usize::MAX,
            (_, Turn::Chance) => MAX_CHANCE_OUTCOMES,
            _ => MAX_ACTIONS,
        };
        let mut actions: Vec<ActionOf<P>> = Vec::new();
        position.legal_moves(&mut |mv| actions.push(TreeAction::Move(mv)));
        position.chance_outcomes(&mut |outcome| actions.push(TreeAction::Chance(outcome)));
        random.shuffle(&mut actions);
        if let Some(include) = include
            && let Some(index) = actions
                .iter()
                .position(|action| *action == TreeAction::Move(*include))
        {
            actions.swap(0, index);
        }
        let capacity = self.max_edges - self.edges.len();
        let count = actions.len().min(max_listed).min(MAX_ACTIONS);
        if count > capacity {
            return false;
        }
        let is_complete = count.min(max_children) == actions.len();
        actions.truncate(count);
        let first = self.edges.len();
        self.edges.extend(actions.into_iter().map(|action| {
            let prior = match &action {
                TreeAction::Move(mv) => prior(mv),
                TreeAction::Chance(_) => None,
            };
            Edge::new(action, prior.unwrap_or(1.0))
        }));
        self.edges[first..].sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let count = count.min(max_children);
        self.edges.truncate(first + count);
        let node = &mut self.nodes[node as usize];
        node.first = u32::try_from(first).unwrap_or(NO_NODE);
        node.count = u32::try_from(count).unwrap_or(0);
        (node.is_expanded, node.is_complete) = (true, is_complete);
        true
    }

    /// Returns the bounds of the position after an edge's action, for the first player.
    pub fn edge_bounds(&self, edge: usize) -> Bounds {
        match self.edges[edge].child {
            NO_NODE => Bounds::UNKNOWN,
            child => self.nodes[child as usize].bounds,
        }
    }

    /// Narrows a node's bounds by those of its edges, and returns whether that changed them.
    pub fn back_up_proof(&mut self, node: u32) -> bool {
        let parent = &self.nodes[node as usize];
        let unlisted = (!parent.is_complete).then_some(Bounds::UNKNOWN);
        let all = parent.edges().map(|edge| self.edge_bounds(edge));
        let all = all.chain(unlisted);
        let backed_up = match parent.turn {
            Turn::Over => return false,
            Turn::Player(player) => {
                Bounds::of_best_move(all.map(|bounds| bounds.for_player(player))).for_player(player)
            }
            Turn::Chance => Bounds::of_chance(all),
        };
        self.nodes[node as usize].bounds.narrow(backed_up)
    }
}
