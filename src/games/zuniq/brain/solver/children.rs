//! What can follow a position, with the keys of what can.

use super::super::grid;
use super::core::Core;
use super::frame::{CORNERS, Frame, MOST, Step};
use super::shapes::{Shapes, whole};

/// What the search has to know of a child before it looks into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) key: u64,
    /// How many edges are left; if none, the player to act wins by a spare move or not at all.
    pub(super) left: u8,
    /// Whether there is a spare move at the outside.
    pub(super) spare: bool,
    pub(super) step: Step,
}

impl Frame {
    /// The key of the position in the table.
    pub(super) fn key(&self, shapes: &mut Shapes) -> u64 {
        self.key_after(&self.core, None, shapes)
    }

    /// The key of what is left after a move, which may have parted the cells beside `edge`.
    #[inline]
    fn key_after(&self, core: &Core, edge: Option<usize>, shapes: &mut Shapes) -> u64 {
        let splitting = edge.filter(|edge| self.groups.splits(*edge));
        let mut sum = 0_u64;
        for part in self.parts() {
            for piece in self.pieces(*part, splitting, core.open) {
                if piece != 0 {
                    sum = sum.wrapping_add(shapes.key(core, piece, core.edges(piece)));
                }
            }
        }
        whole(core, sum)
    }

    /// Hands every child to `each` until that says that it is enough. Whether it said so.
    ///
    /// Those come first that are most often known to win: one of five of those that close a zone,
    /// one of twenty by a spare move or by other edges, and one of fifty by edges that change
    /// nothing else, though they are quickly made.
    #[inline]
    pub(super) fn children(
        &self,
        shapes: &mut Shapes,
        each: &mut impl FnMut(Child) -> bool,
    ) -> bool {
        let core = &self.core;
        for (at, (_, zone)) in self.cuts().iter().enumerate() {
            let is_legal = core.sizes >> zone.count_ones() & 1 == 1;
            if is_legal && each(self.child_by(Step::Cut(at as u8), shapes)) {
                return true;
            }
        }
        if core.spare && each(self.child_by(Step::Spare, shapes)) {
            return true;
        }
        for cell in grid::bits(core.spares) {
            if each(self.child_by(Step::SpareAt(cell as u8), shapes)) {
                return true;
            }
        }
        let (quick, slow) = self.edges();
        for edge in grid::bits(slow) {
            if each(self.child_by(Step::Edge(edge as u8), shapes)) {
                return true;
            }
        }
        quick != 0 && self.quick_children(quick, shapes, each)
    }

    /// The edges to take that are no bridges: those that change nothing else, and the others.
    #[inline]
    fn edges(&self) -> (u64, u64) {
        let mut edges = self.core.free & !self.core.bridges;
        for [first, second] in CORNERS.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if edges & second != 0 {
                edges &= !first;
            }
        }
        let is_slow = |edge: &usize| {
            self.groups.fresh(*edge) & self.core.free != 1 << edge || self.groups.splits(*edge)
        };
        let slow = grid::bits(edges).filter(is_slow);
        let slow = slow.fold(0, |set, edge| set | 1 << edge);
        (edges & !slow, slow)
    }

    /// The children by edges that change nothing but the part that they are taken from.
    #[inline]
    fn quick_children(
        &self,
        quick: u64,
        shapes: &mut Shapes,
        each: &mut impl FnMut(Child) -> bool,
    ) -> bool {
        let core = &self.core;
        let mut keys = [0; MOST];
        for (key, part) in keys.iter_mut().zip(self.parts()) {
            *key = shapes.key(core, *part, core.edges(*part));
        }
        let sum = keys.into_iter().fold(0, u64::wrapping_add);
        for (key, part) in keys.into_iter().zip(self.parts()) {
            let edges = core.edges(*part);
            for edge in grid::bits(quick & edges) {
                let now = shapes.key(core, *part, edges & !(1 << edge));
                let child = Child {
                    key: whole(core, sum.wrapping_sub(key).wrapping_add(now)),
                    left: core.free.count_ones() as u8 - 1,
                    spare: core.spare,
                    step: Step::Edge(edge as u8),
                };
                if each(child) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn child_by(&self, step: Step, shapes: &mut Shapes) -> Child {
        let core = self.after(step);
        let edge = match step {
            Step::Edge(edge) => Some(usize::from(edge)),
            Step::Cut(_) | Step::SpareAt(_) | Step::Spare => None,
        };
        Child {
            key: self.key_after(&core, edge, shapes),
            left: core.free.count_ones() as u8,
            spare: core.spare,
            step,
        }
    }
}
