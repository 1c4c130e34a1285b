//! Spans of time and counts as people write and read them.

use std::time::Duration;

/// `span = number ["ms" | "s" | "m"]`, seconds without a unit, at most a day.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let expected = "expected a time like 500ms, 2.5s or 3m";
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, 0.001)
    } else if let Some(number) = text.strip_suffix('s') {
        (number, 1.0)
    } else if let Some(number) = text.strip_suffix('m') {
        (number, 60.0)
    } else {
        (text, 1.0)
    };
    let plain = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = number.parse().map_err(|_| expected.to_owned())?;
    if !plain || !seconds.is_finite() {
        return Err(expected.to_owned());
    }
    Duration::try_from_secs_f64(seconds * unit)
        .ok()
        .filter(|span| *span <= Duration::from_hours(24))
        .ok_or_else(|| "expected a time of at most a day".to_owned())
}

/// `820 ms`, `1.25 s`.
pub(super) fn format(span: Duration) -> String {
    if span < Duration::from_secs(1) {
        format!("{} ms", span.as_millis())
    } else {
        format!("{:.2} s", span.as_secs_f64())
    }
}

/// `999`, `12.3 k`, `4.56 M`.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
pub(super) fn format_count(number: u64) -> String {
    let number = number as f64;
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e5 => format!("{:.1} k", number / 1e3),
        ..1e6 => format!("{:.0} k", number / 1e3),
        ..1e8 => format!("{:.2} M", number / 1e6),
        _ => format!("{:.0} M", number / 1e6),
    }
}

/// How many a second.
pub(super) fn per_second(number: u64, span: Duration) -> u64 {
    let micros = span.as_micros().max(1);
    u64::try_from(u128::from(number) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{format, format_count, parse};
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
        assert_eq!(format_count(999), "999");
        assert_eq!(format_count(12_345), "12.3 k");
        assert_eq!(format_count(4_561_000), "4.56 M");
    }
}
