//! The status bar: a hint about the pointer, running jobs and messages.

use super::ViewContext;
use crate::app::state::Action;
use crate::scene::Role;
use egui::{Align, Layout, RichText, Ui};

/// Shows the status bar.
pub(in crate::app) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    entry: Option<&crate::contract::InputState>,
) {
    ui.horizontal(|ui| {
        if let Some(entry) = entry {
            match &entry.violation {
                Some(violation) => {
                    ui.label(RichText::new(violation).color(super::color(ui, Role::Bad)))
                }
                None => ui.label(RichText::new(&entry.prompt).weak()),
            };
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (id, what) in &cx.state.running_jobs {
                if ui.small_button(cx.texts().strings.stop).clicked() {
                    cx.actions.push(Action::CancelJob(*id));
                }
                ui.label(RichText::new(what).weak());
            }
            if let Some(player) = cx.state.knowledge_of
                && let Some(open_game) = cx.state.open_game()
            {
                let side = open_game.game().sides()[player.index()];
                let words = &cx.texts().strings;
                let text = format!("{} {side} {}", words.knowledge_of, words.hidden_information);
                ui.label(RichText::new(text).color(super::color(ui, Role::Preview)));
            }
        });
    });
}

/// Shows the messages above the status bar.
pub(in crate::app) fn messages(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for message in &cx.state.messages {
        ui.horizontal(|ui| {
            let role = if message.is_error {
                Role::Bad
            } else {
                Role::Text
            };
            if ui.small_button(cx.texts().strings.close).clicked() {
                cx.actions.push(Action::DismissMessage(message.id));
            }
            ui.label(RichText::new(&message.text).color(super::color(ui, role)));
        });
    }
}
