//! The dots of one colour, as far as they matter.
//!
//! What a colour gets does not depend on where the other's dots are. And late in a game most of
//! its own dots are the corner of no square that can still be made: a square whose corners nobody
//! can cover any more is sure, and one of which a corner cannot get the colour any more is lost.
//! Halves that differ only in dots of no more use are the same.

use super::super::board::RowBits;
use super::super::kernel::Kernel;
use super::occupancy::{LegalPlacement, Occupancy};
use super::{TILE_DOTS, hash_rows};

/// The dots of one colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ColorState {
    /// Its dots.
    pub dots: RowBits,
    /// Points of squares whose dots were left out.
    pub certain_points: i32,
}

/// What a tile leaves of a colour.
#[derive(Clone, Debug, Default)]
pub(super) struct ColorOutcome {
    /// Its dots that may still matter.
    pub state: ColorState,
    /// What it may come to, at least and at most.
    pub points_range: [i32; 2],
    /// A hash of these dots.
    pub key: u64,
    /// If the next tile is the last one: what it comes to, by place and by the tile's dot.
    pub last_tile_points: Vec<[i32; TILE_DOTS]>,
}

impl ColorOutcome {
    /// Whether all that follows is the same.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        (self.state.dots, self.points_range) == (other.state.dots, other.points_range)
    }
}

impl ColorState {
    fn points(&self, kernel: Kernel) -> i32 {
        self.certain_points + kernel.points(&self.dots)
    }

    /// What a tile leaves with the dot with this number, on the ground that follows.
    pub fn after(&self, kernel: Kernel, lay: &LegalPlacement, dot: usize) -> ColorOutcome {
        let dots = &lay.dot_cells[dot];
        let marks = std::array::from_fn(|row| self.dots[row] & !lay.tile_cells[row] | dots[row]);
        let all = Self {
            dots: marks,
            ..*self
        };
        if lay.is_over {
            let points = all.points(kernel);
            return ColorOutcome {
                points_range: [points; 2],
                ..ColorOutcome::default()
            };
        }
        let prospect = kernel.square_potential(&all.dots, &lay.coverable);
        let marks = std::array::from_fn(|row| marks[row] & prospect.live_cells[row]);
        // Of the dots that stay some may be corners of sure squares, too.
        let closed = std::array::from_fn(|row| marks[row] & !lay.coverable[row]);
        let left_out = prospect.certain_points - kernel.points(&closed);
        ColorOutcome {
            state: Self {
                dots: marks,
                certain_points: all.certain_points + left_out,
            },
            points_range: [prospect.certain_points, prospect.max_points]
                .map(|points| all.certain_points + points),
            key: hash_rows(0, &marks),
            last_tile_points: Vec::new(),
        }
    }

    /// What it comes to by where the last tile is put, and by the tile's dot.
    pub fn last_tile_points(&self, kernel: Kernel, ground: &Occupancy) -> Vec<[i32; TILE_DOTS]> {
        let lays = ground.placements.iter();
        lays.map(|lay| {
            let blank = std::array::from_fn(|row| self.dots[row] & !lay.tile_cells[row]);
            let still = self.certain_points + kernel.points(&blank);
            // The two dots are never corners of the same square: those that have one between them
            // are at opposite corners, and the others are the tile's own, of other colours.
            lay.dot_cells
                .map(|dots| still + new_square_points(&blank, &dots))
        })
        .collect()
    }
}

/// The points of the squares that dots make, each without the others.
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
