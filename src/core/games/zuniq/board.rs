//! The Zuniq position and the rules for drawing segments.

use super::cells::{self, Cells};
use super::moves::{Move, Segment};
use super::result::{self, Violation};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// All segments, `[horizontal, vertical]`.
const ALL_SEGMENTS: [u64; 2] = [0x3e_3e3e_3e3e_3e00, 0x7e7e_7e7e_7e00];

/// The segments drawn and the claims made.
///
/// `drawn`, `plies` and `claims` are the state. The other fields follow from `drawn` and are kept
/// so that they need not be computed again at every ply.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The segments drawn, `[horizontal, vertical]`.
    drawn: [u64; 2],
    /// The segments that are not drawn and not inside a closed zone.
    free: [u64; 2],
    /// The cells outside all closed zones.
    open_cells: u64,
    /// The sizes of the closed zones: bit n is set if there is a zone of n cells.
    closed_sizes: u32,
    /// The group of each dot, indexed as by [`Segment::dots`]: dots that are joined by segments
    /// have equal numbers.
    ///
    /// Indices without a dot keep their own number. Renumbering a group takes a handful of
    /// vector instructions, which is cheaper than a union-find tree.
    dot_groups: [u8; 48],
    /// The number of segments drawn.
    plies: u8,
    /// The ply of each player's first claim, or 0.
    claims: [u8; 2],
}

/// The effect of drawing a segment.
enum SegmentEffect {
    /// The segment joins two groups of dots.
    Joins,
    /// The segment closes a zone.
    Closes(Cells),
}

impl Position {
    /// The empty board, White to move.
    pub const EMPTY: Self = Self {
        drawn: [0; 2],
        free: ALL_SEGMENTS,
        open_cells: cells::ALL_CELLS,
        closed_sizes: 0,
        dot_groups: {
            let mut groups = [0; 48];
            let mut dot = 0;
            while dot < 48 {
                groups[dot as usize] = dot;
                dot += 1;
            }
            groups
        },
        plies: 0,
        claims: [0; 2],
    };

    /// Creates a position from its segments, each given once, and the plies of the first claims.
    ///
    /// The second value is a pair of zones of equal size, if there is one.
    pub(super) fn from_segments(
        segments: impl Iterator<Item = Segment>,
        claims: [u8; 2],
    ) -> (Self, Option<[Cells; 2]>) {
        let mut position = Self {
            claims,
            ..Self::EMPTY
        };
        for segment in segments {
            position.join_groups(segment);
            position.mark_drawn(segment);
        }
        let mut clash = None;
        for zone in position.zones() {
            if position.closed_sizes >> zone.size() & 1 == 1 {
                let first = position.zones().find(|first| first.size() == zone.size());
                clash = first.map(|first| [first, zone]);
            }
            position.close_zone(zone);
        }
        (position, clash)
    }

    /// Returns the number of plies made by both players together.
    pub const fn plies(&self) -> u32 {
        self.plies as u32
    }

    /// Returns the player to move, who has lost if no segment is left.
    pub const fn to_move(&self) -> Player {
        if self.plies.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the segments drawn, `[horizontal, vertical]`.
    pub(super) const fn drawn(&self) -> [u64; 2] {
        self.drawn
    }

    /// Reports whether a segment is drawn.
    pub const fn is_drawn(&self, segment: Segment) -> bool {
        self.drawn[segment.direction_index()] & segment.bit() != 0
    }

    /// Returns the ply (from 1, both players counted) at which a player first claimed the win.
    pub const fn claim_ply(&self, player: Player) -> Option<u32> {
        match self.claims[player.index()] {
            0 => None,
            ply => Some(ply as u32),
        }
    }

    /// Returns the plies of both players' first claims.
    pub(super) fn claim_plies(&self) -> [Option<u32>; 2] {
        Player::ALL.map(|player| self.claim_ply(player))
    }

    /// Reports whether a move of the player to move repeats their claim of the win.
    ///
    /// A repeated claim is legal and changes nothing, but deserves a warning.
    pub const fn repeats_claim(&self, mv: &Move) -> bool {
        mv.claims_win && self.claim_ply(self.to_move()).is_some()
    }

    /// Records a claim of the player to move with their next ply.
    pub(super) fn record_claim(&mut self) {
        let claim = &mut self.claims[usize::from(self.plies % 2)];
        if *claim == 0 {
            *claim = self.plies + 1;
        }
    }

    /// Returns the closed zones in the order of their first cells, row by row.
    pub fn zones(&self) -> impl Iterator<Item = Cells> + use<> {
        let passages = [
            ALL_SEGMENTS[0] & !self.drawn[0],
            ALL_SEGMENTS[1] & !self.drawn[1],
        ];
        let mut remaining = cells::ALL_CELLS;
        std::iter::from_fn(move || {
            while remaining != 0 {
                let reached = cells::flood_fill(remaining & remaining.wrapping_neg(), passages);
                remaining &= !reached;
                if reached & !cells::ALL_CELLS == 0 {
                    return Some(Cells(reached));
                }
            }
            None
        })
    }

    /// Returns the closed zone that contains a cell, given by its row and column from 0.
    pub fn zone_at(&self, row: u8, column: u8) -> Option<Cells> {
        self.zones().find(|zone| zone.contains(row, column))
    }

    /// Returns the number of independent cycles formed by the passages between connected cells.
    ///
    /// A passage is a segment between two of the cells that is not drawn; those beyond a spanning
    /// tree each make a cycle.
    pub(super) const fn undrawn_cycles(&self, zone: Cells) -> u32 {
        let [horizontal, vertical] = zone.inner_segments();
        let passages =
            (horizontal & !self.drawn[0]).count_ones() + (vertical & !self.drawn[1]).count_ones();
        (passages + 1).saturating_sub(zone.size())
    }

    /// Returns the number of segments missing around open cells that could become a zone.
    ///
    /// `None` if the cells are not all open or the size is already taken.
    pub(super) const fn missing_segments(&self, cells: Cells) -> Option<usize> {
        let taken = self.closed_sizes >> cells.size() & 1 == 1;
        if taken || cells.0 & !self.open_cells != 0 {
            return None;
        }
        let [horizontal, vertical] = cells.surrounding_segments();
        let [inner_horizontal, inner_vertical] = cells.inner_segments();
        let missing = [
            horizontal & !inner_horizontal & !self.drawn[0],
            vertical & !inner_vertical & !self.drawn[1],
        ];
        Some((missing[0].count_ones() + missing[1].count_ones()) as usize)
    }

    /// Reports whether a segment that is not drawn lies inside a closed zone.
    pub(super) const fn is_enclosed(&self, segment: Segment) -> bool {
        !self.is_drawn(segment) && !self.is_free(segment)
    }

    /// Returns the zone that a segment would close, whether or not that is legal.
    pub(super) fn zone_closed_by(&self, segment: Segment) -> Option<Cells> {
        if !self.is_free(segment) {
            return None;
        }
        match self.effect(segment) {
            SegmentEffect::Joins => None,
            SegmentEffect::Closes(zone) => Some(zone),
        }
    }

    #[inline]
    const fn is_free(&self, segment: Segment) -> bool {
        self.free[segment.direction_index()] & segment.bit() != 0
    }

    /// Returns the effect of drawing a free segment.
    ///
    /// It closes a zone if and only if its two dots are already joined.
    #[inline]
    const fn effect(&self, segment: Segment) -> SegmentEffect {
        let [one, two] = segment.dots();
        if self.dot_groups[one] != self.dot_groups[two] {
            return SegmentEffect::Joins;
        }
        let mut passages = self.free;
        passages[segment.direction_index()] &= !segment.bit();
        SegmentEffect::Closes(cells::enclosed_side(segment.adjacent_cells(), passages))
    }

    #[inline]
    const fn allows_effect(&self, effect: &SegmentEffect) -> bool {
        match effect {
            SegmentEffect::Joins => true,
            SegmentEffect::Closes(zone) => self.closed_sizes >> zone.size() & 1 == 0,
        }
    }

    #[inline]
    fn apply_effect(&mut self, mv: Move, effect: &SegmentEffect) {
        match effect {
            SegmentEffect::Joins => self.join_groups(mv.segment),
            SegmentEffect::Closes(zone) => self.close_zone(*zone),
        }
        let side = usize::from(self.plies % 2);
        self.mark_drawn(mv.segment);
        if mv.claims_win && self.claims[side] == 0 {
            self.claims[side] = self.plies;
        }
    }

    #[inline]
    fn mark_drawn(&mut self, segment: Segment) {
        self.drawn[segment.direction_index()] |= segment.bit();
        self.free[segment.direction_index()] &= !segment.bit();
        self.plies += 1;
    }

    #[inline]
    fn join_groups(&mut self, segment: Segment) {
        let [one, two] = segment.dots().map(|end| self.dot_groups[end]);
        for group in &mut self.dot_groups {
            *group = if *group == one { two } else { *group };
        }
    }

    #[inline]
    const fn close_zone(&mut self, zone: Cells) {
        let [horizontal, vertical] = zone.inner_segments();
        self.free = [self.free[0] & !horizontal, self.free[1] & !vertical];
        self.open_cells &= !zone.0;
        self.closed_sizes |= 1 << zone.size();
    }

    /// Reports whether a segment is legal.
    #[inline]
    fn is_legal(&self, segment: Segment) -> bool {
        self.is_free(segment) && self.allows_effect(&self.effect(segment))
    }

    #[cold]
    fn violation(&self, segment: Segment) -> Violation {
        if contract::Rules::is_over(self) {
            return Violation::GameOver(self.to_move());
        }
        if self.is_drawn(segment) {
            return Violation::AlreadyDrawn(segment);
        }
        let [_, below] = segment.adjacent_cells();
        if let Some(zone) = self.zones().find(|zone| zone.0 & below != 0)
            && !self.is_free(segment)
        {
            return Violation::InsideZone(segment, zone);
        }
        let closing = match self.effect(segment) {
            SegmentEffect::Closes(zone) => zone,
            SegmentEffect::Joins => Cells(0),
        };
        let same_size = self.zones().find(|zone| zone.size() == closing.size());
        Violation::SizeExists {
            segment,
            existing: same_size.unwrap_or(closing),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.drawn == other.drawn && self.claims == other.claims
    }
}

impl Eq for Position {}

impl contract::Rules for Position {
    type Move = Move;
    type Chance = NoChance;
    type Violation = Violation;

    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    fn is_over(&self) -> bool {
        // Every open cell can reach the outside. If there are more passages than cells, some of
        // them form a cycle, and a segment across it joins two groups, which is always legal.
        let passages = self.free[0].count_ones() + self.free[1].count_ones();
        if passages > self.open_cells.count_ones() {
            return false;
        }
        Segment::in_sets(self.free).all(|segment| !self.allows_effect(&self.effect(segment)))
    }

    fn check(&self, mv: &Move) -> Result<(), Violation> {
        if self.is_legal(mv.segment) {
            Ok(())
        } else {
            Err(self.violation(mv.segment))
        }
    }

    fn apply(&mut self, mv: &Move) {
        self.apply_effect(*mv, &self.effect(mv.segment));
    }

    fn apply_chance(&mut self, chance: &NoChance) {
        match *chance {}
    }

    /// Calls `each` with every legal segment, row by row, without a claim.
    ///
    /// Every move may be made with a claim, so listing each move twice would add nothing.
    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        for segment in Segment::all().filter(|segment| self.is_legal(*segment)) {
            each(Move {
                segment,
                claims_win: false,
            });
        }
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn key(&self) -> u64 {
        let claims = u64::from(u16::from_be_bytes(self.claims));
        hash_words([self.drawn[0], self.drawn[1], claims])
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        let loser = || self.is_over().then_some(self.to_move());
        result::outcome(self.claim_plies(), loser, failed)
    }
}

impl contract::Position for Position {
    fn play(&mut self, mv: &Move) -> Result<(), Violation> {
        if self.is_free(mv.segment) {
            let effect = self.effect(mv.segment);
            if self.allows_effect(&effect) {
                self.apply_effect(*mv, &effect);
                return Ok(());
            }
        }
        Err(self.violation(mv.segment))
    }

    fn remark(&self, mv: &Move) -> Option<&'static str> {
        self.repeats_claim(mv)
            .then_some("the player has already claimed the win; only the first claim counts")
    }
}
