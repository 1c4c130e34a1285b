//! Threats of 3x3 squares, against all circuits tried.

use super::square_sets::{has_3x3, rotate};
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::turn_right::engine::threat::{can_make_3x3, source_sets};
use kifu_core::search::SplitMix64;

/// Returns eighteen random stones, more of them in one corner, since a 3x3 square is rare.
fn stones(random: &mut SplitMix64) -> u64 {
    let mut all: Vec<u32> = (0..36).collect();
    random.shuffle(&mut all);
    let near = |square: &u32| square % 6 < 4 && square / 6 < 4;
    let bias = random.below(16) as usize;
    all[..].sort_by_key(|square| !near(square));
    let (a, b) = all.split_at_mut(bias.min(10));
    random.shuffle(b);
    let chosen = a.iter().chain(b.iter()).take(18);
    chosen.fold(0, |set, square| set | 1 << square)
}

#[test]
fn source_sets_number_9568() {
    let count: usize = source_sets().iter().map(Vec::len).sum();
    assert_eq!(count, 9568);
}

#[test]
fn can_make_3x3_agrees_with_trying_all_circuits() {
    let mut random = SplitMix64::new(2);
    let mut found = [0; 2];
    for round in 0..150 {
        let stones = stones(&mut random);
        let turn = 1 + round % 13;
        let circuits = Circuit::legal_on_turn(turn);
        let truth = circuits
            .iter()
            .any(|circuit| has_3x3(rotate(*circuit, stones)));
        assert_eq!(
            can_make_3x3(stones, u8::try_from(turn).unwrap()),
            truth,
            "{stones:o} {turn}"
        );
        found[usize::from(truth)] += 1;
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}
