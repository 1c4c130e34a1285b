//! A position of the solver's search: the reduced position and data to update it by moves.

use super::super::board::EdgeBoard;
use super::super::grid;
use super::dot_groups::DotGroups;
use super::reduced::ReducedPosition;

/// The two edges between each corner cell and the outside.
///
/// They are equivalent, so the second is always drawn first.
pub const CORNER_EDGES: [[usize; 2]; 4] = [[0, 5], [4, 10], [49, 55], [54, 59]];
/// The largest number of bridges or components, one per cell.
pub(super) const MAX_PARTS: usize = 25;

/// A move of a reduced position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverMove {
    /// An edge that is not a bridge.
    Edge(u8),
    /// A bridge, by its index among the cuts of the position.
    Bridge(u8),
    /// The spare move of a cell.
    CellSpare(u8),
    /// The spare move of the outside.
    OutsideSpare,
}

/// A position of the solver's search.
#[derive(Clone, Debug)]
pub struct SolverPosition {
    pub(super) reduced: ReducedPosition,
    pub(super) groups: DotGroups,
    /// The bridges with the cells that they cut off, each after the bridges behind it.
    cuts: [(u8, u64); MAX_PARTS],
    cut_count: usize,
    /// The components: sets of connected cells, joined to others only by the outside.
    components: [u64; MAX_PARTS],
    component_count: usize,
}

impl SolverPosition {
    /// Reduces a board.
    pub fn new(board: &EdgeBoard) -> Self {
        let mut reduced = ReducedPosition {
            free: board.free,
            open_cells: board.open_cells,
            allowed_sizes: !board.closed_sizes & ((1 << 26) - 2),
            ..ReducedPosition::default()
        };
        let mut drawn = board.drawn;
        for [first, second] in CORNER_EDGES.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if reduced.free & (first | second) == second && drawn & first != 0 {
                reduced.free ^= first | second;
                drawn ^= first | second;
            }
        }
        let groups = DotGroups::new(drawn);
        let bridges = grid::bits(reduced.free).filter(|edge| groups.is_within_group(*edge));
        reduced.bridges = bridges.fold(0, |set, edge| set | 1 << edge);
        let mut position = Self {
            reduced,
            groups,
            cuts: [(0, 0); MAX_PARTS],
            cut_count: 0,
            components: [0; MAX_PARTS],
            component_count: 0,
        };
        for edge in grid::bits(reduced.bridges) {
            position.add_cut(edge, reduced.cut_off(edge));
        }
        position.find_components();
        position.reduced = position.contract_dead(reduced, |zone| zone);
        position.drop_stale();
        position
    }

    #[inline]
    pub(super) fn cuts(&self) -> &[(u8, u64)] {
        &self.cuts[..self.cut_count]
    }

    /// Returns a bridge and the cells that it cuts off, by its index.
    #[inline]
    pub(super) const fn cut(&self, at: u8) -> (u8, u64) {
        self.cuts[at as usize % MAX_PARTS]
    }

    #[inline]
    pub(super) fn components(&self) -> &[u64] {
        &self.components[..self.component_count]
    }

    /// Computes the components.
    #[inline]
    fn find_components(&mut self) {
        let mut left = self.reduced.open_cells;
        self.component_count = 0;
        for component in &mut self.components {
            if left == 0 {
                break;
            }
            *component = grid::flood_fill(left & left.wrapping_neg(), self.reduced.passages());
            left &= !*component;
            self.component_count += 1;
        }
    }

    /// Splits a component by an edge that separates cells, if there is one.
    ///
    /// Returns the open cells of both parts; the second is empty if the component is not split.
    #[inline]
    pub(super) const fn split_component(
        &self,
        component: u64,
        splitting: Option<usize>,
        open: u64,
    ) -> [u64; 2] {
        let Some(edge) = splitting else {
            return [component & open, 0];
        };
        let side = component & grid::adjacent_cells(edge);
        let passages = self.reduced.passages() & !(1 << edge);
        let part = grid::flood_fill(side & side.wrapping_neg(), passages);
        [part & open, component & open & !part]
    }

    /// Inserts a bridge before the first one that cuts off more cells.
    #[inline]
    fn add_cut(&mut self, edge: usize, zone: u64) {
        let size = zone.count_ones();
        let mut index = self.cut_count;
        while index > 0 && self.cuts[index - 1].1.count_ones() > size {
            self.cuts[index] = self.cuts[index - 1];
            index -= 1;
        }
        self.cuts[index] = (edge as u8, zone);
        self.cut_count += 1;
    }

    /// Removes everything that is dead, each bridge after those behind it.
    ///
    /// `cut_by` maps the cells that a bridge cut off before a move to those after it.
    fn contract_dead(
        &self,
        mut reduced: ReducedPosition,
        cut_by: impl Fn(u64) -> u64,
    ) -> ReducedPosition {
        for &(edge, zone) in self.cuts() {
            let zone = cut_by(zone);
            if reduced.bridges >> edge & 1 == 1 && !reduced.is_live_bridge(zone) {
                reduced.contract_dead_bridge(usize::from(edge), zone);
            }
        }
        let mut largest = 0;
        for component in self.components() {
            let component = component & reduced.open_cells;
            if component != 0 && reduced.remove_if_dead(component) {
                largest = largest.max(component.count_ones());
            }
        }
        reduced.limit_sizes(largest);
        reduced
    }

    /// Returns the reduced position after a move.
    #[inline]
    pub(super) fn reduced_after(&self, mv: SolverMove) -> ReducedPosition {
        let mut reduced = self.reduced;
        match mv {
            SolverMove::Edge(edge) => return self.reduced_after_edge(usize::from(edge)),
            SolverMove::Bridge(at) => {
                let (edge, zone) = self.cut(at);
                reduced.close_zone(usize::from(edge), zone);
                return self.contract_dead(reduced, |other| other & !zone);
            }
            SolverMove::CellSpare(cell) => {
                reduced.spare_move_cells ^= 1 << cell;
            }
            SolverMove::OutsideSpare => reduced.has_outside_spare = false,
        }
        reduced
    }

    /// Returns the reduced position after drawing an edge that is not a bridge.
    #[inline]
    fn reduced_after_edge(&self, edge: usize) -> ReducedPosition {
        let mut reduced = self.reduced;
        reduced.free ^= 1 << edge;
        let new_bridges = self.groups.new_bridges(edge) & reduced.free;
        let splits = self.groups.splits_cells(edge);
        if new_bridges == 0 && !splits {
            return reduced;
        }
        reduced.bridges |= new_bridges;
        let sides = grid::adjacent_cells(edge);
        if !Self::contract_new_dead_bridges(&mut reduced, new_bridges) && !splits {
            return reduced;
        }
        // Bridges in front of the edge may have been live only because of it.
        for &(outer, zone) in self.cuts() {
            let encloses = zone & sides == sides && reduced.bridges >> outer & 1 == 1;
            if encloses && !reduced.is_live_bridge(zone) {
                reduced.contract_dead_bridge(usize::from(outer), zone);
            }
        }
        let mut largest = 0;
        for component in self.components() {
            for part in self.split_component(*component, splits.then_some(edge), reduced.open_cells)
            {
                if part != 0 && reduced.remove_if_dead(part) {
                    largest = largest.max(part.count_ones());
                }
            }
        }
        reduced.limit_sizes(largest);
        reduced
    }

    /// Contracts the dead ones among new bridges and reports whether there were any.
    #[inline]
    fn contract_new_dead_bridges(reduced: &mut ReducedPosition, new_bridges: u64) -> bool {
        if new_bridges & (new_bridges.wrapping_sub(1)) == 0 {
            if new_bridges == 0 {
                return false;
            }
            let bridge = new_bridges.trailing_zeros() as usize;
            let zone = reduced.cut_off(bridge);
            if reduced.is_live_bridge(zone) {
                return false;
            }
            reduced.contract_dead_bridge(bridge, zone);
            return true;
        }
        let mut cuts = [(0, 0, 0); MAX_PARTS];
        let mut count = 0;
        for bridge in grid::bits(new_bridges) {
            let zone = reduced.cut_off(bridge);
            cuts[count] = (zone.count_ones(), bridge, zone);
            count += 1;
        }
        let cuts = &mut cuts[..count];
        cuts.sort_unstable_by_key(|cut| cut.0);
        let mut contracted = false;
        for &mut (_, bridge, zone) in cuts {
            if reduced.bridges >> bridge & 1 == 1 && !reduced.is_live_bridge(zone) {
                reduced.contract_dead_bridge(bridge, zone);
                contracted = true;
            }
        }
        contracted
    }

    /// Returns the position after a move.
    #[inline]
    #[must_use]
    pub fn child(&self, mv: SolverMove) -> Self {
        let reduced = self.reduced_after(mv);
        let mut child = self.clone();
        child.reduced = reduced;
        child.drop_stale();
        if let SolverMove::Edge(edge) = mv {
            let edge = usize::from(edge);
            let new_bridges = self.groups.new_bridges(edge) & reduced.bridges;
            if self.groups.splits_cells(edge) {
                child.find_components();
            }
            child.groups.join(edge);
            for bridge in grid::bits(new_bridges) {
                child.add_cut(bridge, reduced.cut_off(bridge));
            }
        }
        child
    }

    /// Removes bridges and components that no longer exist.
    #[inline]
    fn drop_stale(&mut self) {
        let mut kept = 0;
        for at in 0..self.cut_count {
            let (edge, zone) = self.cuts[at];
            if self.reduced.bridges >> edge & 1 == 1 {
                self.cuts[kept] = (edge, zone & self.reduced.open_cells);
                kept += 1;
            }
        }
        self.cut_count = kept;
        let mut kept = 0;
        for at in 0..self.component_count {
            let component = self.components[at] & self.reduced.open_cells;
            if component != 0 {
                self.components[kept] = component;
                kept += 1;
            }
        }
        self.component_count = kept;
    }
}
