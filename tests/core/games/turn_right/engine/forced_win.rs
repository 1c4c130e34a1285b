//! Wins by 3x3 squares that no answer parries, against all circuits tried.

use super::square_sets::{ALL_SQUARES, gain, has_3x3, rotate};
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::turn_right::engine::branch::BranchFinder;
use kifu_core::games::turn_right::engine::circuit_eval::CircuitEval;
use kifu_core::games::turn_right::engine::circuit_position::CircuitPosition;
use kifu_core::games::turn_right::engine::threat;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};

/// Returns eighteen random stones, most of them in one half.
fn stones(random: &mut SplitMix64) -> u64 {
    let mut all: Vec<u32> = (0..36).collect();
    random.shuffle(&mut all);
    all.sort_by_cached_key(|square| *square >= 18 && random.below(4) > 0);
    all[..18].iter().fold(0, |set, square| set | 1 << square)
}

/// Reports whether some circuit forces a win, by trying all answers and all circuits after
/// them.
fn brute_force_wins(node: &CircuitPosition) -> bool {
    node.legal_circuits().iter().any(|circuit| {
        let own = rotate(*circuit, node.own);
        let next = node.after(own, gain(own));
        let ends = has_3x3(own) || has_3x3(ALL_SQUARES ^ own);
        !ends
            && next.legal_circuits().iter().all(|answer| {
                let other = rotate(*answer, next.own);
                let last = next.after(other, gain(other));
                let makes = |circuit: &Circuit| has_3x3(rotate(*circuit, last.own));
                !has_3x3(other) && (has_3x3(last.own) || last.legal_circuits().iter().any(makes))
            })
    })
}

mod slow {
    use super::*;

    #[test]
    fn forcing_branch_is_found_exactly_when_brute_force_wins() {
        let mut random = SplitMix64::new(4);
        let mut finder = BranchFinder::new(CircuitEval::embedded());
        let mut found = [0; 2];
        for _ in 0..3000 {
            let node = CircuitPosition {
                own: stones(&mut random),
                lead: 0,
                circuits_made: 0,
            };
            if has_3x3(node.own) || threat::can_make_3x3(node.own, node.turn_number()) {
                continue;
            }
            let mut budget = SearchBudget::new(Limits::default());
            let seen = finder.forcing_branch(&node, &mut budget).is_some();
            assert_eq!(seen, brute_force_wins(&node), "{node:?}");
            found[usize::from(seen)] += 1;
        }
        assert!(found.iter().all(|count| *count > 5), "{found:?}");
    }
}
