//! How much of the luck counts at the end, by part of the game: the coefficients of the control
//! variates, by regression.
//!
//! Two players who recover from a bad draw do not lose all that it was worth when it was drawn. The
//! coefficients that narrow the errors most are those of the regression of the results on luck. They
//! are fitted on the *other* half of the games, so that what is subtracted from a result does not
//! depend on that result, and the mean of what is subtracted stays 0.

use super::luck::LUCK_PARTS;

/// The weight, in games, of the belief that all luck counts in full: with few games the fit is noise.
const PRIOR_GAMES: f64 = 20.0;

/// The numbers of one game: its result beyond what the players' strength lets expect, its luck by
/// part, and the half of the games that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct LuckSample {
    pub residual: f64,
    pub luck: [f64; LUCK_PARTS],
    pub half: usize,
}

/// Returns the coefficients for the games of each half, fitted on the games of the other one.
pub(super) fn cross_fitted(samples: &[LuckSample]) -> [[f64; LUCK_PARTS]; 2] {
    [0, 1].map(|half| fit(samples.iter().filter(|sample| sample.half != half)))
}

/// Fits the coefficients by least squares.
fn fit<'a>(samples: impl Iterator<Item = &'a LuckSample>) -> [f64; LUCK_PARTS] {
    let mut products = [[0.0; LUCK_PARTS]; LUCK_PARTS];
    let mut results = [0.0; LUCK_PARTS];
    let mut games = 0.0;
    for sample in samples {
        games += 1.0;
        for (row, luck) in sample.luck.iter().enumerate() {
            results[row] += luck * sample.residual;
            for (column, other) in sample.luck.iter().enumerate() {
                products[row][column] += luck * other;
            }
        }
    }
    if games == 0.0 {
        return [1.0; LUCK_PARTS];
    }
    for part in 0..LUCK_PARTS {
        // Without any luck in this part the coefficient does not matter.
        let prior = (PRIOR_GAMES * products[part][part] / games).max(f64::MIN_POSITIVE);
        products[part][part] += prior;
        results[part] += prior;
    }
    solve(products, results)
}

/// Solves a positive definite system of linear equations by elimination.
fn solve(
    mut matrix: [[f64; LUCK_PARTS]; LUCK_PARTS],
    mut right: [f64; LUCK_PARTS],
) -> [f64; LUCK_PARTS] {
    for pivot in 0..LUCK_PARTS {
        for row in pivot + 1..LUCK_PARTS {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            let cells = below[0].iter_mut().zip(&above[pivot]);
            for (cell, above) in cells.skip(pivot) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; LUCK_PARTS];
    for row in (0..LUCK_PARTS).rev() {
        let known: f64 = (row + 1..LUCK_PARTS)
            .map(|column| matrix[row][column] * solution[column])
            .sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}
