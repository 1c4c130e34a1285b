//! Ratings fitted to the points of matches.

use kifu_study::arena::Ratings;
use std::f64::consts::LN_10;

/// The Elo difference of one unit of strength, by the definition of Elo.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

#[test]
fn rating_difference_of_two_bots_follows_from_their_score() {
    let ratings = Ratings::fit(&[vec![0.0, 6400.0], vec![3600.0, 0.0]]);
    let between = ratings.difference(0, 1);
    // 64 %: 400 log10(64 / 36).
    assert!((between.elo - 99.95).abs() < 0.2, "{between:?}");
    // The standard error of a score, 1.96 sqrt(p q / n), divided by the slope of the Elo curve.
    let known = 1.96 * (0.64 * 0.36 / 10_000.0_f64).sqrt() * ELO_PER_UNIT / (0.64 * 0.36);
    assert!(
        (between.error_95 - known).abs() < 0.1,
        "{between:?} {known}"
    );
    assert!((ratings.rating(0).elo + ratings.rating(1).elo).abs() < 1e-6);
    assert!(ratings.likelihood_of_superiority(0, 1) > 0.999);
}

#[test]
fn bot_that_won_every_game_has_the_highest_finite_rating() {
    let ratings = Ratings::fit(&[
        vec![0.0, 10.0, 10.0],
        vec![0.0, 0.0, 7.0],
        vec![0.0, 3.0, 0.0],
    ]);
    let elos = [0, 1, 2].map(|bot| ratings.rating(bot).elo);
    assert!(elos[0] > elos[1] && elos[1] > elos[2], "{elos:?}");
    assert!(elos.iter().all(|elo| elo.is_finite() && elo.abs() < 2000.0));
    assert!(ratings.rating(0).error_95.is_finite());
}
