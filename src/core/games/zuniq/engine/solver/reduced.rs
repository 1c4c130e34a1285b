//! Reduced positions, from which everything that can no longer matter is removed.
//!
//! The game is played on a graph: the cells and the outside are its nodes, and the undrawn edges
//! its edges. A move removes an edge. Removing a *bridge*, an edge whose removal disconnects the
//! graph, cuts off a zone and is legal only if its size is not taken yet.
//!
//! - A closed zone is removed.
//! - A bridge is *dead* if it can never be removed legally. Everything behind it is then merged
//!   into the node before it. The cycles of the merged cells are moves that can be made at any time:
//!   *spare* moves. Two spare moves at a node cancel, because one can be answered by the other. So
//!   one bit per cell suffices, and one bit for the outside, from which nothing can be cut off.

use super::super::grid::{self, INNER_EDGES};

/// A reduced position; positions that reduce to the same one are equivalent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReducedPosition {
    /// The undrawn edges that are not dead.
    pub(super) free: u64,
    /// The bridges among them.
    pub(super) bridges: u64,
    /// The dead edges, which join cells to a single node.
    pub(super) dead_edges: u64,
    /// The cells that are merged into a node represented by another cell.
    pub(super) merged_cells: u64,
    /// The cells that still matter.
    pub(super) open_cells: u64,
    /// The cells that have a spare move.
    pub(super) spare_move_cells: u64,
    /// The sizes that may still be closed: bit n for a zone of n cells.
    pub(super) allowed_sizes: u32,
    /// Whether the outside has a spare move.
    pub(super) has_outside_spare: bool,
}

impl ReducedPosition {
    /// Reports whether no edge is left, so that at most a spare move remains.
    #[inline]
    pub(super) const fn is_decided(&self) -> bool {
        self.free == 0
    }

    /// Returns the passages between cells, including dead edges.
    #[inline]
    pub(super) const fn passages(&self) -> u64 {
        (self.free | self.dead_edges) & INNER_EDGES
    }

    /// Returns the free edges of a component.
    #[inline]
    pub(super) const fn edges_of(&self, component: u64) -> u64 {
        self.free & grid::edges_around(component)
    }

    /// Returns the smallest size that may still be closed, 32 if there is none.
    #[inline]
    pub(super) const fn smallest_allowed_size(&self) -> u32 {
        self.allowed_sizes.trailing_zeros()
    }

    /// Returns the cells that a bridge cuts off.
    #[inline]
    pub(super) const fn cut_off(&self, bridge: usize) -> u64 {
        let passages = self.passages() & !(1 << bridge);
        let exits = grid::exit_cells(self.free & !(1 << bridge));
        let sides = grid::adjacent_cells(bridge);
        let mut one = sides & sides.wrapping_neg();
        let mut two = sides ^ one;
        if two == 0 {
            return grid::flood_fill(one, passages);
        }
        // Both sides are flooded in alternation, so the work is proportional to the smaller one.
        loop {
            if one & exits != 0 {
                return grid::flood_fill(two, passages);
            }
            if two & exits != 0 {
                return grid::flood_fill(one, passages);
            }
            let expanded = [
                grid::flood_step(one, passages),
                grid::flood_step(two, passages),
            ];
            if expanded[0] == one {
                return one;
            }
            if expanded[1] == two {
                return two;
            }
            [one, two] = expanded;
        }
    }

    /// Reports whether a bridge, or something behind it, may still be removed.
    ///
    /// It is live if its size may be closed, if there is a live bridge behind it, or if a cycle
    /// behind it may be cut to a size that may be closed.
    #[inline]
    pub(super) const fn is_live_bridge(&self, zone: u64) -> bool {
        let size = zone.count_ones();
        let inside = self.free & grid::edges_between(zone);
        self.allowed_sizes >> size & 1 == 1
            || self.bridges & inside != 0
            || inside != 0 && self.smallest_allowed_size() < size
    }

    /// Removes edges, which must be free.
    #[inline]
    pub(super) fn remove_edges(&mut self, edges: u64) {
        self.free ^= edges;
        self.bridges &= self.free;
    }

    /// Returns the number of cells in a cell's node.
    #[inline]
    pub(super) const fn merged_cell_count(&self, cell: usize) -> usize {
        if self.dead_edges == 0 {
            return 1;
        }
        grid::flood_fill(1 << cell, self.dead_edges).count_ones() as usize
    }

    /// Closes a zone by a bridge.
    #[inline]
    pub(super) fn close_zone(&mut self, bridge: usize, zone: u64) {
        self.allowed_sizes &= !(1 << zone.count_ones());
        self.remove_cells(zone, self.free & grid::edges_between(zone) | 1 << bridge);
    }

    /// Removes cells and their edges.
    #[inline]
    fn remove_cells(&mut self, cells: u64, edges: u64) {
        self.spare_move_cells &= !cells;
        self.remove_edges(edges);
        self.open_cells &= !cells;
        self.dead_edges &= !grid::edges_between(cells);
        self.merged_cells &= !cells;
    }

    /// Returns the parity (0 or 1) of the number of moves in cells from which nothing is cut off.
    ///
    /// These moves are the cycles and the spare moves. `edges` are all edges between the cells and
    /// to the node before them.
    #[inline]
    const fn spare_move_parity(&self, cells: u64, edges: u64) -> u32 {
        let nodes = cells & !self.merged_cells;
        let count =
            edges.count_ones() + nodes.count_ones() + (self.spare_move_cells & cells).count_ones();
        count & 1
    }

    /// Merges everything behind a dead bridge into the node before it.
    #[inline]
    pub(super) fn contract_dead_bridge(&mut self, bridge: usize, zone: u64) {
        let outer_node = grid::adjacent_cells(bridge) & !zone;
        let edges = self.free & grid::edges_between(zone) | 1 << bridge;
        let parity = self.spare_move_parity(zone, edges);
        if outer_node == 0 {
            self.remove_cells(zone, edges);
            self.has_outside_spare ^= parity == 1;
            return;
        }
        self.spare_move_cells &= !zone;
        self.remove_edges(edges);
        self.dead_edges |= edges;
        self.merged_cells |= zone;
        if parity == 1 {
            self.spare_move_cells ^= outer_node;
        }
    }

    /// Removes a component if nothing can be cut off from it any more, and reports whether it
    /// remains.
    #[inline]
    pub(super) fn remove_if_dead(&mut self, component: u64) -> bool {
        let edges = self.edges_of(component);
        if self.bridges & edges != 0
            || edges != 0 && self.smallest_allowed_size() <= component.count_ones()
        {
            return true;
        }
        self.has_outside_spare ^= self.spare_move_parity(component, edges) == 1;
        self.remove_cells(component, edges);
        false
    }

    /// Disallows sizes above that of the largest component, which can no longer occur.
    #[inline]
    pub(super) const fn limit_sizes(&mut self, largest: u32) {
        self.allowed_sizes &= (2 << largest) - 1;
    }
}
