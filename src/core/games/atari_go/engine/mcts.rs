//! Monte Carlo tree search with RAVE (Gelly and Silver 2011), priors and proven results.

use super::board::{GoBoard, PASS};
use super::geometry::points;
use super::net::PolicyValueNet;
use super::net::kernel::BOARD_SIZE;
use super::params::AtariGoParams;
use super::playout::PlayoutTrace;
use super::prior::FeatureContext;
use super::solver::AtariGoSolver;
use super::static_bounds;
use super::tree::{AtariGoNode, AtariGoTree};
use crate::contract::Proven;
use crate::games::atari_go::Move;
use crate::search::formulas::{
    exploration_scale, first_play_value, included_move_is_due, rave_mean, rave_weight,
};
use crate::search::{Bounds, MoveChoice, SplitMix64};

/// The number of visits at which the solver first tries a position; each further attempt needs
/// four times as many.
const FIRST_SOLVE_VISITS: u32 = 4;
/// The most plies left at which the solver is tried.
const MAX_SOLVER_PLIES: u16 = 20;
/// The number of nodes that an evaluation by the network counts for, by the time it takes.
const NET_EVAL_NODES: u64 = 8;

/// The Monte Carlo tree search.
#[derive(Debug)]
pub struct AtariGoMcts {
    /// The search tree.
    pub tree: AtariGoTree,
    pub(super) solver: AtariGoSolver,
    /// The search parameters.
    pub params: AtariGoParams,
    /// The position being searched.
    pub root: GoBoard,
    /// The two moves before the root, the latest first.
    last_moves: [usize; 2],
    /// The nodes visited by the current simulation, from the root.
    path: Vec<usize>,
    /// The policy and value network, used on boards of its size.
    pub net: Option<&'static PolicyValueNet>,
    /// The index of the root move that must be evaluated.
    pub include: Option<usize>,
    /// Whether more than one line is requested.
    is_multi_pv: bool,
    /// The children of the node that is being expanded.
    child_buffer: Vec<AtariGoNode>,
    /// The depth to which each root move was searched.
    pub root_move_depths: Vec<u32>,
}

impl AtariGoMcts {
    /// Creates a search that uses at most about `bytes` bytes.
    pub fn new(bytes: usize, params: AtariGoParams, root: GoBoard) -> Self {
        let mut search = Self {
            tree: AtariGoTree::new(bytes - bytes / 4),
            solver: AtariGoSolver::new(bytes / 4),
            params,
            root,
            last_moves: [PASS; 2],
            path: Vec::new(),
            net: PolicyValueNet::embedded(),
            include: None,
            is_multi_pv: false,
            child_buffer: Vec::new(),
            root_move_depths: Vec::new(),
        };
        search.tree.clear();
        search
    }

    /// Starts a new search from a position; `last` are the two moves before it, the latest first.
    pub fn set_root(&mut self, board: GoBoard, last: [usize; 2]) {
        self.root = board;
        self.last_moves = last;
        self.tree.clear();
        self.expand_root();
    }

    /// Keeps the subtree of a position two plies after the root and makes that position the root.
    ///
    /// Returns false if the moves in `last` do not lead to `board` or are not in the tree.
    pub fn reuse_subtree(&mut self, board: &GoBoard, last: [usize; 2]) -> bool {
        let [answer, own] = last;
        let step = |at: usize, mv: usize| {
            let mut children = self.tree.nodes[at].child_range();
            children.find(|at| usize::from(self.tree.nodes[*at].mv) == mv)
        };
        let Some(at) = step(0, own).and_then(|at| step(at, answer)) else {
            return false;
        };
        let mut after = self.root.clone();
        for mv in [own, answer] {
            if mv != PASS && !after.is_legal(mv) {
                return false;
            }
            after.play(mv);
        }
        if !after.is_same_state(board) {
            return false;
        }
        self.root = after;
        self.last_moves = last;
        self.tree.reroot(at);
        // The move that achieves a proven result is known only from the children, so the root is
        // expanded again even if it was proven.
        self.tree.nodes[0].bounds = Bounds::UNKNOWN;
        self.tree.back_up_proof(0, board.mover());
        self.expand_root();
        true
    }

    /// Expands the root and resets the depths of its moves.
    fn expand_root(&mut self) {
        if self.root.geometry().size != BOARD_SIZE {
            self.params = self.params.without_net();
        }
        self.path.clear();
        if self.root.plies_left() > 0 && !self.tree.nodes[0].is_expanded() {
            let board = self.root.clone();
            self.expand(0, &board, self.last_moves, &mut |_| false);
        }
        self.root_move_depths = vec![0; self.tree.nodes[0].child_range().len()];
    }

    /// Sets the number of lines requested and a root move that must be evaluated.
    pub fn set_request(&mut self, lines: usize, mv: Option<Move>) {
        self.is_multi_pv = lines > 1;
        let number = mv.and_then(|mv| self.root.number_of(mv));
        let is_it = |at: &usize| Some(usize::from(self.tree.nodes[*at].mv)) == number;
        self.include = self.tree.nodes[0].child_range().find(is_it);
    }

    /// Runs one simulation from the root.
    ///
    /// `stop` is called from time to time with the number of nodes spent since the last call.
    pub fn simulate(&mut self, rng: &mut SplitMix64, stop: &mut dyn FnMut(u64) -> bool) {
        let mut board = self.root.clone();
        let mut last = self.last_moves;
        self.path.clear();
        self.path.push(0);
        let mut node_index = 0;
        loop {
            if node_index != 0 && self.params.proves_results {
                self.try_to_prove(node_index, &board, stop);
            }
            let node = self.tree.nodes[node_index];
            if node.is_proven() && node_index != 0 || board.plies_left() == 0 {
                break;
            }
            if !node.is_expanded()
                && (node.visits < self.params.expand_after
                    || !self.expand(node_index, &board, last, stop))
            {
                break;
            }
            node_index = self.select(node_index, board.mover());
            let mv = usize::from(self.tree.nodes[node_index].mv);
            board.play(mv);
            last = [mv, last[0]];
            self.path.push(node_index);
        }
        let mover = board.mover();
        let node = self.tree.nodes[node_index];
        let mut trace = PlayoutTrace::default();
        let value = if let Some(result) = node.bounds.proven() {
            self.result_value(result as i32 - 1, board.capture_lead())
        } else {
            if board.plies_left() > 0 {
                trace =
                    PlayoutTrace::play_to_end(&mut board, last[0], rng, &self.params.playout_rates);
            }
            self.result_value(board.result(), board.capture_lead())
        };
        self.back_up(value, mover, trace);
    }

    /// Tries to prove the result of a position, by static bounds on the first visit and by the
    /// solver later.
    fn try_to_prove(&mut self, at: usize, board: &GoBoard, stop: &mut dyn FnMut(u64) -> bool) {
        let node = &mut self.tree.nodes[at];
        if node.is_proven() {
            return;
        }
        if node.visits == 0.0 {
            let (lower, upper) = static_bounds::bounds(board);
            node.bounds = Bounds {
                lower: proven_result(lower),
                upper: proven_result(upper),
            };
            return;
        }
        let due = FIRST_SOLVE_VISITS << (2 * u32::from(node.solve_attempts)).min(24);
        if board.plies_left() > MAX_SOLVER_PLIES || node.visits < due as f32 {
            return;
        }
        node.solve_attempts += 1;
        let budget = (node.visits * self.params.solver_nodes_per_visit) as u64;
        if let Some(result) = self.solver.solve(board, budget, stop) {
            self.tree.nodes[at].bounds = Bounds::exact(proven_result(result));
        }
    }

    /// Returns the value of a result and a lead in captures for the first player, 0 to 1.
    fn result_value(&self, result: i32, lead: i32) -> f32 {
        let margin = self.params.margin_weight * (lead as f32 / 8.0).clamp(-1.0, 1.0);
        0.5 + 0.5 * ((1.0 - self.params.margin_weight) * result as f32 + margin)
    }

    /// Adds the moves of a position to the tree and backs up the network's evaluation; false if the
    /// tree is full.
    fn expand(
        &mut self,
        at: usize,
        board: &GoBoard,
        last: [usize; 2],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        self.child_buffer.clear();
        let moves = points(board.legal_points()).chain([PASS]);
        if self.params.prior_weight <= 0.0 {
            self.child_buffer
                .extend(moves.map(|point| AtariGoNode::new(point, 0.0)));
            return self.tree.expand(at, &self.child_buffer);
        }
        let features = FeatureContext::new(board, last);
        let net = self.net.filter(|_| self.params.net_weight > 0.0);
        let output = net.map(|net| net.evaluate(board, &features, last));
        for point in moves {
            let logit = match &output {
                Some(output) => output.policy_logit(point),
                None => features.logit(point),
            };
            self.child_buffer.push(AtariGoNode::new(point, logit.exp()));
        }
        let sum: f32 = self.child_buffer.iter().map(|node| node.prior).sum();
        for node in &mut self.child_buffer {
            node.prior /= sum;
        }
        self.child_buffer
            .sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let has_capacity = self.tree.expand(at, &self.child_buffer);
        if has_capacity && let Some(output) = output {
            self.back_up_net_value(output.win_probability(), board.mover());
            stop(NET_EVAL_NODES);
        }
        has_capacity
    }

    /// Backs up the network's win probability for the player to move at the end of the path.
    fn back_up_net_value(&mut self, win_probability: f32, mover: usize) {
        let mut value = win_probability;
        let mut player = mover;
        for at in self.path.iter().rev() {
            player = 1 - player;
            let node = &mut self.tree.nodes[*at];
            value = self
                .params
                .clamped_to_bounds(1.0 - value, node.bounds_for(player));
            node.visits += self.params.net_weight;
            node.value_sum += self.params.net_weight * value;
        }
    }

    /// Selects the child to visit.
    fn select(&self, at: usize, mover: usize) -> usize {
        let node = &self.tree.nodes[at];
        if at == 0
            && let Some(included) = self.include
        {
            let child = &self.tree.nodes[included];
            if !child.is_proven() && included_move_is_due(child.visits, node.visits) {
                return included;
            }
        }
        let params = &self.params;
        let prior_scale = params.prior_weight * (node.visits + 1.0).sqrt();
        let exploration = exploration_scale(params.exploration, node.visits + 1.0);
        // The node's own value is from the opponent's view.
        let first_play = params.clamped_to_bounds(1.0 - node.mean_value(), node.bounds_for(mover));
        let first_play = first_play_value(first_play, -params.fpu_reduction).max(0.0);
        // With several lines requested, moves that are proven not to be the best matter, too.
        let floor = if at == 0 && self.is_multi_pv {
            None
        } else {
            Some(node.bounds_for(mover).lower)
        };
        let (mut best, mut best_score) = (node.child_range().start, f32::MIN);
        let mut remaining = self.max_tried_children(at, node.visits);
        for at in node.child_range() {
            let child = &self.tree.nodes[at];
            let bounds = child.bounds_for(mover);
            if child.is_proven() || floor.is_some_and(|floor| bounds.upper <= floor) {
                continue;
            }
            if remaining == 0 {
                break;
            }
            remaining -= 1;
            let amaf = (child.amaf_value_sum + 8.0 * first_play) / (child.amaf_visits + 8.0);
            let mut score = amaf;
            if child.visits > 0.0 {
                let weight = rave_weight(params.rave_k, child.visits, 0.0);
                score = rave_mean(child.mean_value(), amaf, weight);
            }
            // A later proof overrides the results of earlier simulations.
            score = params.clamped_to_bounds(score, bounds);
            score += exploration / child.visits.max(1.0).sqrt();
            score += prior_scale * child.prior / (1.0 + child.visits);
            if score > best_score {
                (best, best_score) = (at, score);
            }
        }
        best
    }

    /// Returns the number of moves considered at a node, in order of their prior.
    fn max_tried_children(&self, at: usize, visits: f32) -> usize {
        if self.params.widening > 0.0 && !(at == 0 && self.is_multi_pv) {
            (4.0 + self.params.widening * (1.0 + visits).ln()) as usize
        } else {
            usize::MAX
        }
    }

    /// Backs up a value for the first player along the path; `mover` is to move at its end.
    fn back_up(&mut self, value: f32, mover: usize, mut trace: PlayoutTrace) {
        let mut value = value;
        let mut player = mover;
        // The last position of the path may just have been proven.
        let mut may_be_proven = true;
        for depth in (0..self.path.len()).rev() {
            let node_index = self.path[depth];
            if depth + 1 < self.path.len() {
                let mv = self.tree.nodes[self.path[depth + 1]].mv;
                if usize::from(mv) != PASS {
                    trace.first_stones[player] |= 1 << mv;
                    trace.first_stones[1 - player] &= !(1 << mv);
                }
                may_be_proven = may_be_proven && self.tree.back_up_proof(node_index, player);
            }
            let node = &mut self.tree.nodes[node_index];
            value = self.params.clamped_to_bounds(value, node.bounds);
            let values = [value, 1.0 - value];
            node.visits += 1.0;
            node.value_sum += values[1 - player];
            if depth + 1 < self.path.len() && self.params.rave_k > 0.0 {
                self.tree
                    .update_amaf(node_index, trace.first_stones[player], values[player]);
            }
            player = 1 - player;
        }
        if let Some(child) = self.path.get(1) {
            let depth = &mut self.root_move_depths[child - self.tree.nodes[0].child_range().start];
            *depth = (*depth).max(self.path.len() as u32 - 1);
        }
    }

    /// Returns the index of the move to play: a proven win, or the most visited move.
    pub fn best_child(&self) -> Option<usize> {
        let mover = self.root.mover();
        let children = &self.tree.nodes[self.tree.nodes[0].child_range()];
        let is_draw_sure = children
            .iter()
            .any(|node| node.bounds_for(mover).lower == Proven::Draw);
        // A certain draw beats a move that cannot win or that loses most simulations.
        let is_worse = |node: &AtariGoNode, upper| {
            is_draw_sure && (upper == Proven::Draw || node.mean_value() < 0.5)
        };
        let rank = |at: &usize| {
            let node = &self.tree.nodes[*at];
            let Bounds { lower, upper } = node.bounds_for(mover);
            let class = match (lower, upper) {
                (Proven::Win, _) => 4,
                (_, Proven::Loss) => 0,
                (Proven::Loss, upper) if is_worse(node, upper) => 1,
                (Proven::Draw, Proven::Draw) => 2,
                _ => 3,
            };
            (class, node.visits)
        };
        self.tree.nodes[0].child_range().max_by(|a, b| {
            let ((one, visits), (other, more)) = (rank(a), rank(b));
            one.cmp(&other).then(visits.total_cmp(&more))
        })
    }

    /// Returns the move to play with the report of the search.
    pub fn move_choice(&self, nodes: u64, lines: usize) -> Option<MoveChoice<Move>> {
        let mv = self.tree.nodes[self.best_child()?].mv;
        let mv = self.root.move_of(usize::from(mv));
        Some(MoveChoice {
            mv,
            reported_move: mv,
            report: self.search_result(nodes, lines, Some(mv)),
        })
    }

    /// Reports whether nothing is left to search: all moves are proven, or the included move and as
    /// many best moves as requested are.
    pub fn is_done(&self, lines: usize) -> bool {
        let mover = self.root.mover();
        let children = &self.tree.nodes[self.tree.nodes[0].child_range()];
        let (mut best, mut open) = (0, false);
        for child in children {
            best += usize::from(child.bounds_for(mover).lower == Proven::Win);
            open |= !child.is_proven();
        }
        let included = self.include.map(|at| &self.tree.nodes[at]);
        let is_included_proven = included.is_none_or(AtariGoNode::is_proven);
        !open || is_included_proven && (best >= lines.max(1) || lines <= 1 && self.is_proven())
    }

    /// Reports whether the root is a proven loss for the player to move.
    pub fn is_lost(&self) -> bool {
        self.tree.nodes[0].bounds_for(self.root.mover()) == Bounds::exact(Proven::Loss)
    }

    /// Reports whether the result of the root is proven.
    pub fn is_proven(&self) -> bool {
        self.tree.nodes[0].is_proven()
    }
}

/// Converts a result of -1, 0 or 1.
fn proven_result(result: i8) -> Proven {
    match result {
        1.. => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    }
}
