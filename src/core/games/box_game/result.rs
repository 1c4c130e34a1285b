//! The result of a game in contest points, and the rules that a move can break.

use super::moves::{Move, Orientation};
use crate::contract::{Faults, Outcome, RuleViolation, Winner};

/// Returns the outcome by the contest's rules.
///
/// Scores and points require both secret colours; a fault decides the game without them.
pub(super) fn outcome(scores: Option<[i32; 2]>, is_over: bool, failed: Faults) -> Outcome {
    let completed = scores.filter(|_| is_over).map(contest_points);
    let (winner, points) = match failed.to_array() {
        [false, false] => (completed.map(Winner::of), completed),
        [true, true] => (Some(Winner::Draw), Some([0, 0])),
        [true, false] => {
            let points = completed.map(|[_, second]| [0, second]);
            (Some(points.map_or(Winner::Second, Winner::of)), points)
        }
        [false, true] => {
            let points = completed.map(|[first, _]| [first, 0]);
            (Some(points.map_or(Winner::First, Winner::of)), points)
        }
    };
    Outcome {
        winner,
        scores,
        points,
        game_points: None,
    }
}

/// Returns the contest points of two final scores: with d the difference, 200+d for the winner
/// and 100-d (not below 0) for the loser, or 150 each for a tie.
fn contest_points([first, second]: [i32; 2]) -> [i32; 2] {
    let points = |difference: i32| match difference {
        0 => 150,
        1.. => 200 + difference,
        _ => (100 + difference).max(0),
    };
    [points(first - second), points(second - first)]
}

// The rules that a move can break.

/// The rule that an illegal placement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Part of the tile would lie beyond the edge of the board.
    #[error("{0} reaches over the edge of the board of 16 rows, A to P, and 20 columns, a to t")]
    OffBoard(Move),
    /// The tile would cover more than four dots.
    ///
    /// Bit i of the number is the i-th of [`Move::cells`].
    #[error("{0} covers {count} dots; at most 4 are allowed ({dots})",
        count = .1.count_ones(), dots = cell_names(*.0, *.1))]
    CoversTooMany(Move, u32),
    /// The tile would neither cover a dot nor be next to one.
    #[error("a tile at {0} would touch no other tile")]
    TouchesNothing(Move),
    /// The start tile does not lie at `Hh`, horizontal.
    #[error("the start tile lies at Hh, horizontal, not at {0}")]
    StartElsewhere(Move),
    /// No tile has been drawn that could be placed.
    #[error("no tile has been dealt yet")]
    NoTile,
}

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::OffBoard(_) => "off-board",
            Self::CoversTooMany(..) => "covers-too-many",
            Self::TouchesNothing(_) => "touches-nothing",
            Self::StartElsewhere(_) => "start-elsewhere",
            Self::NoTile => "no-tile",
        }
    }

    fn hint(&self) -> Option<String> {
        let Self::OffBoard(placement) = self else {
            return None;
        };
        Some(match placement.orientation() {
            Orientation::Horizontal => {
                "the upper left dot of a horizontal tile must be in rows A to O and columns a to o"
                    .to_owned()
            }
            Orientation::Vertical => {
                "the upper left dot of a vertical tile must be in rows A to K and columns a to s"
                    .to_owned()
            }
        })
    }
}

/// Returns the names of the cells whose bits are set, separated by spaces.
fn cell_names(placement: Move, covered: u32) -> String {
    let dots: Vec<String> = (0..)
        .zip(placement.cells())
        .filter(|(bit, _)| covered >> bit & 1 == 1)
        .map(|(_, dot)| dot.to_string())
        .collect();
    dots.join(" ")
}
