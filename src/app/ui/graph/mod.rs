//! The graph pane: win probability from the review, score and time by ply.

mod chart;
mod score_series;
mod series;

use super::player_colors::PlayerColors;
use super::{ViewContext, color, widgets};
use crate::app::open_game::OpenGame;
use crate::app::state::Action;
use crate::contract::{Faults, Player};
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
        if cx.state.live_game().is_some() {
            widgets::empty_message(ui, words.nothing_to_graph_yet);
            return;
        }
        widgets::empty_message(ui, words.nothing_to_graph);
        ui.vertical_centered(|ui| {
            if cx.state.exercise.is_none() && ui.button(words.review_it).clicked() {
                cx.dispatch(Action::ToggleReview);
            }
        });
        return;
    }
    let players = PlayerColors::of_badges(&sides.badges, ui.visuals().dark_mode);
    ui.spacing_mut().item_spacing.y = 2.0;
    legend(ui, cx, open_game, scores.as_ref(), has_times, players);
    let charts = [is_reviewed, scores.is_some(), has_times];
    let mut rest: u8 = charts.iter().map(|shown| u8::from(*shown)).sum();
    // The charts share the height evenly, and the lowest has the ply numbers below it. They never
    // take more than there is, or the lowest would be cut off.
    let gaps = ui.spacing().item_spacing.y * f32::from(rest);
    let each = (ui.available_height() - gaps - chart::NUMBERS_HEIGHT) / f32::from(rest);
    let mut next = |_: &Ui| {
        rest = rest.saturating_sub(1);
        let foot = if rest == 0 {
            chart::NUMBERS_HEIGHT
        } else {
            0.0
        };
        ((each + foot).floor().max(8.0), rest == 0)
    };
    if is_reviewed {
        let (height, is_foot) = next(ui);
        chart::show(
            ui,
            cx,
            open_game,
            (words.win_chances, height, is_foot),
            |plot| {
                series::win_probabilities(plot, open_game, players, seen);
            },
        );
    }
    if let Some(scores) = &scores {
        let (height, is_foot) = next(ui);
        chart::show(ui, cx, open_game, (words.score, height, is_foot), |plot| {
            series::scores(plot, open_game, scores, players, seen);
        });
    }
    if has_times {
        let (height, is_foot) = next(ui);
        chart::show(ui, cx, open_game, (words.time, height, is_foot), |plot| {
            series::times(plot, open_game, players, seen);
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
    players: [PlayerColors; 2],
) {
    let words = &cx.texts().strings;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for player in Player::ALL {
            let at = player.index();
            let own = players[at];
            let mut text = open_game.game().sides()[at].to_owned();
            if let Some(scores) = scores {
                legend_line(ui, own.edge, at, 1.5);
                ui.add_space(-22.0 - ui.spacing().item_spacing.x);
                legend_line(ui, own.fill, at, 0.0);
                if let Some(score) = shown_score(open_game, scores, player) {
                    text.push_str(&format!(" {score}"));
                }
            }
            if has_times {
                legend_bar(ui, own);
            }
            ui.label(RichText::new(text).font(widgets::small_font(ui)));
            ui.add_space(8.0);
        }
        if scores.is_some_and(|scores| scores.difference().is_some()) {
            legend_line(ui, color(ui, Role::Muted), 2, 0.0);
            ui.label(widgets::small_muted_text(ui, words.difference));
        }
    });
}

/// Returns the score of a player in the shown position, unless it is hidden.
fn shown_score(open_game: &OpenGame, scores: &ScoreSeries, player: Player) -> Option<i32> {
    if open_game.tree().is_on_main_line(open_game.node()) {
        return scores.at_ply(player, open_game.ply());
    }
    scores.player(player)?;
    let shown = open_game.state().outcome(Faults::NONE).scores;
    shown.map(|pair| pair[player.index()])
}

fn legend_line(ui: &mut Ui, ink: egui::Color32, nth: usize, wider: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    let line = [rect.left_center(), rect.right_center()];
    let (style, width) = line_style(nth);
    let width = width + wider;
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

fn legend_bar(ui: &mut Ui, own: PlayerColors) {
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 12.0), Sense::hover());
    let (fill, stroke) = (own.fill, Stroke::new(1.0, own.edge));
    let inside = egui::StrokeKind::Inside;
    ui.painter()
        .rect(rect.shrink2(vec2(1.0, 0.0)), 0.0, fill, stroke, inside);
}
