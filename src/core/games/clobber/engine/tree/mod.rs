//! Monte Carlo tree search (MCTS) that calls the exact solver.
//!
//! UCT (Kocsis and Szepesvári 2006) with proofs in the tree (Winands et al. 2008). A node calls the
//! solver after eight visits, with a budget of sixteen times its visits, and again whenever its
//! visits have quadrupled. Important positions are thus proven first, and the root is proven nearly
//! as often as by the solver alone (100 ms, 41 stones: 19 and 20 of 30 positions; with a budget
//! equal to the visits 12).
//!
//! Positions are evaluated by their patterns (see [`super::pattern_eval`]). The evaluation of a
//! move is also its prior, which counts as some visits: so few visits go to the many bad moves, and
//! the tree grows deep where it matters. Playouts and the lead by atomic weights, used before, are
//! weaker (the evaluation won 175 of 200 games at 250 ms a game after 4 random plies).

mod node;
mod search_result;

use super::pattern_eval::{PatternEval, win_probability};
use super::playout::{PLAYOUTS_PER_BATCH, PlayoutWord};
use super::solver::ClobberSolver;
use super::stones::Stones;
use crate::contract::Proven;
use crate::search::formulas::{exploration_scale, first_play_value};
use crate::search::{Bounds, SearchBudget, SplitMix64};
pub use node::NodeArena;
use node::{ClobberNode, ProofState};

/// The search parameters.
#[derive(Clone, Copy, Debug)]
pub struct ClobberParams {
    /// The exploration constant of UCT.
    pub exploration: f32,
    /// Whether leaves are evaluated by playouts instead of by patterns.
    pub uses_playouts: bool,
    /// The number of visits that the prior of a move counts for; 0 for no prior.
    pub prior_weight: f32,
    /// The largest number of stones for which the solver is called; 0 for plain UCT.
    pub max_solver_stones: u32,
    /// The solver's budget in positions per visit of a node.
    pub solver_nodes_per_visit: f32,
}

impl ClobberParams {
    /// Plain UCT with playouts and without a solver, the baseline in measurements.
    pub const UCT: Self = Self {
        exploration: 0.5,
        max_solver_stones: 0,
        uses_playouts: true,
        prior_weight: 0.0,
        ..Self::BEST
    };
    /// The parameters found to play best.
    pub const BEST: Self = Self {
        exploration: 0.12,
        uses_playouts: false,
        prior_weight: 10.0,
        max_solver_stones: 46,
        solver_nodes_per_visit: 16.0,
    };

    /// Returns the number of nodes that a visit counts for: a batch of playouts, or one position.
    pub const fn nodes_per_visit(&self) -> u8 {
        if self.uses_playouts {
            PLAYOUTS_PER_BATCH
        } else {
            1
        }
    }
}

/// The binary logarithm of the number of visits after which a node first calls the solver.
const FIRST_SOLVE_VISITS_LOG2: u32 = 3;

/// The number of root visits per root move after which unvisited root moves are tried.
///
/// Every root move thus gets an evaluation, even if its prior is bad.
const ROOT_VISITS_PER_MOVE: usize = 4;

/// A search tree for one root position.
pub struct ClobberTree<B> {
    nodes: Vec<ClobberNode>,
    /// The largest number of nodes.
    max_nodes: usize,
    root: Stones<B>,
    /// The greatest depth reached below each root move, in plies from the root.
    root_move_depths: Vec<u32>,
    path: Vec<usize>,
    random: SplitMix64,
    params: ClobberParams,
}

impl<B: PlayoutWord> ClobberTree<B> {
    /// Creates a tree that contains the root and its moves, in an empty arena.
    pub fn new(root: Stones<B>, arena: NodeArena, seed: u64, params: ClobberParams) -> Self {
        let NodeArena {
            mut nodes,
            max_nodes,
        } = arena;
        nodes.push(ClobberNode::new(0));
        let mut tree = Self {
            nodes,
            max_nodes,
            root,
            root_move_depths: Vec::new(),
            path: Vec::new(),
            random: SplitMix64::new(seed),
            params,
        };
        tree.expand(0, root);
        tree.root_move_depths = vec![0; tree.nodes.len() - 1];
        tree
    }

    /// Returns the emptied arena for the next tree.
    pub fn into_arena(self) -> NodeArena {
        let Self {
            mut nodes,
            max_nodes,
            ..
        } = self;
        nodes.clear();
        NodeArena { nodes, max_nodes }
    }

    /// Runs one simulation: selection, expansion, evaluation and back-up.
    pub fn simulate(&mut self, solver: &mut ClobberSolver<B>, budget: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        let mut node_index = 0;
        self.path.clear();
        self.path.push(0);
        let won = loop {
            let node = &self.nodes[node_index];
            if node.proof != ProofState::Unproven && node_index != 0 {
                break f32::from(u8::from(node.proof == ProofState::Won));
            }
            if node.child_range().is_empty() {
                if node.visits == 0 && node_index != 0 || !self.expand(node_index, stones) {
                    break self.evaluate_leaf(node_index, stones, budget);
                }
                continue;
            }
            let Some(child) = self.select(node_index) else {
                break 0.0;
            };
            node_index = child;
            stones = stones.after(self.nodes[node_index].pair());
            self.path.push(node_index);
        };
        self.back_up(won);
        self.ask_solver(solver, budget);
    }

    /// Returns the estimated win probability (0 to 1) of the player to move at a leaf.
    fn evaluate_leaf(
        &mut self,
        at: usize,
        stones: Stones<B>,
        budget: &mut SearchBudget<'_>,
    ) -> f32 {
        budget.count_nodes(self.params.nodes_per_visit().into());
        if self.params.uses_playouts {
            let wins = B::playouts(stones, &mut self.random);
            f32::from(u8::try_from(wins).unwrap_or(0)) / f32::from(PLAYOUTS_PER_BATCH)
        } else {
            1.0 - self.nodes[at].prior
        }
    }

    /// Adds the children of a node, in descending order of their priors.
    ///
    /// Returns false if the node remains a leaf: the tree is full, or there is no move and the node
    /// is lost.
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
            let eval = PatternEval::new(stones);
            for node in &mut self.nodes[first..] {
                // After the move the opponent is to move, whose lead is the negative.
                node.prior = 1.0 - win_probability(-eval.lead_after(stones, node.pair()));
            }
            self.nodes[first..].sort_unstable_by(|one, other| other.prior.total_cmp(&one.prior));
        }
        self.nodes[at].set_children(first, count);
        true
    }

    /// Selects the unproven child with the highest UCT score; `None` if all are proven.
    ///
    /// At the root, an unvisited child comes first after some time (see [`ROOT_VISITS_PER_MOVE`]).
    #[expect(clippy::cast_precision_loss, reason = "numbers of visits")]
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let is_settled =
            at == 0 && node.visits as usize >= ROOT_VISITS_PER_MOVE * node.child_range().len();
        let explore = exploration_scale(self.params.exploration, node.visits.max(1) as f32);
        let weight = self.params.prior_weight;
        let unvisited = first_play_value(1.0 - node.mean_value(), explore);
        let (mut best, mut best_score) = (None, f32::MIN);
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
            if score > best_score {
                (best, best_score) = (Some(at), score);
            }
            if child.visits == 0 {
                // The children after it are unvisited as well, and their priors are no better.
                break;
            }
        }
        best
    }

    /// Backs up a result, from the view of the player to move at the end of the path, to the root.
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

    /// Backs up a proof from the end of the path as far as it reaches.
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

    /// Calls the solver for the first position of the path that is due and can be solved.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "a budget need not be exact"
    )]
    fn ask_solver(&mut self, solver: &mut ClobberSolver<B>, budget: &mut SearchBudget<'_>) {
        let mut stones = self.root;
        for depth in 0..self.path.len() {
            let node_index = self.path[depth];
            if depth > 0 {
                stones = stones.after(self.nodes[node_index].pair());
            }
            let node = &mut self.nodes[node_index];
            if node.proof != ProofState::Unproven {
                return;
            }
            let due = FIRST_SOLVE_VISITS_LOG2 + 2 * u32::from(node.solve_attempts);
            let is_due = due < 32 && node.visits >> due > 0;
            if !is_due || stones.all().count() > self.params.max_solver_stones {
                continue;
            }
            node.solve_attempts += 1;
            let max_nodes = (node.visits as f32 * self.params.solver_nodes_per_visit) as u64;
            if let Some(won) = solver.solve(stones, max_nodes, budget) {
                self.nodes[node_index].proof = ProofState::from_result(won);
                if depth == 0 {
                    self.adopt_solver_results(solver);
                }
                self.path.truncate(depth + 1);
                self.back_up_proof();
                return;
            }
        }
    }

    /// Adopts the solver's results for the root moves once it has proven the root.
    fn adopt_solver_results(&mut self, solver: &mut ClobberSolver<B>) {
        let is_lost = self.nodes[0].proof == ProofState::Lost;
        for at in self.nodes[0].child_range() {
            let after = self.root.after(self.nodes[at].pair());
            let result = if is_lost {
                Some(true)
            } else {
                solver.known_result(after)
            };
            if let Some(won) = result {
                self.nodes[at].proof = ProofState::from_result(won);
            }
        }
    }
}
