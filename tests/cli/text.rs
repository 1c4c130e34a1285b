//! Counts and durations as people read and write them.

use kifu_cli::common::text::{format_count, format_duration, parse_duration};
use std::time::Duration;

#[test]
fn counts_are_shortened_to_three_or_four_digits() {
    assert_eq!(format_count(999), "999");
    assert_eq!(format_count(12_345), "12.3 k");
    assert_eq!(format_count(4_561_000), "4.56 M");
}

#[test]
fn durations_are_parsed_and_formatted() {
    for (text, ms) in [("500ms", 500), ("2.5s", 2500), ("3m", 180_000), ("7", 7000)] {
        assert_eq!(parse_duration(text), Ok(Duration::from_millis(ms)));
    }
    for text in [
        "",
        "s",
        "-1s",
        "1h",
        "inf",
        "nan",
        "1e9",
        "99999999999m",
        "1,5s",
    ] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
    assert_eq!(format_duration(Duration::from_millis(820)), "820 ms");
    assert_eq!(format_duration(Duration::from_millis(1250)), "1.25 s");
}
