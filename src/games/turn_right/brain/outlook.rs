//! What is still to come from a full board on, at a glance.
//!
//! Every two neighbouring columns and every two neighbouring rows have a number by the stones that
//! lie in them; their sum is by how many points the player to act will outdo the other until the
//! end, if both play well, a 3x3 square counted as some points more. The numbers are learned from
//! games of the search against itself (`tests/turn_right/train.rs`). Tables of patterns learned by
//! differences in time are Buro's way (1998) in the form that Lucas (2008) gave it.
//!
//! A board can be turned (but not mirrored, for circuits are clockwise): a pattern in a row has the
//! number of that in the column to which it is turned.

use super::super::board::CIRCUITS;
use super::node::Node;
use std::sync::LazyLock;

/// Parts of a point in which it is counted.
pub const PARTS: i32 = 256;
/// How many tables there are, by the number of circuits made.
pub const PHASES: usize = 13;
/// The patterns of two neighbouring columns.
pub const PATTERNS: usize = 1 << 12;
/// Pairs of neighbouring columns that are not each other's turned half round.
pub const KINDS: usize = 3;
/// Pairs of neighbouring columns.
const PAIRS: usize = 5;

/// The table for positions after so many circuits: turns differ most at first, when few circuits
/// are legal, and at the end.
pub const fn phase(circuits: u8) -> usize {
    match circuits {
        0..=11 => circuits as usize / 2,
        12..=15 => 6,
        16..=19 => 7,
        20..=21 => 8,
        22..=25 => circuits as usize - 13,
        _ => PHASES - 1,
    }
}

/// A pattern turned half round.
#[expect(clippy::cast_possible_truncation, reason = "twelve bits")]
pub const fn turned(pattern: usize) -> usize {
    (pattern as u16).reverse_bits() as usize >> 4
}

/// A column's stones, spread over a row.
const ROW: [u64; 64] = {
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
pub fn quarter(stones: u64) -> u64 {
    (0..6).fold(0, |turned, x| {
        turned | ROW[(stones >> (6 * x) & 63) as usize] << (5 - x)
    })
}

/// The patterns of a board, as the numbers of their pairs and theirs.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "twelve bits are left")]
pub fn patterns(stones: u64) -> impl Iterator<Item = (usize, usize)> {
    let boards = [stones, quarter(stones)].into_iter();
    boards.flat_map(|board| {
        (0..PAIRS).map(move |pair| (pair, (board >> (6 * pair)) as usize % PATTERNS))
    })
}

/// The numbers of all patterns.
pub struct Outlook {
    /// By phase, pair and pattern, in [`PARTS`].
    tables: Vec<[i16; PATTERNS]>,
    /// What is added to them, by circuits made.
    start: [i16; CIRCUITS as usize],
}

impl Outlook {
    /// The one that comes with kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Outlook> =
            LazyLock::new(|| Outlook::read(include_bytes!("outlook.bin")).unwrap_or_default());
        &EMBEDDED
    }

    /// Reads what is added by circuits made, then the numbers by phase, kind of pair and pattern:
    /// two bytes each, the lower one first. `None` if there are not as many as there must be.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<2>();
        let (start, patterns) = numbers.split_at_checked(usize::from(CIRCUITS))?;
        if !rest.is_empty() || patterns.len() != PHASES * KINDS * PATTERNS {
            return None;
        }
        let number = |at: usize| i16::from_le_bytes(patterns[at]);
        let mut outlook = Self::default();
        for (at, table) in outlook.tables.iter_mut().enumerate() {
            let (phase, pair) = (at / PAIRS, at % PAIRS);
            for (pattern, place) in table.iter_mut().enumerate() {
                let (kind, pattern) = kind(pair, pattern);
                *place = number((phase * KINDS + kind) * PATTERNS + pattern);
            }
        }
        outlook.start = std::array::from_fn(|at| i16::from_le_bytes(start[at]));
        Some(outlook)
    }

    /// By how many [`PARTS`] of a point the player to act, whose stones these are, will outdo the
    /// other after so many circuits.
    #[inline]
    pub fn of(&self, own: u64, circuits: u8) -> i32 {
        if circuits >= CIRCUITS {
            return 0;
        }
        let tables = &self.tables[PAIRS * phase(circuits)..][..PAIRS];
        let numbers = patterns(own).map(|(pair, pattern)| i32::from(tables[pair][pattern]));
        numbers.sum::<i32>() + i32::from(self.start[usize::from(circuits)])
    }

    /// By how many [`PARTS`] of a point the player to act will lead at the end.
    #[inline]
    pub fn worth(&self, node: &Node) -> i32 {
        node.lead * PARTS + self.of(node.own, node.circuits)
    }
}

/// All numbers 0.
impl Default for Outlook {
    fn default() -> Self {
        Self {
            tables: vec![[0; PATTERNS]; PHASES * PAIRS],
            start: [0; CIRCUITS as usize],
        }
    }
}

/// Where the number of a pattern in a pair of columns stands.
pub const fn kind(pair: usize, pattern: usize) -> (usize, usize) {
    if pair < KINDS {
        (pair, pattern)
    } else {
        (PAIRS - 1 - pair, turned(pattern))
    }
}
