//! The board and its rules.

use super::broken::Broken;
use super::cells::{self, Cells};
use super::result;
use super::segments::{Move, Segment};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// The places of all segments, `[horizontal, vertical]`.
const PLACES: [u64; 2] = [0x3e_3e3e_3e3e_3e00, 0x7e7e_7e7e_7e00];

/// The segments drawn, and who has claimed the win.
///
/// `drawn`, `plies` and `claims` are the state; the rest follows from `drawn` and saves looking
/// for it again at every ply.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The segments drawn, `[horizontal, vertical]`.
    drawn: [u64; 2],
    /// The segments that are not drawn and not inside a closed zone.
    free: [u64; 2],
    /// The cells that are in no closed zone.
    open: u64,
    /// Bit n: there is a closed zone of n cells.
    sizes: u32,
    /// Which dots are joined: equal numbers, by [`Segment::ends`]. Places without a dot keep a
    /// number of their own. Numbering anew all dots of a group is a handful of vector
    /// instructions, cheaper than a tree of groups and never deep.
    groups: [u8; 48],
    /// How many segments are drawn.
    plies: u8,
    /// The ply of each player's first claim, 0 for none.
    claims: [u8; 2],
}

/// What drawing a segment does beside drawing it.
enum Effect {
    /// It joins two groups of dots.
    Joins,
    /// It closes a zone.
    Closes(Cells),
}

impl Position {
    /// The board without a segment, White to act.
    pub const EMPTY: Self = Self {
        drawn: [0; 2],
        free: PLACES,
        open: cells::BOARD,
        sizes: 0,
        groups: {
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

    /// The position with these segments, each named once, and these first claims. The second
    /// value is the two zones of one size, if there are such.
    pub(super) fn with(
        segments: impl Iterator<Item = Segment>,
        claims: [u8; 2],
    ) -> (Self, Option<[Cells; 2]>) {
        let mut position = Self {
            claims,
            ..Self::EMPTY
        };
        for segment in segments {
            position.join(segment);
            position.draw_plainly(segment);
        }
        let mut clash = None;
        for zone in position.zones() {
            if position.sizes >> zone.size() & 1 == 1 {
                let first = position.zones().find(|first| first.size() == zone.size());
                clash = first.map(|first| [first, zone]);
            }
            position.close(zone);
        }
        (position, clash)
    }

    /// How many plies have been made, by both players together.
    pub const fn plies(&self) -> u32 {
        self.plies as u32
    }

    /// The player to act, who has lost if no segment is left.
    pub const fn to_act(&self) -> Player {
        if self.plies.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Whether a segment is drawn.
    pub const fn is_drawn(&self, segment: Segment) -> bool {
        self.drawn[segment.way()] & segment.bit() != 0
    }

    /// The ply (from 1, both players counted) at which a player first claimed the win.
    pub const fn claim(&self, player: Player) -> Option<u32> {
        match self.claims[player.index()] {
            0 => None,
            ply => Some(ply as u32),
        }
    }

    /// Whether a move of the player to act claims a win that the player has claimed before: that
    /// is no fault and changes nothing, but is worth a warning.
    pub const fn repeats_claim(&self, mv: &Move) -> bool {
        mv.claim && self.claim(self.to_act()).is_some()
    }

    /// The same with a claim of the player to act, made with the ply to come.
    pub(super) fn claim_now(&mut self) {
        let claim = &mut self.claims[usize::from(self.plies % 2)];
        if *claim == 0 {
            *claim = self.plies + 1;
        }
    }

    /// The closed zones, in the order of their first cells, row by row.
    pub fn zones(&self) -> impl Iterator<Item = Cells> + use<> {
        let gaps = [PLACES[0] & !self.drawn[0], PLACES[1] & !self.drawn[1]];
        let mut left = cells::BOARD;
        std::iter::from_fn(move || {
            while left != 0 {
                let reached = cells::reach(left & left.wrapping_neg(), gaps);
                left &= !reached;
                if reached & !cells::BOARD == 0 {
                    return Some(Cells(reached));
                }
            }
            None
        })
    }

    /// The closed zone around a cell, named by its upper left dot (row and column from 0).
    pub fn zone_at(&self, row: u8, column: u8) -> Option<Cells> {
        self.zones().find(|zone| zone.contains(row, column))
    }

    /// How many rounds of segments that are not drawn lie inside these connected cells: ways
    /// between cells beyond those that hold them together.
    pub(super) const fn rounds(&self, zone: Cells) -> u32 {
        let [flat, upright] = zone.inner();
        let ways = (flat & !self.drawn[0]).count_ones() + (upright & !self.drawn[1]).count_ones();
        (ways + 1).saturating_sub(zone.size())
    }

    /// How many segments are missing around cells that are open and could be a zone; `None` where
    /// they could not, or are one.
    pub(super) const fn missing(&self, cells: Cells) -> Option<usize> {
        let taken = self.sizes >> cells.size() & 1 == 1;
        if taken || cells.0 & !self.open != 0 {
            return None;
        }
        let [flat, upright] = cells.sides();
        let [in_flat, in_upright] = cells.inner();
        let left = [
            flat & !in_flat & !self.drawn[0],
            upright & !in_upright & !self.drawn[1],
        ];
        Some((left[0].count_ones() + left[1].count_ones()) as usize)
    }

    /// Whether a place without a segment lies inside a closed zone.
    pub(super) const fn is_enclosed(&self, segment: Segment) -> bool {
        !self.is_drawn(segment) && !self.is_free(segment)
    }

    /// The zone that a segment closes or would close, whether it may or not.
    pub(super) fn closes(&self, segment: Segment) -> Option<Cells> {
        if !self.is_free(segment) {
            return None;
        }
        match self.effect(segment) {
            Effect::Joins => None,
            Effect::Closes(zone) => Some(zone),
        }
    }

    #[inline]
    const fn is_free(&self, segment: Segment) -> bool {
        self.free[segment.way()] & segment.bit() != 0
    }

    /// What a free segment does. A zone can be closed only if the ends are joined already.
    #[inline]
    const fn effect(&self, segment: Segment) -> Effect {
        let [one, two] = segment.ends();
        if self.groups[one] != self.groups[two] {
            return Effect::Joins;
        }
        let mut passages = self.free;
        passages[segment.way()] &= !segment.bit();
        Effect::Closes(cells::cut_off(segment.sides(), passages))
    }

    #[inline]
    const fn allows(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Joins => true,
            Effect::Closes(zone) => self.sizes >> zone.size() & 1 == 0,
        }
    }

    #[inline]
    fn make(&mut self, mv: Move, effect: &Effect) {
        match effect {
            Effect::Joins => self.join(mv.segment),
            Effect::Closes(zone) => self.close(*zone),
        }
        let side = usize::from(self.plies % 2);
        self.draw_plainly(mv.segment);
        if mv.claim && self.claims[side] == 0 {
            self.claims[side] = self.plies;
        }
    }

    #[inline]
    fn draw_plainly(&mut self, segment: Segment) {
        self.drawn[segment.way()] |= segment.bit();
        self.free[segment.way()] &= !segment.bit();
        self.plies += 1;
    }

    #[inline]
    fn join(&mut self, segment: Segment) {
        let [one, two] = segment.ends().map(|end| self.groups[end]);
        for group in &mut self.groups {
            *group = if *group == one { two } else { *group };
        }
    }

    #[inline]
    const fn close(&mut self, zone: Cells) {
        let [flat, upright] = zone.inner();
        self.free = [self.free[0] & !flat, self.free[1] & !upright];
        self.open &= !zone.0;
        self.sizes |= 1 << zone.size();
    }

    /// Whether a segment is legal.
    #[inline]
    fn takes(&self, segment: Segment) -> bool {
        self.is_free(segment) && self.allows(&self.effect(segment))
    }

    #[cold]
    fn why(&self, segment: Segment) -> Broken {
        if contract::Position::is_over(self) {
            return Broken::Over(self.to_act());
        }
        if self.is_drawn(segment) {
            return Broken::Drawn(segment);
        }
        let [_, below] = segment.sides();
        if let Some(zone) = self.zones().find(|zone| zone.0 & below != 0)
            && !self.is_free(segment)
        {
            return Broken::InsideZone(segment, zone);
        }
        let closing = match self.effect(segment) {
            Effect::Closes(zone) => zone,
            Effect::Joins => Cells(0),
        };
        let same_size = self.zones().find(|zone| zone.size() == closing.size());
        Broken::SizeExists {
            segment,
            first: same_size.unwrap_or(closing),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.drawn == other.drawn && self.claims == other.claims
    }
}

impl Eq for Position {}

impl contract::Position for Position {
    type Move = Move;
    type Chance = NoChance;
    type Violation = Broken;

    fn actor(&self) -> Actor {
        Actor::Player(self.to_act())
    }

    fn is_over(&self) -> bool {
        // Every open cell can reach the outside. If the ways between them are more than the
        // cells, some way round leads to the same place: the segment across it joins two groups.
        let ways = self.free[0].count_ones() + self.free[1].count_ones();
        if ways > self.open.count_ones() {
            return false;
        }
        Segment::in_sets(self.free).all(|segment| !self.allows(&self.effect(segment)))
    }

    fn check(&self, mv: &Move) -> Result<(), Broken> {
        if self.takes(mv.segment) {
            Ok(())
        } else {
            Err(self.why(mv.segment))
        }
    }

    fn apply(&mut self, mv: &Move) {
        self.make(*mv, &self.effect(mv.segment));
    }

    fn play(&mut self, mv: &Move) -> Result<(), Broken> {
        if self.is_free(mv.segment) {
            let effect = self.effect(mv.segment);
            if self.allows(&effect) {
                self.make(*mv, &effect);
                return Ok(());
            }
        }
        Err(self.why(mv.segment))
    }

    fn apply_chance(&mut self, luck: &NoChance) {
        match *luck {}
    }

    /// Every legal segment, row by row, without a claim: a claim is said beside a move and open
    /// to every one of them, so listing each twice would tell nothing.
    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        for segment in Segment::all().filter(|segment| self.takes(*segment)) {
            each(Move {
                segment,
                claim: false,
            });
        }
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn remark(&self, mv: &Move) -> Option<&'static str> {
        self.repeats_claim(mv)
            .then_some("the player has claimed the win before; only the first claim counts")
    }

    fn key(&self) -> u64 {
        let claims = u64::from(u16::from_be_bytes(self.claims));
        hash_words([self.drawn[0], self.drawn[1], claims])
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        result::of(self, failed)
    }
}
