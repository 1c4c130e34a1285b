//! The row under the board that directs a game in play: who thinks and for how long, and buttons to
//! pause, take back, resign and stop.

use super::{ViewContext, color, command_with_keys, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{Action, Dialog, LiveGame, LivePhase, PlayAction};
use egui::{RichText, Ui};
use kifu_core::scene::Role;
use std::time::Duration;

/// The interval at which the time of the player to move is updated.
const CLOCK_INTERVAL: Duration = Duration::from_millis(200);

/// Shows the row if the shown game is in play, or offers another one if it was.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(live) = cx.state.live_game() else {
        if cx.state.rematch().is_some() {
            rematch(ui, cx);
        }
        return;
    };
    ui.horizontal_wrapped(|ui| {
        // The buttons come first and stay, so that none moves under the pointer.
        let pause = if live.is_paused { "Go on" } else { "Pause" };
        let may_resign = live.asked_person().is_some();
        let buttons = [
            (
                pause,
                "pause-game",
                Action::Play(PlayAction::TogglePause),
                true,
            ),
            (
                "Take back",
                "take-back",
                Action::Play(PlayAction::TakeBack),
                true,
            ),
            (
                "Resign",
                "resign",
                Action::Play(PlayAction::Resign),
                may_resign,
            ),
            (
                "Stop game",
                "stop-game",
                Action::Play(PlayAction::StopGame),
                true,
            ),
        ];
        for (word, command, action, is_enabled) in buttons {
            let tooltip = command_with_keys(cx.state, command);
            // "Pause" and "Go on" take the same place.
            let button = egui::Button::new(word).min_size(egui::vec2(52.0, 0.0));
            let button = ui.add_enabled(is_enabled, button);
            if button.on_hover_text(tooltip).clicked() {
                cx.dispatch(action);
            }
        }
        status(ui, live);
        let is_elsewhere = !cx.state.open_game().is_some_and(OpenGame::is_at_live_end);
        if is_elsewhere && ui.button("Go to the live position").clicked() {
            // The live position is on the main line, even if another line was shown.
            cx.dispatch(Action::Navigate(Navigation::Ply(u32::MAX)));
        }
    });
}

/// Shows the buttons for another game between the same players.
fn rematch(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.horizontal_wrapped(|ui| {
        let tooltip = command_with_keys(cx.state, "rematch");
        if ui.button("Rematch").on_hover_text(tooltip).clicked() {
            cx.dispatch(Action::Play(PlayAction::Rematch));
        }
        let tooltip = command_with_keys(cx.state, "new");
        if ui.button("New game…").on_hover_text(tooltip).clicked() {
            cx.dispatch(Action::OpenDialog(Dialog::NewGame));
        }
    });
}

fn status(ui: &mut Ui, live: &LiveGame) {
    if live.is_paused {
        ui.label(
            RichText::new("Paused")
                .strong()
                .color(color(ui, Role::Preview)),
        );
        return;
    }
    match live.phase {
        LivePhase::Starting => {
            ui.label(widgets::muted_text(ui, "Starting…"));
        }
        LivePhase::Dealing => {
            ui.label(RichText::new("Type the next tile").strong());
        }
        LivePhase::Thinking(player) => {
            let is_person = live.spec.is_person[player.index()];
            let verb = if is_person { "to play" } else { "thinking" };
            let ms = u64::try_from(live.since.elapsed().as_millis()).unwrap_or(u64::MAX);
            let text = format!("{} {verb}", live.name(player));
            ui.label(RichText::new(text).strong());
            if !is_person {
                // Tenths of a second would only flicker.
                let time = widgets::format_time_ms(ms / 100 * 100);
                ui.label(widgets::muted_text(ui, time));
                ui.ctx().request_repaint_after(CLOCK_INTERVAL);
            }
        }
    }
}
