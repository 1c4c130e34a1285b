//! The part of the help that explains the mouse.

use super::{ViewContext, widgets};
use egui::{RichText, Ui};

/// Yields what the mouse does, as far as it matches a search.
fn mouse_rows<'a>(
    cx: &ViewContext<'_>,
    wanted: &'a str,
) -> impl Iterator<Item = &'static (&'static str, &'static str)> + use<'a> {
    let heading = cx.texts().strings.mouse.to_lowercase();
    let is_section = heading.contains(wanted);
    let rows = cx.texts().mouse.iter();
    rows.filter(move |(gesture, effect)| {
        let mut texts = [gesture, effect].into_iter();
        is_section || texts.any(|text| text.to_lowercase().contains(wanted))
    })
}

/// Shows what the mouse does, as far as it matches the search. Reports whether anything does.
pub(super) fn show(ui: &mut Ui, cx: &ViewContext<'_>, wanted: &str) -> bool {
    let rows: Vec<_> = mouse_rows(cx, wanted).collect();
    if rows.is_empty() {
        return false;
    }
    ui.add_space(4.0);
    widgets::heading(ui, cx.texts().strings.mouse);
    let width = ui.available_width();
    egui::Grid::new("mouse")
        .num_columns(2)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for (gesture, effect) in rows {
                ui.allocate_ui(egui::vec2(width * 0.42, 0.0), |ui| {
                    ui.set_width(width * 0.42);
                    ui.add(egui::Label::new(RichText::new(*gesture).strong()).wrap());
                });
                ui.add(egui::Label::new(*effect).wrap());
                ui.end_row();
            }
        });
    true
}
