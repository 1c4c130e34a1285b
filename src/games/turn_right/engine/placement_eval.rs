//! What a board that is not full yet promises, at a glance.
//!
//! Every 3x3 square of the board has a number by what lies in it: stones of the player to act, of
//! the other, and empty squares. Their sum is by how many points the player to act will lead in the
//! end. The numbers are learned from games in which stones are placed by them, by differences in
//! time, and a full board is worth what the search of circuits says
//! (`tests/core/lab/turn_right/placement_eval_training.rs`).
//!
//! A board can be turned (but not mirrored, for circuits are clockwise), so places that are each
//! other's turned share their numbers.

use super::circuit_position::bits_3x3;
use std::sync::LazyLock;

/// Squares of the board.
pub const SQUARE_COUNT: usize = 36;
/// How many tables there are, by the number of stones placed.
pub const PHASE_COUNT: usize = 5;
/// Places of a 3x3 square that are not each other's turned.
pub const KIND_COUNT: usize = 4;
/// What may lie in a 3x3 square.
pub const PATTERN_COUNT: usize = 3_usize.pow(9);
/// Places of a 3x3 square.
pub const WINDOW_COUNT: usize = 16;

/// The table for boards with so many stones.
pub const fn phase(placed: usize) -> usize {
    match placed {
        0..=11 => 0,
        12..=17 => 1,
        18..=23 => 2,
        24..=29 => 3,
        _ => PHASE_COUNT - 1,
    }
}

/// A place of a 3x3 square: its lower left square, the kind it is of, and how many quarter turns it
/// is from the first of that.
#[derive(Clone, Copy, Debug)]
struct Window3x3 {
    shift: u32,
    kind: usize,
    rotations: usize,
}

const WINDOWS_3X3: [Window3x3; WINDOW_COUNT] = {
    let first = [(0, 0), (1, 0), (2, 0), (1, 1)];
    let mut places = [Window3x3 {
        shift: 0,
        kind: 0,
        rotations: 0,
    }; WINDOW_COUNT];
    let mut at = 0;
    while at < WINDOW_COUNT {
        let (kind, turns) = (at / 4, at % 4);
        let (mut x, mut y) = first[kind];
        let mut turn = 0;
        while turn < turns {
            (x, y) = (3 - y, x);
            turn += 1;
        }
        places[at] = Window3x3 {
            shift: 6 * x + y,
            kind,
            rotations: turns,
        };
        at += 1;
    }
    places
};

/// The stones in a 3x3 square turned back so often, as digits of a number of base three.
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

/// Where the numbers of a board stand whose stones these are, the player's to act first.
#[inline]
pub fn weight_indices(own: u64, other: u64) -> [usize; WINDOW_COUNT] {
    let start = phase((own | other).count_ones() as usize) * KIND_COUNT;
    WINDOWS_3X3.map(|place| {
        let digits = &ROTATED_DIGITS[place.rotations];
        let own = usize::from(digits[bits_3x3(own, place.shift)]);
        let other = usize::from(digits[bits_3x3(other, place.shift)]);
        (start + place.kind) * PATTERN_COUNT + own + 2 * other
    })
}

/// The numbers.
#[derive(Debug)]
pub struct PlacementEval {
    /// What is added, by stones placed.
    biases: [i16; SQUARE_COUNT],
    /// By phase, kind and pattern, in [parts](super::outlook::PARTS).
    weights: Vec<i16>,
}

impl PlacementEval {
    /// The one that comes with kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<PlacementEval> = LazyLock::new(|| {
            PlacementEval::from_bytes(include_bytes!("placement_eval.bin")).unwrap_or_default()
        });
        &EMBEDDED
    }

    /// Reads what is added by stones placed, then the numbers by phase, kind and pattern: two bytes
    /// each, the lower one first. `None` if there are not as many as there must be.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (all, rest) = bytes.as_chunks::<2>();
        let (start, numbers) = all.split_first_chunk::<SQUARE_COUNT>()?;
        if !rest.is_empty() || numbers.len() != PHASE_COUNT * KIND_COUNT * PATTERN_COUNT {
            return None;
        }
        Some(Self {
            biases: start.map(i16::from_le_bytes),
            weights: numbers.iter().copied().map(i16::from_le_bytes).collect(),
        })
    }

    /// By how many [parts](super::outlook::PARTS) of a point the player to act will lead at the
    /// end, whose stones come first; of a board that is not full.
    #[inline]
    pub fn expected_lead(&self, own: u64, other: u64) -> i32 {
        let placed = (own | other).count_ones() as usize;
        let numbers = weight_indices(own, other).map(|at| i32::from(self.weights[at]));
        let start = self.biases.get(placed).copied().unwrap_or_default();
        numbers.iter().sum::<i32>() + i32::from(start)
    }
}

/// All numbers 0.
impl Default for PlacementEval {
    fn default() -> Self {
        Self {
            biases: [0; SQUARE_COUNT],
            weights: vec![0; PHASE_COUNT * KIND_COUNT * PATTERN_COUNT],
        }
    }
}
