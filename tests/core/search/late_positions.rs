use crate::common::random_step;
use kifu_core::contract::{Game, Position, Setup};
use kifu_core::search::SplitMix64;

/// Returns random positions with at most `left` moves to go.
pub fn late_positions<G: Game>(setup: &Setup, seeds: u64, left: usize) -> Vec<G::Position> {
    let mut found = Vec::new();
    for seed in 0..seeds {
        let mut rng = SplitMix64::new(seed);
        let mut game = vec![G::start(setup).unwrap()];
        while let Some(step) = random_step::<G>(game.last().unwrap(), &mut rng) {
            let mut next = game.last().unwrap().clone();
            next.step(&step).unwrap();
            game.push(next);
        }
        let at = game.len().saturating_sub(left + 1);
        found.push(game.swap_remove(at));
    }
    found
}
