//! A position of the second phase, as the search sees it.

use super::super::board::{CIRCUIT_COUNT, Position};
use super::super::circuit::{ALL_CELLS, Circuit};
use super::super::square::ALL_SQUARES;
use crate::contract::Player;

/// What is worth more than any points: a 3x3 square.
pub const BONUS_3X3: i32 = 10_000;

/// A full board for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitPosition {
    /// The stones of the player to act; all others are the opponent's.
    pub own: u64,
    /// How many points the player to act is ahead.
    pub lead: i32,
    /// Circuits made, 0 to 26.
    pub circuits_made: u8,
}

impl CircuitPosition {
    /// A position with all stones placed.
    pub fn from_position(position: &Position) -> Self {
        let circuits = position.circuits_made();
        let player = if circuits.is_multiple_of(2) {
            Player::Second
        } else {
            Player::First
        };
        let points = position.points().map(i32::from);
        Self {
            own: position.stones_of(player),
            lead: points[player.index()] - points[player.opponent().index()],
            circuits_made: circuits,
        }
    }

    /// What may be made now.
    pub fn legal_circuits(&self) -> &'static [Circuit] {
        Circuit::legal_on_turn(usize::from(self.turn_number()))
    }

    /// Which of the own circuits comes next, from 1.
    pub const fn turn_number(&self) -> u8 {
        self.circuits_made / 2 + 1
    }

    /// How many circuits are still to be made.
    pub const fn circuits_left(&self) -> u8 {
        CIRCUIT_COUNT - self.circuits_made
    }

    /// The position after a circuit that leaves the mover these stones.
    #[must_use]
    pub const fn after(&self, own: u64, gain: i32) -> Self {
        Self {
            own: ALL_SQUARES ^ own,
            lead: -(self.lead + gain),
            circuits_made: self.circuits_made + 1,
        }
    }

    /// The result if a circuit that leads to these stones and this gain ends the game by a 3x3
    /// square: for the player who makes it. Whoever gets one wins, but of two the opponent's
    /// counts.
    pub fn result_by_3x3(&self, own: u64, gain: i32) -> Option<i32> {
        if has_3x3(ALL_SQUARES ^ own) {
            Some(self.lead + gain - BONUS_3X3)
        } else {
            has_3x3(own).then_some(self.lead + gain + BONUS_3X3)
        }
    }
}

/// The lower left squares of the 2x2 squares of a set.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the scan's inner loop")]
pub(super) const fn corners_2x2(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & ALL_CELLS as u64
}

/// Whether a set holds a 3x3 square.
#[inline]
pub(super) const fn has_3x3(stones: u64) -> bool {
    corners_2x2(corners_2x2(stones)) != 0
}

/// The nine stones of the 3x3 square that begins so many squares above the lowest, as a number.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "nine bits")]
pub(super) const fn bits_3x3(stones: u64, shift: u32) -> usize {
    let near = stones >> shift;
    (near & 7 | near >> 3 & 0o70 | near >> 6 & 0o700) as usize
}

/// How many 2x2 squares a player has more than the other, plus 25, where these are its stones.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the scan's inner loop")]
pub(super) const fn lead_plus_25(own: u64) -> u32 {
    // One count for both: a missing square of the other's is a bit.
    (corners_2x2(own) | (ALL_CELLS as u64 ^ corners_2x2(ALL_SQUARES ^ own)) << 32).count_ones()
}

/// What a player gets more than the other for a board with these stones of its.
pub(super) fn board_gain(own: u64) -> i32 {
    lead_plus_25(own).cast_signed() - 25
}
