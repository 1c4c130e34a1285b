//! Numbers, times and results in the words of the pages.

use crate::review::ReviewedGame;
pub(super) use crate::review::signed_percent_text as signed_percent;
use kifu_core::contract::{Winner, pair_text};
use kifu_core::games::DynGame;
use kifu_core::record::{Ending, GameResult, Record};

/// Replaces the hyphen of a negative number by a true minus sign.
pub(super) fn with_minus_sign(text: &str) -> String {
    text.replace('-', "−")
}

/// Formats a time: `0.13 s`, `3.2 s`, `2:05 min`.
pub(super) fn time_text(ms: u64) -> String {
    if ms < 1000 {
        return format!("0.{:02} s", ms / 10);
    }
    // Rounded first, so that no text says 60.0 s.
    let tenths = ms.saturating_add(50) / 100;
    if tenths < 600 {
        return format!("{}.{} s", tenths / 10, tenths % 10);
    }
    let seconds = ms.saturating_add(500) / 1000;
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

/// Returns a number with a noun: `1 game`, `2 games`.
pub(super) fn count_text(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns the result of a game: `Black wins by an illegal move of White`, `Draw`.
pub(super) fn result_text(record: &Record, game: &dyn DynGame) -> String {
    let Some(result) = &record.result else {
        return "No result".to_owned();
    };
    let mut parts = vec![winner_text(result.winner, game)];
    if result.how != Ending::Finished {
        parts.push(result.how.words().to_owned());
    }
    parts.extend(score_texts(result));
    parts.join(" · ")
}

fn winner_text(winner: Option<Winner>, game: &dyn DynGame) -> String {
    match winner.map(Winner::player) {
        Some(Some(player)) => format!("{} wins", game.sides()[player.index()]),
        Some(None) => "Draw".to_owned(),
        None => "No result".to_owned(),
    }
}

/// Returns the scores and points of a result, each with its name.
fn score_texts(result: &GameResult) -> Vec<String> {
    let points = result.points.filter(|_| result.points != result.scores);
    let labelled = |name: &str, pair: Option<(i32, i32)>| {
        pair.map(|pair| format!("{name} {}", pair_text(pair)))
    };
    let all = [
        labelled("score", result.scores),
        labelled("points", points),
        labelled("game points", result.game_points),
    ];
    all.into_iter().flatten().collect()
}

/// Returns the line on the game, its contest and its result.
pub(super) fn game_and_result(game: &ReviewedGame) -> String {
    let info = game.game.info();
    let result = result_text(&game.record, game.game);
    format!("{} ({}) · {result}", info.name, info.contest)
}

/// Returns a text of at most `limit` characters, and how many were left out.
pub(super) fn cut_text(text: &str, limit: usize) -> (&str, usize) {
    match text.char_indices().nth(limit) {
        Some((end, _)) => (&text[..end], text[end..].chars().count()),
        None => (text, 0),
    }
}
