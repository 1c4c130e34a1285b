//! Durations on the command line.

use kifu_cli::common::duration::{format, parse};
use std::time::Duration;

#[test]
fn times_are_read_and_written() {
    for (text, ms) in [("500ms", 500), ("2.5s", 2500), ("3m", 180_000), ("7", 7000)] {
        assert_eq!(parse(text), Ok(Duration::from_millis(ms)));
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
        assert!(parse(text).is_err(), "{text}");
    }
    assert_eq!(format(Duration::from_millis(820)), "820 ms");
    assert_eq!(format(Duration::from_millis(1250)), "1.25 s");
}
