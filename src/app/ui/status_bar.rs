//! The status bar: a hint about the pointer, and running jobs.

use super::ViewContext;
use crate::jobs::JobStatus;
use crate::state::{Action, Effect};
use egui::{Align, Label, Layout, RichText, Ui, WidgetInfo};
use kifu_core::scene::Role;

/// Shows the status bar.
pub fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    entry: Option<&kifu_core::contract::InputState>,
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
            for job in &cx.state.running_jobs {
                running_job(ui, cx, job);
            }
            if let Some(player) = cx.state.knowledge_of
                && let Some(open_game) = cx.state.open_game()
            {
                let side = open_game.game().sides()[player.index()];
                let text = format!("Viewing as {side} (hidden information)");
                ui.label(RichText::new(text).color(super::color(ui, Role::Preview)));
            }
        });
    });
}

fn running_job(ui: &mut Ui, cx: &mut ViewContext<'_>, job: &JobStatus) {
    let what = job.kind.label();
    if job.kind.is_stoppable() {
        let stop = "Stop";
        let button = ui.small_button(stop);
        // Several jobs may run at once: a screen reader says which one the button stops.
        let name = format!("{stop} {what}");
        button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
        if button.clicked() {
            cx.actions.push(Action::Outside(Effect::CancelJob(job.id)));
        }
    }
    let text = match job.progress.done_games {
        0 => format!("{what} …"),
        games => format!("{what}: {games}"),
    };
    ui.label(RichText::new(text).weak());
}
