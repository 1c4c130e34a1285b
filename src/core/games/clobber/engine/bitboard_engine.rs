//! The engine for one word size: tree search and solver together.

use super::playout::PlayoutWord;
use super::solver::ClobberSolver;
use super::stones::Stones;
use super::tree::{ClobberParams, ClobberTree, NodeArena};
use crate::games::clobber::{Move, Position};
use crate::search::{SearchBudget, SearchRequest, SearchResult};

/// The number of simulations without proofs in a lost position, to find the move that is hardest to
/// refute.
const SWINDLE_ROUNDS: u32 = 2000;

/// The tree search and the solver for boards that fit into the word `B`.
pub struct BitboardEngine<B> {
    solver: ClobberSolver<B>,
    tree_bytes: usize,
    /// The memory of the tree, moved into it during a search.
    arena: NodeArena,
    params: ClobberParams,
}

impl<B: PlayoutWord> BitboardEngine<B> {
    /// Creates an engine that uses about `bytes` bytes.
    pub fn new(bytes: usize, params: ClobberParams) -> Self {
        let tree_bytes = bytes / 2;
        Self {
            solver: ClobberSolver::new(bytes - tree_bytes),
            tree_bytes,
            arena: NodeArena::new(tree_bytes),
            params,
        }
    }

    /// Analyses a position that is not over; `stones` are its stones.
    pub fn analyze(
        &mut self,
        position: &Position,
        stones: Stones<B>,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if request.limits.nodes.is_some() {
            // Earlier results would change the answer, which must be reproducible.
            self.solver.clear();
        } else {
            self.solver.refresh();
        }
        let forced = request
            .include
            .filter(|mv| stones.pair_of_move(*mv).is_some());
        let asked = (request.lines, forced);
        let mut budget = SearchBudget::new(request.limits);
        let arena = std::mem::take(&mut self.arena);
        let mut tree = ClobberTree::new(stones, arena, request.seed, self.params);
        debug_assert_eq!(stones.count_moves(), position.count_moves());
        while !budget.exhausted() && !tree.is_done(request.lines, forced) {
            for _ in 0..16 {
                tree.simulate(&mut self.solver, &mut budget);
            }
            if budget.take_report_due() {
                progress(&tree.search_result(None, None, budget.nodes(), asked));
            }
        }
        let swindle = tree
            .is_lost()
            .then(|| self.swindle_tree(stones, &mut budget, request));
        // Proven lines are extended only while there is time.
        let solver = (!budget.exhausted()).then_some(&mut self.solver);
        let result = tree.search_result(solver, swindle.as_ref(), budget.nodes(), asked);
        self.arena = tree.into_arena();
        result
    }

    /// Searches a tree without proofs.
    fn swindle_tree(
        &mut self,
        stones: Stones<B>,
        budget: &mut SearchBudget<'_>,
        request: &SearchRequest<'_, Move>,
    ) -> ClobberTree<B> {
        let arena = NodeArena::new(self.tree_bytes / 4);
        let mut tree = ClobberTree::new(stones, arena, request.seed, ClobberParams::UCT);
        for _ in 0..SWINDLE_ROUNDS {
            if budget.exhausted() {
                break;
            }
            tree.simulate(&mut self.solver, budget);
        }
        tree
    }
}
