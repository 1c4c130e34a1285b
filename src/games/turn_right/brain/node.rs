//! A position of the second phase, as the search sees it.

use super::super::board::{CIRCUITS, Position};
use super::super::circuit::{CELLS, Circuit};
use super::super::square::ALL;
use crate::contract::Player;

/// What is worth more than any points: a 3x3 square.
pub const THREE: i32 = 10_000;

/// A full board for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The stones of the player to act; all others are the opponent's.
    pub own: u64,
    /// How many points the player to act is ahead.
    pub lead: i32,
    /// Circuits made, 0 to 26.
    pub circuits: u8,
}

impl Node {
    /// A position with all stones placed.
    pub fn of(position: &Position) -> Self {
        let circuits = position.circuits();
        let player = if circuits.is_multiple_of(2) {
            Player::Second
        } else {
            Player::First
        };
        let points = position.points().map(i32::from);
        Self {
            own: position.stones_of(player),
            lead: points[player.index()] - points[player.opponent().index()],
            circuits,
        }
    }

    /// What may be made now.
    pub fn legal(&self) -> &'static [Circuit] {
        Circuit::of_turn(usize::from(self.turn()))
    }

    /// Which of the own circuits comes next, from 1.
    pub const fn turn(&self) -> u8 {
        self.circuits / 2 + 1
    }

    /// How many circuits are still to be made.
    pub const fn left(&self) -> u8 {
        CIRCUITS - self.circuits
    }

    /// The position after a circuit that leaves the mover these stones.
    #[must_use]
    pub const fn after(&self, own: u64, gain: i32) -> Self {
        Self {
            own: ALL ^ own,
            lead: -(self.lead + gain),
            circuits: self.circuits + 1,
        }
    }

    /// The result if a circuit that leads to these stones and this gain ends the game by a 3x3
    /// square: for the player who makes it. Whoever gets one wins, but of two the opponent's
    /// counts.
    pub fn by_three(&self, own: u64, gain: i32) -> Option<i32> {
        if three(ALL ^ own) {
            Some(self.lead + gain - THREE)
        } else {
            three(own).then_some(self.lead + gain + THREE)
        }
    }
}

/// The lower left squares of the 2x2 squares of a set.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the scan's inner loop")]
pub(super) const fn twos(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & CELLS as u64
}

/// Whether a set holds a 3x3 square.
#[inline]
pub(super) const fn three(stones: u64) -> bool {
    twos(twos(stones)) != 0
}

/// The nine stones of the 3x3 square that begins so many squares above the lowest, as a number.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "nine bits")]
pub(super) const fn nine(stones: u64, shift: u32) -> usize {
    let near = stones >> shift;
    (near & 7 | near >> 3 & 0o70 | near >> 6 & 0o700) as usize
}

/// How many 2x2 squares a player has more than the other, plus 25, where these are its stones.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the scan's inner loop")]
pub(super) const fn lead_and_25(own: u64) -> u32 {
    // One count for both: a missing square of the other's is a bit.
    (twos(own) | (CELLS as u64 ^ twos(ALL ^ own)) << 32).count_ones()
}

/// What a player gets more than the other for a board with these stones of its.
pub(super) fn gain(own: u64) -> i32 {
    lead_and_25(own).cast_signed() - 25
}
