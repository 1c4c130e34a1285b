//! How many points the squares of one colour may still bring.

use super::board::{ROWS, RowBits};

/// What may become of a colour's squares.
#[derive(Clone, Copy, Debug)]
pub struct SquarePotential {
    /// The spots that are corners of squares that may or may not be there in the end.
    pub live_cells: RowBits,
    /// The points of the squares that will be there.
    pub certain_points: i32,
    /// And of those that may be there, too.
    pub max_points: i32,
}

impl SquarePotential {
    /// That of these dots, if what is open may be covered and show any colour then.
    #[inline(always)]
    pub fn new(marks: &RowBits, open: &RowBits) -> Self {
        let mut hoped = [0u32; 2 * ROWS];
        let mut loose = [0u32; 2 * ROWS];
        for row in 0..ROWS {
            hoped[row] = marks[row] | open[row];
            loose[row] = open[row];
        }
        let mut live = [0u32; 2 * ROWS];
        let (mut sure_points, mut all_points) = (0, 0);
        for side in 1..ROWS {
            let (mut sure, mut all) = (0, 0);
            for row in 0..ROWS {
                let both = hoped[row] & hoped[row + side];
                let squares = both & both >> side;
                let either = loose[row] | loose[row + side];
                let may_change = squares & (either | either >> side);
                all += squares.count_ones();
                sure += (squares ^ may_change).count_ones();
                let corners = may_change | may_change << side;
                live[row] |= corners;
                live[row + side] |= corners;
            }
            sure_points += sure * side as u32;
            all_points += all * side as u32;
        }
        Self {
            live_cells: std::array::from_fn(|row| live[row]),
            certain_points: sure_points as i32,
            max_points: all_points as i32,
        }
    }
}
