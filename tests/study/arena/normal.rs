//! The normal distribution, by the likelihood of superiority.

use kifu_study::arena::likelihood_of_superiority;

#[test]
fn likelihood_of_superiority_has_known_normal_values() {
    for (z, known) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746_068_542_9),
        (-1.0, 0.158_655_253_931_457_05),
        (1.959_963_984_540_054, 0.975),
        (-3.5, 2.326_290_790_355_250_4e-4),
        (5.0, 0.999_999_713_348_428_1),
        (-10.0, 7.619_853_024_160_526e-24),
    ] {
        // With an error of 1 it is the distribution function itself.
        let found = likelihood_of_superiority(z, 1.0);
        assert!((found - known).abs() < 1e-14 * known, "{z}: {found}");
    }
    assert!((likelihood_of_superiority(0.0, 0.0) - 0.5).abs() < 1e-12);
    assert!((likelihood_of_superiority(20.0, 10.0) - 0.977_249_868_051_821).abs() < 1e-12);
}
