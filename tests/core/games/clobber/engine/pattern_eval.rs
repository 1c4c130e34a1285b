//! The pattern evaluation of positions.

use super::{pairs, random_stones};
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::pattern_eval::{PatternEval, win_probability};
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};

fn assert_lead_after_moves_is_that_of_new_evaluation<B: BitboardWord>(size: (u32, u32)) {
    let mut rng = SplitMix64::new(7);
    for plies in 0..40 {
        let stones = random_stones::<B>(size, plies, &mut rng);
        let eval = PatternEval::new(stones);
        for pair in pairs(stones) {
            // The evaluation is for the player to move, so the sign changes.
            let after = PatternEval::new(stones.after(pair));
            assert_eq!(eval.lead_after(stones, pair), -after.lead());
        }
        assert_eq!(PatternEval::new(stones.swapped()).lead(), -eval.lead());
    }
}

#[test]
fn pattern_lead_after_a_move_equals_a_new_evaluation() {
    assert_lead_after_moves_is_that_of_new_evaluation::<u64>((8, 8));
    assert_lead_after_moves_is_that_of_new_evaluation::<u128>((10, 10));
    assert_lead_after_moves_is_that_of_new_evaluation::<u64>((5, 4));
}

/// The solver gives the true winner of each position.
#[test]
fn pattern_eval_predicts_the_winner_in_two_of_three_positions() {
    let (mut rng, mut solver) = (SplitMix64::new(8), ClobberSolver::<u64>::new(16 << 20));
    let (mut right, mut count) = (0, 0);
    while count < 200 {
        let stones = random_stones((8, 8), 30 + rng.index(4), &mut rng);
        let mut budget = SearchBudget::new(Limits::default());
        let Some(won) = solver.solve(stones, 100_000, &mut budget) else {
            continue;
        };
        right += u32::from((win_probability(PatternEval::new(stones).lead()) > 0.5) == won);
        count += 1;
    }
    assert!(right > 133, "{right} of {count}");
}
