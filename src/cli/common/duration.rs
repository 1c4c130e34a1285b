//! The parsing and formatting of durations for people.

use std::time::Duration;

/// The error of a text that is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDurationError {
    /// The text is not a number, or has an unknown unit.
    #[error("expected a time like 500ms, 2.5s or 3m")]
    Malformed,
    /// The duration is longer than a day.
    #[error("expected a time of at most a day")]
    TooLong,
}

/// Parses a duration of at most a day: `number ["ms" | "s" | "m"]`, in seconds without a unit.
///
/// # Errors
///
/// Fails if the text is not a number with a known unit, or means more than a day.
pub fn parse(text: &str) -> Result<Duration, ParseDurationError> {
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
pub fn format(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{:.2} s", duration.as_secs_f64())
    }
}
