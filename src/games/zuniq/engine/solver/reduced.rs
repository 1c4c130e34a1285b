//! What is left of a position when all that can no longer matter is taken away.
//!
//! Seen from the cells the game is played on a graph: the cells and the outside are its nodes,
//! the edges that are not drawn its edges. A move takes an edge away; one that holds the graph
//! together (a *bridge*) cuts off a zone, and may be taken only if that size is not used yet.
//!
//! - A zone that is closed plays no part any more.
//! - A bridge is *dead* if it can never be taken, whatever else is. What hangs on it is then one
//!   node with the node that it hangs on. Its circles are moves that can be made at any time:
//!   *spare* moves. Two spare moves at one node are none, for who answers one with the other
//!   changes nothing. So one bit a cell tells them, and one bit for those of the outside, where
//!   nothing can be cut off any more.

use super::super::grid::{self, INNER_EDGES};

/// What is left, by which two positions are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReducedPosition {
    /// The edges that are left and not dead.
    pub(super) free: u64,
    /// Those that hold the graph together.
    pub(super) bridges: u64,
    /// The dead edges: what they join is one node.
    pub(super) dead_edges: u64,
    /// The cells that are one node with another that stands for them.
    pub(super) merged_cells: u64,
    /// The cells that still matter.
    pub(super) open_cells: u64,
    /// The cells at which a spare move hangs.
    pub(super) spare_move_cells: u64,
    /// Bit n: a zone of n cells may be closed, and may still come to be.
    pub(super) allowed_sizes: u32,
    /// Whether a spare move hangs at the outside.
    pub(super) has_outside_spare: bool,
}

impl ReducedPosition {
    /// Whether only the spare move is left, if that.
    #[inline]
    pub(super) const fn is_decided(&self) -> bool {
        self.free == 0
    }

    /// The ways between cells, dead edges too.
    #[inline]
    pub(super) const fn passages(&self) -> u64 {
        (self.free | self.dead_edges) & INNER_EDGES
    }

    /// The edges that a part has.
    #[inline]
    pub(super) const fn edges_of(&self, part: u64) -> u64 {
        self.free & grid::edges_around(part)
    }

    /// The smallest size that may still be closed; large if there is none.
    #[inline]
    pub(super) const fn smallest_allowed_size(&self) -> u32 {
        self.allowed_sizes.trailing_zeros()
    }

    /// The cells that a bridge cuts off.
    #[inline]
    pub(super) const fn cut_off(&self, bridge: usize) -> u64 {
        let passages = self.passages() & !(1 << bridge);
        let doors = grid::exit_cells(self.free & !(1 << bridge));
        let sides = grid::adjacent_cells(bridge);
        let mut one = sides & sides.wrapping_neg();
        let mut two = sides ^ one;
        if two == 0 {
            return grid::flood_fill(one, passages);
        }
        // Both sides spread at one pace, so that the work is the smaller side's.
        loop {
            if one & doors != 0 {
                return grid::flood_fill(two, passages);
            }
            if two & doors != 0 {
                return grid::flood_fill(one, passages);
            }
            let wider = [
                grid::flood_step(one, passages),
                grid::flood_step(two, passages),
            ];
            if wider[0] == one {
                return one;
            }
            if wider[1] == two {
                return two;
            }
            [one, two] = wider;
        }
    }

    /// Whether a bridge may yet be taken, or something behind it: its size may be closed, or a
    /// bridge behind it lives, or a circle behind it may be cut to a size that may be closed.
    #[inline]
    pub(super) const fn is_live_bridge(&self, zone: u64) -> bool {
        let size = zone.count_ones();
        let inside = self.free & grid::edges_between(zone);
        self.allowed_sizes >> size & 1 == 1
            || self.bridges & inside != 0
            || inside != 0 && self.smallest_allowed_size() < size
    }

    /// Takes edges away, which are there.
    #[inline]
    pub(super) fn remove_edges(&mut self, edges: u64) {
        self.free ^= edges;
        self.bridges &= self.free;
    }

    /// How many cells a cell stands for; where nothing is glued, no cell need be looked around.
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

    /// Takes cells away, and the edges that go with them.
    #[inline]
    fn remove_cells(&mut self, cells: u64, edges: u64) {
        self.spare_move_cells &= !cells;
        self.remove_edges(edges);
        self.open_cells &= !cells;
        self.dead_edges &= !grid::edges_between(cells);
        self.merged_cells &= !cells;
    }

    /// How many moves these cells hold as long as none of them is cut off, even (0) or odd (1):
    /// the circles and the spare moves. `edges` are all that they have with each other and with
    /// the node that they hang on.
    #[inline]
    const fn spare_move_parity(&self, cells: u64, edges: u64) -> u32 {
        let nodes = cells & !self.merged_cells;
        let odd =
            edges.count_ones() + nodes.count_ones() + (self.spare_move_cells & cells).count_ones();
        odd & 1
    }

    /// Buries what hangs on a dead bridge.
    #[inline]
    pub(super) fn contract_dead_bridge(&mut self, bridge: usize, zone: u64) {
        let holder = grid::adjacent_cells(bridge) & !zone;
        let edges = self.free & grid::edges_between(zone) | 1 << bridge;
        let odd = self.spare_move_parity(zone, edges);
        if holder == 0 {
            self.remove_cells(zone, edges);
            self.has_outside_spare ^= odd == 1;
            return;
        }
        self.spare_move_cells &= !zone;
        self.remove_edges(edges);
        self.dead_edges |= edges;
        self.merged_cells |= zone;
        if odd == 1 {
            self.spare_move_cells ^= holder;
        }
    }

    /// Buries a part (cells that only the outside joins to others) if nothing can be cut off it
    /// any more. Whether it lives.
    #[inline]
    pub(super) fn remove_if_dead(&mut self, part: u64) -> bool {
        let edges = self.edges_of(part);
        if self.bridges & edges != 0
            || edges != 0 && self.smallest_allowed_size() <= part.count_ones()
        {
            return true;
        }
        self.has_outside_spare ^= self.spare_move_parity(part, edges) == 1;
        self.remove_cells(part, edges);
        false
    }

    /// Sizes above that of the largest part cannot come to be.
    #[inline]
    pub(super) const fn limit_sizes(&mut self, largest: u32) {
        self.allowed_sizes &= (2 << largest) - 1;
    }
}
