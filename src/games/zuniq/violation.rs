//! The broken rules and their words.

use super::cells::Cells;
use super::moves::Segment;
use crate::contract::{Player, RuleViolation};

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The player on turn has no legal segment left, and has lost.
    GameOver(Player),
    /// The segment is there.
    AlreadyDrawn(Segment),
    /// The segment would part a zone that is closed.
    InsideZone(Segment, Cells),
    /// The segment would close a zone of a size that exists; `first` is the zone that has it.
    SizeExists {
        /// The segment.
        segment: Segment,
        /// The zone of that size that is closed already.
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
