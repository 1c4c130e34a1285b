//! The pattern evaluation of positions.

use super::{pairs, random_stones};
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::pattern_eval::{PatternEval, win_probability};
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};

fn seen_after_moves_as_anew<B: BitboardWord>(size: (u32, u32)) {
    let mut rng = SplitMix64::new(7);
    for plies in 0..40 {
        let stones = random_stones::<B>(size, plies, &mut rng);
        let glance = PatternEval::new(stones);
        for pair in pairs(stones) {
            // The other player sees it then, and their gain is our loss.
            let after = PatternEval::new(stones.after(pair));
            assert_eq!(glance.lead_after(stones, pair), -after.lead());
        }
        assert_eq!(PatternEval::new(stones.swapped()).lead(), -glance.lead());
    }
}

#[test]
fn a_move_changes_what_is_seen_as_if_looked_at_anew() {
    seen_after_moves_as_anew::<u64>((8, 8));
    seen_after_moves_as_anew::<u128>((10, 10));
    seen_after_moves_as_anew::<u64>((5, 4));
}

/// Who wins is known of every position here (the solver's word), and a glance sees it better than
/// by chance: of so many positions two in three.
#[test]
fn a_glance_tells_mostly_who_wins() {
    let (mut rng, mut solver) = (SplitMix64::new(8), ClobberSolver::<u64>::new(16 << 20));
    let (mut right, mut count) = (0, 0);
    while count < 200 {
        let stones = random_stones((8, 8), 30 + rng.index(4), &mut rng);
        let mut watch = SearchBudget::new(Limits::default());
        let Some(won) = solver.solve(stones, 100_000, &mut watch) else {
            continue;
        };
        right += u32::from((win_probability(PatternEval::new(stones).lead()) > 0.5) == won);
        count += 1;
    }
    assert!(right > 133, "{right} of {count}");
}
