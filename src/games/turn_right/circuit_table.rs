//! All circuits, by their number of corners.

use super::circuit::{self, Circuit};
use std::sync::LazyLock;

/// The number of circuits that each player makes.
pub(super) const TURN_COUNT: usize = 13;

/// The circuits by rising number of corners, and how many have at most 4, 6, ..., 28.
struct CircuitTable {
    circuits: Vec<Circuit>,
    ends: [usize; TURN_COUNT],
}

/// Five megabytes, made when somebody first lists circuits: checking needs no list.
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

/// Tries every column of five cells to the left of `cells`, until none of `more` is left to add.
fn add_columns(more: u32, cells: u32, by_corners: &mut [Vec<Circuit>; TURN_COUNT]) {
    if more == 0 {
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
            add_columns(more - 1, next, by_corners);
        }
    }
}

impl Circuit {
    /// The circuits that a player may make as the `turn`th of the 13, that is with at most
    /// `2 (turn + 1)` corners, those with fewer corners first, equal ones by
    /// their cells; none for turn 0, all from 13 on.
    pub fn legal_on_turn(turn: usize) -> &'static [Self] {
        match turn.min(TURN_COUNT) {
            0 => &[],
            turn => &CIRCUIT_TABLE.circuits[..CIRCUIT_TABLE.ends[turn - 1]],
        }
    }

    /// The circuits with exactly this many corners.
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
