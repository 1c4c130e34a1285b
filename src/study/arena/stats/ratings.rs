//! Elo ratings by maximum likelihood, in the model of Bradley and Terry (1952) with a draw counted
//! as half a win and half a loss.
//!
//! The available crates (Elo, Glicko and the like) update ratings after each game and depend on the
//! order of the games. Bots do not change during a match, so one fit over all games is appropriate,
//! as in Bayeselo and Ordo. Each bot is given one draw against an average opponent, so that a bot
//! that won all its games still has a finite rating. The standard errors come from the Fisher
//! information at the maximum.

use super::bradley_terry::{Encounter, PRIOR_DRAWS, expected_score};
use super::{likelihood_of_superiority, sparse_ratings};

/// The number of Elo points per unit of the model.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The number of standard errors within which 95 % of a normal distribution lie.
const Z_95: f64 = 1.959_964;

/// The maximum number of bots whose covariance matrix is computed, in a time that grows with the
/// third power of their number.
const MAX_COVARIANCE_BOTS: usize = 500;

/// A rating, or a difference of ratings, with its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// The rating in Elo points; the mean of all bots is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval, in Elo points.
    pub error_95: f64,
}

/// The ratings of a group of bots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    strengths: Vec<f64>,
    mean: f64,
    covariance: Covariance,
}

/// The covariance of the strengths.
#[derive(Clone, Debug, PartialEq)]
enum Covariance {
    /// The whole matrix, and the sum of its elements.
    Full(Vec<Vec<f64>>, f64),
    /// The diagonal of the matrix of very many bots.
    Diagonal(Vec<f64>),
}

impl Default for Covariance {
    fn default() -> Self {
        Self::Full(Vec::new(), 0.0)
    }
}

impl Covariance {
    /// Returns the variance of the difference of two strengths.
    fn of_difference(&self, one: usize, two: usize) -> f64 {
        match self {
            Self::Full(matrix, _) => matrix[one][one] + matrix[two][two] - 2.0 * matrix[one][two],
            Self::Diagonal(variances) => variances[one] + variances[two],
        }
    }

    /// Returns the variance of the difference of a strength from the mean of all.
    fn of_difference_from_mean(&self, bot: usize, bots: f64) -> f64 {
        match self {
            Self::Full(matrix, sum) => {
                let row: f64 = matrix[bot].iter().sum();
                matrix[bot][bot] - 2.0 * row / bots + sum / (bots * bots)
            }
            Self::Diagonal(variances) => variances[bot],
        }
    }
}

impl Ratings {
    /// Fits the ratings to a table of results: `points[i][j]` is the number of points that bot `i`
    /// won against bot `j`, with 0.5 for a draw.
    ///
    /// ```
    /// use kifu_study::arena::Ratings;
    ///
    /// // Bot 0 won 64 of 100 games.
    /// let ratings = Ratings::fit(&[vec![0.0, 64.0], vec![36.0, 0.0]]);
    /// let difference = ratings.difference(0, 1);
    /// assert!((90.0..110.0).contains(&difference.elo));
    /// assert!(difference.error_95 > 50.0);
    /// ```
    pub fn fit(points: &[Vec<f64>]) -> Self {
        let count = points.len();
        let mut strengths = vec![0.0; count];
        let mut covariance = vec![vec![0.0; count]; count];
        for _ in 0..100 {
            let (gradient, information) = gradient_and_information(points, &strengths);
            covariance = inverse(information);
            let step =
                |row: &Vec<f64>| -> f64 { row.iter().zip(&gradient).map(|(a, b)| a * b).sum() };
            let steps: Vec<f64> = covariance.iter().map(step).collect();
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += step.clamp(-1.0, 1.0);
            }
            if steps.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        let sum = covariance.iter().flatten().sum();
        Self::new(strengths, Covariance::Full(covariance, sum))
    }

    /// Fits the ratings of bots to the games won, drawn and lost by one bot against another, which
    /// are given once for each two bots, by their indices.
    ///
    /// Of more than 500 bots the errors leave out how uncertain the ratings of
    /// the opponents are.
    pub fn of_encounters(count: usize, encounters: &[(usize, usize, [u32; 3])]) -> Self {
        if count > MAX_COVARIANCE_BOTS {
            return Self::without_covariance(count, encounters);
        }
        let mut table = vec![vec![0.0; count]; count];
        for (one, two, points) in with_points(encounters) {
            table[one][two] = points[0];
            table[two][one] = points[1];
        }
        Self::fit(&table)
    }

    /// Fits the ratings as [`of_encounters`](Self::of_encounters) does those of very many bots.
    pub fn without_covariance(count: usize, encounters: &[(usize, usize, [u32; 3])]) -> Self {
        let encounters: Vec<Encounter> = with_points(encounters).collect();
        let (strengths, variances) = sparse_ratings::fit(count, &encounters);
        Self::new(strengths, Covariance::Diagonal(variances))
    }

    fn new(strengths: Vec<f64>, covariance: Covariance) -> Self {
        let mean = strengths.iter().sum::<f64>() / number(strengths.len().max(1));
        Self {
            strengths,
            mean,
            covariance,
        }
    }

    /// Returns the rating of a bot.
    pub fn rating(&self, bot: usize) -> Rating {
        let Some(strength) = self.strengths.get(bot) else {
            return Rating::default();
        };
        let bots = number(self.strengths.len());
        let variance = self.covariance.of_difference_from_mean(bot, bots);
        Rating {
            elo: ELO_PER_UNIT * (strength - self.mean),
            error_95: ELO_PER_UNIT * Z_95 * variance.max(0.0).sqrt(),
        }
    }

    /// Returns the difference between the ratings of two bots, with its error.
    pub fn difference(&self, one: usize, two: usize) -> Rating {
        let variance = self.covariance.of_difference(one, two);
        Rating {
            elo: ELO_PER_UNIT * (self.strengths[one] - self.strengths[two]),
            error_95: ELO_PER_UNIT * Z_95 * variance.max(0.0).sqrt(),
        }
    }

    /// Returns the probability, from 0 to 1, that bot `one` is stronger than bot `two`.
    pub fn likelihood_of_superiority(&self, one: usize, two: usize) -> f64 {
        let Rating {
            elo,
            error_95: error,
        } = self.difference(one, two);
        likelihood_of_superiority(elo, error / Z_95)
    }
}

/// Returns a number of bots as a real number.
fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Yields the points in the games of each two bots, a half for a draw.
fn with_points(encounters: &[(usize, usize, [u32; 3])]) -> impl Iterator<Item = Encounter> {
    let points = |[won, drawn, lost]: [u32; 3]| {
        let half = f64::from(drawn) / 2.0;
        [f64::from(won) + half, f64::from(lost) + half]
    };
    let different = encounters.iter().filter(|(one, two, _)| one != two);
    different.map(move |(one, two, games)| (*one, *two, points(*games)))
}

/// Returns the gradient of the log-likelihood and the information matrix, which is the negated
/// matrix of second derivatives.
fn gradient_and_information(points: &[Vec<f64>], strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = points.len();
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for one in 0..count {
        let expected = expected_score(strengths[one]);
        gradient[one] += PRIOR_DRAWS * (0.5 - expected);
        information[one][one] += PRIOR_DRAWS * expected * (1.0 - expected);
        for two in (0..count).filter(|two| *two != one) {
            let game_points = points[one][two] + points[two][one];
            let expected = expected_score(strengths[one] - strengths[two]);
            let weight = game_points * expected * (1.0 - expected);
            gradient[one] += points[one][two] - game_points * expected;
            information[one][one] += weight;
            information[one][two] -= weight;
        }
    }
    (gradient, information)
}

/// Returns the inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let unit =
        |pivot_row: usize| (0..count).map(move |column| f64::from(u8::from(column == pivot_row)));
    let mut result: Vec<Vec<f64>> = (0..count)
        .map(|pivot_row| unit(pivot_row).collect())
        .collect();
    for pivot_row in 0..count {
        let pivot = matrix[pivot_row][pivot_row];
        for column in 0..count {
            matrix[pivot_row][column] /= pivot;
            result[pivot_row][column] /= pivot;
        }
        let (pivot_matrix, pivot_result) = (matrix[pivot_row].clone(), result[pivot_row].clone());
        for row in (0..count).filter(|row| *row != pivot_row) {
            let factor = matrix[row][pivot_row];
            for column in 0..count {
                matrix[row][column] -= factor * pivot_matrix[column];
                result[row][column] -= factor * pivot_result[column];
            }
        }
    }
    result
}
