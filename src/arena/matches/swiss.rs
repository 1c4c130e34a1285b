//! The Swiss system: who plays whom in the next round.

use super::score::GameScore;
use crate::contract::Player;
use std::collections::BTreeSet;

/// So many ways are tried before bots meet twice.
const MAX_TRIES: usize = 20_000;

/// The tables of the next round, the leaders' first. With an odd number of bots one of the last
/// that always had an opponent has none.
pub(super) fn pair_round(names: &[String], played: &[&GameScore]) -> Vec<[usize; 2]> {
    let place = |name: &String| names.iter().position(|known| known == name);
    let mut halves = vec![0_u32; names.len()];
    let mut games = vec![0_u32; names.len()];
    let mut met = BTreeSet::new();
    for score in played {
        let [Some(first), Some(second)] = [0, 1].map(|at| place(&score.names[at])) else {
            continue;
        };
        met.insert([first.min(second), first.max(second)]);
        for (bot, player) in [(first, Player::First), (second, Player::Second)] {
            games[bot] += 1;
            halves[bot] += match score.value(player) {
                Some(value) if value > 0.75 => 2,
                Some(value) if value > 0.25 => 1,
                _ => 0,
            };
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|bot| (std::cmp::Reverse(halves[*bot]), *bot));
    if order.len() % 2 == 1 {
        let most = games.iter().max().copied().unwrap_or(0);
        let free = order.iter().rposition(|bot| games[*bot] == most);
        order.remove(free.unwrap_or(order.len() - 1));
    }
    let mut tries = MAX_TRIES;
    let mut tables = Vec::new();
    if !pair_remaining(&order, &met, &mut tables, &mut tries) {
        // Every two have met, or nearly.
        tables = order.chunks(2).map(|two| [two[0], two[1]]).collect();
    }
    tables
}

/// The best that is left plays the nearest whom it has not met, so that the rest works out, too.
fn pair_remaining(
    left: &[usize],
    met: &BTreeSet<[usize; 2]>,
    tables: &mut Vec<[usize; 2]>,
    tries: &mut usize,
) -> bool {
    let Some((first, others)) = left.split_first() else {
        return true;
    };
    for (at, other) in others.iter().enumerate() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if met.contains(&[*first.min(other), *first.max(other)]) {
            continue;
        }
        let mut rest = others.to_vec();
        rest.remove(at);
        tables.push([*first, *other]);
        if pair_remaining(&rest, met, tables, tries) {
            return true;
        }
        tables.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Winner;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|bot| format!("b{bot}")).collect()
    }

    /// The stronger has the smaller number and always wins.
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
    fn nobody_meets_twice_and_all_play_in_every_round() {
        for count in [2, 4, 7, 8, 16, 33] {
            let names = names(count);
            let mut played: Vec<GameScore> = Vec::new();
            let mut met = BTreeSet::new();
            for _ in 0..(count - 1).min(5) {
                let all: Vec<&GameScore> = played.iter().collect();
                let tables = pair_round(&names, &all);
                assert_eq!(tables.len(), count / 2);
                let bots: BTreeSet<usize> = tables.iter().flatten().copied().collect();
                assert_eq!(bots.len(), count / 2 * 2);
                for table in tables {
                    let [one, two] = table;
                    assert!(
                        met.insert([one.min(two), one.max(two)]),
                        "{count}: {table:?}"
                    );
                    played.push(game(&names, table));
                }
            }
        }
    }
}
