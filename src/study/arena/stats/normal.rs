//! The normal distribution, and the likelihood of superiority that follows from it.

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
