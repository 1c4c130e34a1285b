//! The list of all moves of a game on the review page, with their classes.

use super::GameSection;
use crate::cli::html_page::escaped;
use crate::contract::Player;
use crate::record::Glyph;
use crate::review::JudgedPly;

/// Returns the list of moves.
pub(super) fn render(part: &GameSection<'_>) -> String {
    let game = part.game;
    let mut out = String::from("<h3>Moves</h3>\n<ol class=\"moves\">\n");
    let tokens = game.record.tokens().skip(game.game.info().lead_in);
    for (ply, token) in (1..=game.plies).zip(tokens) {
        let judged = game.judged.iter().find(|judged| judged.ply == ply);
        let note = game.record.notes.get(&ply);
        let class = judged.map_or("", |judged| match judged.player {
            Player::First => "first",
            Player::Second => "second",
        });
        let sign = note.and_then(|note| note.glyph).map_or("", Glyph::symbol);
        let mut token = escaped(token);
        if part.is_key_moment(ply) {
            token = format!("<a href=\"#{}\">{token}</a>", part.moment_anchor(ply));
        }
        let mut tail = String::new();
        if !sign.is_empty() {
            tail.push_str(&format!(" <b>{sign}</b>"));
        }
        if let Some(chance) = judged.map(first_player_win_after) {
            tail.push_str(&format!(" <small>{:.0}</small>", 100.0 * chance));
        }
        out.push_str(&format!(
            "<li class=\"{class}\"><small>{ply}</small> {token}{tail}</li>\n"
        ));
    }
    out.push_str("</ol>\n");
    let sides = game.game.sides();
    out.push_str(&format!(
        "<p class=\"muted\">After each move: the win probability of {} in percent. A solid edge \
         marks moves of {0}, a dashed one moves of {}.</p>\n",
        sides[0], sides[1]
    ));
    out
}

/// Returns the first player's win probability after a ply, 0 to 1.
fn first_player_win_after(ply: &JudgedPly) -> f64 {
    match ply.player {
        Player::First => ply.evaluation.played.win,
        Player::Second => 1.0 - ply.evaluation.played.win,
    }
}
