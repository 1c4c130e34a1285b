//! The bar under the board: where one is in the game, and how to go on.

use super::Cx;
use crate::app::state::Action;
use crate::app::study::{Go, Study};
use egui::{Align, Button, Layout, Slider, Ui};

/// Shows the buttons, the slider and the field for a typed move.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(study) = cx.state.study() else {
        return;
    };
    ui.horizontal(|ui| {
        steps(ui, cx);
        pace(ui, cx);
        let last = study.line().len() - 1 - study.ply_offset();
        let failure = usize::from(study.record().attempt.is_some() && study.is_on_main());
        let mut at =
            study.index().saturating_sub(study.ply_offset()) + usize::from(study.is_at_failure());
        let text = format!("{} {} {}", at, cx.texts().words.of, study.last_ply());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(egui::RichText::new(text).monospace());
            ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(40.0);
            let slider = Slider::new(&mut at, 0..=last + failure).show_value(false);
            let response = ui.add(slider);
            response
                .widget_info(|| egui::WidgetInfo::slider(true, at as f64, cx.texts().words.scrub));
            if response.changed() {
                let here = study.index().saturating_sub(study.ply_offset())
                    + usize::from(study.is_at_failure());
                let by = i32::try_from(at).unwrap_or(0) - i32::try_from(here).unwrap_or(0);
                cx.want(Action::Go(Go::By(by)));
            }
        });
    });
}

fn steps(ui: &mut Ui, cx: &mut Cx<'_>) {
    let runs = cx.state.runs.is_some();
    let buttons = [
        ("first", "⏮", Action::Go(Go::First)),
        ("back", "⏴", Action::Go(Go::By(-1))),
        ("autoplay", if runs { "⏸" } else { "▶" }, Action::Autoplay),
        ("next", "⏵", Action::Go(Go::By(1))),
        ("last", "⏭", Action::Go(Go::Last)),
    ];
    for (id, sign, action) in buttons {
        let name = cx.texts().command(id);
        let button = ui.add(Button::new(sign).min_size(egui::vec2(24.0, 22.0)));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        if button
            .on_hover_text(super::with_keys(cx.state, id))
            .clicked()
        {
            cx.want(action);
        }
    }
}

fn pace(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.state.runs.is_none() {
        return;
    }
    let seconds = f64::from(cx.state.taste.pace_ms) / 1000.0;
    for (id, sign, by) in [("slower", "−", -1), ("faster", "+", 1)] {
        let button = ui
            .small_button(sign)
            .on_hover_text(super::with_keys(cx.state, id));
        if button.clicked() {
            cx.want(Action::Speed(by));
        }
    }
    ui.label(
        egui::RichText::new(format!("{seconds} s"))
            .weak()
            .monospace(),
    );
}

impl Study {
    /// How many acts of the line are no plies.
    pub(super) fn ply_offset(&self) -> usize {
        self.book().lead_in().min(self.line().len() - 1)
    }

    /// Whether the line that is shown is the game as played.
    pub(super) fn is_on_main(&self) -> bool {
        self.line()
            .last()
            .is_some_and(|end| self.tree().is_main(*end))
    }
}
