//! How much there is to look at, guessed before it is tried.

use super::super::board::{Bitboard, PlaceIndex, TilePattern};
use super::super::kernel::Kernel;
use super::BOARDS_PER_NODE;
use crate::search::SplitMix64;

const PROBE_COUNT: u32 = 16;

/// About how many orders of tiles and places may follow on a board: what random games meet (Knuth
/// 1975).
pub fn estimate_sequences(kernel: Kernel, board: &Bitboard, seed: u64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let sum: f64 = (0..PROBE_COUNT)
        .map(|_| random_probe(kernel, *board, &mut random))
        .sum();
    sum / f64::from(PROBE_COUNT)
}

/// About how many nodes' time it takes where there are so many orders: nine in ten of 170 positions
/// of the brain's own games, with two to four tiles left, took less.
pub fn estimate_nodes(orders: f64) -> f64 {
    let boards = (orders / 10.0).min(200.0 * orders.sqrt());
    boards / BOARDS_PER_NODE as f64
}

fn random_probe(kernel: Kernel, mut board: Bitboard, random: &mut SplitMix64) -> f64 {
    let (mut width, mut sum) = (1.0, 0.0);
    // What is more than this is too much anyway.
    while width < 1e12 {
        let legal = kernel.legal_places(&board);
        let count = legal.count();
        if count == 0 {
            break;
        }
        width *= (TilePattern::ALL.len() * count) as f64;
        sum += width;
        let mut skip = random.index(count);
        let mut chosen = PlaceIndex::default();
        legal.for_each(|place| {
            if skip == 0 {
                chosen = place;
            }
            skip = skip.wrapping_sub(1);
        });
        board.lay(
            chosen,
            TilePattern::ALL[random.index(TilePattern::ALL.len())],
        );
    }
    sum
}
