//! Elo ratings by maximum likelihood, in the model of Bradley and Terry (1952) with a draw counted
//! as half a win and half a loss.
//!
//! The available crates (Elo, Glicko and the like) update ratings after each game and depend on the
//! order of the games. Bots do not change during a match, so one fit over all games is appropriate,
//! as in Bayeselo and Ordo. Each bot is given one draw against an average opponent, so that a bot
//! that won all its games still has a finite rating. The standard errors come from the Fisher
//! information at the maximum.
//!
//! With very many bots the covariance matrix would not fit into memory. The model and the maximum
//! are the same then: Newton's method, with the conjugate gradient method in place of the inverse
//! matrix. Of the Fisher information only the diagonal is used for the errors, as if the ratings of
//! the opponents were known.

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
        let (strengths, variances) = fit_sparse(count, &encounters);
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

/// The number of draws against an average bot that each bot is given.
pub(super) const PRIOR_DRAWS: f64 = 1.0;

/// The points of two bots against each other, by their indices: `(one, two, [of one, of two])`.
pub(super) type Encounter = (usize, usize, [f64; 2]);

/// Returns the expected score of a bot with this advantage in strength.
fn expected_score(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The maximum number of steps of Newton's method.
const MAX_NEWTON_STEPS: usize = 30;
/// The maximum number of steps of the conjugate gradient method.
const MAX_GRADIENT_STEPS: usize = 60;

/// Returns the strengths and the variances of bots.
fn fit_sparse(count: usize, encounters: &[Encounter]) -> (Vec<f64>, Vec<f64>) {
    let mut strengths = vec![0.0; count];
    let mut system = Information::new(encounters, &strengths);
    for _ in 0..MAX_NEWTON_STEPS {
        let steps = system.solve();
        for (strength, step) in strengths.iter_mut().zip(&steps) {
            *strength += step.clamp(-1.0, 1.0);
        }
        system = Information::new(encounters, &strengths);
        if steps.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    let variances = system.diagonal.iter().map(|value| 1.0 / value);
    (strengths, variances.collect())
}

/// The gradient of the log-likelihood, and the information matrix: its diagonal, and a weight for
/// each two bots that met.
struct Information<'a> {
    encounters: &'a [Encounter],
    gradient: Vec<f64>,
    diagonal: Vec<f64>,
    weights: Vec<f64>,
}

impl<'a> Information<'a> {
    fn new(encounters: &'a [Encounter], strengths: &[f64]) -> Self {
        let (mut gradient, mut diagonal): (Vec<f64>, Vec<f64>) = strengths
            .iter()
            .map(|strength| {
                let expected = expected_score(*strength);
                let weight = PRIOR_DRAWS * expected * (1.0 - expected);
                (PRIOR_DRAWS * (0.5 - expected), weight)
            })
            .unzip();
        let mut weights = Vec::with_capacity(encounters.len());
        for (one, two, points) in encounters {
            let games = points[0] + points[1];
            let expected = expected_score(strengths[*one] - strengths[*two]);
            let surplus = points[0] - games * expected;
            let weight = games * expected * (1.0 - expected);
            gradient[*one] += surplus;
            gradient[*two] -= surplus;
            diagonal[*one] += weight;
            diagonal[*two] += weight;
            weights.push(weight);
        }
        Self {
            encounters,
            gradient,
            diagonal,
            weights,
        }
    }

    /// Returns the product of the matrix and a vector.
    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let products = self.diagonal.iter().zip(vector).map(|(a, b)| a * b);
        let mut product: Vec<f64> = products.collect();
        for ((one, two, _), weight) in self.encounters.iter().zip(&self.weights) {
            product[*one] -= weight * vector[*two];
            product[*two] -= weight * vector[*one];
        }
        product
    }

    /// Returns the step by which the gradient vanishes, by the conjugate gradient method with the
    /// diagonal as preconditioner.
    fn solve(&self) -> Vec<f64> {
        let scaled = |vector: &[f64]| -> Vec<f64> {
            let pairs = vector.iter().zip(&self.diagonal);
            pairs.map(|(value, scale)| value / scale).collect()
        };
        let mut solution = vec![0.0; self.gradient.len()];
        let mut residual = self.gradient.clone();
        let mut direction = scaled(&residual);
        let mut norm = dot(&residual, &direction);
        let enough = 1e-16 * norm;
        for _ in 0..MAX_GRADIENT_STEPS {
            if norm <= enough {
                break;
            }
            let product = self.times(&direction);
            let length = norm / dot(&direction, &product);
            add_scaled(&mut solution, length, &direction);
            add_scaled(&mut residual, -length, &product);
            let preconditioned = scaled(&residual);
            let next = dot(&residual, &preconditioned);
            let ratio = next / norm;
            for (value, new) in direction.iter_mut().zip(preconditioned) {
                *value = new + ratio * *value;
            }
            norm = next;
        }
        solution
    }
}

fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

/// Adds a multiple of a vector to another.
fn add_scaled(sum: &mut [f64], factor: f64, vector: &[f64]) {
    for (sum, value) in sum.iter_mut().zip(vector) {
        *sum += factor * value;
    }
}

/// Returns the likelihood of superiority, from 0 to 1: the probability that a normally distributed
/// difference measured as `mean` with standard error `error` is above zero.
///
/// ```
/// use kifu_study::arena::likelihood_of_superiority;
///
/// assert_eq!(likelihood_of_superiority(0.0, 10.0), 0.5);
/// assert!(likelihood_of_superiority(20.0, 10.0) > 0.97);
/// ```
pub fn likelihood_of_superiority(mean: f64, error: f64) -> f64 {
    if error <= 0.0 {
        return if mean > 0.0 {
            1.0
        } else if mean < 0.0 {
            0.0
        } else {
            0.5
        };
    }
    normal_cdf(mean / error)
}

/// Returns the cumulative distribution function of the standard normal distribution.
fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}
