//! A position of the second phase in the form that the search uses.

use super::super::board::{CIRCUIT_COUNT, Position};
use super::super::circuit::{ALL_CELLS, Circuit};
use super::super::square::ALL_SQUARES;
use crate::contract::Player;

/// The value of a 3x3 square in points, larger than any number of points.
pub const BONUS_3X3: i32 = 10_000;

/// A full board, from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitPosition {
    /// The stones of the player to move, as a set; all others are the opponent's.
    pub own: u64,
    /// The lead of the player to move, in points.
    pub lead: i32,
    /// The number of circuits made by both players, 0 to 26.
    pub circuits_made: u8,
}

impl CircuitPosition {
    /// Converts a position with all stones placed.
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

    /// Returns the legal circuits.
    pub fn legal_circuits(&self) -> &'static [Circuit] {
        Circuit::legal_on_turn(usize::from(self.turn_number()))
    }

    /// Returns the number, from 1, of the next circuit of the player to move among their own.
    pub const fn turn_number(&self) -> u8 {
        self.circuits_made / 2 + 1
    }

    /// Returns the number of circuits that both players have left.
    pub const fn circuits_left(&self) -> u8 {
        CIRCUIT_COUNT - self.circuits_made
    }

    /// Returns the position after a circuit that leaves the mover the stones `own` and gains `gain`
    /// points.
    #[must_use]
    pub const fn after(&self, own: u64, gain: i32) -> Self {
        Self {
            own: ALL_SQUARES ^ own,
            lead: -(self.lead + gain),
            circuits_made: self.circuits_made + 1,
        }
    }

    /// Returns the result for the mover if a circuit that leads to the stones `own` and gains
    /// `gain` points ends the game by a 3x3 square; otherwise `None`.
    ///
    /// A player who gets a 3x3 square wins; if both do, the opponent wins.
    pub fn result_by_3x3(&self, own: u64, gain: i32) -> Option<i32> {
        if has_3x3(ALL_SQUARES ^ own) {
            Some(self.lead + gain - BONUS_3X3)
        } else {
            has_3x3(own).then_some(self.lead + gain + BONUS_3X3)
        }
    }
}

/// Returns the lower left squares of the 2x2 squares in a set of stones.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the scan's inner loop")]
pub(super) const fn corners_2x2(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & ALL_CELLS as u64
}

/// Reports whether a set contains a 3x3 square.
#[inline]
pub(super) const fn has_3x3(stones: u64) -> bool {
    corners_2x2(corners_2x2(stones)) != 0
}

/// Returns the stones in the 3x3 square whose lower left square has the number `shift`, as nine
/// bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "nine bits")]
pub(super) const fn bits_3x3(stones: u64, shift: u32) -> usize {
    let near = stones >> shift;
    (near & 7 | near >> 3 & 0o70 | near >> 6 & 0o700) as usize
}

/// Returns the number of 2x2 squares of a player with the stones `own`, minus that of the opponent,
/// plus 25.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the scan's inner loop")]
pub(super) const fn lead_plus_25(own: u64) -> u32 {
    // One count covers both: each 2x2 square that the opponent lacks is a bit.
    (corners_2x2(own) | (ALL_CELLS as u64 ^ corners_2x2(ALL_SQUARES ^ own)) << 32).count_ones()
}

/// Returns the points that a player with the stones `own` gains on the opponent when the board is
/// scored.
pub(super) fn board_gain(own: u64) -> i32 {
    lead_plus_25(own).cast_signed() - 25
}
