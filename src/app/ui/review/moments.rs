//! The key moments of a reviewed game.

use super::super::moves::glyph_color;
use super::super::{ViewContext, engine, widgets};
use crate::app::open_game::{Navigation, NodeId, OpenGame};
use crate::app::state::Action;
use crate::review::{self, KeyMoment, TurningPoint};
use egui::{RichText, Sense, Ui, UiBuilder, WidgetInfo};

/// Shows the key moments up to the ply `horizon`.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, horizon: u32) {
    let words = &cx.texts().strings;
    let moments = open_game.review_summary().key_moments.iter();
    let seen: Vec<&KeyMoment> = moments.filter(|moment| moment.ply <= horizon).collect();
    if seen.is_empty() {
        if horizon == u32::MAX {
            ui.label(widgets::muted_text(ui, words.no_key_moments));
        }
        return;
    }
    widgets::heading(ui, words.key_moments);
    for moment in seen {
        ui.push_id(moment.ply, |ui| moment_row(ui, cx, open_game, moment));
    }
}

fn moment_row(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, moment: &KeyMoment) {
    let words = &cx.texts().strings;
    let is_here =
        open_game.ply() == moment.ply && open_game.tree().is_on_main_line(open_game.node());
    let side = open_game.game().sides()[moment.player.index()];
    let builder = UiBuilder::new().sense(Sense::click());
    let row = ui.scope_builder(builder, |ui| {
        let width = ui.available_width();
        let back = ui.painter().add(egui::Shape::Noop);
        let response = ui.response();
        ui.horizontal_wrapped(|ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing = egui::vec2(5.0, 1.0);
            ui.label(widgets::small_muted_text(ui, moment.ply.to_string()));
            ui.label(side);
            ui.label(RichText::new(&moment.played).monospace());
            if let Some(glyph) = moment.class.glyph() {
                let ink = glyph_color(ui, glyph);
                ui.label(RichText::new(cx.texts().glyph(glyph)).strong().color(ink));
            }
            ui.label(widgets::muted_text(ui, loss_text(cx, moment)));
            ui.label(widgets::small_muted_text(ui, kind_text(cx, moment)));
        });
        if is_here || response.hovered() {
            let fill = if is_here {
                ui.visuals().selection.bg_fill.gamma_multiply(0.5)
            } else {
                ui.visuals().widgets.hovered.weak_bg_fill
            };
            let shape = egui::Shape::rect_filled(ui.min_rect(), 3.0, fill);
            ui.painter().set(back, shape);
        }
    });
    let label = format!("{} {}, {side} {}", words.ply, moment.ply, moment.played);
    let info = || WidgetInfo::selected(egui::Role::ListBoxOption, true, is_here, &label);
    row.response.widget_info(info);
    if row.response.clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(moment.ply)));
    }
    let top = row.response.rect;
    if is_here {
        better_line(ui, cx, open_game, moment);
    }
    // Scroll to a moment when it becomes the shown one, but not again after the user scrolls away.
    if is_here && cx.view_state.last_moment_ply != Some(moment.ply) {
        cx.view_state.last_moment_ply = Some(moment.ply);
        ui.scroll_to_rect(top.union(ui.min_rect().with_min_y(top.min.y)), None);
    }
}

/// Returns the loss as text, with its error and points.
fn loss_text(cx: &ViewContext<'_>, moment: &KeyMoment) -> String {
    let words = &cx.texts().strings;
    let mut text = format!("−{:.0}", 100.0 * moment.loss);
    if moment.loss_error > 0.0 {
        text.push_str(&format!(" ± {:.0}", 100.0 * moment.loss_error));
    }
    text.push_str(" %");
    if let Some(points) = moment.points.filter(|points| *points >= 0.05) {
        text.push_str(&format!(", −{points:.1} {}", words.points.to_lowercase()));
    }
    text
}

/// Returns the kind of a key moment as text.
fn kind_text(cx: &ViewContext<'_>, moment: &KeyMoment) -> String {
    let words = &cx.texts().strings;
    let turning = moment.turning.map(|turning| match turning {
        TurningPoint::ThrewAwayWin => words.threw_away,
        TurningPoint::MissedWin => words.missed_win,
        TurningPoint::LostMargin => words.lost_margin,
        TurningPoint::AlreadyLost => words.already_lost,
    });
    let proven = (turning.is_none() && moment.proven).then_some(words.proven);
    let punished = moment.punished.map(|punished| {
        if punished {
            words.punished
        } else {
            words.unpunished
        }
    });
    let known: Vec<&str> = [turning, proven, punished].into_iter().flatten().collect();
    known.join(", ")
}

/// Shows why the move was worse and which line was better.
///
/// Hovering over the line previews it on the board; a click plays it.
fn better_line(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, moment: &KeyMoment) {
    let before = open_game
        .tree()
        .parent(open_game.node())
        .unwrap_or(NodeId::ROOT);
    for reason in reasons(cx, open_game, before, moment.ply) {
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            ui.vertical(|ui| ui.label(reason));
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 2.0);
        ui.add_space(12.0);
        ui.label(widgets::muted_text(ui, cx.texts().strings.better));
        engine::line_moves(ui, cx, before, &moment.best);
    });
}

/// Returns the reasons why the move was worse. Finding them takes a few milliseconds, so they are
/// cached.
fn reasons(
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    before: NodeId,
    ply: u32,
) -> Vec<String> {
    let Some(key) = cx.game_revision() else {
        return Vec::new();
    };
    if let Some((known, at, reasons)) = &cx.view_state.reasons_cache
        && (*known, *at) == (key, ply)
    {
        return reasons.clone();
    }
    let found = open_game.review_summary().ply(ply).and_then(|judged| {
        let mut state = open_game.state_at(before)?;
        // The chance outcome is already known.
        state.apply_chance(&judged.token).ok()?;
        Some(review::reasons(state.as_ref(), &judged.evaluation))
    });
    let found = found.unwrap_or_default();
    cx.view_state.reasons_cache = Some((key, ply, found.clone()));
    found
}
