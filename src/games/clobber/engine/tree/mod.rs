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
mod node_arena;
mod search_result;

use super::pattern_eval::{PatternEval, win_probability};
use super::playout::{PLAYOUTS_PER_BATCH, PlayoutWord};
use super::solver::ClobberSolver;
use super::stones::Stones;
use crate::contract::Proven;
use crate::search::formulas::{exploration_scale, first_play_value};
use crate::search::{Bounds, SearchBudget, SplitMix64};
use node::{ClobberNode, ProofState};
pub use node_arena::NodeArena;

/// How the search is tuned.
#[derive(Clone, Copy, Debug)]
pub struct ClobberParams {
    /// How much is explored.
    pub exploration: f32,
    /// Whether random games tell what a position is worth, instead of a glance at it.
    pub uses_playouts: bool,
    /// As many visits a move's first sight counts for. 0 for none.
    pub prior_weight: f32,
    /// With more stones the solver is not asked; 0 for plain UCT.
    pub max_solver_stones: u32,
    /// Positions that the solver may look at, for each visit of a node.
    pub solver_nodes_per_visit: f32,
}

impl ClobberParams {
    /// UCT without a solver: what the brain is measured against.
    pub const UCT: Self = Self {
        exploration: 0.5,
        max_solver_stones: 0,
        uses_playouts: true,
        prior_weight: 0.0,
        ..Self::BEST
    };
    /// What was found best.
    pub const BEST: Self = Self {
        exploration: 0.12,
        uses_playouts: false,
        prior_weight: 10.0,
        max_solver_stones: 46,
        solver_nodes_per_visit: 16.0,
    };

    /// As many nodes is a visit: random games, or one position.
    pub const fn nodes_per_visit(&self) -> u8 {
        if self.uses_playouts {
            PLAYOUTS_PER_BATCH
        } else {
            1
        }
    }
}

/// The first question to the solver comes at this power of two of visits.
const FIRST_SOLVE_VISITS_LOG2: u32 = 3;

/// The root is visited so many times for each of its moves before those are tried that look bad at
/// a glance: everybody may ask what his move is worth.
const ROOT_VISITS_PER_MOVE: usize = 4;

/// The tree over a position.
pub struct ClobberTree<B> {
    nodes: Vec<ClobberNode>,
    /// So many at most.
    max_nodes: usize,
    root: Stones<B>,
    /// The longest way through each of the root's children, in plies.
    root_move_depths: Vec<u32>,
    path: Vec<usize>,
    random: SplitMix64,
    params: ClobberParams,
}

impl<B: PlayoutWord> ClobberTree<B> {
    /// A tree in a room that is empty.
    pub fn new(root: Stones<B>, room: NodeArena, seed: u64, tuning: ClobberParams) -> Self {
        let NodeArena {
            mut nodes,
            max_nodes: most,
        } = room;
        nodes.push(ClobberNode::new(0));
        let mut tree = Self {
            nodes,
            max_nodes: most,
            root,
            root_move_depths: Vec::new(),
            path: Vec::new(),
            random: SplitMix64::new(seed),
            params: tuning,
        };
        tree.expand(0, root);
        tree.root_move_depths = vec![0; tree.nodes.len() - 1];
        tree
    }

    /// Its room, for the next one.
    pub fn into_arena(self) -> NodeArena {
        let Self {
            mut nodes,
            max_nodes: most,
            ..
        } = self;
        nodes.clear();
        NodeArena {
            nodes,
            max_nodes: most,
        }
    }

    /// Walks once down the tree and back.
    pub fn simulate(&mut self, solver: &mut ClobberSolver<B>, watch: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let won = loop {
            let node = &self.nodes[at];
            if node.proof != ProofState::Unproven && at != 0 {
                break f32::from(u8::from(node.proof == ProofState::Won));
            }
            if node.child_range().is_empty() {
                if node.visits == 0 && at != 0 || !self.expand(at, stones) {
                    break self.evaluate_leaf(at, stones, watch);
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
        self.back_up(won);
        self.ask_solver(solver, watch);
    }

    /// How good a position looks for the player to act.
    fn evaluate_leaf(&mut self, at: usize, stones: Stones<B>, watch: &mut SearchBudget<'_>) -> f32 {
        watch.count_nodes(self.params.nodes_per_visit().into());
        if self.params.uses_playouts {
            let wins = B::playouts(stones, &mut self.random);
            f32::from(u8::try_from(wins).unwrap_or(0)) / f32::from(PLAYOUTS_PER_BATCH)
        } else {
            1.0 - self.nodes[at].prior
        }
    }

    /// Gives a node its children, the best at first sight first; false if there is no room. A node
    /// without is lost.
    fn expand(&mut self, at: usize, stones: Stones<B>) -> bool {
        let (first, count) = (self.nodes.len(), stones.count_moves());
        if first + count as usize > self.max_nodes && at != 0 {
            return false;
        }
        if count == 0 {
            self.nodes[at].proof = ProofState::Lost;
            return at != 0;
        }
        let nodes = &mut self.nodes;
        ClobberNode::for_each_move(stones.pairs(), &mut |node| nodes.push(node));
        self.random.shuffle(&mut self.nodes[first..]);
        if !self.params.uses_playouts {
            let glance = PatternEval::new(stones);
            for node in &mut self.nodes[first..] {
                // The opponent is to act, and leads by as much as he is led by.
                node.prior = 1.0 - win_probability(-glance.lead_after(stones, node.pair()));
            }
            self.nodes[first..].sort_unstable_by(|one, other| other.prior.total_cmp(&one.prior));
        }
        self.nodes[at].set_children(first, count);
        true
    }

    /// The most promising child that is still open; of the root, after a while, one that was never
    /// tried.
    #[expect(clippy::cast_precision_loss, reason = "numbers of visits")]
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let is_settled =
            at == 0 && node.visits as usize >= ROOT_VISITS_PER_MOVE * node.child_range().len();
        let explore = exploration_scale(self.params.exploration, node.visits.max(1) as f32);
        let weight = self.params.prior_weight;
        let unvisited = first_play_value(1.0 - node.mean_value(), explore);
        let (mut best, mut most) = (None, f32::MIN);
        for at in node.child_range() {
            let child = &self.nodes[at];
            if child.proof != ProofState::Unproven {
                continue;
            }
            if is_settled && child.visits == 0 {
                return Some(at);
            }
            let score = if child.visits == 0 && weight == 0.0 {
                unvisited
            } else {
                let visits = child.visits as f32 + weight;
                (child.value_sum + weight * child.prior) / visits + explore / visits.sqrt()
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
    fn back_up(&mut self, won: f32) {
        let mut won = 1.0 - won;
        for at in self.path.iter().rev() {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.value_sum += won;
            won = 1.0 - won;
        }
        if let Some(child) = self.path.get(1) {
            let depth = &mut self.root_move_depths[child - 1];
            let plies = u32::try_from(self.path.len() - 1).unwrap_or(0);
            *depth = plies.max(*depth);
        }
        self.back_up_proof();
    }

    /// Takes a proof at the end of the path back as far as it reaches.
    fn back_up_proof(&mut self) {
        for step in self.path.windows(2).rev() {
            let (parent, child) = (step[0], step[1]);
            if self.nodes[child].proof == ProofState::Unproven {
                return;
            }
            let children = &self.nodes[self.nodes[parent].child_range()];
            let moves = children.iter().map(|child| child.proof.bounds().flipped());
            let Some(result) = Bounds::of_best_move(moves).proven() else {
                return;
            };
            self.nodes[parent].proof = ProofState::from_result(result == Proven::Win);
        }
    }

    /// Asks the solver about the first position of the path that is due.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "a budget need not be exact"
    )]
    fn ask_solver(&mut self, solver: &mut ClobberSolver<B>, watch: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        for depth in 0..self.path.len() {
            let at = self.path[depth];
            if depth > 0 {
                stones = stones.after(self.nodes[at].pair());
            }
            let node = &mut self.nodes[at];
            if node.proof != ProofState::Unproven {
                return;
            }
            let due = FIRST_SOLVE_VISITS_LOG2 + 2 * u32::from(node.solve_attempts);
            let is_due = due < 32 && node.visits >> due > 0;
            if !is_due || stones.all().count() > self.params.max_solver_stones {
                continue;
            }
            node.solve_attempts += 1;
            let budget = (node.visits as f32 * self.params.solver_nodes_per_visit) as u64;
            if let Some(won) = solver.solve(stones, budget, watch) {
                self.nodes[at].proof = ProofState::from_result(won);
                if depth == 0 {
                    self.adopt_solver_results(solver);
                }
                self.path.truncate(depth + 1);
                self.back_up_proof();
                return;
            }
        }
    }

    /// The solver knows who wins at the root; takes over what it knows of the moves.
    fn adopt_solver_results(&mut self, solver: &mut ClobberSolver<B>) {
        let is_lost = self.nodes[0].proof == ProofState::Lost;
        for at in self.nodes[0].child_range() {
            let after = self.root.after(self.nodes[at].pair());
            let known = if is_lost {
                Some(true)
            } else {
                solver.known_result(after)
            };
            if let Some(won) = known {
                self.nodes[at].proof = ProofState::from_result(won);
            }
        }
    }
}
