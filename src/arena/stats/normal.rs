//! The normal distribution, and the likelihood of superiority that follows from it.

/// Returns the likelihood of superiority, from 0 to 1: the probability that a normally distributed
/// difference measured as `mean` with standard error `error` is above zero.
///
/// ```
/// use kifu::arena::likelihood_of_superiority;
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
///
/// It uses the series of the error function near zero and its continued fraction beyond (Abramowitz
/// and Stegun 26.2.10, 26.2.14).
fn normal_cdf(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z.abs() < 3.0 {
        let (mut term, mut sum, mut n) = (z, z, 1.0);
        while term.abs() > 1e-17 * sum.abs() && n < 200.0 {
            n += 2.0;
            term *= z * z / n;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let x = z.abs();
    let tail = (1..60)
        .rev()
        .fold(x, |fraction, n| x + f64::from(n) / fraction);
    let above = density / tail;
    if z > 0.0 { 1.0 - above } else { above }
}
