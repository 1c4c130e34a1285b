//! Random numbers for hashing positions: one for each thing that may be so or not.

use super::super::grid::EDGES;

/// One number well mixed (splitmix64, Steele, Lea and Flood 2014).
#[inline]
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// For an edge that is left.
pub(super) static EDGE: [u64; EDGES] = row(1);
/// For a cell, by its bit, at which a spare move hangs.
pub(super) static SPARE: [u64; EDGES] = row(2);
/// For a cell, by its bit, and how many cells it stands for: none for itself alone.
pub(super) static WEIGHT: [[u64; 26]; EDGES] = {
    let mut weights = [[0; 26]; EDGES];
    let mut cell = 0;
    while cell < EDGES {
        let mut weight = 2;
        while weight < 26 {
            weights[cell][weight] = mix(3_000 + 26 * cell as u64 + weight as u64);
            weight += 1;
        }
        cell += 1;
    }
    weights
};

const fn row(kind: u64) -> [u64; EDGES] {
    let mut row = [0; EDGES];
    let mut at = 0;
    while at < EDGES {
        row[at] = mix(kind * 1_000 + at as u64);
        at += 1;
    }
    row
}
