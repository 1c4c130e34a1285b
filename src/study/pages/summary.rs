//! The summary of both players of a game.

use crate::review::{ReviewedGame, card_rows, claim_rows, failure_text, time_rows};
use kifu_core::contract::Player;
use maud::{Markup, html};

/// Returns the summary table of both players, with claims, times and failures.
pub(super) fn render(game: &ReviewedGame) -> Markup {
    let rows = card_rows(game).into_iter();
    html! {
        div.wide {
            table.card {
                tr {
                    td {}
                    @for player in Player::ALL {
                        th scope="col" { (game.player_label(player)) }
                    }
                }
                @for (name, [first, second]) in rows.chain(time_rows(game)) {
                    tr {
                        th scope="row" { (single_spaced(name)) }
                        td { (first) }
                        td { (second) }
                    }
                }
            }
        }
        @for (side, words) in claim_rows(game) {
            p { "Claims of " (side) ": " (words) }
        }
        @for failed in &game.failures {
            p { (failure_text(game, failed)) }
        }
    }
}

/// Removes the alignment of a row's name in the text report.
fn single_spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
