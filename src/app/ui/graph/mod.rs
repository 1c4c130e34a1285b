//! The graph pane: win probability from the review, score and time by ply.

mod chart;
mod score_series;
mod series;

use super::{ViewContext, color, widgets};
use crate::app::open_game::OpenGame;
use crate::contract::Player;
use crate::scene::Role;
use egui::{RichText, Sense, Shape, Stroke, Ui, vec2};
use egui_plot::LineStyle;
use score_series::ScoreSeries;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) else {
        widgets::empty_message(ui, words.no_game);
        return;
    };
    let seen = cx.state.last_visible_ply();
    let scores = ScoreSeries::from_game(open_game, sides.is_hidden, seen);
    let has_times = open_game.plies().iter().any(|ply| ply.time_ms.is_some());
    let is_reviewed = !open_game.review_summary().is_empty() && cx.state.exercise.is_none();
    if scores.is_none() && !has_times && !is_reviewed {
        widgets::empty_message(ui, words.nothing_to_graph);
        return;
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    legend(ui, cx, open_game, scores.as_ref(), has_times);
    let charts = [is_reviewed, scores.is_some(), has_times];
    let mut rest = charts.iter().filter(|shown| **shown).count();
    // Each chart takes its share of the remaining height; the lowest needs a little more for the
    // ply numbers.
    let mut next = |ui: &Ui| {
        let share = [1.0, 0.58, 0.45][rest.clamp(1, 3) - 1];
        rest = rest.saturating_sub(1);
        (ui.available_height() * share, rest == 0)
    };
    if is_reviewed {
        let (height, is_foot) = next(ui);
        chart::show(
            ui,
            cx,
            open_game,
            (words.win_chances, height, is_foot),
            |plot| {
                series::win_probabilities(plot, open_game, seen);
            },
        );
    }
    if let Some(scores) = &scores {
        let (height, is_foot) = next(ui);
        chart::show(ui, cx, open_game, (words.score, height, is_foot), |plot| {
            series::scores(plot, open_game, scores, seen);
        });
    }
    if has_times {
        let (height, is_foot) = next(ui);
        chart::show(ui, cx, open_game, (words.time, height, is_foot), |plot| {
            series::times(plot, open_game, seen);
        });
    }
}

/// Returns the style and width of a line, so that lines differ by more than colour.
fn line_style(nth: usize) -> (LineStyle, f32) {
    match nth {
        0 => (LineStyle::Solid, 2.0),
        1 => (LineStyle::Dashed { length: 6.0 }, 2.0),
        _ => (LineStyle::Dotted { spacing: 4.0 }, 1.2),
    }
}

/// Shows the legend with the scores at the shown ply.
fn legend(
    ui: &mut Ui,
    cx: &ViewContext<'_>,
    open_game: &OpenGame,
    scores: Option<&ScoreSeries>,
    has_times: bool,
) {
    let words = &cx.texts().strings;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for player in Player::ALL {
            let at = player.index();
            let ink = color(ui, Role::Side(player.index()));
            let mut text = open_game.game().sides()[at].to_owned();
            if let Some(scores) = scores {
                legend_line(ui, ink, at);
                if let Some(score) = scores.at_ply(player, open_game.ply()) {
                    text.push_str(&format!(" {score}"));
                }
            }
            if has_times {
                legend_bar(ui, ink, player);
            }
            ui.label(RichText::new(text).font(widgets::small_font(ui)));
            ui.add_space(8.0);
        }
        if scores.is_some_and(|scores| scores.difference().is_some()) {
            legend_line(ui, color(ui, Role::Muted), 2);
            ui.label(widgets::small_muted_text(ui, words.difference));
        }
    });
}

fn legend_line(ui: &mut Ui, ink: egui::Color32, nth: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    let line = [rect.left_center(), rect.right_center()];
    let (style, width) = line_style(nth);
    let stroke = Stroke::new(width, ink);
    match style {
        LineStyle::Solid => {
            ui.painter().line_segment(line, stroke);
        }
        LineStyle::Dashed { length } => {
            let dashes = Shape::dashed_line(&line, stroke, length, length * 0.6);
            ui.painter().extend(dashes);
        }
        LineStyle::Dotted { spacing } => {
            let dots = Shape::dotted_line(&line, ink, spacing, width);
            ui.painter().extend(dots);
        }
    }
}

fn legend_bar(ui: &mut Ui, ink: egui::Color32, player: Player) {
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 12.0), Sense::hover());
    let fill = series::bar_fill(ink, player);
    let stroke = Stroke::new(1.0, ink);
    let inside = egui::StrokeKind::Inside;
    ui.painter()
        .rect(rect.shrink2(vec2(1.0, 0.0)), 0.0, fill, stroke, inside);
}
