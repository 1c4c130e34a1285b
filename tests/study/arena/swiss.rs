//! The pairing of a Swiss tournament.

use kifu_core::contract::Winner;
use kifu_study::arena::GameScore;
use kifu_study::arena::matches::pair_round;
use std::collections::BTreeSet;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|bot| format!("b{bot}")).collect()
}

/// Returns a game that the bot with the smaller number won.
fn game(names: &[String], [one, two]: [usize; 2]) -> GameScore {
    GameScore {
        names: [names[one].clone(), names[two].clone()],
        winner: Some(if one < two {
            Winner::First
        } else {
            Winner::Second
        }),
        ..GameScore::default()
    }
}

#[test]
fn swiss_pairs_all_bots_and_none_twice() {
    for count in [2, 4, 7, 8, 16, 33] {
        let names = names(count);
        let mut played: Vec<GameScore> = Vec::new();
        let mut met = BTreeSet::new();
        for _ in 0..(count - 1).min(5) {
            let all: Vec<&GameScore> = played.iter().collect();
            let pairs = pair_round(&names, &all);
            assert_eq!(pairs.len(), count / 2);
            let bots: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
            assert_eq!(bots.len(), count / 2 * 2);
            for pair in pairs {
                let [one, two] = pair;
                assert!(
                    met.insert([one.min(two), one.max(two)]),
                    "{count}: {pair:?}"
                );
                played.push(game(&names, pair));
            }
        }
    }
}
