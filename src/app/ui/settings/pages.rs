//! The pages of the settings.

use super::super::{ViewContext, widgets};
use crate::state::{
    Action, Effect, MAX_LINES, Preferences, REVIEW_TIME_NAMES, REVIEW_TIMES_MS,
    SCALE_STEPS_PERCENT, Theme, max_threads,
};
use crate::store::{AnalysisBot, SeatKind};
use egui::{Checkbox, ComboBox, DragValue, RichText, Slider, TextEdit, Ui, WidgetInfo};
use kifu_core::record::Glyph;
use kifu_study::review::Thresholds;

/// The range of the pace of playback, in seconds per ply.
const PLAYBACK_SECONDS: std::ops::RangeInclusive<f64> = 0.04..=4.0;

/// Shows the name of a setting above its widgets.
fn setting(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.label(RichText::new(name).strong());
        ui.horizontal_wrapped(contents);
    });
    ui.add_space(4.0);
}

fn hint(ui: &mut Ui, text: &str) {
    ui.label(widgets::small_muted_text(ui, text));
}

/// Shows theme, zoom and animations.
pub(super) fn appearance(ui: &mut Ui, preferences: &mut Preferences) {
    setting(ui, "Theme", |ui| {
        for theme in [Theme::System, Theme::Light, Theme::Dark] {
            ui.radio_value(&mut preferences.theme, theme, theme.name());
        }
    });
    setting(ui, "Zoom", |ui| {
        let percent = format!("{} %", preferences.scale_percent);
        let combo = ComboBox::from_id_salt("zoom").selected_text(percent);
        let shown = combo.show_ui(ui, |ui| {
            for step in SCALE_STEPS_PERCENT {
                let text = format!("{step} %");
                ui.selectable_value(&mut preferences.scale_percent, step, text);
            }
        });
        let box_ = shown.response;
        box_.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, "Zoom"));
    });
    ui.checkbox(&mut preferences.animations, "Animate moves and panes");
}

/// Shows what concerns the board and playback.
pub(super) fn board(ui: &mut Ui, preferences: &mut Preferences) {
    ui.checkbox(&mut preferences.coordinates, "Show coordinates");
    ui.checkbox(
        &mut preferences.spoiler_free,
        "Hide results and future moves until seen (spoiler-free)",
    );
    setting(ui, "Playback", |ui| {
        let mut seconds = f64::from(preferences.autoplay_ms) / 1000.0;
        let slider = Slider::new(&mut seconds, PLAYBACK_SECONDS)
            .logarithmic(true)
            .max_decimals(2);
        let slider = ui.add(slider);
        slider.widget_info(|| WidgetInfo::slider(true, seconds, "Playback"));
        if slider.changed() {
            // A few thousand milliseconds at most.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the slider has a small positive range"
            )]
            let ms = (seconds * 1000.0).round() as u32;
            preferences.autoplay_ms = ms;
        }
        ui.label("s per ply");
    });
}

/// Shows what concerns the engine.
pub(super) fn engine(ui: &mut Ui, preferences: &mut Preferences, is_in_browser: bool) {
    for (name, about, value, max) in [
        (
            "Lines",
            "The number of best moves that the engine shows.",
            &mut preferences.line_count,
            MAX_LINES,
        ),
        (
            "Search threads",
            "More threads search deeper in the same time, but leave less for other programs.",
            &mut preferences.thread_count,
            max_threads(),
        ),
    ] {
        setting(ui, name, |ui| {
            let slider = ui.add_enabled(max > 1, Slider::new(value, 1..=max.max(2)));
            let number = f64::from(*value);
            slider.widget_info(|| WidgetInfo::slider(max > 1, number, name));
        });
        hint(ui, about);
    }
    if is_in_browser {
        return;
    }
    setting(ui, "Bot to ask as well", |ui| {
        analysis_bot(ui, &mut preferences.analysis_bot);
    });
    let about = "The engine pane shows its move under the engine's lines. The program runs with your \
                 rights.";
    hint(ui, about);
}

/// Shows the choice of the bot that is asked next to the engine. A command that is being typed is not
/// run.
fn analysis_bot(ui: &mut Ui, bot: &mut AnalysisBot) {
    let before = bot.clone();
    ui.vertical(|ui| {
        let command = TextEdit::singleline(&mut bot.command)
            .hint_text("e.g. python3 bot.py --fast")
            .font(egui::TextStyle::Monospace);
        ui.add(command).accessible_name("Command of the bot");
        let folder = TextEdit::singleline(&mut bot.working_dir).hint_text("where the command runs");
        ui.add(folder).accessible_name("Folder of the bot");
        ui.horizontal_wrapped(|ui| {
            for kind in SeatKind::ALL.into_iter().filter(|kind| kind.has_command()) {
                ui.radio_value(&mut bot.kind, kind, kind.name());
            }
        });
        if *bot != before {
            bot.is_on = false;
        }
        let is_given = !bot.command.trim().is_empty();
        ui.add_enabled(is_given, Checkbox::new(&mut bot.is_on, "Ask this bot"));
    });
}

/// Shows what concerns reviews.
pub(super) fn review(ui: &mut Ui, preferences: &mut Preferences) {
    setting(ui, "Thoroughness", |ui| {
        ui.vertical(|ui| {
            for (ms, name) in REVIEW_TIMES_MS.into_iter().zip(REVIEW_TIME_NAMES) {
                let text = format!("{name}  ({ms} ms per position)");
                ui.radio_value(&mut preferences.review_ms, ms, text);
            }
        });
    });
    setting(ui, "Judge a move from this loss", |ui| {
        let mut percent = preferences.thresholds.percent();
        let mut is_changed = false;
        let glyphs = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder];
        for (at, glyph) in glyphs.into_iter().enumerate() {
            let least = if at == 0 { 1.0 } else { percent[at - 1] };
            let most = percent.get(at + 1).copied().unwrap_or(100.0);
            let value = DragValue::new(&mut percent[at])
                .prefix(format!("{} ", glyph.symbol()))
                .suffix(" %")
                .range(least..=most)
                .max_decimals(0)
                .speed(0.2);
            is_changed |= ui.add(value).changed();
        }
        if is_changed && let Some(thresholds) = Thresholds::from_percent(percent) {
            preferences.thresholds = thresholds;
        }
    });
    hint(ui, super::super::review::THRESHOLDS_HINT);
}

/// Shows the recent files and folders.
pub(super) fn files(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.label(RichText::new("Recent files and folders").strong());
    if cx.state.recent_files.is_empty() {
        hint(ui, "None yet.");
        return;
    }
    super::super::start_page::recent_list(ui, cx, usize::MAX);
    if ui.button("Clear list").clicked() {
        cx.dispatch(Action::Outside(Effect::ForgetRecent(None)));
    }
}
