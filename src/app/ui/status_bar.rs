//! The status bar: a hint about the pointer, and running jobs.

use super::ViewContext;
use crate::app::state::Action;
use crate::scene::Role;
use egui::{Align, Label, Layout, RichText, Ui};

/// Shows the status bar.
pub(in crate::app) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    entry: Option<&crate::contract::InputState>,
) {
    ui.horizontal(|ui| {
        // The bar is as high without a text as with one.
        ui.set_min_height(ui.spacing().interact_size.y);
        if let Some(entry) = entry {
            match &entry.violation {
                Some(violation) => {
                    let text = RichText::new(violation).color(super::color(ui, Role::Bad));
                    ui.add(Label::new(text).truncate())
                }
                None => ui.add(Label::new(RichText::new(&entry.prompt).weak()).truncate()),
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
