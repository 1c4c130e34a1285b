//! Numbers as people read them.

use kifu_cli::common::text::format_count;

#[test]
fn counts_are_shortened_to_three_or_four_digits() {
    assert_eq!(format_count(999), "999");
    assert_eq!(format_count(12_345), "12.3 k");
    assert_eq!(format_count(4_561_000), "4.56 M");
}
