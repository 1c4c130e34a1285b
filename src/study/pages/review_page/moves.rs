//! The list of all moves of a game on the review page, with their classes.

use super::GameSection;
use crate::review::JudgedPly;
use kifu_core::contract::Player;
use maud::{Markup, html};

/// Returns the list of moves.
pub(super) fn render(part: &GameSection<'_>) -> Markup {
    let game = part.game;
    let tokens = game.record.tokens().skip(game.game.info().lead_in);
    let [first, second] = game.game.sides();
    html! {
        h3 { "Moves" }
        ol.flow {
            @for (ply, token) in (1..=game.plies).zip(tokens) {
                (list_item(part, ply, token))
            }
        }
        p.muted {
            "After each move: the win probability of " (first) " in percent. A solid edge marks \
             moves of " (first) ", a dashed one moves of " (second) "."
        }
    }
}

/// Returns the entry of a ply.
fn list_item(part: &GameSection<'_>, ply: u32, token: &str) -> Markup {
    let game = part.game;
    let judged = game.judged.iter().find(|judged| judged.ply == ply);
    let class = judged.map_or("", |judged| match judged.player {
        Player::First => "first",
        Player::Second => "second",
    });
    let glyph = game.record.notes.get(&ply).and_then(|note| note.glyph);
    html! {
        li class=(class) {
            small { (ply) } " "
            @if part.game.moment(ply).is_some() {
                a href={ "#" (part.moment_anchor(ply)) } { (token) }
            } @else {
                (token)
            }
            @if let Some(glyph) = glyph {
                " " b { (glyph.symbol()) }
            }
            @if let Some(chance) = judged.map(first_player_win_after) {
                " " small { (format_args!("{:.0}", 100.0 * chance)) }
            }
        }
    }
}

/// Returns the first player's win probability after a ply, 0 to 1.
fn first_player_win_after(ply: &JudgedPly) -> f64 {
    match ply.player {
        Player::First => ply.evaluation.played.win,
        Player::Second => 1.0 - ply.evaluation.played.win,
    }
}
