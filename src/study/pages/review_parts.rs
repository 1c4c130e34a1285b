//! Parts of a review that several pages show: a key moment with its picture, reasons, better line and
//! loss, and the summary of both players.

use super::text::{signed_percent, with_minus_sign};
use crate::review::{
    KeyMoment, MoveClass, ReviewedGame, annotate_moment, card_rows, claim_rows, failure_text,
    moment_label, time_rows,
};
use kifu_core::contract::Player;
use kifu_core::games::DynState;
use kifu_core::scene::{Scene, SceneOptions};
use maud::{Markup, html};

/// Returns the details of a key moment; `better_line` is that line as the page shows it.
pub(super) fn moment_details(moment: &KeyMoment, better_line: &Markup) -> Markup {
    let points = moment
        .points
        .map(|points| with_minus_sign(&format!("{:+.1}", -points)));
    let kind = moment_label(moment);
    html! {
        @if let [first, rest @ ..] = &moment.reasons[..] {
            p { (first) }
            @for reason in rest { p.muted { (reason) } }
        }
        @if !moment.best.is_empty() {
            p { span.better { "✓ Better:" } " " (better_line) }
        }
        table.loss {
            tr { th scope="row" { "win probability" } td { (signed_percent(-moment.loss)) } }
            @if let Some(points) = points {
                tr { th scope="row" { "contest points" } td { (points) } }
            }
        }
        @if !kind.is_empty() { p.muted { (kind) } }
    }
}

/// Returns the style class of a move's class.
pub(super) const fn severity_class(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Only => "better",
        MoveClass::Good => "muted",
        MoveClass::Inaccuracy => "inaccuracy",
        MoveClass::Mistake => "mistake",
        MoveClass::Blunder => "blunder",
    }
}

/// Returns the picture of a key moment: the position before the ply, in which the chance outcome is
/// known, with the played and the better move.
pub(super) fn moment_scene(
    game: &ReviewedGame,
    state: &dyn DynState,
    played: &str,
    moment: &KeyMoment,
) -> Scene {
    let best = moment.best.first().map_or("", String::as_str);
    let view = SceneOptions::default();
    // A bare position has no last move, whose mark could be taken for the played one.
    let alone = game.game.parse_position(&state.position());
    let mut board = alone.map_or_else(|_| state.scene(view), |alone| alone.scene(view));
    let moves = annotate_moment(state, played, Some(best), moment.class, view);
    board.items.extend(moves);
    board.label = format!("{} Played: {played}. Better: {best}.", board.label);
    board
}

/// Returns the summary table of both players, with claims, times and failures.
pub(super) fn render_summaries(game: &ReviewedGame) -> Markup {
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
