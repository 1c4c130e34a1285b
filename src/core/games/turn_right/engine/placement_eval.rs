//! Pattern evaluation of boards that are not full: the expected lead at the end.
//!
//! Each 3x3 window of the board has a weight for the pattern in it: stones of the player to move,
//! stones of the opponent, and empty squares. The sum of the weights is the expected final lead of
//! the player to move. The weights are learned by temporal differences from games in which stones
//! are placed by them; the target for a full board is its value by the search of circuits
//! (`placement_eval.recipe.ron`, `src/lab/turn_right/placement_eval_training.rs`).
//!
//! A board can be rotated (but not mirrored, since circuits are clockwise), so windows that are
//! rotations of each other share their weights.

use super::circuit_position::bits_3x3;
use std::sync::LazyLock;

/// The number of squares of the board.
pub const SQUARE_COUNT: usize = 36;
/// The number of phases, each with its own weights; see [`phase`].
pub const PHASE_COUNT: usize = 5;
/// The number of 3x3 windows that are different under rotation.
pub const KIND_COUNT: usize = 4;
/// The number of patterns of a 3x3 window.
pub const PATTERN_COUNT: usize = 3_usize.pow(9);
/// The number of 3x3 windows.
pub const WINDOW_COUNT: usize = 16;

/// Returns the phase of boards with a number of stones, 0 to 4.
pub const fn phase(placed: usize) -> usize {
    match placed {
        0..=11 => 0,
        12..=17 => 1,
        18..=23 => 2,
        24..=29 => 3,
        _ => PHASE_COUNT - 1,
    }
}

/// A 3x3 window of the board.
#[derive(Clone, Copy, Debug)]
struct Window3x3 {
    /// The number of its lower left square.
    shift: u32,
    /// The kind of window, 0 to 3.
    kind: usize,
    /// The number of rotations by 90 degrees from the first window of its kind.
    rotations: usize,
}

/// All 3x3 windows, by kind, then rotation.
const WINDOWS_3X3: [Window3x3; WINDOW_COUNT] = {
    let first = [(0, 0), (1, 0), (2, 0), (1, 1)];
    let mut windows = [Window3x3 {
        shift: 0,
        kind: 0,
        rotations: 0,
    }; WINDOW_COUNT];
    let mut index = 0;
    while index < WINDOW_COUNT {
        let (kind, turns) = (index / 4, index % 4);
        let (mut x, mut y) = first[kind];
        let mut turn = 0;
        while turn < turns {
            (x, y) = (3 - y, x);
            turn += 1;
        }
        windows[index] = Window3x3 {
            shift: 6 * x + y,
            kind,
            rotations: turns,
        };
        index += 1;
    }
    windows
};

/// The stones in a 3x3 window (nine bits), rotated back, as digits of a number in base three.
///
/// The first index is the number of rotations.
const ROTATED_DIGITS: [[u16; 512]; 4] = {
    let mut digits = [[0; 512]; 4];
    let mut turns = 0;
    while turns < 4 {
        let mut stones = 0;
        while stones < 512 {
            let mut square = 0;
            while square < 9 {
                if stones >> square & 1 == 1 {
                    let (mut x, mut y) = (square / 3, square % 3);
                    let mut turn = 0;
                    while turn < turns {
                        (x, y) = (y, 2 - x);
                        turn += 1;
                    }
                    digits[turns][stones] += 3_u16.pow(3 * x + y);
                }
                square += 1;
            }
            stones += 1;
        }
        turns += 1;
    }
    digits
};

/// Returns the indices of the weights of a board, one per window, given the stones of the player to
/// move and of the opponent.
#[inline]
pub fn weight_indices(own: u64, other: u64) -> [usize; WINDOW_COUNT] {
    let start = phase((own | other).count_ones() as usize) * KIND_COUNT;
    WINDOWS_3X3.map(|window| {
        let digits = &ROTATED_DIGITS[window.rotations];
        let own_pattern = usize::from(digits[bits_3x3(own, window.shift)]);
        let other_pattern = usize::from(digits[bits_3x3(other, window.shift)]);
        (start + window.kind) * PATTERN_COUNT + own_pattern + 2 * other_pattern
    })
}

/// The weights of all patterns.
#[derive(Debug)]
pub struct PlacementEval {
    /// The biases by number of stones placed, in the unit of the weights.
    biases: [i16; SQUARE_COUNT],
    /// The weights by phase, kind and pattern (row-major), in units of 1 /
    /// [`POINT_SCALE`](super::circuit_eval::POINT_SCALE) points.
    weights: Vec<i16>,
}

impl PlacementEval {
    /// Returns the evaluation embedded in kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<PlacementEval> = LazyLock::new(|| {
            PlacementEval::from_bytes(include_bytes!("placement_eval.bin")).unwrap_or_default()
        });
        &EMBEDDED
    }

    /// Parses the biases by number of stones placed, then the weights by phase, kind, and pattern,
    /// all as little-endian 16-bit numbers. Returns `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (all, rest) = bytes.as_chunks::<2>();
        let (biases, weights) = all.split_first_chunk::<SQUARE_COUNT>()?;
        if !rest.is_empty() || weights.len() != PHASE_COUNT * KIND_COUNT * PATTERN_COUNT {
            return None;
        }
        Some(Self {
            biases: biases.map(i16::from_le_bytes),
            weights: weights.iter().copied().map(i16::from_le_bytes).collect(),
        })
    }

    /// Returns the expected final lead of the player to move, in units of 1 /
    /// [`POINT_SCALE`](super::circuit_eval::POINT_SCALE) points, given the stones of that player
    /// and of the opponent. The board must not be full.
    #[inline]
    pub fn expected_lead(&self, own: u64, other: u64) -> i32 {
        let placed = (own | other).count_ones() as usize;
        let weights = weight_indices(own, other).map(|at| i32::from(self.weights[at]));
        let bias = self.biases.get(placed).copied().unwrap_or_default();
        weights.iter().sum::<i32>() + i32::from(bias)
    }
}

/// Creates an evaluation with all weights 0.
impl Default for PlacementEval {
    fn default() -> Self {
        Self {
            biases: [0; SQUARE_COUNT],
            weights: vec![0; PHASE_COUNT * KIND_COUNT * PATTERN_COUNT],
        }
    }
}
