//! The rule violations of Zuniq and their messages.

use super::cells::Cells;
use super::moves::Segment;
use crate::contract::{Player, RuleViolation};

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The game is over: this player has no legal segment left and has lost.
    GameOver(Player),
    /// The segment is already drawn.
    AlreadyDrawn(Segment),
    /// The segment lies inside a closed zone.
    InsideZone(Segment, Cells),
    /// The segment would close a second zone of the same size.
    SizeExists {
        /// The segment to draw.
        segment: Segment,
        /// The closed zone that already has this size.
        existing: Cells,
    },
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::GameOver(loser) => {
                let side = match loser {
                    Player::First => "White",
                    Player::Second => "Black",
                };
                write!(f, "the game is over: {side} has no legal segment left")
            }
            Self::AlreadyDrawn(segment) => write!(f, "{segment} is already drawn"),
            Self::InsideZone(segment, zone) => {
                write!(f, "{segment} lies inside the closed zone {zone}")
            }
            Self::SizeExists {
                segment,
                existing: first,
            } => {
                let size = first.size();
                write!(
                    f,
                    "{segment} would close a second zone of size {size} (first: {first})"
                )
            }
        }
    }
}

impl std::error::Error for Violation {}

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::AlreadyDrawn(_) => "drawn-already",
            Self::InsideZone(..) => "inside-zone",
            Self::SizeExists { .. } => "size-exists",
        }
    }
}
