//! One board size's search: tree and solver together.

use super::playout::Playable;
use super::solver::Solver;
use super::stones::Stones;
use super::tree::{Room, Tree, Tuning};
use crate::games::clobber::{Move, Position};
use crate::search::{SearchBudget, SearchRequest, SearchResult};

/// Who loses by force plays so many rounds as if nothing were proven, to find the move that gives
/// most trouble.
const TROUBLE: u32 = 2000;

/// Tree and solver for boards that fit into the word `B`.
pub struct Engine<B> {
    solver: Solver<B>,
    tree_bytes: usize,
    /// Empty while nobody thinks.
    room: Room,
    tuning: Tuning,
}

impl<B: Playable> Engine<B> {
    /// An engine that takes about so many bytes.
    pub fn new(bytes: usize, tuning: Tuning) -> Self {
        let tree_bytes = bytes / 2;
        Self {
            solver: Solver::new(bytes - tree_bytes),
            tree_bytes,
            room: Room::new(tree_bytes),
            tuning,
        }
    }

    /// Thinks about a position that is not over; `stones` are its stones.
    pub fn think(
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
        let forced = request.forced.filter(|mv| stones.to_pair(*mv).is_some());
        let asked = (request.lines, forced);
        let mut watch = SearchBudget::new(request.limits);
        let room = std::mem::take(&mut self.room);
        let mut tree = Tree::new(stones, room, request.seed, self.tuning);
        debug_assert_eq!(stones.count_moves(), position.count_moves());
        while !watch.exhausted() && !tree.is_settled(request.lines, forced) {
            for _ in 0..16 {
                tree.step(&mut self.solver, &mut watch);
            }
            if watch.take_report_due() {
                progress(&tree.report(None, None, watch.nodes(), asked));
            }
        }
        let trouble = tree
            .is_lost()
            .then(|| self.trouble(stones, &mut watch, request));
        // Proven lines are played on only while there is time.
        let solver = (!watch.exhausted()).then_some(&mut self.solver);
        let report = tree.report(solver, trouble.as_ref(), watch.nodes(), asked);
        self.room = tree.leave();
        report
    }

    /// A tree without proofs.
    fn trouble(
        &mut self,
        stones: Stones<B>,
        watch: &mut SearchBudget<'_>,
        request: &SearchRequest<'_, Move>,
    ) -> Tree<B> {
        let room = Room::new(self.tree_bytes / 4);
        let mut tree = Tree::new(stones, room, request.seed, Tuning::PLAIN);
        for _ in 0..TROUBLE {
            if watch.exhausted() {
                break;
            }
            tree.step(&mut self.solver, watch);
        }
        tree
    }
}
