//! The rack beside the board: the piece that the next click places, which a click here rotates.

use super::board::{BoardTransform, paint};
use super::{ViewContext, color, palette, widgets};
use crate::state::{Action, InputAction};
use egui::{CornerRadius, Sense, Ui, Vec2, WidgetInfo, vec2};
use kifu_core::scene::Role;

/// The range of the width of the rack, in points.
const WIDTHS: std::ops::RangeInclusive<f32> = 92.0..=170.0;
/// The width of the rack as a part of the height of the board.
const WIDTH_SHARE: f32 = 0.18;
/// The least width of the board beside it, in points.
pub(super) const MIN_BOARD_WIDTH: f32 = 300.0;

/// Returns the width of the rack beside a board of this height, in points.
pub(super) fn width(board_height: f32) -> f32 {
    (board_height * WIDTH_SHARE).clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// Reports whether the shown game has pieces that are turned before they are placed.
pub(super) fn has_content(cx: &ViewContext<'_>) -> bool {
    let open_game = cx.state.open_game();
    open_game.is_some_and(|open_game| open_game.game().info().input.rotations > 1)
}

/// Shows the rack. It keeps its width when there is no piece, so that the board does not move.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, height: f32) {
    let width = width(height);
    let size = vec2(width, height);
    let layout = egui::Layout::top_down(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        let piece = cx
            .tab()
            .and_then(|tab| tab.piece_in_hand(cx.state.scene_options()));
        let Some(piece) = piece else { return };
        ui.add_space((height * 0.5 - width).max(0.0));
        ui.label(widgets::small_muted_text(ui, "Next tile"));
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(width - 12.0), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &piece.label));
        if response.hovered() || response.has_focus() {
            let stroke = (1.5, color(ui, Role::Preview));
            let round = CornerRadius::same(4);
            ui.painter()
                .rect_stroke(rect, round, stroke, egui::StrokeKind::Inside);
        }
        let transform = BoardTransform::new(&piece, rect.shrink(2.0), ui.pixels_per_point());
        paint(&piece.items, &transform, palette(ui), ui.painter());
        if response
            .on_hover_text(
                "Click the board to place it. A click here, R or the right button rotates it.",
            )
            .clicked()
        {
            cx.dispatch(Action::Input(InputAction::RotateTile));
        }
    });
}
