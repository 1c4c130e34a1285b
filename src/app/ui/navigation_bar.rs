//! The navigation bar under the board.

use super::ViewContext;
use super::icons::{self, Icon};
use crate::open_game::Navigation;
use crate::state::{Action, SettingsAction, command_name};
use egui::{Align, Layout, Slider, Ui};

/// Shows the buttons, the slider and the move field.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    ui.horizontal(|ui| {
        step_buttons(ui, cx);
        speed_buttons(ui, cx);
        let last = open_game.line().len() - 1 - open_game.ply_offset();
        let failure = usize::from(open_game.failure().is_some() && open_game.is_on_main_line());
        let here = open_game
            .cursor_index()
            .saturating_sub(open_game.ply_offset())
            + usize::from(open_game.is_at_failure());
        let mut chosen = here;
        let text = format!("{} of {}", chosen, last + failure);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(egui::RichText::new(text).monospace());
            ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(40.0);
            // The thumb of an empty range would be in its middle.
            let is_empty = last + failure == 0;
            let end = (last + failure).max(1);
            let slider = Slider::new(&mut chosen, 0..=end).show_value(false);
            let response = ui.add_enabled(!is_empty, slider);
            if response.has_focus() {
                cx.view_state.focus_keys = super::FocusKeys::Arrows;
            }
            // No game has more than `u32::MAX` plies.
            let value = f64::from(u32::try_from(chosen).unwrap_or(u32::MAX));
            response.widget_info(|| egui::WidgetInfo::slider(true, value, "Ply"));
            if response.changed() {
                let by = i32::try_from(chosen).unwrap_or(0) - i32::try_from(here).unwrap_or(0);
                cx.dispatch(Action::Navigate(Navigation::Steps(by)));
            }
        });
    });
}

fn step_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let runs = cx.state.autoplay_due_s.is_some();
    let run = if runs { Icon::Pause } else { Icon::Play };
    let buttons = [
        ("first", Icon::First, Action::Navigate(Navigation::First)),
        ("back", Icon::Back, Action::Navigate(Navigation::Steps(-1))),
        ("autoplay", run, Action::ToggleAutoplay),
        ("next", Icon::Next, Action::Navigate(Navigation::Steps(1))),
        ("last", Icon::Last, Action::Navigate(Navigation::Last)),
    ];
    for (id, icon, action) in buttons {
        let (name, tooltip) = (command_name(id), super::command_with_keys(cx.state, id));
        if icons::button_with_tooltip(ui, icon, name, &tooltip).clicked() {
            cx.dispatch(action);
        }
    }
}

fn speed_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    if cx.state.autoplay_due_s.is_none() {
        return;
    }
    let seconds = f64::from(cx.state.preferences.autoplay_ms) / 1000.0;
    for (id, sign, by) in [("slower", "−", -1), ("faster", "+", 1)] {
        let button = ui
            .small_button(sign)
            .on_hover_text(super::command_with_keys(cx.state, id));
        if button.clicked() {
            cx.dispatch(Action::Settings(SettingsAction::ChangeSpeed(by)));
        }
    }
    ui.label(
        egui::RichText::new(format!("{seconds} s"))
            .weak()
            .monospace(),
    );
}
