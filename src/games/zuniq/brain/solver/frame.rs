//! A position of the search: what is left, and what helps to see what a move does to it.

use super::super::board::Board;
use super::super::grid;
use super::core::Core;
use super::groups::Groups;

/// The two edges by which each corner cell has the outside as a neighbour. They do the same, so
/// the second is taken first.
pub(super) const CORNERS: [[usize; 2]; 4] = [[0, 5], [4, 10], [49, 55], [54, 59]];
/// The most bridges or parts that there can be: one a cell.
pub(super) const MOST: usize = 25;

/// A move of what is left of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An edge that holds nothing together.
    Edge(u8),
    /// A bridge, by its place among the frame's.
    Cut(u8),
    /// The spare move at a cell.
    SpareAt(u8),
    /// The spare move at the outside.
    Spare,
}

/// A position of the search.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) core: Core,
    pub(super) groups: Groups,
    /// The bridges, each after those behind it, with the cells that they cut off.
    cuts: [(u8, u64); MOST],
    cut_count: usize,
    /// The sets of cells that only the outside joins to others.
    parts: [u64; MOST],
    part_count: usize,
}

impl Frame {
    /// What is left of a board.
    pub(super) fn new(board: &Board) -> Self {
        let mut core = Core {
            free: board.free,
            open: board.open,
            sizes: !board.sizes & ((1 << 26) - 2),
            ..Core::default()
        };
        let mut drawn = board.drawn;
        for [first, second] in CORNERS.map(|pair| pair.map(|edge| 1_u64 << edge)) {
            if core.free & (first | second) == second && drawn & first != 0 {
                core.free ^= first | second;
                drawn ^= first | second;
            }
        }
        let groups = Groups::new(drawn);
        let bridges = grid::bits(core.free).filter(|edge| groups.joins(*edge));
        core.bridges = bridges.fold(0, |set, edge| set | 1 << edge);
        let mut frame = Self {
            core,
            groups,
            cuts: [(0, 0); MOST],
            cut_count: 0,
            parts: [0; MOST],
            part_count: 0,
        };
        for edge in grid::bits(core.bridges) {
            frame.add_cut(edge, core.cut_off(edge));
        }
        frame.find_parts();
        frame.core = frame.settled(core, |zone| zone);
        frame.sweep();
        frame
    }

    #[inline]
    pub(super) fn cuts(&self) -> &[(u8, u64)] {
        &self.cuts[..self.cut_count]
    }

    /// A bridge, by its place among the frame's.
    #[inline]
    pub(super) const fn cut(&self, at: u8) -> (u8, u64) {
        self.cuts[at as usize % MOST]
    }

    #[inline]
    pub(super) fn parts(&self) -> &[u64] {
        &self.parts[..self.part_count]
    }

    /// Finds the parts anew.
    #[inline]
    fn find_parts(&mut self) {
        let mut left = self.core.open;
        self.part_count = 0;
        for part in &mut self.parts {
            if left == 0 {
                break;
            }
            *part = grid::reach(left & left.wrapping_neg(), self.core.passages());
            left &= !*part;
            self.part_count += 1;
        }
    }

    /// What a part falls into by an edge that splits the part that it lies in, if there is one: of
    /// each piece the cells that are still open.
    #[inline]
    pub(super) const fn pieces(&self, part: u64, splitting: Option<usize>, open: u64) -> [u64; 2] {
        let Some(edge) = splitting else {
            return [part & open, 0];
        };
        let side = part & grid::sides(edge);
        let passages = self.core.passages() & !(1 << edge);
        let piece = grid::reach(side & side.wrapping_neg(), passages);
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
    fn settled(&self, mut core: Core, cut_by: impl Fn(u64) -> u64) -> Core {
        for &(edge, zone) in self.cuts() {
            let zone = cut_by(zone);
            if core.bridges >> edge & 1 == 1 && !core.lives(zone) {
                core.bury(usize::from(edge), zone);
            }
        }
        let mut largest = 0;
        for part in self.parts() {
            let part = part & core.open;
            if part != 0 && core.settle_part(part) {
                largest = largest.max(part.count_ones());
            }
        }
        core.limit_sizes(largest);
        core
    }

    /// What is left after a move.
    #[inline]
    pub(super) fn after(&self, step: Step) -> Core {
        let mut core = self.core;
        match step {
            Step::Edge(edge) => return self.without(usize::from(edge)),
            Step::Cut(at) => {
                let (edge, zone) = self.cut(at);
                core.close(usize::from(edge), zone);
                return self.settled(core, |other| other & !zone);
            }
            Step::SpareAt(cell) => {
                core.spares ^= 1 << cell;
            }
            Step::Spare => core.spare = false,
        }
        core
    }

    /// What is left without an edge that is no bridge.
    #[inline]
    fn without(&self, edge: usize) -> Core {
        let mut core = self.core;
        core.free ^= 1 << edge;
        let fresh = self.groups.fresh(edge) & core.free;
        let splits = self.groups.splits(edge);
        if fresh == 0 && !splits {
            return core;
        }
        core.bridges |= fresh;
        let sides = grid::sides(edge);
        if !Self::bury_fresh(&mut core, fresh) && !splits {
            return core;
        }
        // What held the edge may have lived by it alone.
        for &(outer, zone) in self.cuts() {
            let holds = zone & sides == sides && core.bridges >> outer & 1 == 1;
            if holds && !core.lives(zone) {
                core.bury(usize::from(outer), zone);
            }
        }
        let mut largest = 0;
        for part in self.parts() {
            for piece in self.pieces(*part, splits.then_some(edge), core.open) {
                if piece != 0 && core.settle_part(piece) {
                    largest = largest.max(piece.count_ones());
                }
            }
        }
        core.limit_sizes(largest);
        core
    }

    /// Buries those of some new bridges that are dead. Whether there were such.
    #[inline]
    fn bury_fresh(core: &mut Core, fresh: u64) -> bool {
        if fresh & (fresh.wrapping_sub(1)) == 0 {
            if fresh == 0 {
                return false;
            }
            let bridge = fresh.trailing_zeros() as usize;
            let zone = core.cut_off(bridge);
            if core.lives(zone) {
                return false;
            }
            core.bury(bridge, zone);
            return true;
        }
        let mut cuts = [(0, 0, 0); MOST];
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
            if core.bridges >> bridge & 1 == 1 && !core.lives(zone) {
                core.bury(bridge, zone);
                buried = true;
            }
        }
        buried
    }

    /// The position after a move.
    #[inline]
    pub(super) fn child(&self, step: Step) -> Self {
        let core = self.after(step);
        let mut child = self.clone();
        child.core = core;
        child.sweep();
        if let Step::Edge(edge) = step {
            let edge = usize::from(edge);
            let fresh = self.groups.fresh(edge) & core.bridges;
            if self.groups.splits(edge) {
                child.find_parts();
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
    fn sweep(&mut self) {
        let mut kept = 0;
        for at in 0..self.cut_count {
            let (edge, zone) = self.cuts[at];
            if self.core.bridges >> edge & 1 == 1 {
                self.cuts[kept] = (edge, zone & self.core.open);
                kept += 1;
            }
        }
        self.cut_count = kept;
        let mut kept = 0;
        for at in 0..self.part_count {
            let part = self.parts[at] & self.core.open;
            if part != 0 {
                self.parts[kept] = part;
                kept += 1;
            }
        }
        self.part_count = kept;
    }
}
