//! Ratings fitted to the points of matches.

use kifu_core::search::SplitMix64;
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

/// Newton's method with the inverse of the whole information matrix at each step, from the start:
/// returns the strengths and the covariance.
fn reference_fit(points: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = points.len();
    let score = |advantage: f64| 1.0 / (1.0 + (-advantage).exp());
    let mut strengths = vec![0.0; count];
    let mut covariance = Vec::new();
    // A chain of decided matches needs 66 steps of at most one unit.
    for _ in 0..100 {
        let mut gradient = vec![0.0; count];
        let mut information = vec![vec![0.0; count]; count];
        for one in 0..count {
            let expected = score(strengths[one]);
            gradient[one] += 0.5 - expected;
            information[one][one] += expected * (1.0 - expected);
            for two in (0..count).filter(|two| *two != one) {
                let games = points[one][two] + points[two][one];
                let expected = score(strengths[one] - strengths[two]);
                gradient[one] += points[one][two] - games * expected;
                information[one][one] += games * expected * (1.0 - expected);
                information[one][two] -= games * expected * (1.0 - expected);
            }
        }
        covariance = gauss_jordan_inverse(information);
        for (strength, row) in strengths.iter_mut().zip(&covariance) {
            let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
            *strength += step.clamp(-1.0, 1.0);
        }
    }
    (strengths, covariance)
}

fn gauss_jordan_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..count {
        let pivot = matrix[at][at];
        matrix[at].iter_mut().for_each(|value| *value /= pivot);
        let pivot_row = matrix[at].clone();
        for row in (0..count).filter(|row| *row != at) {
            let factor = matrix[row][at];
            let values = matrix[row].iter_mut().zip(&pivot_row);
            values.for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    matrix
        .into_iter()
        .map(|row| row[count..].to_vec())
        .collect()
}

/// Compares the ratings of a table with those of the reference.
fn check_ratings(points: &[Vec<f64>]) {
    let ratings = Ratings::fit(points);
    let (strengths, covariance) = reference_fit(points);
    for one in 0..points.len() {
        for two in 0..points.len() {
            let found = ratings.difference(one, two);
            let elo = ELO_PER_UNIT * (strengths[one] - strengths[two]);
            let variance = covariance[one][one] + covariance[two][two] - 2.0 * covariance[one][two];
            let error = 1.959_964 * ELO_PER_UNIT * variance.max(0.0).sqrt();
            assert!((found.elo - elo).abs() < 1e-6, "{found:?} {elo}");
            // The difference of a bot from itself is a square root of rounding errors.
            assert!((found.error_95 - error).abs() < 1e-4, "{found:?} {error}");
        }
    }
}

#[test]
fn ratings_equal_those_of_newton_with_inverse_matrices() {
    let mut rng = SplitMix64::new(3);
    for (count, share) in [(1, 1), (2, 1), (7, 1), (30, 1), (40, 5), (60, 40)] {
        let mut points = vec![vec![0.0; count]; count];
        for (one, row) in points.iter_mut().enumerate() {
            for (two, points) in row.iter_mut().enumerate() {
                if two != one && rng.index(share) == 0 {
                    let halves = u32::try_from(rng.index(9)).unwrap();
                    *points = f64::from(halves) / 2.0;
                }
            }
        }
        check_ratings(&points);
    }
}

#[test]
fn ratings_of_chain_of_decided_matches_equal_reference() {
    let mut points = vec![vec![0.0; 25]; 25];
    for at in 1..25 {
        points[at - 1][at] = 500.0;
    }
    check_ratings(&points);
}
