//! The README's examples are run as they stand.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}
