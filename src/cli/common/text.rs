//! The helpers for text: counts, plurals, results, and text that is safe to print.

use crate::games::DynGame;
use crate::record::GameResult;
use std::fmt::Write;
use std::time::Duration;

/// Returns a number with a noun: `1 game`, `2 games`.
pub(crate) fn pluralize(number: usize, word: &str) -> String {
    if number == 1 {
        format!("1 {word}")
    } else {
        format!("{number} {word}s")
    }
}

/// Returns the winner and the points: `, White wins, points 96 - 0`.
pub(crate) fn result_text(result: &GameResult, game: &dyn DynGame) -> String {
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
        if let Some((first, second)) = pair {
            let _ = write!(text, ", {name} {first} - {second}");
        }
    }
    text
}

/// Shortens a text to at most `max_chars` characters, including `end` if anything was cut off.
pub(crate) fn truncate_text(text: &str, max_chars: usize, end: &str) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    let kept_chars = max_chars.saturating_sub(end.chars().count());
    text.chars().take(kept_chars).chain(end.chars()).collect()
}

/// Returns a text that is safe to print: control characters and those that change the writing
/// direction become `\u{fffd}`.
pub(crate) fn printable(text: &str) -> String {
    let odd = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .map(|c| if odd(c) { '\u{fffd}' } else { c })
        .collect()
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
pub(crate) fn per_second(number: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(number) * 1_000_000 / micros).unwrap_or(u64::MAX)
}
