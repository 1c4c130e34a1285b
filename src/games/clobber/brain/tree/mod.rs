//! Monte-Carlo tree search that asks the solver.
//!
//! UCT (Kocsis and Szepesvári 2006) with proofs in the tree (Winands et al. 2008). A node that was
//! visited eight times asks the solver, with a budget of sixteen times its visits, and again at
//! every fourfold: so what looks important is proven first, and the root is proven nearly as often
//! as if the solver were asked for it alone (100 ms, 41 stones: 19 and 20 of 30 positions; with a
//! budget as large as the visits 12).
//!
//! What a position is worth is told by a glance at it (see [`super::glance`]), and a move counts as
//! if it had been visited some times already, with what the glance says of it: so few visits go to
//! the many moves that look bad, and the tree grows deep where it matters. Random games and the
//! lead by atomic weights, which told it before, tell less (175 of 200 games won, 250 ms a game,
//! 4 random plies).

mod node;
mod report;
mod room;

use super::glance::{Glance, chance};
use super::playout::{BATCH, Playable};
use super::solver::Solver;
use super::stones::Stones;
use crate::search::{SearchBudget, SplitMix64};
use node::{Node, Proof};
pub use room::Room;

/// How the search is tuned.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How much is explored.
    pub explore: f32,
    /// Whether random games tell what a position is worth, instead of a glance at it.
    pub plays_out: bool,
    /// As many visits a move's first sight counts for. 0 for none.
    pub sight: f32,
    /// With more stones the solver is not asked; 0 for plain UCT.
    pub solver_stones: u32,
    /// Positions that the solver may look at, for each visit of a node.
    pub solver_share: f32,
}

impl Tuning {
    /// UCT without a solver: what the brain is measured against.
    pub const PLAIN: Self = Self {
        explore: 0.5,
        solver_stones: 0,
        plays_out: true,
        sight: 0.0,
        ..Self::BEST
    };
    /// What was found best.
    pub const BEST: Self = Self {
        explore: 0.12,
        plays_out: false,
        sight: 10.0,
        solver_stones: 46,
        solver_share: 16.0,
    };

    /// As many nodes is a visit: random games, or one position.
    pub const fn nodes(&self) -> u8 {
        if self.plays_out { BATCH } else { 1 }
    }
}

/// The first question to the solver comes at this power of two of visits.
const FIRST_QUESTION: u32 = 3;

/// The root is visited so many times for each of its moves before those are tried that look bad at
/// a glance: everybody may ask what his move is worth.
const SETTLING: usize = 4;

/// The tree over a position.
pub struct Tree<B> {
    nodes: Vec<Node>,
    /// So many at most.
    most: usize,
    root: Stones<B>,
    /// The longest way through each of the root's children, in plies.
    depths: Vec<u32>,
    path: Vec<usize>,
    random: SplitMix64,
    tuning: Tuning,
}

impl<B: Playable> Tree<B> {
    /// A tree in a room that is empty.
    pub fn new(root: Stones<B>, room: Room, seed: u64, tuning: Tuning) -> Self {
        let Room { mut nodes, most } = room;
        nodes.push(Node::new(0));
        let mut tree = Self {
            nodes,
            most,
            root,
            depths: Vec::new(),
            path: Vec::new(),
            random: SplitMix64::new(seed),
            tuning,
        };
        tree.open(0, root);
        tree.depths = vec![0; tree.nodes.len() - 1];
        tree
    }

    /// Its room, for the next one.
    pub fn leave(self) -> Room {
        let Self {
            mut nodes, most, ..
        } = self;
        nodes.clear();
        Room { nodes, most }
    }

    /// Walks once down the tree and back.
    pub fn step(&mut self, solver: &mut Solver<B>, watch: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let won = loop {
            let node = &self.nodes[at];
            if node.proof != Proof::Open && at != 0 {
                break f32::from(u8::from(node.proof == Proof::Won));
            }
            if node.children().is_empty() {
                if node.visits == 0 && at != 0 || !self.open(at, stones) {
                    break self.sample(at, stones, watch);
                }
                continue;
            }
            let Some(child) = self.select(at) else {
                break 0.0;
            };
            at = child;
            stones = stones.after(self.nodes[at].pair());
            self.path.push(at);
        };
        self.back(won);
        self.ask(solver, watch);
    }

    /// How good a position looks for the player to act.
    fn sample(&mut self, at: usize, stones: Stones<B>, watch: &mut SearchBudget<'_>) -> f32 {
        watch.count_nodes(self.tuning.nodes().into());
        if self.tuning.plays_out {
            let wins = B::playouts(stones, &mut self.random);
            f32::from(u8::try_from(wins).unwrap_or(0)) / f32::from(BATCH)
        } else {
            1.0 - self.nodes[at].sight
        }
    }

    /// Gives a node its children, the best at first sight first; false if there is no room. A node
    /// without is lost.
    fn open(&mut self, at: usize, stones: Stones<B>) -> bool {
        let (first, count) = (self.nodes.len(), stones.count_moves());
        if first + count as usize > self.most && at != 0 {
            return false;
        }
        if count == 0 {
            self.nodes[at].proof = Proof::Lost;
            return at != 0;
        }
        let nodes = &mut self.nodes;
        Node::each_of(stones.pairs(), &mut |node| nodes.push(node));
        self.random.shuffle(&mut self.nodes[first..]);
        if !self.tuning.plays_out {
            let glance = Glance::of(stones);
            for node in &mut self.nodes[first..] {
                // The opponent is to act, and leads by as much as he is led by.
                node.sight = 1.0 - chance(-glance.lead_after(stones, node.pair()));
            }
            self.nodes[first..].sort_unstable_by(|one, other| other.sight.total_cmp(&one.sight));
        }
        self.nodes[at].open(first, count);
        true
    }

    /// The most promising child that is still open; of the root, after a while, one that was never
    /// tried.
    #[expect(clippy::cast_precision_loss, reason = "numbers of visits")]
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let is_settled = at == 0 && node.visits as usize >= SETTLING * node.children().len();
        let explore = self.tuning.explore * (node.visits.max(1) as f32).ln().sqrt();
        let weight = self.tuning.sight;
        let mean = if node.visits == 0 { 0.5 } else { node.mean() };
        let unvisited = 1.0 - mean + explore;
        let (mut best, mut most) = (None, f32::MIN);
        for at in node.children() {
            let child = &self.nodes[at];
            if child.proof != Proof::Open {
                continue;
            }
            if is_settled && child.visits == 0 {
                return Some(at);
            }
            let score = if child.visits == 0 && weight == 0.0 {
                unvisited
            } else {
                let visits = child.visits as f32 + weight;
                (child.wins + weight * child.sight) / visits + explore / visits.sqrt()
            };
            if score > most {
                (best, most) = (Some(at), score);
            }
            if child.visits == 0 {
                // So are those behind it, and they look no better.
                break;
            }
        }
        best
    }

    /// Takes a result, seen by the player to act at the end of the path, back to the root.
    fn back(&mut self, won: f32) {
        let mut won = 1.0 - won;
        for at in self.path.iter().rev() {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.wins += won;
            won = 1.0 - won;
        }
        if let Some(child) = self.path.get(1) {
            let depth = &mut self.depths[child - 1];
            let plies = u32::try_from(self.path.len() - 1).unwrap_or(0);
            *depth = plies.max(*depth);
        }
        self.prove();
    }

    /// Takes a proof at the end of the path back as far as it reaches.
    fn prove(&mut self) {
        for step in self.path.windows(2).rev() {
            let (parent, child) = (step[0], step[1]);
            match self.nodes[child].proof {
                Proof::Open => return,
                Proof::Lost => self.nodes[parent].proof = Proof::Won,
                Proof::Won => {
                    let children = &self.nodes[self.nodes[parent].children()];
                    if children.iter().any(|child| child.proof != Proof::Won) {
                        return;
                    }
                    self.nodes[parent].proof = Proof::Lost;
                }
            }
        }
    }

    /// Asks the solver about the first position of the path that is due.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "a budget need not be exact"
    )]
    fn ask(&mut self, solver: &mut Solver<B>, watch: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        for depth in 0..self.path.len() {
            let at = self.path[depth];
            if depth > 0 {
                stones = stones.after(self.nodes[at].pair());
            }
            let node = &mut self.nodes[at];
            if node.proof != Proof::Open {
                return;
            }
            let due = FIRST_QUESTION + 2 * u32::from(node.asked);
            let is_due = due < 32 && node.visits >> due > 0;
            if !is_due || stones.all().count() > self.tuning.solver_stones {
                continue;
            }
            node.asked += 1;
            let budget = (node.visits as f32 * self.tuning.solver_share) as u64;
            if let Some(won) = solver.solve(stones, budget, watch) {
                self.nodes[at].proof = Proof::of(won);
                if depth == 0 {
                    self.explain(solver);
                }
                self.path.truncate(depth + 1);
                self.prove();
                return;
            }
        }
    }

    /// The solver knows who wins at the root; takes over what it knows of the moves.
    fn explain(&mut self, solver: &mut Solver<B>) {
        let is_lost = self.nodes[0].proof == Proof::Lost;
        for at in self.nodes[0].children() {
            let after = self.root.after(self.nodes[at].pair());
            let known = if is_lost {
                Some(true)
            } else {
                solver.known(after)
            };
            if let Some(won) = known {
                self.nodes[at].proof = Proof::of(won);
            }
        }
    }
}
