//! The result of the game and the event in which it was played.

use super::super::icons::{self, Icon};
use super::super::plain::plain_text;
use super::super::{color, widgets};
use crate::open_game::OpenGame;
use crate::state::ending_name;
use egui::{Label, RichText, Ui};
use kifu_core::contract::{Fault, Player};
use kifu_core::record::{Ending, GameResult};
use kifu_core::scene::Role;

/// Shows the result in words.
pub(super) fn show(ui: &mut Ui, open_game: &OpenGame, result: &GameResult) {
    let sides = open_game.game().sides();
    let won = match result.winner {
        Some(winner) => winner.player().map_or("Draw".to_owned(), |player| {
            format!("{} wins", sides[player.index()])
        }),
        None => "No result".to_owned(),
    };
    let mut text = ending_name(result.how).to_owned();
    let pairs = [
        ("Contest points", result.points),
        ("Game points", result.game_points),
    ];
    for (name, pair) in pairs {
        if let Some((first, second)) = pair {
            text.push_str(&format!(" · {} {first} : {second}", name.to_lowercase()));
        }
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.strong(won);
        ui.label(widgets::muted_text(ui, text));
    });
    for (player, fault) in &result.faults {
        fault_line(ui, open_game, *player, *fault);
    }
}

/// Shows which player failed, and how.
fn fault_line(ui: &mut Ui, open_game: &OpenGame, player: Player, fault: Fault) {
    let side = open_game.game().sides()[player.index()];
    let how = ending_name(Ending::from(fault));
    let mut text = format!("{side} failed: {how}");
    let attempt = open_game.record().attempt.as_ref();
    if let Some(attempt) = attempt.filter(|attempt| attempt.player == Some(player)) {
        let reason = match &*attempt.reason {
            "" => attempt.rule.as_str(),
            reason => reason,
        };
        if !reason.is_empty() {
            text.push_str(&format!(" – {}", plain_text(reason)));
        }
    }
    let bad = color(ui, Role::Bad);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        icons::inline_icon(ui, Icon::Error, bad, how);
        ui.add(Label::new(RichText::new(text).color(bad)).wrap());
    });
}

/// Shows the event in which the game was played.
pub(super) fn event_line(ui: &mut Ui, open_game: &OpenGame) {
    let record = open_game.record();
    let event = &record.event;
    let round = match &*event.round {
        "" => String::new(),
        round => format!("round {round}"),
    };
    let known = [
        open_game.game().name(),
        &event.name,
        &round,
        &event.table,
        &event.date,
        &record.source.file,
    ];
    let known: Vec<&str> = known.into_iter().filter(|text| !text.is_empty()).collect();
    let text = widgets::small_muted_text(ui, known.join(" · "));
    ui.add(Label::new(text).wrap());
}
