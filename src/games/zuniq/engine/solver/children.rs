//! What can follow a position, with the keys of what can.

use super::super::grid;
use super::component_keys::{ComponentKeys, position_key};
use super::position::{CORNER_EDGES, MAX_PARTS, SolverMove, SolverPosition};
use super::reduced::ReducedPosition;

/// What the search has to know of a child before it looks into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverChild {
    pub(super) key: u64,
    /// How many edges are left; if none, the player to act wins by a spare move or not at all.
    pub(super) edges_left: u8,
    /// Whether there is a spare move at the outside.
    pub(super) has_outside_spare: bool,
    pub(super) mv: SolverMove,
}

impl SolverPosition {
    /// The key of the position in the table.
    pub(super) fn key(&self, shapes: &mut ComponentKeys) -> u64 {
        self.key_after(&self.reduced, None, shapes)
    }

    /// The key of what is left after a move, which may have parted the cells beside `edge`.
    #[inline]
    fn key_after(
        &self,
        core: &ReducedPosition,
        edge: Option<usize>,
        shapes: &mut ComponentKeys,
    ) -> u64 {
        let splitting = edge.filter(|edge| self.groups.splits_cells(*edge));
        let mut sum = 0_u64;
        for part in self.components() {
            for piece in self.split_component(*part, splitting, core.open_cells) {
                if piece != 0 {
                    sum = sum.wrapping_add(shapes.component_key(core, piece, core.edges_of(piece)));
                }
            }
        }
        position_key(core, sum)
    }

    /// Hands every child to `each` until that says that it is enough. Whether it said so.
    ///
    /// Those come first that are most often known to win: one of five of those that close a zone,
    /// one of twenty by a spare move or by other edges, and one of fifty by edges that change
    /// nothing else, though they are quickly made.
    #[inline]
    pub(super) fn children(
        &self,
        shapes: &mut ComponentKeys,
        each: &mut impl FnMut(SolverChild) -> bool,
    ) -> bool {
        let core = &self.reduced;
        for (at, (_, zone)) in self.cuts().iter().enumerate() {
            let is_legal = core.allowed_sizes >> zone.count_ones() & 1 == 1;
            if is_legal && each(self.child_after(SolverMove::Bridge(at as u8), shapes)) {
                return true;
            }
        }
        if core.has_outside_spare && each(self.child_after(SolverMove::OutsideSpare, shapes)) {
            return true;
        }
        for cell in grid::bits(core.spare_move_cells) {
            if each(self.child_after(SolverMove::CellSpare(cell as u8), shapes)) {
                return true;
            }
        }
        let (quick, slow) = self.non_bridge_edges();
        for edge in grid::bits(slow) {
            if each(self.child_after(SolverMove::Edge(edge as u8), shapes)) {
                return true;
            }
        }
        quick != 0 && self.local_children(quick, shapes, each)
    }

    /// The edges to take that are no bridges: those that change nothing else, and the others.
    #[inline]
    fn non_bridge_edges(&self) -> (u64, u64) {
        let mut edges = self.reduced.free & !self.reduced.bridges;
        for [first, second] in CORNER_EDGES.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if edges & second != 0 {
                edges &= !first;
            }
        }
        let is_slow = |edge: &usize| {
            self.groups.new_bridges(*edge) & self.reduced.free != 1 << edge
                || self.groups.splits_cells(*edge)
        };
        let slow = grid::bits(edges).filter(is_slow);
        let slow = slow.fold(0, |set, edge| set | 1 << edge);
        (edges & !slow, slow)
    }

    /// The children by edges that change nothing but the part that they are taken from.
    #[inline]
    fn local_children(
        &self,
        quick: u64,
        shapes: &mut ComponentKeys,
        each: &mut impl FnMut(SolverChild) -> bool,
    ) -> bool {
        let core = &self.reduced;
        let mut keys = [0; MAX_PARTS];
        for (key, part) in keys.iter_mut().zip(self.components()) {
            *key = shapes.component_key(core, *part, core.edges_of(*part));
        }
        let sum = keys.into_iter().fold(0, u64::wrapping_add);
        for (key, part) in keys.into_iter().zip(self.components()) {
            let edges = core.edges_of(*part);
            for edge in grid::bits(quick & edges) {
                let now = shapes.component_key(core, *part, edges & !(1 << edge));
                let child = SolverChild {
                    key: position_key(core, sum.wrapping_sub(key).wrapping_add(now)),
                    edges_left: core.free.count_ones() as u8 - 1,
                    has_outside_spare: core.has_outside_spare,
                    mv: SolverMove::Edge(edge as u8),
                };
                if each(child) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn child_after(&self, step: SolverMove, shapes: &mut ComponentKeys) -> SolverChild {
        let core = self.reduced_after(step);
        let edge = match step {
            SolverMove::Edge(edge) => Some(usize::from(edge)),
            SolverMove::Bridge(_) | SolverMove::CellSpare(_) | SolverMove::OutsideSpare => None,
        };
        SolverChild {
            key: self.key_after(&core, edge, shapes),
            edges_left: core.free.count_ones() as u8,
            has_outside_spare: core.has_outside_spare,
            mv: step,
        }
    }
}
