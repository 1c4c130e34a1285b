//! Pictures of the pieces and tools in the palette.

use super::super::{color, widgets};
use super::EditTool;
use egui::{Rect, Stroke, Ui, vec2};
use kifu_core::contract::EditPiece;
use kifu_core::scene::{PlayerBadge, Role};

/// Paints a piece: a disc, or a bar where pieces are segments.
pub(super) fn paint_piece(ui: &Ui, rect: Rect, piece: &EditPiece) {
    if matches!(piece.role, Role::Stone(_) | Role::Ink(_)) {
        let badge = PlayerBadge {
            role: piece.role,
            text: piece.text.to_owned(),
        };
        widgets::paint_badge(ui, rect, &badge);
        return;
    }
    // The board's own colour may be that of the dialog.
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), rect.height() * 0.28));
    ui.painter().rect_filled(bar, 2.0, color(ui, Role::Text));
}

/// Paints the icon of a tool without a piece.
pub(super) fn paint_tool(ui: &Ui, rect: Rect, tool: EditTool) {
    let stroke = Stroke::new(1.6, color(ui, Role::Text));
    let (painter, inner) = (ui.painter(), rect.shrink(2.0));
    match tool {
        EditTool::Move | EditTool::Put(_) => {
            let (center, arm) = (inner.center(), inner.width() / 2.0);
            for to in [
                vec2(arm, 0.0),
                vec2(-arm, 0.0),
                vec2(0.0, arm),
                vec2(0.0, -arm),
            ] {
                painter.arrow(center, to, stroke);
            }
        }
        EditTool::Erase => {
            painter.line_segment([inner.left_top(), inner.right_bottom()], stroke);
            painter.line_segment([inner.right_top(), inner.left_bottom()], stroke);
        }
    }
}
