//! The searches for any game, compared with plain minimax and expectimax.

mod alpha_beta;
mod brute_force;
mod ensemble;
mod late_positions;
mod level;
mod mcts;
mod race;
mod request;

#[test]
fn random_streams_of_one_seed_do_not_overlap() {
    let mut seen = std::collections::HashSet::new();
    for number in 0..50 {
        let mut random = kifu_core::search::SplitMix64::stream(1, number);
        for _ in 0..50 {
            assert!(seen.insert(random.next()), "{number}");
        }
    }
}
