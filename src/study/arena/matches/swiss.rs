//! The Swiss system: the pairings of the next round.

use super::score::GameScore;
use kifu_core::contract::Player;
use std::collections::BTreeSet;

/// The number of pairings tried before bots may meet twice.
const MAX_TRIES: usize = 20_000;

/// Returns the pairs of the next round, the leaders' first. With an odd number of bots, a
/// low-ranked bot that has played in every round so far gets the bye.
pub fn pair_round(names: &[String], played: &[&GameScore]) -> Vec<[usize; 2]> {
    let index_of = |name: &String| names.iter().position(|known| known == name);
    let mut half_points = vec![0_u32; names.len()];
    let mut games = vec![0_u32; names.len()];
    let mut met = BTreeSet::new();
    for score in played {
        let [Some(first), Some(second)] = [0, 1].map(|index| index_of(&score.names[index])) else {
            continue;
        };
        met.insert([first.min(second), first.max(second)]);
        for (bot, player) in [(first, Player::First), (second, Player::Second)] {
            games[bot] += 1;
            half_points[bot] += match score.value(player) {
                Some(value) if value > 0.75 => 2,
                Some(value) if value > 0.25 => 1,
                _ => 0,
            };
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|bot| (std::cmp::Reverse(half_points[*bot]), *bot));
    if order.len() % 2 == 1 {
        let most = games.iter().max().copied().unwrap_or(0);
        let bye = order.iter().rposition(|bot| games[*bot] == most);
        order.remove(bye.unwrap_or(order.len() - 1));
    }
    let mut tries_left = MAX_TRIES;
    let mut pairs = Vec::new();
    if !pair_remaining(&order, &met, &mut pairs, &mut tries_left) {
        // All bots have met, or too many pairings were tried.
        pairs = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    pairs
}

/// Pairs the best unpaired bot with the nearest one it has not met, such that the others can be
/// paired, too. Returns false if that is impossible or the tries run out.
fn pair_remaining(
    unpaired: &[usize],
    met: &BTreeSet<[usize; 2]>,
    pairs: &mut Vec<[usize; 2]>,
    tries_left: &mut usize,
) -> bool {
    let Some((first, others)) = unpaired.split_first() else {
        return true;
    };
    for (index, other) in others.iter().enumerate() {
        if *tries_left == 0 {
            return false;
        }
        *tries_left -= 1;
        if met.contains(&[*first.min(other), *first.max(other)]) {
            continue;
        }
        let mut still_unpaired = others.to_vec();
        still_unpaired.remove(index);
        pairs.push([*first, *other]);
        if pair_remaining(&still_unpaired, met, pairs, tries_left) {
            return true;
        }
        pairs.pop();
    }
    false
}
