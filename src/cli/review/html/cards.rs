//! The summary of both players on the review page.

use super::super::{ReviewedGame, extra_sections, text};
use crate::contract::Player;
use maud::{Markup, html};

/// Returns the summary table of both players, with claims, times and failures.
pub(super) fn render(game: &ReviewedGame) -> Markup {
    let rows = text::card_rows(game).into_iter();
    html! {
        div.wide {
            table.card {
                tr {
                    td {}
                    @for player in Player::ALL {
                        th scope="col" { (text::player_label(game, player)) }
                    }
                }
                @for (name, [first, second]) in rows.chain(extra_sections::time_rows(game)) {
                    tr {
                        th scope="row" { (single_spaced(name)) }
                        td { (first) }
                        td { (second) }
                    }
                }
            }
        }
        @for (side, words) in extra_sections::claim_rows(game) {
            p { "Claims of " (side) ": " (words) }
        }
        @for failed in &game.failures {
            p { (extra_sections::failure_text(game, failed).trim()) }
        }
    }
}

/// Removes the alignment of a row's name in the text report.
fn single_spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
