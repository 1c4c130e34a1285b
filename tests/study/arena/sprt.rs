//! The sequential probability ratio test.

use kifu_study::arena::{Pentanomial, Sprt, SprtVerdict};

/// Returns the expected score of a bot that is `elo` stronger, by the definition of Elo.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn sprt_bounds_are_those_of_wald() {
    let [lower, upper] = TEST.bounds();
    assert!((upper - 2.944_438_979).abs() < 1e-8 && (lower + upper).abs() < 1e-12);
}

/// For small differences, compares the exact ratio with fishtest's approximation per pair: (s1
/// - s0) (2 mean - s0 - s1) / (2 variance).
#[test]
fn sprt_ratio_is_near_its_approximation() {
    for counts in [
        [30, 120, 400, 160, 50],
        [5, 0, 100, 0, 9],
        [300, 10, 50, 20, 340],
    ] {
        let pairs = Pentanomial(counts);
        let (s0, s1) = (expected_score(TEST.elo0), expected_score(TEST.elo1));
        let approximation =
            f64::from(pairs.pair_count()) * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1)
                / (2.0 * pairs.variance());
        let exact = TEST.llr(&pairs);
        assert!(
            (exact - approximation).abs() < 0.02 + 0.02 * approximation.abs(),
            "{exact} {approximation}"
        );
    }
}

#[test]
fn sprt_accepts_the_better_bot_and_rejects_the_worse() {
    let good = Pentanomial([20, 50, 100, 90, 60]);
    assert_eq!(TEST.verdict(&good), Some(SprtVerdict::AcceptH1));
    let mut bad = good;
    bad.0.reverse();
    assert_eq!(TEST.verdict(&bad), Some(SprtVerdict::AcceptH0));
    assert_eq!(TEST.verdict(&Pentanomial([1, 2, 3, 2, 1])), None);
    assert_eq!(TEST.verdict(&Pentanomial::default()), None);
}
