//! How much there is to look at, guessed before it is tried.

use super::super::board::{Board, Pair, Place};
use super::super::kernel::Kernel;
use super::BOARDS;
use crate::search::SplitMix64;

const PROBES: u32 = 16;

/// About how many orders of tiles and places may follow on a board: what random games meet (Knuth
/// 1975).
pub fn orders(kernel: Kernel, board: &Board, seed: u64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let sum: f64 = (0..PROBES)
        .map(|_| probe(kernel, *board, &mut random))
        .sum();
    sum / f64::from(PROBES)
}

/// About how many nodes' time it takes where there are so many orders: nine in ten of 170 positions
/// of the brain's own games, with two to four tiles left, took less.
pub fn nodes(orders: f64) -> f64 {
    let boards = (orders / 10.0).min(200.0 * orders.sqrt());
    boards / BOARDS as f64
}

fn probe(kernel: Kernel, mut board: Board, random: &mut SplitMix64) -> f64 {
    let (mut width, mut sum) = (1.0, 0.0);
    // What is more than this is too much anyway.
    while width < 1e12 {
        let legal = kernel.list(&board);
        let count = legal.count();
        if count == 0 {
            break;
        }
        width *= (Pair::ALL.len() * count) as f64;
        sum += width;
        let mut skip = random.index(count);
        let mut chosen = Place::default();
        legal.each(|place| {
            if skip == 0 {
                chosen = place;
            }
            skip = skip.wrapping_sub(1);
        });
        board.lay(chosen, Pair::ALL[random.index(Pair::ALL.len())]);
    }
    sum
}
