//! The dots of one colour, as far as they still matter.
//!
//! The points of a colour do not depend on the other colour's dots. Late in a game, too, most of
//! its dots are not corners of any undecided square: a square whose corners can no longer be
//! covered is certain, and one with a corner that can no longer get the colour is lost. States
//! that differ only in other dots are equivalent.

use super::super::board::RowBits;
use super::super::kernel::Kernel;
use super::occupancy::{LegalPlacement, Occupancy};
use super::{TILE_DOTS, hash_rows};

/// The state of one colour: the dots that matter and the points that are certain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ColorState {
    /// The dots that may still matter.
    pub dots: RowBits,
    /// The points of certain squares whose dots were left out.
    pub certain_points: i32,
}

/// The state of a colour after a tile, with bounds on its final points.
#[derive(Clone, Debug, Default)]
pub(super) struct ColorOutcome {
    /// The state that is left.
    pub state: ColorState,
    /// The lower and the upper bound of the final points.
    pub points_range: [i32; 2],
    /// A hash of the dots that are left.
    pub key: u64,
    /// The final points by place and by the tile's dot, if the next tile is the last one.
    pub last_tile_points: Vec<[i32; TILE_DOTS]>,
}

impl ColorOutcome {
    /// Reports whether all continuations have the same points.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        (self.state.dots, self.points_range) == (other.state.dots, other.points_range)
    }
}

impl ColorState {
    /// Returns the points of the colour on the current board.
    fn points(&self, kernel: Kernel) -> i32 {
        self.certain_points + kernel.points(&self.dots)
    }

    /// Returns the outcome of a placement, if the tile's dot of this colour has index `dot`.
    pub fn after(&self, kernel: Kernel, placement: &LegalPlacement, dot: usize) -> ColorOutcome {
        let dots = &placement.dot_cells[dot];
        let marks =
            std::array::from_fn(|row| self.dots[row] & !placement.tile_cells[row] | dots[row]);
        let all = Self {
            dots: marks,
            ..*self
        };
        if placement.is_over {
            let points = all.points(kernel);
            return ColorOutcome {
                points_range: [points; 2],
                ..ColorOutcome::default()
            };
        }
        let potential = kernel.square_potential(&all.dots, &placement.coverable);
        let marks = std::array::from_fn(|row| marks[row] & potential.live_cells[row]);
        // Some of the dots that stay may be corners of certain squares, too.
        let closed = std::array::from_fn(|row| marks[row] & !placement.coverable[row]);
        let left_out = potential.certain_points - kernel.points(&closed);
        ColorOutcome {
            state: Self {
                dots: marks,
                certain_points: all.certain_points + left_out,
            },
            points_range: [potential.certain_points, potential.max_points]
                .map(|points| all.certain_points + points),
            key: hash_rows(0, &marks),
            last_tile_points: Vec::new(),
        }
    }

    /// Returns the final points by the last tile's placement and by the index of its dot.
    pub fn last_tile_points(&self, kernel: Kernel, occupancy: &Occupancy) -> Vec<[i32; TILE_DOTS]> {
        let placements = occupancy.placements.iter();
        placements
            .map(|placement| {
                let blank = std::array::from_fn(|row| self.dots[row] & !placement.tile_cells[row]);
                let kept_points = self.certain_points + kernel.points(&blank);
                // The tile's two dots of a colour are never corners of the same square: where they
                // are opposite corners of one, its other two corners are the tile's own dots, of
                // other colours.
                placement
                    .dot_cells
                    .map(|dots| kept_points + new_square_points(&blank, &dots))
            })
            .collect()
    }
}

/// Returns the points of the squares that dots complete, each dot without the others.
fn new_square_points(marks: &RowBits, dots: &RowBits) -> i32 {
    let mut points = 0;
    for (row, dots) in dots.iter().enumerate() {
        let (own, mut dots) = (marks[row], *dots);
        while dots != 0 && own != 0 {
            let column = dots.trailing_zeros();
            dots &= dots - 1;
            for (other, with) in marks.iter().enumerate() {
                if with >> column & 1 == 0 || other == row {
                    continue;
                }
                let side = other.abs_diff(row);
                let both = own & with;
                let right = both >> column >> side & 1;
                let left = both << side >> column & 1;
                points += side as i32 * (right + left) as i32;
            }
        }
    }
    points
}
