//! The order in which children are searched, and the pruning of commuting moves.
//!
//! Children with the fewest edges left, or whose move often won elsewhere, are searched first.
//! Moves often commute: if a move is refuted by a reply, that reply, played first, is refuted by
//! the move. This saves searching nearly a fifth of the children.

use super::super::grid::{self, EDGE_COUNT};
use super::MAX_DEPTH;
use super::children::SolverChild;
use super::position::{SolverMove, SolverPosition};

/// The bonus of the edge that won most often, in sixteenths of an edge left.
const MAX_HISTORY_BONUS: u64 = 32;
/// The bonus for closing a zone, in sixteenths of an edge left.
const BRIDGE_BONUS: u64 = 64;
/// The bonus for a spare move, in sixteenths of an edge left.
const SPARE_BONUS: u64 = 32;
/// The bonus for the edge that won last at the same depth, in sixteenths of an edge left.
const KILLER_BONUS: u64 = 16;

/// Statistics of winning moves, to search them earlier elsewhere.
#[derive(Debug)]
pub(super) struct MoveOrdering {
    /// The history score of each edge as a winning move, by the parity of the depth.
    history: [[u64; EDGE_COUNT]; 2],
    /// The last two winning edges (killer moves) at each depth.
    killers: [[u8; 2]; MAX_DEPTH],
}

impl MoveOrdering {
    pub(super) const fn new() -> Self {
        Self {
            history: [[0; EDGE_COUNT]; 2],
            killers: [[u8::MAX; 2]; MAX_DEPTH],
        }
    }

    /// Sorts the children at a depth so that the one to search first is last.
    pub(super) fn sort(&self, children: &mut [SolverChild], depth: usize) {
        let wins = &self.history[depth % 2];
        let killers = self.killers[depth % MAX_DEPTH];
        let max_wins = wins.iter().max().map_or(1, |max_wins| max_wins + 1);
        children.sort_by_cached_key(|child| {
            let bonus = match child.mv {
                SolverMove::Edge(edge) => {
                    let wins = wins[usize::from(edge) % EDGE_COUNT] * MAX_HISTORY_BONUS / max_wins;
                    let age = killers.iter().position(|known| *known == edge);
                    wins + age.map_or(0, |age| KILLER_BONUS >> age)
                }
                SolverMove::Bridge(_) => BRIDGE_BONUS,
                SolverMove::CellSpare(_) | SolverMove::OutsideSpare => SPARE_BONUS,
            };
            i64::from(child.edges_left) * 16 - bonus.cast_signed()
        });
        children.reverse();
    }

    /// Records a winning child at a depth.
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

/// The identity of a move: the number of an edge, or a number for a spare move.
///
/// Unlike a [`SolverMove`], it stays the same when other moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveId(pub u8);

impl MoveId {
    /// The spare move of the outside; those of the cells follow in the order of the cells.
    pub const OUTSIDE_SPARE: u8 = EDGE_COUNT as u8;
}

/// A set of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveIdSet(u128);

impl MoveIdSet {
    pub(super) const fn insert(&mut self, id: MoveId) {
        self.0 |= 1 << id.0;
    }

    pub(super) const fn contains(self, id: MoveId) -> bool {
        self.0 >> id.0 & 1 == 1
    }
}

impl SolverPosition {
    /// Returns the identity of a move.
    pub fn move_id(&self, mv: SolverMove) -> MoveId {
        MoveId(match mv {
            SolverMove::Edge(edge) => edge,
            SolverMove::Bridge(at) => self.cut(at).0,
            SolverMove::OutsideSpare => MoveId::OUTSIDE_SPARE,
            SolverMove::CellSpare(cell) => MoveId::OUTSIDE_SPARE + 1 + cell,
        })
    }

    /// Reports whether `first` and `reply`, a move that can follow it, lead to the same position in
    /// either order.
    ///
    /// A position depends only on the edges drawn, not on their order, so it is enough that both
    /// can be drawn in the other order. `reply` was free before `first` as well. Only if it then
    /// closes a zone that contains `first` can `first` no longer be drawn. And if `first` closes a
    /// zone after `reply`, it is the zone that `reply` closed.
    pub fn commute(&self, first: MoveId, reply: MoveId) -> bool {
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
