//! The parsing and formatting of durations for people.

use std::time::Duration;

/// The error of a text that is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::cli) enum ParseDurationError {
    /// The text is not a number, or has an unknown unit.
    #[error("expected a time like 500ms, 2.5s or 3m")]
    Malformed,
    /// The duration is longer than a day.
    #[error("expected a time of at most a day")]
    TooLong,
}

/// Parses a duration of at most a day: `number ["ms" | "s" | "m"]`, in seconds without a unit.
pub(in crate::cli) fn parse(text: &str) -> Result<Duration, ParseDurationError> {
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
    let seconds: f64 = number.parse().map_err(|_| ParseDurationError::Malformed)?;
    if !plain || !seconds.is_finite() {
        return Err(ParseDurationError::Malformed);
    }
    Duration::try_from_secs_f64(seconds * unit)
        .ok()
        .filter(|duration| *duration <= Duration::from_hours(24))
        .ok_or(ParseDurationError::TooLong)
}

/// Formats a duration: `820 ms`, `1.25 s`.
pub(in crate::cli) fn format(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{:.2} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::{format, parse};
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
}
