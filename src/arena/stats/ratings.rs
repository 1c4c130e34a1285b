//! Elo ratings by maximum likelihood: the model of Bradley and Terry (1952), a draw counted as
//! half a win and half a loss.
//!
//! The crates there are (Elo, Glicko and the like) rate players after each game and depend on
//! the order of the games; a table of bots that do not change needs one fit over all of them, as
//! Bayeselo and Ordo make it. Each bot is given one draw against an average one, so that who
//! won all games still has a rating; the standard errors come from the curvature (Fisher's
//! information) at the maximum.

use super::likelihood_of_superiority;

/// Elo for each unit of the model.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Draws against an average bot that each is given.
const PRIOR_DRAWS: f64 = 1.0;
/// 95 % of a normal distribution lie within so many standard errors.
const Z_95: f64 = 1.959_964;

/// A bot's rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// Elo; the mean of all is 0.
    pub elo: f64,
    /// With 95 % it is no farther away from that than this.
    pub error_95: f64,
}

/// The ratings of some bots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// From what each got against each: `won[i][j]` points of `i` in games with `j`, a draw 0.5.
    pub fn fit(won: &[Vec<f64>]) -> Self {
        let count = won.len();
        let mut strengths = vec![0.0; count];
        let mut covariance = vec![vec![0.0; count]; count];
        for _ in 0..100 {
            let (slope, curve) = gradient_and_information(won, &strengths);
            covariance = inverse(curve);
            let step = |row: &Vec<f64>| -> f64 { row.iter().zip(&slope).map(|(a, b)| a * b).sum() };
            let steps: Vec<f64> = covariance.iter().map(step).collect();
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += step.clamp(-1.0, 1.0);
            }
            if steps.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        Self {
            strengths,
            covariance,
        }
    }

    /// The rating of a bot.
    pub fn rating(&self, bot: usize) -> Rating {
        let count = self.strengths.len();
        let Some(strength) = self.strengths.get(bot) else {
            return Rating::default();
        };
        let bots = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let mean = self.strengths.iter().sum::<f64>() / bots;
        // The variance of its difference from the mean of all.
        let row: f64 = self.covariance[bot].iter().sum();
        let all: f64 = self.covariance.iter().flatten().sum();
        let variance = self.covariance[bot][bot] - 2.0 * row / bots + all / (bots * bots);
        Rating {
            elo: ELO_PER_UNIT * (strength - mean),
            error_95: ELO_PER_UNIT * Z_95 * variance.max(0.0).sqrt(),
        }
    }

    /// The difference between two bots with its error.
    pub fn difference(&self, one: usize, two: usize) -> Rating {
        let variance =
            self.covariance[one][one] + self.covariance[two][two] - 2.0 * self.covariance[one][two];
        Rating {
            elo: ELO_PER_UNIT * (self.strengths[one] - self.strengths[two]),
            error_95: ELO_PER_UNIT * Z_95 * variance.max(0.0).sqrt(),
        }
    }

    /// How likely the one is better than the other.
    pub fn likelihood_of_superiority(&self, one: usize, two: usize) -> f64 {
        let Rating {
            elo,
            error_95: error,
        } = self.difference(one, two);
        likelihood_of_superiority(elo, error / Z_95)
    }
}

/// The first derivatives of the logarithm of the likelihood, and minus the second ones.
fn gradient_and_information(won: &[Vec<f64>], strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = won.len();
    let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
    let mut slope = vec![0.0; count];
    let mut curve = vec![vec![0.0; count]; count];
    for one in 0..count {
        let share = expected(strengths[one]);
        slope[one] += PRIOR_DRAWS * (0.5 - share);
        curve[one][one] += PRIOR_DRAWS * share * (1.0 - share);
        for two in (0..count).filter(|two| *two != one) {
            let games = won[one][two] + won[two][one];
            let share = expected(strengths[one] - strengths[two]);
            let weight = games * share * (1.0 - share);
            slope[one] += won[one][two] - games * share;
            curve[one][one] += weight;
            curve[one][two] -= weight;
        }
    }
    (slope, curve)
}

/// The inverse of a matrix that is symmetric and positive, by Gauss and Jordan.
fn inverse(mut from: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = from.len();
    let unit = |at: usize| (0..count).map(move |to| f64::from(u8::from(to == at)));
    let mut into: Vec<Vec<f64>> = (0..count).map(|at| unit(at).collect()).collect();
    for at in 0..count {
        let pivot = from[at][at];
        for to in 0..count {
            from[at][to] /= pivot;
            into[at][to] /= pivot;
        }
        let (row, inverted) = (from[at].clone(), into[at].clone());
        for other in (0..count).filter(|other| *other != at) {
            let factor = from[other][at];
            for to in 0..count {
                from[other][to] -= factor * row[to];
                into[other][to] -= factor * inverted[to];
            }
        }
    }
    into
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bots_are_as_far_apart_as_their_score_says() {
        let ratings = Ratings::fit(&[vec![0.0, 6400.0], vec![3600.0, 0.0]]);
        let between = ratings.difference(0, 1);
        // 64 %: 400 log10(64 / 36).
        assert!((between.elo - 99.95).abs() < 0.2, "{between:?}");
        // The error of a share, 1.96 sqrt(p q / n), by the slope of the curve.
        let known = 1.96 * (0.64 * 0.36 / 10_000.0_f64).sqrt() * ELO_PER_UNIT / (0.64 * 0.36);
        assert!(
            (between.error_95 - known).abs() < 0.1,
            "{between:?} {known}"
        );
        assert!((ratings.rating(0).elo + ratings.rating(1).elo).abs() < 1e-6);
        assert!(ratings.likelihood_of_superiority(0, 1) > 0.999);
    }

    #[test]
    fn who_won_all_games_has_a_rating_and_the_order_is_kept() {
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
}
