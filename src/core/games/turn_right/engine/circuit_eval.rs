//! Pattern evaluation of full boards: the points still to be gained.
//!
//! Each pair of neighbouring columns and each pair of neighbouring rows has a weight for the
//! pattern of stones in it. The sum of the weights is the number of points that the player to move
//! will gain on the opponent until the end if both play well, a 3x3 square counting as some extra
//! points. The weights are learned by self-play of the search
//! (`circuit_eval.recipe.ron`, `src/lab/turn_right/circuit_eval_training.rs`): pattern tables (Buro 1998) with
//! temporal-difference learning (Lucas 2008).
//!
//! A board can be rotated (but not mirrored, since circuits are clockwise), so a pattern of rows
//! has the weight of the pattern of columns to which it is rotated.

use super::super::board::CIRCUIT_COUNT;
use super::circuit_position::CircuitPosition;
use std::sync::LazyLock;

/// The number of evaluation units per point.
pub const POINT_SCALE: i32 = 256;
/// The number of evaluations that take as long as a node.
pub(super) const EVALS_PER_NODE: u64 = 64;
/// The number of phases, each with its own tables; see [`phase`].
pub const PHASE_COUNT: usize = 13;
/// The number of patterns of two neighbouring columns.
pub const PATTERN_COUNT: usize = 1 << 12;
/// The number of pairs of neighbouring columns that are different under rotation by 180 degrees.
pub const KIND_COUNT: usize = 3;
/// The number of pairs of neighbouring columns.
const PAIR_COUNT: usize = 5;

/// Returns the phase of positions after a number of circuits, 0 to 12.
///
/// Phases are shortest at the beginning, when few circuits are legal, and at the end, where turns
/// differ most.
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

/// Returns a pattern rotated by 180 degrees.
#[expect(clippy::cast_possible_truncation, reason = "twelve bits")]
pub const fn rotated_180(pattern: usize) -> usize {
    (pattern as u16).reverse_bits() as usize >> 4
}

/// The stones of a column (six bits) spread over a row, one bit per column.
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

/// Returns a board rotated by 90 degrees.
#[inline]
pub fn rotated_90(stones: u64) -> u64 {
    (0..6).fold(0, |turned, x| {
        turned | COLUMN_AS_ROW[(stones >> (6 * x) & 63) as usize] << (5 - x)
    })
}

/// Returns the ten patterns of a board, each as the index of its pair and that of the pattern.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "twelve bits are left")]
pub fn patterns(stones: u64) -> impl Iterator<Item = (usize, usize)> {
    let boards = [stones, rotated_90(stones)].into_iter();
    boards.flat_map(|board| {
        (0..PAIR_COUNT).map(move |pair| (pair, (board >> (6 * pair)) as usize % PATTERN_COUNT))
    })
}

/// The weights of all patterns.
pub struct CircuitEval {
    /// The weights by phase and pair (row-major), then pattern, in units of 1 / [`POINT_SCALE`]
    /// points.
    tables: Vec<[i16; PATTERN_COUNT]>,
    /// The biases by number of circuits made, in the same unit.
    biases: [i16; CIRCUIT_COUNT as usize],
}

impl CircuitEval {
    /// Returns the evaluation embedded in kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<CircuitEval> = LazyLock::new(|| {
            CircuitEval::from_bytes(include_bytes!("circuit_eval.bin")).unwrap_or_default()
        });
        &EMBEDDED
    }

    /// Parses the biases by number of circuits made, then the weights by phase, kind of pair, and
    /// pattern, all as little-endian 16-bit numbers. Returns `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (values, rest) = bytes.as_chunks::<2>();
        let (biases, patterns) = values.split_at_checked(usize::from(CIRCUIT_COUNT))?;
        if !rest.is_empty() || patterns.len() != PHASE_COUNT * KIND_COUNT * PATTERN_COUNT {
            return None;
        }
        let weight = |at: usize| i16::from_le_bytes(patterns[at]);
        let mut eval = Self::default();
        for (at, table) in eval.tables.iter_mut().enumerate() {
            let (phase, pair) = (at / PAIR_COUNT, at % PAIR_COUNT);
            for (pattern, entry) in table.iter_mut().enumerate() {
                let (kind, pattern) = shared_table_index(pair, pattern);
                *entry = weight((phase * KIND_COUNT + kind) * PATTERN_COUNT + pattern);
            }
        }
        eval.biases = std::array::from_fn(|at| i16::from_le_bytes(biases[at]));
        Some(eval)
    }

    /// Returns the points, in units of 1 / [`POINT_SCALE`], that the player to move, with the
    /// stones `own`, is expected to gain on the opponent until the end, after a number of circuits.
    #[inline]
    pub fn expected_gain(&self, own: u64, circuits: u8) -> i32 {
        if circuits >= CIRCUIT_COUNT {
            return 0;
        }
        let tables = &self.tables[PAIR_COUNT * phase(circuits)..][..PAIR_COUNT];
        let weights = patterns(own).map(|(pair, pattern)| i32::from(tables[pair][pattern]));
        weights.sum::<i32>() + i32::from(self.biases[usize::from(circuits)])
    }

    /// Returns the expected final lead of the player to move, in units of 1 / [`POINT_SCALE`]
    /// points.
    #[inline]
    pub fn expected_lead(&self, node: &CircuitPosition) -> i32 {
        node.lead * POINT_SCALE + self.expected_gain(node.own, node.circuits_made)
    }
}

/// Creates an evaluation with all weights 0.
impl Default for CircuitEval {
    fn default() -> Self {
        Self {
            tables: vec![[0; PATTERN_COUNT]; PHASE_COUNT * PAIR_COUNT],
            biases: [0; CIRCUIT_COUNT as usize],
        }
    }
}

/// Returns the kind of a pair of columns and the pattern index under which a pattern in it is
/// stored.
pub const fn shared_table_index(pair: usize, pattern: usize) -> (usize, usize) {
    if pair < KIND_COUNT {
        (pair, pattern)
    } else {
        (PAIR_COUNT - 1 - pair, rotated_180(pattern))
    }
}
