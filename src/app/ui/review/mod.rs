//! The review pane: summaries of both players, key moments and exercises.

mod exercise;
mod incidents;
mod moments;
mod player_summaries;

use super::{ViewContext, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{
    Action, Effect, EngineAction, REVIEW_TIME_NAMES, REVIEW_TIMES_MS, RunningReview, exercise_plies,
};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    CursorIcon, DragValue, Label, PopupCloseBehavior, ProgressBar, RichText, ScrollArea, Sense, Ui,
};
use kifu_core::contract::Player;
use kifu_core::record::Glyph;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        widgets::no_game_message(ui);
        return;
    };
    let tab = cx.tab().map(|tab| tab.id);
    if let Some(exercise) = cx.state.exercise().cloned() {
        exercise::show(ui, cx, open_game, &exercise);
        return;
    }
    controls(ui, cx, open_game);
    let horizon = cx.state.last_visible_ply();
    // Above the part that follows the board, so that it is seen at every ply.
    if horizon == u32::MAX {
        headline(ui, cx, open_game);
    }
    if open_game.review_summary().is_empty() {
        if cx.state.running_review().is_none() {
            widgets::empty_message(ui, "Not reviewed yet.");
        }
        return;
    }
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt(("review", tab))
        .show(ui, |ui| {
            if horizon == u32::MAX {
                player_summaries::show(ui, open_game);
                exercise_buttons(ui, cx, open_game);
            } else {
                ui.label(widgets::muted_text(
                    ui,
                    "Hidden until you have seen the end of the game.",
                ));
            }
            moments::show(ui, cx, open_game, horizon);
            if horizon == u32::MAX {
                incidents::show(ui, cx, open_game);
            }
        });
}

/// Shows what decided the game; a click goes there.
fn headline(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let Some(headline) = &open_game.review_summary().headline else {
        return;
    };
    // A line never ends between a number and its sign of percent.
    let text = RichText::new(headline.sentence.replace(" %", "\u{a0}%")).strong();
    let Some(ply) = headline.ply else {
        ui.add(Label::new(text).wrap());
        return;
    };
    let label = ui.add(Label::new(text).wrap().sense(Sense::click()));
    let label = label
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text(format!("Go to ply {ply}"));
    if label.clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
    }
}

/// Shows the review button and the choice of thoroughness, or the progress of a running review.
fn controls(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    if let Some(running) = cx.state.running_review().cloned() {
        review_progress(ui, cx, &running);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let name = if open_game.review_summary().is_empty() {
            "Review this game"
        } else {
            "Review again"
        };
        let button = ui.button(name);
        if button
            .on_hover_text(super::command_with_keys(cx.state, "review"))
            .clicked()
        {
            cx.dispatch(Action::Engine(EngineAction::ToggleReview));
        }
        settings_menu(ui, cx);
    });
}

/// Shows the choice of thoroughness, as part of a menu.
fn thoroughness(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for (ms, name) in REVIEW_TIMES_MS.into_iter().zip(REVIEW_TIME_NAMES) {
        let chosen = cx.state.preferences.review_ms == ms;
        let name = format!("{name} ({ms} ms per position)");
        if ui.radio(chosen, name).clicked() {
            cx.dispatch(Action::Engine(EngineAction::SetReviewTime(ms)));
        }
    }
}

/// Explains the thresholds of inaccuracies, mistakes and blunders.
pub(super) const THRESHOLDS_HINT: &str = "Loss of win probability for inaccuracies, mistakes and blunders, beyond the \
    engine's own error. Drag a number, or click and type.";

/// Shows the menu of the thoroughness, and of the thresholds of inaccuracies, mistakes and blunders.
fn settings_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let chosen = REVIEW_TIMES_MS.into_iter().zip(REVIEW_TIME_NAMES);
    let mut chosen = chosen.filter(|(ms, _)| *ms == cx.state.preferences.review_ms);
    let chosen = chosen.next().map_or("Thoroughness", |(_, name)| name);
    let signs = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder].map(Glyph::symbol);
    let mut points = cx.state.preferences.thresholds.percent();
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(format!("{chosen} ⏷")).config(config);
    let (button, _) = button.ui(ui, |ui| {
        ui.set_max_width(240.0);
        ui.label("Thoroughness");
        thoroughness(ui, cx);
        ui.separator();
        ui.label("Judge a move from this loss (%)");
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
            cx.dispatch(Action::Engine(EngineAction::SetThresholds(Some(points))));
        }
        if ui.button("Reset").clicked() {
            cx.dispatch(Action::Engine(EngineAction::SetThresholds(None)));
        }
        ui.label(widgets::small_muted_text(ui, THRESHOLDS_HINT));
    });
    button.on_hover_text("Thoroughness; Judge a move from this loss (%)");
}

fn review_progress(ui: &mut Ui, cx: &mut ViewContext<'_>, running: &RunningReview) {
    ui.horizontal(|ui| {
        if ui.button("Stop review").clicked() {
            cx.dispatch(Action::Outside(Effect::CancelJob(running.job)));
        }
        #[expect(clippy::cast_precision_loss, reason = "plies are few")]
        let part = running.done_plies as f32 / running.total_plies.max(1) as f32;
        let mut text = format!("Reviewing ply {}", running.last_reviewed_ply);
        if let Some(left) = running.time_left() {
            text.push_str(&format!(" · {} s left", left.as_secs() + 1));
        }
        ui.add(ProgressBar::new(part).text(widgets::small_muted_text(ui, text)));
    });
}

/// Shows the buttons that start an exercise.
fn exercise_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    if exercise_plies(open_game, None).is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(widgets::muted_text(ui, "Practise mistakes:"));
        let both = ui.button("Both");
        if both
            .on_hover_text(super::command_with_keys(cx.state, "learn"))
            .clicked()
        {
            cx.dispatch(Action::Engine(EngineAction::StartExercise(None)));
        }
        for player in Player::ALL {
            let count = exercise_plies(open_game, Some(player)).len();
            let side = open_game.game().sides()[player.index()];
            let button = egui::Button::new(format!("{side} ({count})"));
            if ui.add_enabled(count > 0, button).clicked() {
                cx.dispatch(Action::Engine(EngineAction::StartExercise(Some(player))));
            }
        }
    });
}
