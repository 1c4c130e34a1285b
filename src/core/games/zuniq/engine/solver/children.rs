//! The children of a position, with their keys.

use super::super::grid;
use super::component_keys::{ComponentKeys, position_key};
use super::position::{CORNER_EDGES, MAX_PARTS, SolverMove, SolverPosition};
use super::reduced::ReducedPosition;

/// A child of a position, as known before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct SolverChild {
    pub(super) key: u64,
    /// The number of edges left; if 0, the player to move wins if and only if there is a spare
    /// move.
    pub(super) edges_left: u8,
    /// Whether the outside has a spare move.
    pub(super) has_outside_spare: bool,
    /// The move.
    pub mv: SolverMove,
}

impl SolverPosition {
    /// Returns the key of the position in the transposition table.
    pub(super) fn key(&self, component_keys: &mut ComponentKeys) -> u64 {
        self.key_after(&self.reduced, None, component_keys)
    }

    /// Returns the key of the reduced position after a move.
    ///
    /// If the move draws `edge`, it may have split the component of the adjacent cells.
    #[inline]
    fn key_after(
        &self,
        reduced: &ReducedPosition,
        edge: Option<usize>,
        component_keys: &mut ComponentKeys,
    ) -> u64 {
        let splitting = edge.filter(|edge| self.groups.splits_cells(*edge));
        let mut sum = 0_u64;
        for component in self.components() {
            for part in self.split_component(*component, splitting, reduced.open_cells) {
                if part != 0 {
                    sum = sum.wrapping_add(component_keys.component_key(
                        reduced,
                        part,
                        reduced.edges_of(part),
                    ));
                }
            }
        }
        position_key(reduced, sum)
    }

    /// Calls `each` with every child until it returns true, and reports whether it did.
    ///
    /// Children that are most often known to win come first: one in five of those that close a
    /// zone, one in twenty of those by a spare move or by other edges, and one in fifty of those by
    /// local edges, although they are cheap to generate.
    #[inline]
    pub fn children(
        &self,
        component_keys: &mut ComponentKeys,
        each: &mut impl FnMut(SolverChild) -> bool,
    ) -> bool {
        let reduced = &self.reduced;
        for (at, (_, zone)) in self.cuts().iter().enumerate() {
            let is_legal = reduced.allowed_sizes >> zone.count_ones() & 1 == 1;
            if is_legal && each(self.child_after(SolverMove::Bridge(at as u8), component_keys)) {
                return true;
            }
        }
        if reduced.has_outside_spare
            && each(self.child_after(SolverMove::OutsideSpare, component_keys))
        {
            return true;
        }
        for cell in grid::bits(reduced.spare_move_cells) {
            if each(self.child_after(SolverMove::CellSpare(cell as u8), component_keys)) {
                return true;
            }
        }
        let (local_edges, other_edges) = self.non_bridge_edges();
        for edge in grid::bits(other_edges) {
            if each(self.child_after(SolverMove::Edge(edge as u8), component_keys)) {
                return true;
            }
        }
        local_edges != 0 && self.local_children(local_edges, component_keys, each)
    }

    /// Returns the edges that are not bridges, split into those that change nothing else (local
    /// edges) and the others.
    #[inline]
    fn non_bridge_edges(&self) -> (u64, u64) {
        let mut edges = self.reduced.free & !self.reduced.bridges;
        for [first, second] in CORNER_EDGES.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if edges & second != 0 {
                edges &= !first;
            }
        }
        let is_not_local = |edge: &usize| {
            self.groups.new_bridges(*edge) & self.reduced.free != 1 << edge
                || self.groups.splits_cells(*edge)
        };
        let other_edges = grid::bits(edges).filter(is_not_local);
        let other_edges = other_edges.fold(0, |set, edge| set | 1 << edge);
        (edges & !other_edges, other_edges)
    }

    /// Calls `each` with the children by local edges, which change only their own component.
    #[inline]
    fn local_children(
        &self,
        local_edges: u64,
        component_keys: &mut ComponentKeys,
        each: &mut impl FnMut(SolverChild) -> bool,
    ) -> bool {
        let reduced = &self.reduced;
        let mut keys = [0; MAX_PARTS];
        for (key, component) in keys.iter_mut().zip(self.components()) {
            *key = component_keys.component_key(reduced, *component, reduced.edges_of(*component));
        }
        let sum = keys.into_iter().fold(0, u64::wrapping_add);
        for (key, component) in keys.into_iter().zip(self.components()) {
            let edges = reduced.edges_of(*component);
            for edge in grid::bits(local_edges & edges) {
                let now = component_keys.component_key(reduced, *component, edges & !(1 << edge));
                let child = SolverChild {
                    key: position_key(reduced, sum.wrapping_sub(key).wrapping_add(now)),
                    edges_left: reduced.free.count_ones() as u8 - 1,
                    has_outside_spare: reduced.has_outside_spare,
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
    fn child_after(&self, mv: SolverMove, component_keys: &mut ComponentKeys) -> SolverChild {
        let reduced = self.reduced_after(mv);
        let edge = match mv {
            SolverMove::Edge(edge) => Some(usize::from(edge)),
            SolverMove::Bridge(_) | SolverMove::CellSpare(_) | SolverMove::OutsideSpare => None,
        };
        SolverChild {
            key: self.key_after(&reduced, edge, component_keys),
            edges_left: reduced.free.count_ones() as u8,
            has_outside_spare: reduced.has_outside_spare,
            mv,
        }
    }
}
