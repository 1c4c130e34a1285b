//! The engine of Clobber: its board against the rules', its proofs against brute force.

mod analysis;
mod board;
mod pattern_eval;
mod solver;
mod sum_eval;

use kifu_core::games::clobber::Position;
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

/// Returns the position after `plies` random plies from the full board, or an earlier end.
pub fn random_stones<B: BitboardWord>(
    (width, height): (u32, u32),
    plies: usize,
    rng: &mut SplitMix64,
) -> Stones<B> {
    let mut stones = Stones::from_position(&Position::full(width, height)).unwrap();
    for _ in 0..plies {
        let pairs = pairs(stones);
        if pairs.is_empty() {
            break;
        }
        stones = stones.after(pairs[rng.index(pairs.len())]);
    }
    stones
}

pub fn pairs<B: BitboardWord>(stones: Stones<B>) -> Vec<B> {
    let mut pairs = Vec::new();
    stones.for_each_pair(|pair| pairs.push(pair));
    pairs
}

/// Finds the winner by trying everything.
#[derive(Default)]
struct Brute<B>(HashMap<Stones<B>, bool>);

impl<B: BitboardWord> Brute<B> {
    fn wins(&mut self, stones: Stones<B>) -> bool {
        if let Some(known) = self.0.get(&stones) {
            return *known;
        }
        let wins = pairs(stones)
            .into_iter()
            .any(|pair| !self.wins(stones.after(pair)));
        self.0.insert(stones, wins);
        wins
    }
}
