//! The table of all circuits, sorted by their number of corners.

use super::circuit::{self, Circuit};
use std::sync::LazyLock;

/// The number of circuits that each player makes.
pub(super) const TURN_COUNT: usize = 13;

/// All circuits in ascending order of corners.
struct CircuitTable {
    /// The circuits.
    circuits: Vec<Circuit>,
    /// The number of circuits with at most 4, 6, ..., 28 corners.
    ends: [usize; TURN_COUNT],
}

/// The table, five megabytes, built when circuits are first listed: checking a move does not need
/// it.
static CIRCUIT_TABLE: LazyLock<CircuitTable> = LazyLock::new(|| {
    let mut by_corners = [const { Vec::new() }; TURN_COUNT];
    add_columns(5, 0, &mut by_corners);
    let mut end = 0;
    let ends = std::array::from_fn(|group| {
        end += by_corners[group].len();
        end
    });
    CircuitTable {
        circuits: by_corners.concat(),
        ends,
    }
});

/// Adds all circuits that extend `cells` at the left by `columns_left` columns of five cells.
fn add_columns(columns_left: u32, cells: u32, by_corners: &mut [Vec<Circuit>; TURN_COUNT]) {
    if columns_left == 0 {
        if circuit::is_disc(cells) {
            let circuit = Circuit::from_cells_unchecked(cells);
            by_corners[circuit.corners() as usize / 2 - 2].push(circuit);
        }
        return;
    }
    for column in 0..32 {
        let next = cells << 6 | column;
        let apart = column != 0 && cells != 0 && cells.is_multiple_of(64);
        if !apart && !circuit::touches_itself(next % (1 << 12)) {
            add_columns(columns_left - 1, next, by_corners);
        }
    }
}

impl Circuit {
    /// Returns the circuits that a player may make as circuit number `turn` of their 13.
    ///
    /// These are the circuits with at most `2 (turn + 1)` corners, in ascending order of corners,
    /// then of cells; none for turn 0, and all from turn 13 on.
    ///
    /// ```
    /// use kifu_core::games::turn_right::Circuit;
    ///
    /// // The first circuit has four corners: one of 15 * 15 rectangles.
    /// assert_eq!(Circuit::legal_on_turn(1).len(), 225);
    /// assert_eq!(Circuit::legal_on_turn(13).len(), 1_222_363);
    /// ```
    pub fn legal_on_turn(turn: usize) -> &'static [Self] {
        match turn.min(TURN_COUNT) {
            0 => &[],
            turn => &CIRCUIT_TABLE.circuits[..CIRCUIT_TABLE.ends[turn - 1]],
        }
    }

    /// Returns the circuits with exactly this number of corners.
    pub fn with_corners(corners: usize) -> &'static [Self] {
        match corners {
            4..=circuit::MAX_CORNERS if corners.is_multiple_of(2) => {
                let turn = corners / 2 - 1;
                &Self::legal_on_turn(turn)[Self::legal_on_turn(turn - 1).len()..]
            }
            _ => &[],
        }
    }
}
