//! The outcome of a game, and the rules that a move can break.

use super::cells::Cells;
use super::moves::Segment;
use crate::contract::{Faults, Outcome, Player, RuleViolation, Winner};

/// Returns the outcome as the contest counts it.
///
/// `claim_plies` are the plies of the first claims; `loser` returns the player who has no move
/// left, or `None` while the game is open. The jury plays on for a player who failed, so the
/// opponent's points are those of the completed game and known only then.
pub(super) fn outcome(
    claim_plies: [Option<u32>; 2],
    loser: impl FnOnce() -> Option<Player>,
    failed: Faults,
) -> Outcome {
    let points = match failed {
        Faults::BOTH => Some([0, 0]),
        _ => loser().map(|loser| {
            let earned = final_points(claim_plies, loser);
            Player::ALL.map(|player| {
                if failed.contains(player) {
                    0
                } else {
                    earned[player.index()]
                }
            })
        }),
    };
    let winner = match (points, failed.to_array()) {
        (Some(points), _) => Some(Winner::of(points)),
        (None, [true, false]) => Some(Winner::Second),
        (None, [false, true]) => Some(Winner::First),
        (None, _) => None,
    };
    Outcome {
        winner,
        scores: None,
        points,
        game_points: None,
    }
}

/// Returns the points of both players in a game that `loser` loses, faults aside.
///
/// The winner gets 100 points and the bonus of the claim; the loser gets 50, or 0 after a claim.
pub(super) fn final_points(claim_plies: [Option<u32>; 2], loser: Player) -> [i32; 2] {
    Player::ALL.map(|player| match claim_plies[player.index()] {
        None if player == loser => 50,
        Some(_) if player == loser => 0,
        None => 100,
        Some(ply) => 100 + claim_bonus(player, ply),
    })
}

/// Returns the bonus, 0 to 10 points, of a claim at `ply` (from 1, both players counted).
///
/// It is half the number of plies left until the 39th for White, who makes the odd ones, and until
/// the 40th for Black.
pub(super) fn claim_bonus(player: Player, ply: u32) -> i32 {
    let last: u32 = match player {
        Player::First => 39,
        Player::Second => 40,
    };
    let bonus = last.saturating_sub(ply) / 2;
    i32::try_from(bonus.min(10)).unwrap_or(10)
}

// The rule violations of Zuniq and their messages.

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
