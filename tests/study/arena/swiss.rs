//! The pairing of a Swiss tournament.

use kifu_core::contract::Winner;
use kifu_core::contract::{Player, Setup};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::search::SplitMix64;
use kifu_study::arena::GameScore;
use kifu_study::arena::{MatchPlan, OpeningSource, PairingSystem, SwissRounds};
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
        let mut rounds = SwissRounds::new(&names);
        let mut met = BTreeSet::new();
        for _ in 0..(count - 1).min(5) {
            let pairs = rounds.pair_next();
            assert_eq!(pairs.len(), count / 2);
            let bots: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
            assert_eq!(bots.len(), count / 2 * 2);
            for pair in pairs {
                let [one, two] = pair;
                assert!(
                    met.insert([one.min(two), one.max(two)]),
                    "{count}: {pair:?}"
                );
                rounds.count_game(&game(&names, pair));
            }
        }
    }
}

/// The pairing by its definition: ranks by half points, the bye for the last bot that has played in
/// every round, then a search with a limited number of tries.
fn plain_pairing(names: &[String], played: &[GameScore]) -> Vec<[usize; 2]> {
    let index_of = |name: &String| names.iter().position(|known| known == name).unwrap();
    let mut half_points = vec![0; names.len()];
    let mut games = vec![0; names.len()];
    let mut met = BTreeSet::new();
    for score in played {
        let bots = score.names.each_ref().map(index_of);
        met.insert([bots[0].min(bots[1]), bots[0].max(bots[1])]);
        for (bot, player) in bots.into_iter().zip(Player::ALL) {
            games[bot] += 1;
            half_points[bot] += match score.winner.unwrap().player() {
                None => 1,
                Some(winner) => 2 * u32::from(winner == player),
            };
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|bot| (std::cmp::Reverse(half_points[*bot]), *bot));
    if order.len() % 2 == 1 {
        let most = games.iter().max().unwrap();
        let bye = order.iter().rposition(|bot| games[*bot] == *most).unwrap();
        order.remove(bye);
    }
    let mut pairs = Vec::new();
    if !pair_rest(&order, &met, &mut pairs, &mut 20_000) {
        pairs = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    pairs
}

fn pair_rest(
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
        let mut rest = others.to_vec();
        rest.remove(index);
        pairs.push([*first, *other]);
        if pair_rest(&rest, met, pairs, tries_left) {
            return true;
        }
        pairs.pop();
    }
    false
}

fn swiss_plan(bot_count: usize, rounds: u32, games_per_meeting: u32) -> MatchPlan {
    MatchPlan {
        game: by_id(CATALOGUE, "zuniq").unwrap(),
        setup: Setup::default(),
        bot_count,
        pairing: PairingSystem::Swiss { rounds },
        games_per_meeting,
        seed: 1,
        openings: OpeningSource::StartPosition,
    }
}

/// Returns the score of a game of the plan with a random result.
fn random_score(
    names: &[String],
    index: u32,
    [one, two]: [usize; 2],
    random: &mut SplitMix64,
) -> GameScore {
    let winners = [Winner::First, Winner::Second, Winner::Draw];
    GameScore {
        names: [names[one].clone(), names[two].clone()],
        winner: Some(winners[random.index(3)]),
        index: Some(index),
        ..GameScore::default()
    }
}

#[test]
fn rounds_of_a_match_are_paired_as_by_the_plain_definition() {
    // In more rounds than there are opponents the search runs out of pairings, or of tries.
    for (bot_count, round_count) in [(2_u32, 4), (5, 7), (6, 6), (14, 13), (31, 9), (60, 6)] {
        let names = names(bot_count as usize);
        let plan = swiss_plan(names.len(), round_count, 2);
        let games_per_round = bot_count / 2 * 2;
        let mut random = SplitMix64::new(bot_count.into());
        let mut rounds = SwissRounds::new(&names);
        let mut scores: Vec<GameScore> = Vec::new();
        for round in 0..round_count {
            let expected = plain_pairing(&names, &scores);
            let first = round * games_per_round;
            let mut finished = Vec::new();
            for index in first..first + games_per_round {
                let spec = plan.game_spec(index, &mut rounds, &scores).unwrap();
                let bots = spec.contestant_indices;
                let pair = expected[(index - first) as usize / 2];
                let sides = if index % 2 == 0 {
                    pair
                } else {
                    [pair[1], pair[0]]
                };
                assert_eq!(bots, sides, "{bot_count} bots, game {index}");
                finished.push(random_score(&names, index, bots, &mut random));
            }
            // The next round waits for the last score, and does not ask in which order they came.
            let last = finished.swap_remove(0);
            scores.extend(finished);
            let next = first + games_per_round;
            assert!(plan.game_spec(next, &mut rounds, &scores).is_none());
            scores.push(last);
        }
    }
}

#[test]
fn resumed_match_pairs_by_the_games_of_earlier_rounds_alone() {
    let names = names(6);
    let plan = swiss_plan(6, 3, 2);
    let mut random = SplitMix64::new(7);
    let (mut rounds, mut scores) = (SwissRounds::new(&names), Vec::new());
    let mut specs = Vec::new();
    for index in 0..18 {
        let spec = plan.game_spec(index, &mut rounds, &scores).unwrap();
        scores.push(random_score(
            &names,
            index,
            spec.contestant_indices,
            &mut random,
        ));
        specs.push(spec);
    }
    // A game of the second round is missing in the file, those of the third are not.
    let missing = scores.remove(7);
    let mut resumed = SwissRounds::new(&names);
    assert_eq!(
        plan.game_spec(7, &mut resumed, &scores),
        Some(specs[7].clone())
    );
    assert_eq!(plan.game_spec(12, &mut resumed, &scores), None);
    scores.push(missing);
    assert_eq!(
        plan.game_spec(12, &mut resumed, &scores),
        Some(specs[12].clone())
    );
}

#[test]
fn very_many_bots_are_paired_without_a_second_meeting() {
    // Their plain search would run out of tries, and of memory.
    let names = names(50_000);
    let mut rounds = SwissRounds::new(&names);
    let first = rounds.pair_next();
    for pair in &first {
        rounds.count_game(&game(&names, *pair));
    }
    let second: BTreeSet<[usize; 2]> = rounds.pair_next().into_iter().collect();
    assert!(first.iter().all(|pair| !second.contains(pair)));
}
