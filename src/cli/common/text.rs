//! The helpers for text: counts, plurals, results, and text that is safe to print.

use kifu_core::contract::{Proven, pair_text, replace_unprintable, unprintable_chars};
use kifu_core::games::DynGame;
use kifu_core::record::GameResult;
use kifu_study::review::{WORD_ROWS, WordTotals};
use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

/// The maximum length of a name in a table on a terminal, in characters.
const MAX_TABLE_NAME: usize = 36;

/// Returns a number with a noun: `1 game`, `2 games`.
pub fn pluralize(number: usize, word: &str) -> String {
    if number == 1 {
        format!("1 {word}")
    } else {
        format!("{number} {word}s")
    }
}

/// Returns the winner and the points: `, White wins, points 96 - 0`.
pub fn result_text(result: &GameResult, game: &dyn DynGame) -> String {
    let mut text = match result.winner {
        None => String::new(),
        Some(winner) => match winner.player() {
            Some(player) => format!(", {} wins", game.sides()[player.index()]),
            None => ", draw".to_owned(),
        },
    };
    let pairs = [
        ("scores", result.scores),
        ("points", result.points),
        ("game points", result.game_points),
    ];
    for (name, pair) in pairs {
        if let Some(pair) = pair {
            let pair = pair_text(pair).replace('–', "-");
            let _ = write!(text, ", {name} {pair}");
        }
    }
    text
}

/// Returns a proven result for the player who is to move or has moved: `wins`.
pub(crate) const fn proven_word(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "wins",
        Proven::Draw => "draws",
        Proven::Loss => "loses",
    }
}

/// Shortens a text to at most `max_chars` characters, including `end` if anything was cut off.
pub fn truncate_text(text: &str, max_chars: usize, end: &str) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    let kept_chars = max_chars.saturating_sub(end.chars().count());
    text.chars().take(kept_chars).chain(end.chars()).collect()
}

/// Returns a text of several lines that is safe to print: control characters, those that change the
/// writing direction and invisible ones become `\u{fffd}`, but for line feeds and tabs.
pub fn printable(text: &str) -> String {
    replace_unprintable(text, &['\n', '\t']).into_owned()
}

/// Returns a text from outside, such as a name, for a place within a line: as [`printable`], and
/// line feeds and tabs become `\u{fffd}` as well, so that it cannot forge lines.
pub fn one_line(text: &str) -> String {
    replace_unprintable(text, &[]).into_owned()
}

/// Returns a name for a table: on one line, and shortened in its middle if it is very long, for
/// names of programs often differ in their ends.
pub fn table_name(name: &str) -> String {
    let name = one_line(name);
    let count = name.chars().count();
    if count <= MAX_TABLE_NAME {
        return name;
    }
    let tail = MAX_TABLE_NAME / 3;
    let head = name.chars().take(MAX_TABLE_NAME - tail - 1);
    head.chain(['…'])
        .chain(name.chars().skip(count - tail))
        .collect()
}

/// Returns a text for a terminal: what [`printable`] replaces becomes `\u{fffd}`.
///
/// With `allows_styles` the sequences that set colours stay, for text that kifu made itself.
pub fn terminal_text(text: &str, allows_styles: bool) -> Cow<'_, str> {
    let mut clean = String::new();
    let mut copied = 0;
    for (at, c) in unprintable_chars(text) {
        if at < copied || matches!(c, '\n' | '\t') {
            continue;
        }
        let style = style_len(&text[at..]).filter(|_| allows_styles);
        let kept = at + style.unwrap_or(0);
        clean.push_str(&text[copied..kept]);
        copied = kept;
        if style.is_none() {
            clean.push('\u{fffd}');
            copied += c.len_utf8();
        }
    }
    if copied == 0 {
        return text.into();
    }
    clean.push_str(&text[copied..]);
    clean.into()
}

/// Returns the length of the sequence at the start of a text that sets colours; `None` for others.
fn style_len(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && !matches!(c, ';' | ':'))?;
    parameters[end..].starts_with('m').then_some(2 + end + 1)
}

/// Formats a count with three digits: `999`, `12.3 k`, `4.56 M`.
#[expect(clippy::cast_precision_loss, reason = "only three digits are shown")]
pub fn format_count(number: u64) -> String {
    let number = number as f64;
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e5 => format!("{:.1} k", number / 1e3),
        ..1e6 => format!("{:.0} k", number / 1e3),
        ..1e8 => format!("{:.2} M", number / 1e6),
        _ => format!("{:.0} M", number / 1e6),
    }
}

/// Returns the rate per second of a number in a time.
pub fn per_second(number: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(number) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// Rounds a value to some decimals: more would be noise.
pub(crate) fn round_to(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale
}

// The parsing and formatting of durations for people.

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
pub fn parse_duration(text: &str) -> Result<Duration, ParseDurationError> {
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
pub fn format_duration(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{:.2} s", duration.as_secs_f64())
    }
}

/// Returns the lines on what a player said, one a row.
pub(crate) fn words_text(words: &WordTotals) -> String {
    let mut text = String::new();
    for ((name, _), cell) in WORD_ROWS.iter().zip(words.cells()) {
        let _ = writeln!(text, "    {name:<22}{}", one_line(&cell));
    }
    text
}
