//! Standings to which games are added one at a time.

use kifu_core::contract::{Fault, RankingKey, Winner};
use kifu_core::search::SplitMix64;
use kifu_study::arena::{GameScore, MAX_BOTS, MAX_CROSS_TABLE_BOTS, Pentanomial, Ratings};
use kifu_study::arena::{Standings, StandingsBuilder};

fn game(first: usize, second: usize, winner: Option<Winner>) -> GameScore {
    GameScore {
        names: [format!("bot {first}"), format!("bot {second}")],
        winner,
        ..GameScore::default()
    }
}

fn random_games(count: usize, bots: usize, rng: &mut SplitMix64) -> Vec<GameScore> {
    let winners = [
        Some(Winner::First),
        Some(Winner::Second),
        Some(Winner::Draw),
        None,
    ];
    let mut one = || {
        let mut score = game(rng.index(bots), rng.index(bots), winners[rng.index(4)]);
        let number = |rng: &mut SplitMix64| i32::try_from(rng.index(50)).unwrap();
        score.points = (rng.index(2) == 0).then(|| [number(rng), number(rng)]);
        score.game_points = (rng.index(9) == 0).then(|| [number(rng), number(rng)]);
        score.faults[0] = (rng.index(3) == 0).then_some(Fault::Timeout);
        score.time_ms[1] = (rng.index(3) == 0).then_some(7);
        score.pair = (rng.index(3) > 0).then(|| u32::try_from(rng.index(40)).unwrap());
        score
    };
    (0..count).map(|_| one()).collect()
}

fn shown(standings: &Standings) -> String {
    format!("{standings:?}")
}

#[test]
fn merged_standings_equal_those_of_all_games() {
    let mut rng = SplitMix64::new(7);
    for _ in 0..50 {
        let games = random_games(300, 6, &mut rng);
        let whole = Standings::new(&games, &[RankingKey::Points]);
        let mut parts = [(); 2].map(|()| StandingsBuilder::default());
        for score in &games {
            assert!(parts[rng.index(2)].add(score));
        }
        let [mut one, other] = parts;
        one.merge(other);
        assert_eq!(shown(&one.finish(&[RankingKey::Points])), shown(&whole));
        assert_eq!(whole.game_count, games.len());
    }
}

#[test]
fn pair_counts_equal_those_of_all_games() {
    let mut rng = SplitMix64::new(8);
    let games = random_games(2000, 4, &mut rng);
    let standings = Standings::new(&games, &[]);
    let name = |place: usize| standings.rows[place].name.as_str();
    let mut count = 0;
    for one in 0..4 {
        for two in one + 1..4 {
            let due = Pentanomial::from_scores(&games, name(one), name(two));
            let found = standings.pairs.get(&(one, two)).copied();
            assert_eq!(found.unwrap_or_default(), due);
            count += due.pair_count();
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn ratings_without_covariance_matrix_are_equal() {
    let mut rng = SplitMix64::new(9);
    let count = 12;
    let mut encounters = Vec::new();
    for one in 0..count {
        for two in one + 1..count {
            let games = [(); 3].map(|()| u32::try_from(rng.index(9)).unwrap());
            encounters.push((one, two, games));
        }
    }
    let full = Ratings::of_encounters(count, &encounters);
    let sparse = Ratings::without_covariance(count, &encounters);
    for bot in 0..count {
        let (full, sparse) = (full.rating(bot), sparse.rating(bot));
        assert!((full.elo - sparse.elo).abs() < 1e-3, "{full:?} {sparse:?}");
        // Who takes the ratings of the opponents for known is a little too sure.
        let ratio = sparse.error_95 / full.error_95;
        assert!((0.8..1.1).contains(&ratio), "{ratio}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn very_many_bots_need_no_square_of_memory() {
        let mut builder = StandingsBuilder::default();
        for bot in 1..MAX_BOTS {
            assert!(builder.add(&game(bot - 1, bot, Some(Winner::First))));
        }
        assert!(!builder.add(&game(0, MAX_BOTS, Some(Winner::First))));
        assert!(builder.add(&game(0, 1, Some(Winner::First))));
        let standings = builder.finish(&[]);
        assert_eq!(standings.rows.len(), MAX_BOTS);
        assert_eq!(standings.game_count, MAX_BOTS);
        assert!(standings.crosstable.is_empty() && MAX_BOTS > MAX_CROSS_TABLE_BOTS);
        assert_eq!(standings.rows[0].wdl, [2, 0, 0]);
        assert!(standings.ratings.rating(0).elo > 0.0);
        assert!(standings.ratings.likelihood_of_superiority(0, MAX_BOTS - 1) > 0.5);
    }
}
