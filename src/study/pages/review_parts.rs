//! Parts of a review that several pages show: a key moment with its picture, reasons, better line and
//! loss, and the summary of both players.

use crate::review::{
    Diagnosis, KeyMoment, MoveClass, ReviewRow, ReviewedGame, annotate_moment, claim_rows,
    failure_text, loss_text, moment_label, points_loss_text, summary_rows, time_rows, word_rows,
};
use kifu_core::contract::Player;
use kifu_core::games::DynState;
use kifu_core::record::Glyph;
use kifu_core::scene::{Scene, SceneOptions};
use maud::{Markup, html};

/// Returns the details of a key moment; `better_line` is that line as the page shows it.
pub(super) fn moment_details(
    moment: &KeyMoment,
    better_line: &Markup,
    diagnosis: Option<&Diagnosis>,
) -> Markup {
    let points = points_loss_text(moment);
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
            tr title=(LOSS_HINT) { th scope="row" { "win probability" } td { (loss_text(moment)) } }
            @if let Some(points) = points {
                tr { th scope="row" { "contest points" } td { (points) } }
            }
        }
        @if !kind.is_empty() { p.muted { (kind) } }
        @if let Some(diagnosis) = diagnosis {
            p.muted { "The bot: " (diagnosis.cause.name()) "; " (diagnosis.facts) "." }
        }
    }
}

/// Returns the sentence on what decided the game, as a link to the ply; nothing if there is none.
/// `anchor_prefix` stands before the number of the ply.
pub(super) fn headline_link(game: &ReviewedGame, anchor_prefix: &str) -> Markup {
    let headline = game.headline();
    html! {
        @if let Some(headline) = &headline {
            p.headline {
                @match headline.ply {
                    Some(ply) => a href={ "#" (anchor_prefix) (ply) } { (headline.sentence) },
                    None => (headline.sentence),
                }
            }
        }
    }
}

/// Explains the number of a loss.
const LOSS_HINT: &str = "The win probability that the move gave away against the best one, beyond \
    the engine's error: the loss that the sign is given for.";

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
    let rows = summary_rows(&game.cards).into_iter();
    html! {
        div.wide {
            table.card {
                tr {
                    td {}
                    @for player in Player::ALL {
                        th scope="col" { (game.player_label(player)) }
                    }
                }
                @for ReviewRow { name, sign, about, cells } in rows.chain(time_rows(game)).chain(word_rows(game)) {
                    tr title=(about) {
                        th scope="row" { (name.trim()) " " (sign.map_or("", Glyph::symbol)) }
                        @for cell in &cells { td { (cell) } }
                    }
                }
            }
        }
        @for (side, words) in claim_rows(game.game, game.claims.as_ref()) {
            p { "Claims of " (side) ": " (words) }
        }
        @for failed in &game.failures {
            p { (failure_text(game.game, failed)) }
        }
    }
}
