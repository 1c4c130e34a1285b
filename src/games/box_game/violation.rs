//! Why a place is refused.

use super::moves::{Move, Orientation};
use crate::contract::RuleViolation;

/// Why a place is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A part of the tile would lie beyond the edge.
    #[error("{0} reaches over the edge of the board of 16 rows, A to P, and 20 columns, a to t")]
    OffBoard(Move),
    /// More than four dots would be covered: bit i stands for the i-th of [`Placement::dots`].
    #[error("{0} covers {count} dots; at most 4 are allowed ({dots})",
        count = .1.count_ones(), dots = cell_names(*.0, *.1))]
    CoversTooMany(Move, u32),
    /// No dot would be covered, and none lies beside.
    #[error("a tile at {0} would touch no other tile")]
    TouchesNothing(Move),
    /// The first tile lies elsewhere than at `Hh`, horizontal.
    #[error("the start tile lies at Hh, horizontal, not at {0}")]
    StartElsewhere(Move),
    /// A place without a tile to put there.
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

fn cell_names(placement: Move, covered: u32) -> String {
    let dots: Vec<String> = (0..)
        .zip(placement.cells())
        .filter(|(bit, _)| covered >> bit & 1 == 1)
        .map(|(_, dot)| dot.to_string())
        .collect();
    dots.join(" ")
}
