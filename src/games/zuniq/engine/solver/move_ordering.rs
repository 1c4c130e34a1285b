//! Which of the children is searched first, and which need not be searched any more.
//!
//! Those come first that have the fewest edges left, or whose move often won elsewhere. And moves may be made
//! in either order: where a move is answered by another so that who made it loses, that other is
//! answered by it. Nearly a fifth of the children need not be looked into for that.

use super::super::grid::{self, EDGE_COUNT};
use super::MAX_DEPTH;
use super::children::SolverChild;
use super::position::{SolverMove, SolverPosition};

/// What the edge that won most often is worth against edges that are left, in sixteenths: two.
const MAX_HISTORY_BONUS: u64 = 32;
/// The same for closing a zone, for a spare move, and for the edge that won last at the same depth.
const BRIDGE_BONUS: u64 = 64;
const SPARE_BONUS: u64 = 32;
const KILLER_BONUS: u64 = 16;

/// What won, to try it earlier elsewhere.
#[derive(Debug)]
pub(super) struct MoveOrdering {
    /// How much each edge was worth as an answer that wins, by whether it is the root's player's.
    history: [[u64; EDGE_COUNT]; 2],
    /// The edges that won last and before that, by depth.
    killers: [[u8; 2]; MAX_DEPTH],
}

impl MoveOrdering {
    pub(super) const fn new() -> Self {
        Self {
            history: [[0; EDGE_COUNT]; 2],
            killers: [[u8::MAX; 2]; MAX_DEPTH],
        }
    }

    /// Sorts children at a depth, the one to search first last.
    pub(super) fn sort(&self, children: &mut [SolverChild], depth: usize) {
        let won = &self.history[depth % 2];
        let last = self.killers[depth % MAX_DEPTH];
        let most = won.iter().max().map_or(1, |most| most + 1);
        children.sort_by_cached_key(|child| {
            let merit = match child.mv {
                SolverMove::Edge(edge) => {
                    let won = won[usize::from(edge) % EDGE_COUNT] * MAX_HISTORY_BONUS / most;
                    let before = last.iter().position(|known| *known == edge);
                    won + before.map_or(0, |before| KILLER_BONUS >> before)
                }
                SolverMove::Bridge(_) => BRIDGE_BONUS,
                SolverMove::CellSpare(_) | SolverMove::OutsideSpare => SPARE_BONUS,
            };
            i64::from(child.edges_left) * 16 - merit.cast_signed()
        });
        children.reverse();
    }

    /// Remembers a child that won at a depth.
    pub(super) fn record_win(&mut self, child: SolverChild, depth: usize) {
        let SolverMove::Edge(edge) = child.mv else {
            return;
        };
        self.history[depth % 2][usize::from(edge) % EDGE_COUNT] += u64::from(child.edges_left);
        let last = &mut self.killers[depth % MAX_DEPTH];
        if last[0] != edge {
            *last = [edge, last[0]];
        }
    }
}

/// What a move takes: the number of an edge, or what stands for a spare move. Other than a
/// [`Step`], it is the same before and after other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveId(u8);

impl MoveId {
    /// The spare move at the outside; that at a cell has the cell's number after it.
    const OUTSIDE_SPARE: u8 = EDGE_COUNT as u8;
}

/// A set of what moves take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveIdSet(u128);

impl MoveIdSet {
    pub(super) const fn insert(&mut self, taken: MoveId) {
        self.0 |= 1 << taken.0;
    }

    pub(super) const fn contains(self, taken: MoveId) -> bool {
        self.0 >> taken.0 & 1 == 1
    }
}

impl SolverPosition {
    /// What a move takes.
    pub(super) fn move_id(&self, step: SolverMove) -> MoveId {
        MoveId(match step {
            SolverMove::Edge(edge) => edge,
            SolverMove::Bridge(at) => self.cut(at).0,
            SolverMove::OutsideSpare => MoveId::OUTSIDE_SPARE,
            SolverMove::CellSpare(cell) => MoveId::OUTSIDE_SPARE + 1 + cell,
        })
    }

    /// Whether `reply`, a move that can follow `first`, could come before it as well, and `first`
    /// after it, to the same position.
    ///
    /// What edges are drawn tells all of a position, in whatever order they were drawn. So it is
    /// enough that both can be drawn in the other order. `reply` was free before `first`, too; only
    /// where it then closes a zone in which `first` lies, `first` comes too late. And if `first`
    /// closes a zone after it, that is the one which `reply` closed.
    pub(super) fn commute(&self, first: MoveId, reply: MoveId) -> bool {
        let Some((_, zone)) = self.cuts().iter().find(|cut| cut.0 == reply.0) else {
            return true;
        };
        match first.0 {
            MoveId::OUTSIDE_SPARE => true,
            edge if edge < MoveId::OUTSIDE_SPARE => {
                grid::adjacent_cells(usize::from(edge)) & !zone != 0
            }
            spare => 1_u64 << (spare - MoveId::OUTSIDE_SPARE - 1) & !zone != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::EdgeBoard;
    use super::super::component_keys::ComponentKeys;
    use super::super::position::CORNER_EDGES;
    use super::*;
    use crate::search::SplitMix64;

    /// A board after so many random edges, or where the game ended before.
    fn random_board(random: &mut SplitMix64, plies: usize) -> EdgeBoard {
        let mut board = EdgeBoard::EMPTY;
        for _ in 0..plies {
            let legal: Vec<usize> = grid::bits(board.legal_edges()).collect();
            if !legal.is_empty() {
                board = board.after(legal[random.index(legal.len())]).unwrap();
            }
        }
        board
    }

    fn children(frame: &SolverPosition) -> Vec<SolverMove> {
        let mut steps = Vec::new();
        frame.children(&mut ComponentKeys::new(), &mut |child| {
            steps.push(child.mv);
            false
        });
        steps
    }

    #[test]
    fn what_commutes_leads_to_the_same_board_in_either_order() {
        let mut random = SplitMix64::new(26);
        // Both edges of a corner do the same, and the solver may name the other one.
        let named = |taken: MoveId| {
            let corner = CORNER_EDGES.as_flattened().contains(&usize::from(taken.0));
            (taken.0 < MoveId::OUTSIDE_SPARE && !corner).then_some(usize::from(taken.0))
        };
        let (mut both, mut one) = (0, 0);
        for game in 0..120 {
            let board = random_board(&mut random, 18 + game % 12);
            let frame = SolverPosition::new(&board);
            for step in children(&frame) {
                let Some(first) = named(frame.move_id(step)) else {
                    continue;
                };
                let after = frame.child(step);
                for reply in children(&after) {
                    let reply = after.move_id(reply);
                    let Some(second) = named(reply) else {
                        continue;
                    };
                    if !frame.commute(frame.move_id(step), reply) {
                        one += 1;
                        continue;
                    }
                    let usual = board.after(first).and_then(|board| board.after(second));
                    let turned = board.after(second).and_then(|board| board.after(first));
                    assert!(usual.is_some());
                    assert_eq!(usual, turned, "{board:?}: {first} and {second}");
                    both += 1;
                }
            }
        }
        assert!(both > 10_000 && one > 100, "{both} and {one}");
    }
}
