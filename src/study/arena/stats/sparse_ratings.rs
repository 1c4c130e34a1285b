//! Ratings of very many bots, whose covariance matrix would not fit into memory.
//!
//! The same model as for few bots, and the same maximum: Newton's method, with the conjugate
//! gradient method in place of the inverse matrix. Of the Fisher information only the diagonal is
//! used for the errors, as if the ratings of the opponents were known.

use super::bradley_terry::{Encounter, PRIOR_DRAWS, expected_score};

/// The maximum number of steps of Newton's method.
const MAX_NEWTON_STEPS: usize = 30;
/// The maximum number of steps of the conjugate gradient method.
const MAX_GRADIENT_STEPS: usize = 60;

/// Returns the strengths and the variances of bots.
pub(super) fn fit(count: usize, encounters: &[Encounter]) -> (Vec<f64>, Vec<f64>) {
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
