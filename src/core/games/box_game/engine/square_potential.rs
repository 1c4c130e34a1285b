//! Bounds on the points that the squares of one colour can still give.

use super::board::{ROWS, RowBits};

/// The bounds on the final points of a colour, with the cells that decide between them.
#[derive(Clone, Copy, Debug)]
pub struct SquarePotential {
    /// The corners of the squares that are still undecided.
    pub live_cells: RowBits,
    /// The points of the squares that are certain, the lower bound.
    pub certain_points: i32,
    /// The points of the certain and the undecided squares, the upper bound.
    pub max_points: i32,
}

impl SquarePotential {
    /// Computes the potential of these dots, if the `open` cells may be covered with any colour.
    #[inline(always)]
    pub fn new(marks: &RowBits, open: &RowBits) -> Self {
        let mut possible = [0u32; 2 * ROWS];
        let mut coverable = [0u32; 2 * ROWS];
        for row in 0..ROWS {
            possible[row] = marks[row] | open[row];
            coverable[row] = open[row];
        }
        let mut live = [0u32; 2 * ROWS];
        let (mut certain_points, mut max_points) = (0, 0);
        for side in 1..ROWS {
            let (mut certain, mut max) = (0, 0);
            for row in 0..ROWS {
                let both = possible[row] & possible[row + side];
                let squares = both & both >> side;
                let either = coverable[row] | coverable[row + side];
                let may_change = squares & (either | either >> side);
                max += squares.count_ones();
                certain += (squares ^ may_change).count_ones();
                let corners = may_change | may_change << side;
                live[row] |= corners;
                live[row + side] |= corners;
            }
            certain_points += certain * side as u32;
            max_points += max * side as u32;
        }
        Self {
            live_cells: std::array::from_fn(|row| live[row]),
            certain_points: certain_points as i32,
            max_points: max_points as i32,
        }
    }
}
