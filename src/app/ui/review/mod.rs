//! What a review says of the game: cards of both players, the key moments, and lessons.

mod cards;
mod lesson;
mod moments;
mod rest;

use super::{Cx, parts};
use crate::app::state::{Action, EFFORTS, Reviewing, lessons};
use crate::app::study::Study;
use crate::contract::Player;
use crate::record::Glyph;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{DragValue, PopupCloseBehavior, ProgressBar, ScrollArea, Ui};

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    let Some(study) = cx.state.study() else {
        parts::empty(ui, words.no_game);
        return;
    };
    let tab = cx.tab().map(|tab| tab.id);
    if let Some(learn) = cx.state.learn.clone()
        && Some(learn.tab) == tab
    {
        lesson::show(ui, cx, study, &learn);
        return;
    }
    head(ui, cx, study);
    if study.reviewed().is_empty() {
        if cx.state.reviewing().is_none() {
            parts::empty(ui, words.not_reviewed);
        }
        return;
    }
    let horizon = cx.state.horizon();
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt(("review", tab))
        .show(ui, |ui| {
            if horizon == u32::MAX {
                cards::show(ui, cx, study);
                learn(ui, cx, study);
            } else {
                ui.label(parts::muted(ui, words.hidden));
            }
            moments::show(ui, cx, study, horizon);
            if horizon == u32::MAX {
                rest::show(ui, cx, study);
            }
        });
}

/// How thoroughly, and the button; or how far the review is.
fn head(ui: &mut Ui, cx: &mut Cx<'_>, study: &Study) {
    let words = &cx.texts().words;
    if let Some(running) = cx.state.reviewing().cloned() {
        progress(ui, cx, &running);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let name = if study.reviewed().is_empty() {
            words.review_it
        } else {
            words.review_again
        };
        let button = ui.button(name);
        if button
            .on_hover_text(super::with_keys(cx.state, "review"))
            .clicked()
        {
            cx.want(Action::Review);
        }
        let names = [
            words.efforts_quick,
            words.efforts_standard,
            words.efforts_deep,
        ];
        for (ms, name) in EFFORTS.into_iter().zip(names) {
            let chosen = cx.state.taste.review_ms == ms;
            let about = format!("{}: {ms} ms {}", words.effort, words.a_position);
            if ui
                .selectable_label(chosen, name)
                .on_hover_text(about)
                .clicked()
            {
                cx.want(Action::Effort(ms));
            }
        }
        thresholds(ui, cx);
    });
}

/// From which losses on a move is called what, to be changed.
fn thresholds(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    let signs = [Glyph::Inaccuracy, Glyph::Mistake, Glyph::Blunder].map(|of| cx.texts().glyph(of));
    let mut points = cx.state.taste.thresholds.percent();
    let shown = signs.iter().zip(points);
    let shown: Vec<String> = shown
        .map(|(sign, from)| format!("{sign} {from:.0}"))
        .collect();
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new(shown.join("  ")).config(config);
    let (button, _) = button.ui(ui, |ui| {
        ui.set_max_width(180.0);
        ui.label(words.marks_from);
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
            cx.want(Action::Thresholds(Some(points)));
        }
        if ui.button(words.marks_usual).clicked() {
            cx.want(Action::Thresholds(None));
        }
        ui.label(parts::remark(ui, words.marks_about));
    });
    button.on_hover_text(format!("{}: {}", words.marks_from, words.marks_about));
}

fn progress(ui: &mut Ui, cx: &mut Cx<'_>, running: &Reviewing) {
    let words = &cx.texts().words;
    ui.horizontal(|ui| {
        if ui.button(words.stop_review).clicked() {
            cx.want(Action::Stop(running.job));
        }
        #[expect(clippy::cast_precision_loss, reason = "plies are few")]
        let part = running.done as f32 / running.all.max(1) as f32;
        let mut text = format!("{} {}", words.reviewing, running.ply);
        if let Some(left) = running.left() {
            text.push_str(&format!(" · {} s {}", left.as_secs() + 1, words.left));
        }
        ui.add(ProgressBar::new(part).text(parts::remark(ui, text)));
    });
}

/// Buttons for lessons.
fn learn(ui: &mut Ui, cx: &mut Cx<'_>, study: &Study) {
    let words = &cx.texts().words;
    if lessons(study, None).is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(parts::muted(ui, words.learn));
        let both = ui.button(words.learn_both);
        if both
            .on_hover_text(super::with_keys(cx.state, "learn"))
            .clicked()
        {
            cx.want(Action::Learn(None));
        }
        for player in Player::ALL {
            let count = lessons(study, Some(player)).len();
            let side = study.book().sides()[player.index()];
            let button = egui::Button::new(format!("{} {side} ({count})", words.learn_of));
            if ui.add_enabled(count > 0, button).clicked() {
                cx.want(Action::Learn(Some(player)));
            }
        }
    });
}
