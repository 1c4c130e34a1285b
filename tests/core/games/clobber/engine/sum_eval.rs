//! The evaluation of sums, which guides the solver.

use super::random_stones;
use kifu_core::games::clobber::engine::sum_eval::component_lead;
use kifu_core::search::SplitMix64;

#[test]
fn component_lead_changes_sign_when_colours_are_swapped() {
    let mut rng = SplitMix64::new(14);
    for plies in 0..40 {
        let stones = random_stones::<u64>((8, 8), plies, &mut rng);
        assert_eq!(component_lead(stones), -component_lead(stones.swapped()));
    }
}
