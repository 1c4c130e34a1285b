//! A position of the search: what is left, and what helps to see what a move does to it.

use super::super::board::EdgeBoard;
use super::super::grid;
use super::dot_groups::DotGroups;
use super::reduced::ReducedPosition;

/// The two edges by which each corner cell has the outside as a neighbour. They do the same, so
/// the second is taken first.
pub(super) const CORNER_EDGES: [[usize; 2]; 4] = [[0, 5], [4, 10], [49, 55], [54, 59]];
/// The most bridges or parts that there can be: one a cell.
pub(super) const MAX_PARTS: usize = 25;

/// A move of what is left of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverMove {
    /// An edge that holds nothing together.
    Edge(u8),
    /// A bridge, by its place among the frame's.
    Bridge(u8),
    /// The spare move at a cell.
    CellSpare(u8),
    /// The spare move at the outside.
    OutsideSpare,
}

/// A position of the search.
#[derive(Clone, Debug)]
pub(super) struct SolverPosition {
    pub(super) reduced: ReducedPosition,
    pub(super) groups: DotGroups,
    /// The bridges, each after those behind it, with the cells that they cut off.
    cuts: [(u8, u64); MAX_PARTS],
    cut_count: usize,
    /// The sets of cells that only the outside joins to others.
    components: [u64; MAX_PARTS],
    component_count: usize,
}

impl SolverPosition {
    /// What is left of a board.
    pub(super) fn new(board: &EdgeBoard) -> Self {
        let mut core = ReducedPosition {
            free: board.free,
            open_cells: board.open_cells,
            allowed_sizes: !board.closed_sizes & ((1 << 26) - 2),
            ..ReducedPosition::default()
        };
        let mut drawn = board.drawn;
        for [first, second] in CORNER_EDGES.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if core.free & (first | second) == second && drawn & first != 0 {
                core.free ^= first | second;
                drawn ^= first | second;
            }
        }
        let groups = DotGroups::new(drawn);
        let bridges = grid::bits(core.free).filter(|edge| groups.is_within_group(*edge));
        core.bridges = bridges.fold(0, |set, edge| set | 1 << edge);
        let mut frame = Self {
            reduced: core,
            groups,
            cuts: [(0, 0); MAX_PARTS],
            cut_count: 0,
            components: [0; MAX_PARTS],
            component_count: 0,
        };
        for edge in grid::bits(core.bridges) {
            frame.add_cut(edge, core.cut_off(edge));
        }
        frame.find_components();
        frame.reduced = frame.contract_dead(core, |zone| zone);
        frame.drop_stale();
        frame
    }

    #[inline]
    pub(super) fn cuts(&self) -> &[(u8, u64)] {
        &self.cuts[..self.cut_count]
    }

    /// A bridge, by its place among the frame's.
    #[inline]
    pub(super) const fn cut(&self, at: u8) -> (u8, u64) {
        self.cuts[at as usize % MAX_PARTS]
    }

    #[inline]
    pub(super) fn components(&self) -> &[u64] {
        &self.components[..self.component_count]
    }

    /// Finds the parts anew.
    #[inline]
    fn find_components(&mut self) {
        let mut left = self.reduced.open_cells;
        self.component_count = 0;
        for part in &mut self.components {
            if left == 0 {
                break;
            }
            *part = grid::flood_fill(left & left.wrapping_neg(), self.reduced.passages());
            left &= !*part;
            self.component_count += 1;
        }
    }

    /// What a part falls into by an edge that splits the part that it lies in, if there is one: of
    /// each piece the cells that are still open.
    #[inline]
    pub(super) const fn split_component(
        &self,
        part: u64,
        splitting: Option<usize>,
        open: u64,
    ) -> [u64; 2] {
        let Some(edge) = splitting else {
            return [part & open, 0];
        };
        let side = part & grid::adjacent_cells(edge);
        let passages = self.reduced.passages() & !(1 << edge);
        let piece = grid::flood_fill(side & side.wrapping_neg(), passages);
        [piece & open, part & open & !piece]
    }

    /// Adds a bridge before the first that cuts off more.
    #[inline]
    fn add_cut(&mut self, edge: usize, zone: u64) {
        let size = zone.count_ones();
        let mut at = self.cut_count;
        while at > 0 && self.cuts[at - 1].1.count_ones() > size {
            self.cuts[at] = self.cuts[at - 1];
            at -= 1;
        }
        self.cuts[at] = (edge as u8, zone);
        self.cut_count += 1;
    }

    /// Buries all that is dead, each bridge after those behind it.
    fn contract_dead(
        &self,
        mut core: ReducedPosition,
        cut_by: impl Fn(u64) -> u64,
    ) -> ReducedPosition {
        for &(edge, zone) in self.cuts() {
            let zone = cut_by(zone);
            if core.bridges >> edge & 1 == 1 && !core.is_live_bridge(zone) {
                core.contract_dead_bridge(usize::from(edge), zone);
            }
        }
        let mut largest = 0;
        for part in self.components() {
            let part = part & core.open_cells;
            if part != 0 && core.remove_if_dead(part) {
                largest = largest.max(part.count_ones());
            }
        }
        core.limit_sizes(largest);
        core
    }

    /// What is left after a move.
    #[inline]
    pub(super) fn reduced_after(&self, step: SolverMove) -> ReducedPosition {
        let mut core = self.reduced;
        match step {
            SolverMove::Edge(edge) => return self.reduced_after_edge(usize::from(edge)),
            SolverMove::Bridge(at) => {
                let (edge, zone) = self.cut(at);
                core.close_zone(usize::from(edge), zone);
                return self.contract_dead(core, |other| other & !zone);
            }
            SolverMove::CellSpare(cell) => {
                core.spare_move_cells ^= 1 << cell;
            }
            SolverMove::OutsideSpare => core.has_outside_spare = false,
        }
        core
    }

    /// What is left without an edge that is no bridge.
    #[inline]
    fn reduced_after_edge(&self, edge: usize) -> ReducedPosition {
        let mut core = self.reduced;
        core.free ^= 1 << edge;
        let fresh = self.groups.new_bridges(edge) & core.free;
        let splits = self.groups.splits_cells(edge);
        if fresh == 0 && !splits {
            return core;
        }
        core.bridges |= fresh;
        let sides = grid::adjacent_cells(edge);
        if !Self::contract_new_dead_bridges(&mut core, fresh) && !splits {
            return core;
        }
        // What held the edge may have lived by it alone.
        for &(outer, zone) in self.cuts() {
            let holds = zone & sides == sides && core.bridges >> outer & 1 == 1;
            if holds && !core.is_live_bridge(zone) {
                core.contract_dead_bridge(usize::from(outer), zone);
            }
        }
        let mut largest = 0;
        for part in self.components() {
            for piece in self.split_component(*part, splits.then_some(edge), core.open_cells) {
                if piece != 0 && core.remove_if_dead(piece) {
                    largest = largest.max(piece.count_ones());
                }
            }
        }
        core.limit_sizes(largest);
        core
    }

    /// Buries those of some new bridges that are dead. Whether there were such.
    #[inline]
    fn contract_new_dead_bridges(core: &mut ReducedPosition, fresh: u64) -> bool {
        if fresh & (fresh.wrapping_sub(1)) == 0 {
            if fresh == 0 {
                return false;
            }
            let bridge = fresh.trailing_zeros() as usize;
            let zone = core.cut_off(bridge);
            if core.is_live_bridge(zone) {
                return false;
            }
            core.contract_dead_bridge(bridge, zone);
            return true;
        }
        let mut cuts = [(0, 0, 0); MAX_PARTS];
        let mut count = 0;
        for bridge in grid::bits(fresh) {
            let zone = core.cut_off(bridge);
            cuts[count] = (zone.count_ones(), bridge, zone);
            count += 1;
        }
        let cuts = &mut cuts[..count];
        cuts.sort_unstable_by_key(|cut| cut.0);
        let mut buried = false;
        for &mut (_, bridge, zone) in cuts {
            if core.bridges >> bridge & 1 == 1 && !core.is_live_bridge(zone) {
                core.contract_dead_bridge(bridge, zone);
                buried = true;
            }
        }
        buried
    }

    /// The position after a move.
    #[inline]
    pub(super) fn child(&self, step: SolverMove) -> Self {
        let core = self.reduced_after(step);
        let mut child = self.clone();
        child.reduced = core;
        child.drop_stale();
        if let SolverMove::Edge(edge) = step {
            let edge = usize::from(edge);
            let fresh = self.groups.new_bridges(edge) & core.bridges;
            if self.groups.splits_cells(edge) {
                child.find_components();
            }
            child.groups.join(edge);
            for bridge in grid::bits(fresh) {
                child.add_cut(bridge, core.cut_off(bridge));
            }
        }
        child
    }

    /// Forgets bridges and parts that are gone.
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
            let part = self.components[at] & self.reduced.open_cells;
            if part != 0 {
                self.components[kept] = part;
                kept += 1;
            }
        }
        self.component_count = kept;
    }
}
