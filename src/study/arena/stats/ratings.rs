//! Elo ratings by maximum likelihood, in the model of Bradley and Terry (1952) with a draw counted
//! as half a win and half a loss.
//!
//! The available crates (Elo, Glicko and the like) update ratings after each game and depend on the
//! order of the games. Bots do not change during a match, so one fit over all games is appropriate,
//! as in Bayeselo and Ordo. Each bot is given one draw against an average opponent, so that a bot
//! that won all its games still has a finite rating. The standard errors come from the Fisher
//! information at the maximum.
//!
//! The maximum is found by Newton's method, with the conjugate gradient method in place of the
//! inverse matrix, and the last steps with the whole matrix. With very many bots the covariance
//! matrix would not fit into memory: of the Fisher information only the diagonal is used for the
//! errors then, as if the ratings of the opponents were known.

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
        let mut encounters = Vec::new();
        for (one, row) in points.iter().enumerate() {
            for (two, other_row) in points.iter().enumerate().skip(one + 1) {
                let points = [row[two], other_row[one]];
                if points.iter().any(|won| *won > 0.0) {
                    encounters.push((one, two, points));
                }
            }
        }
        Self::with_covariance(points.len(), &encounters)
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
        let encounters: Vec<Encounter> = with_points(encounters).collect();
        Self::with_covariance(count, &encounters)
    }

    fn with_covariance(count: usize, encounters: &[Encounter]) -> Self {
        // From there one or two steps with the whole matrix are enough.
        let (mut strengths, _) = fit_sparse(count, encounters);
        let mut step_count = 0;
        let matrix = loop {
            let system = Information::new(encounters, &strengths);
            let matrix = EliminatedMatrix::new(system.upper_triangle());
            let steps = matrix.solve(system.gradient);
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += step.clamp(-1.0, 1.0);
            }
            step_count += 1;
            if step_count == MAX_WHOLE_STEPS || steps.iter().all(|step| step.abs() < 1e-10) {
                break matrix;
            }
        };
        let covariance = matrix.inverse();
        let sum = covariance.iter().flatten().sum();
        Self::new(strengths, Covariance::Full(covariance, sum))
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

/// The number of draws against an average bot that each bot is given.
pub(super) const PRIOR_DRAWS: f64 = 1.0;

/// The points of two bots against each other, by their indices: `(one, two, [of one, of two])`.
pub(super) type Encounter = (usize, usize, [f64; 2]);

/// Returns the expected score of a bot with this advantage in strength.
fn expected_score(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The maximum number of steps of Newton's method with the whole matrix.
const MAX_WHOLE_STEPS: usize = 100;
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

    /// Returns the rows of the matrix, each from its diagonal on.
    fn upper_triangle(&self) -> Vec<Vec<f64>> {
        let count = self.diagonal.len();
        let row = |at: usize| {
            let mut row = vec![0.0; count - at];
            row[0] = self.diagonal[at];
            row
        };
        let mut rows: Vec<Vec<f64>> = (0..count).map(row).collect();
        for ((one, two, _), weight) in self.encounters.iter().zip(&self.weights) {
            rows[*one.min(two)][one.abs_diff(*two)] -= weight;
        }
        rows
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

/// A symmetric positive definite matrix after Gaussian elimination.
///
/// What is zero is skipped, so that the matrix of bots of which few have met is cheap.
struct EliminatedMatrix {
    /// The rows, each from its diagonal on.
    rows: Vec<Vec<f64>>,
}

impl EliminatedMatrix {
    /// Eliminates the elements below the diagonal of a matrix, given by its rows from their
    /// diagonals on.
    fn new(mut rows: Vec<Vec<f64>>) -> Self {
        for at in 0..rows.len() {
            let (done, rest) = rows.split_at_mut(at + 1);
            let pivot_row = &done[at];
            for (offset, row) in (1..).zip(rest) {
                let factor = pivot_row[offset] / pivot_row[0];
                if factor != 0.0 {
                    add_scaled(row, -factor, &pivot_row[offset..]);
                }
            }
        }
        Self { rows }
    }

    /// Returns the product of the inverse matrix and a vector.
    fn solve(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for (at, row) in self.rows.iter().enumerate() {
            let factor = vector[at] / row[0];
            add_scaled(&mut vector[at + 1..], -factor, &row[1..]);
        }
        for (at, row) in self.rows.iter().enumerate().rev() {
            vector[at] = (vector[at] - dot(&row[1..], &vector[at + 1..])) / row[0];
        }
        vector
    }

    /// Returns the inverse matrix.
    fn inverse(&self) -> Vec<Vec<f64>> {
        let count = self.rows.len();
        // Rows up to their diagonals are enough of a symmetric matrix.
        let mut inverse: Vec<Vec<f64>> = (0..count).map(|at| vec![0.0; at + 1]).collect();
        for at in 0..count {
            inverse[at][at] = 1.0;
            let (done, rest) = inverse.split_at_mut(at + 1);
            for (value, row) in self.rows[at][1..].iter().zip(rest) {
                let factor = value / self.rows[at][0];
                if factor != 0.0 {
                    add_scaled(&mut row[..=at], -factor, &done[at]);
                }
            }
        }
        for at in (0..count).rev() {
            let (rest, done) = inverse.split_at_mut(at + 1);
            let row = &mut rest[at];
            for (value, other) in self.rows[at][1..].iter().zip(&*done) {
                if *value != 0.0 {
                    add_scaled(row, -value, &other[..=at]);
                }
            }
            for element in row {
                *element /= self.rows[at][0];
            }
        }
        let element = |row: usize, column: usize| inverse[row.max(column)][row.min(column)];
        let row = |row: usize| (0..count).map(|column| element(row, column)).collect();
        (0..count).map(row).collect()
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
