//! The summary of both players on the review page.

use super::super::{ReviewedGame, extra_sections, text};
use crate::cli::html_page::escaped;
use crate::contract::Player;

/// Returns the summary table of both players, with claims, times and failures.
pub(super) fn render(game: &ReviewedGame) -> String {
    let mut out = String::from("<div class=\"wide\">\n<table class=\"card\">\n<tr><td></td>");
    for player in Player::ALL {
        out.push_str(&format!(
            "<th scope=\"col\">{}</th>",
            escaped(&text::player_label(game, player))
        ));
    }
    out.push_str("</tr>\n");
    let rows = text::card_rows(game).into_iter();
    for (name, [first, second]) in rows.chain(extra_sections::time_rows(game)) {
        let words: Vec<&str> = name.split_whitespace().collect();
        out.push_str(&format!(
            "<tr><th scope=\"row\">{}</th><td>{first}</td><td>{second}</td></tr>\n",
            escaped(&words.join(" "))
        ));
    }
    out.push_str("</table>\n</div>\n");
    for (side, words) in extra_sections::claim_rows(game) {
        out.push_str(&format!("<p>Claims of {side}: {}</p>\n", escaped(&words)));
    }
    for failed in &game.failures {
        let words = extra_sections::failure_text(game, failed);
        out.push_str(&format!("<p>{}</p>\n", escaped(words.trim())));
    }
    out
}
