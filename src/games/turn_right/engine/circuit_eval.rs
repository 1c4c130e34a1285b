//! What is still to come from a full board on, at a glance.
//!
//! Every two neighbouring columns and every two neighbouring rows have a number by the stones that
//! lie in them; their sum is by how many points the player to act will outdo the other until the
//! end, if both play well, a 3x3 square counted as some points more. The numbers are learned from
//! games of the search against itself (`tests/core/lab/turn_right/circuit_eval_training.rs`).
//! Tables of patterns learned by differences in time are Buro's way (1998) in the form that Lucas
//! (2008) gave it.
//!
//! A board can be turned (but not mirrored, for circuits are clockwise): a pattern in a row has the
//! number of that in the column to which it is turned.

use super::super::board::CIRCUIT_COUNT;
use super::circuit_position::CircuitPosition;
use std::sync::LazyLock;

/// Parts of a point in which it is counted.
pub const POINT_SCALE: i32 = 256;
/// As many boards are evaluated in the time of one node.
pub(super) const EVALS_PER_NODE: u64 = 64;
/// How many tables there are, by the number of circuits made.
pub const PHASE_COUNT: usize = 13;
/// The patterns of two neighbouring columns.
pub const PATTERN_COUNT: usize = 1 << 12;
/// Pairs of neighbouring columns that are not each other's turned half round.
pub const KIND_COUNT: usize = 3;
/// Pairs of neighbouring columns.
const PAIR_COUNT: usize = 5;

/// The table for positions after so many circuits: turns differ most at first, when few circuits
/// are legal, and at the end.
pub const fn phase(circuits: u8) -> usize {
    match circuits {
        0..=11 => circuits as usize / 2,
        12..=15 => 6,
        16..=19 => 7,
        20..=21 => 8,
        22..=25 => circuits as usize - 13,
        _ => PHASE_COUNT - 1,
    }
}

/// A pattern turned half round.
#[expect(clippy::cast_possible_truncation, reason = "twelve bits")]
pub const fn rotated_180(pattern: usize) -> usize {
    (pattern as u16).reverse_bits() as usize >> 4
}

/// A column's stones, spread over a row.
const COLUMN_AS_ROW: [u64; 64] = {
    let mut rows = [0; 64];
    let mut column = 0;
    while column < 64 {
        let mut y = 0;
        while y < 6 {
            rows[column] |= (column as u64 >> y & 1) << (6 * y);
            y += 1;
        }
        column += 1;
    }
    rows
};

/// A board turned by a quarter.
#[inline]
pub fn rotated_90(stones: u64) -> u64 {
    (0..6).fold(0, |turned, x| {
        turned | COLUMN_AS_ROW[(stones >> (6 * x) & 63) as usize] << (5 - x)
    })
}

/// The patterns of a board, as the numbers of their pairs and theirs.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "twelve bits are left")]
pub fn patterns(stones: u64) -> impl Iterator<Item = (usize, usize)> {
    let boards = [stones, rotated_90(stones)].into_iter();
    boards.flat_map(|board| {
        (0..PAIR_COUNT).map(move |pair| (pair, (board >> (6 * pair)) as usize % PATTERN_COUNT))
    })
}

/// The numbers of all patterns.
pub struct CircuitEval {
    /// By phase, pair and pattern, in [`PARTS`].
    tables: Vec<[i16; PATTERN_COUNT]>,
    /// What is added to them, by circuits made.
    biases: [i16; CIRCUIT_COUNT as usize],
}

impl CircuitEval {
    /// The one that comes with kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<CircuitEval> = LazyLock::new(|| {
            CircuitEval::from_bytes(include_bytes!("circuit_eval.bin")).unwrap_or_default()
        });
        &EMBEDDED
    }

    /// Reads what is added by circuits made, then the numbers by phase, kind of pair and pattern:
    /// two bytes each, the lower one first. `None` if there are not as many as there must be.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<2>();
        let (start, patterns) = numbers.split_at_checked(usize::from(CIRCUIT_COUNT))?;
        if !rest.is_empty() || patterns.len() != PHASE_COUNT * KIND_COUNT * PATTERN_COUNT {
            return None;
        }
        let number = |at: usize| i16::from_le_bytes(patterns[at]);
        let mut outlook = Self::default();
        for (at, table) in outlook.tables.iter_mut().enumerate() {
            let (phase, pair) = (at / PAIR_COUNT, at % PAIR_COUNT);
            for (pattern, place) in table.iter_mut().enumerate() {
                let (kind, pattern) = shared_table_index(pair, pattern);
                *place = number((phase * KIND_COUNT + kind) * PATTERN_COUNT + pattern);
            }
        }
        outlook.biases = std::array::from_fn(|at| i16::from_le_bytes(start[at]));
        Some(outlook)
    }

    /// By how many [`PARTS`] of a point the player to act, whose stones these are, will outdo the
    /// other after so many circuits.
    #[inline]
    pub fn expected_gain(&self, own: u64, circuits: u8) -> i32 {
        if circuits >= CIRCUIT_COUNT {
            return 0;
        }
        let tables = &self.tables[PAIR_COUNT * phase(circuits)..][..PAIR_COUNT];
        let numbers = patterns(own).map(|(pair, pattern)| i32::from(tables[pair][pattern]));
        numbers.sum::<i32>() + i32::from(self.biases[usize::from(circuits)])
    }

    /// By how many [`PARTS`] of a point the player to act will lead at the end.
    #[inline]
    pub fn expected_lead(&self, node: &CircuitPosition) -> i32 {
        node.lead * POINT_SCALE + self.expected_gain(node.own, node.circuits_made)
    }
}

/// All numbers 0.
impl Default for CircuitEval {
    fn default() -> Self {
        Self {
            tables: vec![[0; PATTERN_COUNT]; PHASE_COUNT * PAIR_COUNT],
            biases: [0; CIRCUIT_COUNT as usize],
        }
    }
}

/// Where the number of a pattern in a pair of columns stands.
pub const fn shared_table_index(pair: usize, pattern: usize) -> (usize, usize) {
    if pair < KIND_COUNT {
        (pair, pattern)
    } else {
        (PAIR_COUNT - 1 - pair, rotated_180(pattern))
    }
}
