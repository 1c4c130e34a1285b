//! The review pane: summaries of both players, key moments and exercises.

mod exercise;
mod incidents;
mod moments;
mod player_summaries;

use super::{ViewContext, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, REVIEW_TIMES_MS, RunningReview, Words, exercise_plies};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{DragValue, PopupCloseBehavior, ProgressBar, ScrollArea, Ui};
use kifu_core::contract::Player;
use kifu_core::record::Glyph;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let Some(open_game) = cx.state.open_game() else {
        widgets::empty_message(ui, words.no_game);
        return;
    };
    let tab = cx.tab().map(|tab| tab.id);
    if let Some(exercise) = cx.state.exercise.clone()
        && Some(exercise.tab_id) == tab
    {
        exercise::show(ui, cx, open_game, &exercise);
        return;
    }
    controls(ui, cx, open_game);
    if open_game.review_summary().is_empty() {
        if cx.state.running_review().is_none() {
            widgets::empty_message(ui, words.not_reviewed);
        }
        return;
    }
    let horizon = cx.state.last_visible_ply();
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt(("review", tab))
        .show(ui, |ui| {
            if horizon == u32::MAX {
                player_summaries::show(ui, cx, open_game);
                exercise_buttons(ui, cx, open_game);
            } else {
                ui.label(widgets::muted_text(ui, words.spoiler_hidden));
            }
            moments::show(ui, cx, open_game, horizon);
            if horizon == u32::MAX {
                incidents::show(ui, cx, open_game);
            }
        });
}

/// Shows the review button and the choice of thoroughness, or the progress of a running review.
fn controls(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let words = &cx.texts().strings;
    if let Some(running) = cx.state.running_review().cloned() {
        review_progress(ui, cx, &running);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let name = if open_game.review_summary().is_empty() {
            words.review_it
        } else {
            words.review_again
        };
        let button = ui.button(name);
        if button
            .on_hover_text(super::command_with_keys(cx.state, "review"))
            .clicked()
        {
            cx.dispatch(Action::ToggleReview);
        }
        settings_menu(ui, cx);
    });
}

/// Shows the choice of thoroughness, as part of a menu.
fn thoroughness(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    for (ms, name) in REVIEW_TIMES_MS.into_iter().zip(thoroughness_names(words)) {
        let chosen = cx.state.preferences.review_ms == ms;
        let name = format!("{name} ({ms} ms {})", words.per_position);
        if ui.radio(chosen, name).clicked() {
            cx.dispatch(Action::SetReviewTime(ms));
        }
    }
}

const fn thoroughness_names(words: &Words) -> [&'static str; 3] {
    [
        words.thoroughness_quick,
        words.thoroughness_standard,
        words.thoroughness_deep,
    ]
}

/// Shows the menu of the thoroughness, and of the thresholds of inaccuracies, mistakes and blunders.
fn settings_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let chosen = REVIEW_TIMES_MS.into_iter().zip(thoroughness_names(words));
    let mut chosen = chosen.filter(|(ms, _)| *ms == cx.state.preferences.review_ms);
    let chosen = chosen.next().map_or(words.thoroughness, |(_, name)| name);
    let signs = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder].map(|of| cx.texts().glyph(of));
    let mut points = cx.state.preferences.thresholds.percent();
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(format!("{chosen} ⏷")).config(config);
    let (button, _) = button.ui(ui, |ui| {
        ui.set_max_width(240.0);
        ui.label(words.thoroughness);
        thoroughness(ui, cx);
        ui.separator();
        ui.label(words.thresholds_label);
        let mut is_changed = false;
        for at in 0..points.len() {
            let least = if at == 0 { 1.0 } else { points[at - 1] };
            let most = points.get(at + 1).copied().unwrap_or(100.0);
            let value = DragValue::new(&mut points[at])
                .prefix(format!("{} ", signs[at]))
                .range(least..=most)
                .max_decimals(0)
                .speed(0.2);
            is_changed |= ui.add(value).changed();
        }
        if is_changed {
            cx.dispatch(Action::SetThresholds(Some(points)));
        }
        if ui.button(words.thresholds_reset).clicked() {
            cx.dispatch(Action::SetThresholds(None));
        }
        ui.label(widgets::small_muted_text(ui, words.thresholds_hint));
    });
    button.on_hover_text(format!(
        "{}; {}",
        words.thoroughness, words.thresholds_label
    ));
}

fn review_progress(ui: &mut Ui, cx: &mut ViewContext<'_>, running: &RunningReview) {
    let words = &cx.texts().strings;
    ui.horizontal(|ui| {
        if ui.button(words.stop_review).clicked() {
            cx.dispatch(Action::CancelJob(running.job));
        }
        #[expect(clippy::cast_precision_loss, reason = "plies are few")]
        let part = running.done_plies as f32 / running.total_plies.max(1) as f32;
        let mut text = format!("{} {}", words.reviewing, running.last_reviewed_ply);
        if let Some(left) = running.time_left() {
            text.push_str(&format!(" · {} s {}", left.as_secs() + 1, words.time_left));
        }
        ui.add(ProgressBar::new(part).text(widgets::small_muted_text(ui, text)));
    });
}

/// Shows the buttons that start an exercise.
fn exercise_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let words = &cx.texts().strings;
    if exercise_plies(open_game, None).is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(widgets::muted_text(ui, words.exercise_start));
        let both = ui.button(words.exercise_of_both);
        if both
            .on_hover_text(super::command_with_keys(cx.state, "learn"))
            .clicked()
        {
            cx.dispatch(Action::StartExercise(None));
        }
        for player in Player::ALL {
            let count = exercise_plies(open_game, Some(player)).len();
            let side = open_game.game().sides()[player.index()];
            let button = egui::Button::new(format!("{side} ({count})"));
            if ui.add_enabled(count > 0, button).clicked() {
                cx.dispatch(Action::StartExercise(Some(player)));
            }
        }
    });
}
