//! The rules that a move can break.

use super::moves::{Move, Orientation};
use crate::contract::RuleViolation;

/// The rule that an illegal placement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Part of the tile would lie beyond the edge of the board.
    #[error("{0} reaches over the edge of the board of 16 rows, A to P, and 20 columns, a to t")]
    OffBoard(Move),
    /// The tile would cover more than four dots.
    ///
    /// Bit i of the number stands for the i-th of [`Move::cells`].
    #[error("{0} covers {count} dots; at most 4 are allowed ({dots})",
        count = .1.count_ones(), dots = cell_names(*.0, *.1))]
    CoversTooMany(Move, u32),
    /// The tile would neither cover a dot nor lie beside one.
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
