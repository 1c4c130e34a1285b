//! Luck as a control variate: its mean over all draws is 0, and results without it are more precise.

use kifu_core::contract::{RankingKey, Turn, Winner};
use kifu_core::games::{CATALOGUE, DynState, by_id};
use kifu_core::record::read_ron;
use kifu_core::search::{Limits, Resources, SearchRequest, SplitMix64};
use kifu_study::arena::{AdjustedGame, AdjustedStandings, GameLuck, GameScore, LUCK_PARTS};

/// Returns the positions before the draw at these plies of the bundled game of Box.
fn before_draws(plies: &[usize]) -> Vec<Box<dyn DynState>> {
    let path = crate::common::records_folder().join("box.ron");
    let record = read_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    let game = by_id(CATALOGUE, "box").unwrap();
    let mut state = game.start(&record.setup).unwrap();
    let mut found = Vec::new();
    for (played, token) in record.tokens().enumerate() {
        // The start tile is not a ply.
        if plies.contains(&played) {
            assert_eq!(state.turn(), Turn::Chance);
            found.push(state.fork());
        }
        state.play(token).unwrap();
    }
    assert_eq!(found.len(), plies.len());
    found
}

/// Returns games of two bots whose result is skill, luck and noise.
fn played(count: u64, luck_sd: f64, counts: f64) -> Vec<AdjustedGame> {
    let mut random = SplitMix64::new(7);
    let mut noise = move |sd: f64| {
        // The sum of twelve uniform numbers is nearly normal.
        let sum: f64 = (0..12).map(|_| f64::from(random.unit())).sum();
        sd * (sum - 6.0)
    };
    (0..count)
        .map(|number| {
            let luck = noise(luck_sd);
            let margin = 5.0 + counts * luck + noise(8.0);
            #[expect(clippy::cast_possible_truncation, reason = "a small number")]
            let first = (150.0 + margin).round() as i32;
            let mut points = [0.0; LUCK_PARTS];
            points[0] = luck;
            let names = if number % 2 == 0 {
                ["A", "B"]
            } else {
                ["B", "A"]
            };
            let points_pair = if number % 2 == 0 {
                [first, 300 - first]
            } else {
                [300 - first, first]
            };
            if number % 2 == 1 {
                points[0] = -luck;
            }
            AdjustedGame {
                score: GameScore {
                    names: names.map(str::to_owned),
                    winner: Some(Winner::of(points_pair)),
                    points: Some(points_pair),
                    ..GameScore::default()
                },
                luck: Some(GameLuck {
                    points,
                    ..GameLuck::default()
                }),
                draws: None,
            }
        })
        .collect()
}

#[test]
fn luck_adjusted_results_have_the_error_of_remaining_noise() {
    for counts in [1.0, 0.5] {
        let games = played(2_000, 15.0, counts);
        let standings = AdjustedStandings::new(&games, &[RankingKey::Points]);
        assert_eq!((standings.games, standings.games_with_luck), (2_000, 2_000));
        let best = &standings.rows[0];
        assert_eq!((best.name.as_str(), best.rank, best.games), ("A", 1, 2_000));
        // The strength is 5 points, and the coefficient what was planted.
        assert!((best.adjusted_points.mean - 155.0).abs() < 4.0 * 8.0 / 2_000_f64.sqrt());
        let coefficient = standings.points_coefficients[0];
        assert!(
            (coefficient - counts).abs() < 0.06,
            "{coefficient} {counts}"
        );
        let expected = 8.0 / (64.0 + (15.0 * counts).powi(2)).sqrt();
        let [ratio, _] = standings.error_ratios().unwrap();
        assert!((ratio - expected).abs() < 0.04, "{ratio} {expected}");
        let error = best.adjusted_points.error;
        assert!((error * 2_000_f64.sqrt() - 8.0).abs() < 0.5, "{error}");
    }
}

#[test]
fn luck_without_effect_is_not_subtracted() {
    let games = played(2_000, 15.0, 0.0);
    let standings = AdjustedStandings::new(&games, &[RankingKey::Points]);
    let [ratio, _] = standings.error_ratios().unwrap();
    assert!((ratio - 1.0).abs() < 0.03, "{ratio}");
}

#[test]
fn games_with_equal_chance_events_are_one_observation() {
    let mut games = played(400, 0.0, 0.0);
    let alone = AdjustedStandings::new(&games, &[]).rows[0].points.error;
    // Each game twice.
    for (number, game) in (0..).zip(&mut games) {
        game.draws = Some(number);
    }
    let twice: Vec<AdjustedGame> = games.iter().chain(&games).cloned().collect();
    let error = AdjustedStandings::new(&twice, &[]).rows[0].points.error;
    assert!((error / alone - 1.0).abs() < 1e-9, "{error} {alone}");
}

#[test]
fn games_without_moves_keep_their_result() {
    let mut games = played(40, 15.0, 1.0);
    for game in &mut games {
        game.luck = None;
    }
    let standings = AdjustedStandings::new(&games, &[]);
    assert_eq!(standings.games_with_luck, 0);
    for row in &standings.rows {
        assert_eq!(row.points, row.adjusted_points);
        assert_eq!(row.score, row.adjusted_score);
    }
}

mod slow {
    use super::*;

    #[test]
    fn the_mean_luck_of_all_draws_is_nothing() {
        let game = by_id(CATALOGUE, "box").unwrap();
        let mut engine = game.engine(Resources::new(1));
        // In the middle, and where the last tiles are searched to the end.
        let cases = before_draws(&[18, 27]).into_iter().zip([64, 2_000]);
        for (before, nodes) in cases {
            let outcomes = before.chance_outcomes();
            assert_eq!(outcomes.len(), 720);
            let (mut sums, mut most) = ([0.0; 2], 0.0_f64);
            let mut seen = std::collections::HashMap::new();
            for outcome in &outcomes {
                let mut state = before.fork();
                state.apply_chance(outcome).unwrap();
                let request = SearchRequest::new(Limits::nodes(nodes));
                let luck = engine.unbiased_luck(&state.position(), &request).unwrap();
                let is_exact = nodes > 64;
                let of_reviews = engine.luck(&state.position(), &request).unwrap();
                assert_eq!(of_reviews.is_none(), is_exact);
                let luck = luck.expect("every draw has a measure, or none has");
                for (sum, luck) in sums.iter_mut().zip(luck) {
                    *sum += luck;
                }
                most = most.max(luck[1].abs());
                *seen.entry(luck[1].to_bits()).or_insert(0_u32) += 1;
            }
            assert!(sums.iter().all(|sum| sum.abs() < 1e-8), "{sums:?}");
            let values = seen.len();
            assert!(
                most > 0.1 && values > 1,
                "some draws are better: {most} {values} {nodes}"
            );
        }
    }
}
