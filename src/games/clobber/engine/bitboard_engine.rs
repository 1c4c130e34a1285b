//! One board size's search: tree and solver together.

use super::playout::PlayoutWord;
use super::solver::ClobberSolver;
use super::stones::Stones;
use super::tree::{ClobberParams, ClobberTree, NodeArena};
use crate::games::clobber::{Move, Position};
use crate::search::{SearchBudget, SearchRequest, SearchResult};

/// Who loses by force plays so many rounds as if nothing were proven, to find the move that gives
/// most trouble.
const SWINDLE_ROUNDS: u32 = 2000;

/// Tree and solver for boards that fit into the word `B`.
pub struct BitboardEngine<B> {
    solver: ClobberSolver<B>,
    tree_bytes: usize,
    /// Empty while nobody thinks.
    arena: NodeArena,
    params: ClobberParams,
}

impl<B: PlayoutWord> BitboardEngine<B> {
    /// An engine that takes about so many bytes.
    pub fn new(bytes: usize, tuning: ClobberParams) -> Self {
        let tree_bytes = bytes / 2;
        Self {
            solver: ClobberSolver::new(bytes - tree_bytes),
            tree_bytes,
            arena: NodeArena::new(tree_bytes),
            params: tuning,
        }
    }

    /// Thinks about a position that is not over; `stones` are its stones.
    pub fn analyze(
        &mut self,
        position: &Position,
        stones: Stones<B>,
        request: &SearchRequest<'_, Move>,
        progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        if request.limits.nodes.is_some() {
            // What was found before would make the answer another.
            self.solver.clear();
        } else {
            self.solver.refresh();
        }
        let forced = request
            .forced
            .filter(|mv| stones.pair_of_move(*mv).is_some());
        let asked = (request.lines, forced);
        let mut watch = SearchBudget::new(request.limits);
        let room = std::mem::take(&mut self.arena);
        let mut tree = ClobberTree::new(stones, room, request.seed, self.params);
        debug_assert_eq!(stones.count_moves(), position.count_moves());
        while !watch.exhausted() && !tree.is_done(request.lines, forced) {
            for _ in 0..16 {
                tree.simulate(&mut self.solver, &mut watch);
            }
            if watch.take_report_due() {
                progress(&tree.search_result(None, None, watch.nodes(), asked));
            }
        }
        let trouble = tree
            .is_lost()
            .then(|| self.swindle_tree(stones, &mut watch, request));
        // Proven lines are played on only while there is time.
        let solver = (!watch.exhausted()).then_some(&mut self.solver);
        let report = tree.search_result(solver, trouble.as_ref(), watch.nodes(), asked);
        self.arena = tree.into_arena();
        report
    }

    /// A tree without proofs.
    fn swindle_tree(
        &mut self,
        stones: Stones<B>,
        watch: &mut SearchBudget<'_>,
        request: &SearchRequest<'_, Move>,
    ) -> ClobberTree<B> {
        let room = NodeArena::new(self.tree_bytes / 4);
        let mut tree = ClobberTree::new(stones, room, request.seed, ClobberParams::UCT);
        for _ in 0..SWINDLE_ROUNDS {
            if watch.exhausted() {
                break;
            }
            tree.simulate(&mut self.solver, watch);
        }
        tree
    }
}
