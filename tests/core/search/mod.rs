//! The searches that know no game, held against plain minimax and expectimax.

mod alpha_beta;
mod brute_force;
mod ensemble;
mod late_positions;
mod level;
mod mcts;
mod race;
mod request;

#[test]
fn sequences_of_one_seed_are_no_parts_of_each_other() {
    let mut seen = std::collections::HashSet::new();
    for number in 0..50 {
        let mut random = kifu_core::search::SplitMix64::stream(1, number);
        for _ in 0..50 {
            assert!(seen.insert(random.next()), "{number}");
        }
    }
}
