//! The outcome of a game, and the rules that a move can break.

use super::moves::Point;
use crate::contract::{Faults, Outcome, Player, RuleViolation, Winner};

/// Returns the outcome as the contest counts it.
///
/// A player scores their captures; if neither has captured anything by the end, the player with
/// more stones on the board scores a point. A player who has failed scores -1.
pub(super) fn outcome(
    captures: [i32; 2],
    is_over: bool,
    stone_counts: impl FnOnce() -> [u16; 2],
    failed: Faults,
) -> Outcome {
    let scores = match failed.to_array() {
        [true, true] => [-1, -1],
        [true, false] => [-1, captures[1]],
        [false, true] => [captures[0], -1],
        [false, false] if !is_over => {
            return Outcome {
                scores: Some(captures),
                ..Outcome::default()
            };
        }
        [false, false] if captures == [0, 0] => stone_tiebreak(stone_counts()),
        [false, false] => captures,
    };
    Outcome {
        winner: Some(Winner::of(scores)),
        scores: Some(scores),
        points: Some(scores),
        game_points: None,
    }
}

/// Returns the scores of a game without captures: one point for the player with more stones.
fn stone_tiebreak([first, second]: [u16; 2]) -> [i32; 2] {
    [i32::from(first > second), i32::from(second > first)]
}

// The rules that a move can break, in the order in which the contest's referee checks them.

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// All turns have been played.
    #[error("the game is over: all its {0} turns are played")]
    GameOver(u16),
    /// The point lies beyond the edge of a board of the given size.
    #[error("{0} is off the board of {1}x{1}")]
    OffBoard(Point, u8),
    /// The point is not empty.
    #[error("{point} is not empty: there is a {} stone", color(*.owner))]
    Occupied {
        /// The point of the move.
        point: Point,
        /// The owner of the stone on it.
        owner: Player,
    },
    /// The stone would capture nothing, and its chain would have no liberty.
    #[error("{point} would be suicide: it captures nothing, and {} would have no liberty",
            chain(*.stones))]
    Suicide {
        /// The point of the move.
        point: Point,
        /// The number of stones that would have no liberty, including the new one.
        stones: u16,
    },
    /// The stone would restore the board as it was before the opponent's last stone.
    #[error(
        "{retaker} would break the ko rule: taking back {taken} at once restores the board \
             as it was before {taken} was played"
    )]
    Ko {
        /// The point of the move.
        retaker: Point,
        /// The stone that the move would capture.
        taken: Point,
    },
}

fn color(owner: Player) -> &'static str {
    match owner {
        Player::First => "black",
        Player::Second => "white",
    }
}

/// Names the chain that a suicide would leave without liberties.
fn chain(stones: u16) -> String {
    match stones {
        1 => "the stone".to_owned(),
        _ => format!("its chain of {stones} stones"),
    }
}

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::OffBoard(..) => "off-board",
            Self::Occupied { .. } => "not-empty",
            Self::Suicide { .. } => "suicide",
            Self::Ko { .. } => "ko",
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::OffBoard(_, size) => {
                let last = size - 1;
                let corner = Point::new(last, last)?;
                Some(format!(
                    "the points are A1 to {corner}, without a column I; for the contest's \
                     programs `0 0` to `{last} {last}`"
                ))
            }
            Self::Ko { .. } => {
                Some("the ko is open again after a move elsewhere or the opponent's PASS".into())
            }
            Self::GameOver(_) | Self::Occupied { .. } | Self::Suicide { .. } => None,
        }
    }
}
