//! The evaluation bar beside the board, which shows the players' win probabilities.

use super::player_colors::PlayerColors;
use super::{ViewContext, color, engine, widgets};
use egui::{Align2, Rect, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use kifu_core::scene::{PlayerBadge, Role};

/// The width of the bar, in points.
pub(super) const BAR_WIDTH: f32 = 30.0;

/// Reports whether the bar has anything to show in this game.
pub(super) fn has_content(cx: &ViewContext<'_>) -> bool {
    let is_reviewed =
        |open_game: &crate::open_game::OpenGame| !open_game.review_summary().is_empty();
    cx.state.live_analysis.is_on || cx.state.open_game().is_some_and(is_reviewed)
}

/// Returns the first player's win probability (0 to 1) in the shown position, and whether it is
/// proven.
///
/// The value comes from the live analysis, or else from the review.
fn shown_win_probability(cx: &ViewContext<'_>) -> Option<(f64, bool)> {
    if cx.state.exercise().is_some() || cx.state.peeked_line.is_some() {
        return None;
    }
    if let Some((subject, update)) = cx.state.shown_analysis() {
        let value = &update.result.value;
        return Some((
            engine::first_win_probability(value, subject.mover),
            value.proven().is_some(),
        ));
    }
    let open_game = cx.state.open_game()?;
    let on_main = open_game.tree().is_on_main_line(open_game.node()) || open_game.ply() == 0;
    on_main.then(|| {
        open_game
            .review_summary()
            .first_win_probability(open_game.ply())
    })?
}

/// Returns a player's win probability as text.
fn share_text(share: f64, is_proven: bool) -> String {
    if is_proven && share > 0.99 {
        "win".to_owned()
    } else {
        format!("{:.0}%", 100.0 * share)
    }
}

/// Shows the bar, `height` points high.
pub(super) fn show(ui: &mut Ui, cx: &ViewContext<'_>, height: f32, badges: &[PlayerBadge; 2]) {
    let (rect, response) = ui.allocate_exact_size(vec2(BAR_WIDTH, height), Sense::hover());
    let Some(open_game) = cx.state.open_game() else {
        return;
    };
    let sides = open_game.game().sides();
    let win_probability = shown_win_probability(cx);
    let label = match win_probability {
        Some((first, is_proven)) => {
            let sure = if is_proven { "proven" } else { "estimate" };
            format!(
                "Win probability: {} {:.0} %, {} {:.0} %, {sure}",
                sides[0],
                100.0 * first,
                sides[1],
                100.0 * (1.0 - first)
            )
        }
        None => "Win probability".to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Meter, true, &label));
    let bar = Rect::from_center_size(rect.center(), vec2(12.0, height - 34.0));
    let painter = ui.painter();
    if let Some((first, is_proven)) = win_probability {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let share = first as f32;
        let is_flipped = cx.state.is_flipped;
        let lower_share = if is_flipped { 1.0 - share } else { share };
        let middle = bar.bottom() - bar.height() * lower_share;
        let lower = Rect::from_min_max(pos2(bar.left(), middle), bar.max);
        let upper = Rect::from_min_max(bar.min, pos2(bar.right(), middle));
        let players = PlayerColors::of_badges(badges, ui.visuals().dark_mode);
        let (below, above) = if is_flipped { (1, 0) } else { (0, 1) };
        painter.rect_filled(lower, 0.0, players[below].fill);
        painter.rect_filled(upper, 0.0, players[above].fill);
        // Each player's number is at their end of the bar, next to their name.
        for (player, share) in [(0, first), (1, 1.0 - first)] {
            let y = if (player == 0) == is_flipped {
                rect.top() + 9.0
            } else {
                rect.bottom() - 9.0
            };
            let ink = if share >= 0.5 {
                Role::Text
            } else {
                Role::Muted
            };
            painter.text(
                pos2(rect.center().x, y),
                Align2::CENTER_CENTER,
                share_text(share, is_proven),
                widgets::small_font(ui),
                color(ui, ink),
            );
        }
    } else {
        painter.rect_filled(bar, 0.0, ui.visuals().faint_bg_color);
    }
    // The outline keeps white apart from a white page and black from a dark one.
    let edge = (1.0, color(ui, Role::Muted));
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
    let half = [bar.left_center(), bar.right_center()];
    painter.line_segment(half, edge);
    response.on_hover_text_at_pointer(label);
}
