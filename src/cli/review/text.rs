//! The report of a review as text.

use super::extra_sections;
use crate::common::text::{one_line, printable, result_text, truncate_text};
use crate::terminal::bold;
use kifu_core::contract::Player;
use kifu_core::record::Glyph;
use kifu_study::review::{ReviewedGame, card_rows, engine_text, moment_label};
use std::fmt::Write;

/// The maximum width of the better line, in characters.
const PV_WIDTH: usize = 36;

/// Returns the report of a game.
pub(super) fn render(game: &ReviewedGame) -> String {
    let mut text = heading(game);
    text.push_str(&cards_section(game));
    text.push_str(&moments_section(game));
    text.push_str(&extra_sections::render(game));
    printable(&text)
}

/// Returns the heading of the report.
fn heading(game: &ReviewedGame) -> String {
    let dyn_game = game.game;
    let label = |player| one_line(&game.player_label(player));
    let [first, second] = Player::ALL.map(label);
    let mut text = format!(
        "{} ({}): {first} - {second}",
        dyn_game.name(),
        dyn_game.info().contest
    );
    if let Some(result) = &game.record.result {
        text.push_str(&result_text(result, dyn_game));
    }
    format!("{text}\n{}", location_and_engine(game))
}

/// Returns the lines on the location of the game and the engine of the review.
fn location_and_engine(game: &ReviewedGame) -> String {
    let (location, engine) = (one_line(&game.location), one_line(&engine_text(game)));
    format!("{location}\n{engine}\n")
}

/// Returns the section with the summaries of both players.
fn cards_section(game: &ReviewedGame) -> String {
    let sides = game.game.sides();
    let mut text = format!("\n{:<22}{:>12}{:>12}\n", "", sides[0], sides[1]);
    for (name, [first, second]) in card_rows(game) {
        let _ = writeln!(text, "{name:<22}{first:>12}{second:>12}");
    }
    text
}

/// Returns the section with the key moments.
fn moments_section(game: &ReviewedGame) -> String {
    if game.moments.is_empty() {
        return String::from("\nNo mistakes found.\n");
    }
    let widest = game.moments.iter().map(|moment| moment.played.len()).max();
    let width = widest.unwrap_or(0).clamp(4, 24);
    let sides = game.game.sides();
    let head = format!(
        "{:>5}  {:<7}{:<width$}    {:>6}{:>8}  {:<PV_WIDTH$}\n",
        "ply", "player", "played", "win", "points", "better"
    );
    let mut text = format!("\n{}", bold(&head));
    for moment in &game.moments {
        let sign = moment.class.glyph().map_or("", Glyph::symbol);
        let points = moment
            .points
            .map_or_else(|| "-".to_owned(), |points| format!("{:.1}", -points));
        let row = format!(
            "{:>5}  {:<7}{:<width$} {sign:<2} {:>6}{points:>8}  {:<PV_WIDTH$}  {}",
            moment.ply,
            sides[moment.player.index()],
            truncate_text(&moment.played, width, "…"),
            format!("{:.0} %", -100.0 * moment.loss),
            truncate_text(&moment.best.join(" "), PV_WIDTH, "…"),
            moment_label(moment),
        );
        let _ = writeln!(text, "{}", one_line(row.trim_end()));
        for reason in &moment.reasons {
            let _ = writeln!(text, "{:>9}{}", "", one_line(reason));
        }
    }
    text
}
