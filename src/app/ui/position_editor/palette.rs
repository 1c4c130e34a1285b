//! The palette of the position editor: tools, pieces, the side to move and the size of the board.

use super::super::{color, widgets};
use super::board::ShownBoard;
use super::{EditTool, EditorView, start_text};
use egui::{Button, ComboBox, Rect, Sense, Stroke, Ui, WidgetInfo, vec2};
use kifu_core::contract::{EditPiece, Player, PositionEdit};
use kifu_core::games::DynGame;
use kifu_core::scene::{PlayerBadge, Role};

/// The side of an icon, in points.
const ICON: f32 = 16.0;

/// Shows the palette, from which pieces can also be dragged onto the board.
pub(super) fn show(
    ui: &mut Ui,
    game: &'static dyn DynGame,
    editor: &mut EditorView,
    board: Option<&ShownBoard>,
) {
    ui.spacing_mut().item_spacing.y = 3.0;
    plain_tool(ui, editor, EditTool::Move, "Move pieces");
    for index in 0..game.pieces().len() {
        piece_tool(ui, game, editor, index, board);
    }
    plain_tool(ui, editor, EditTool::Erase, "Erase");
    ui.add_space(6.0);
    side_to_move(ui, game, editor);
    board_size(ui, game, editor);
    ui.add_space(6.0);
    let width = ui.available_width();
    let wide = |text: &str| Button::new(text.to_owned()).min_size(vec2(width, 24.0));
    if ui.add(wide("Empty board")).clicked() {
        editor.picked = None;
        editor.edit(game, &PositionEdit::Clear);
    }
    if ui.add(wide("Start position")).clicked() {
        editor.picked = None;
        editor.set_text(start_text(game));
    }
    if ui
        .add_enabled(!editor.undo.is_empty(), wide("Undo"))
        .clicked()
    {
        editor.picked = None;
        editor.undo();
    }
}

/// Shows the button of a tool without a piece.
fn plain_tool(ui: &mut Ui, editor: &mut EditorView, tool: EditTool, name: &'static str) {
    let paint = |ui: &mut Ui, icon| paint_tool(ui, icon, tool);
    if tool_button(ui, editor.tool == tool, name, paint).clicked() {
        editor.choose(tool);
    }
}

/// Shows the button of a piece, which can be dragged onto the board.
fn piece_tool(
    ui: &mut Ui,
    game: &'static dyn DynGame,
    editor: &mut EditorView,
    index: usize,
    board: Option<&ShownBoard>,
) {
    let piece = &game.pieces()[index];
    let tool = EditTool::Put(index);
    let paint = |ui: &mut Ui, icon| paint_piece(ui, icon, piece);
    let button = tool_button(ui, editor.tool == tool, piece.name, paint);
    if button.clicked() || button.drag_started() {
        editor.choose(tool);
    }
    let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    if button.dragged() {
        let layer = egui::LayerId::new(egui::Order::Tooltip, button.id);
        let above = egui::UiBuilder::new().layer_id(layer);
        ui.scope_builder(above, |ui| {
            ui.set_clip_rect(ui.ctx().content_rect());
            let icon = Rect::from_center_size(pointer, vec2(24.0, 24.0));
            paint_piece(ui, icon, piece);
        });
    }
    let over = board.and_then(|board| board.square_at(pointer));
    if let Some(square) = over.filter(|_| button.drag_stopped()) {
        editor.edit(game, &PositionEdit::Put(&square, Some(index)));
    }
}

impl EditorView {
    fn choose(&mut self, tool: EditTool) {
        self.tool = tool;
        self.picked = None;
    }
}

/// Shows a button as wide as the palette, with an icon and a name.
fn tool_button(
    ui: &mut Ui,
    is_chosen: bool,
    name: &'static str,
    paint: impl FnOnce(&mut Ui, Rect),
) -> egui::Response {
    let width = ui.available_width();
    let button = Button::selectable(is_chosen, format!("      {name}"))
        .min_size(vec2(width, 24.0))
        .sense(Sense::click_and_drag());
    let response = ui.add(button);
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), is_chosen, name)
    });
    let center = response.rect.left_center() + vec2(4.0 + ICON / 2.0, 0.0);
    paint(ui, Rect::from_center_size(center, vec2(ICON, ICON)));
    response
}

/// Shows whose turn it is, where that does not follow from the board.
fn side_to_move(ui: &mut Ui, game: &'static dyn DynGame, editor: &mut EditorView) {
    let Some(state) = game.draft_state(&editor.readable) else {
        return;
    };
    let is_possible = |player| {
        let change = PositionEdit::SideToMove(player);
        game.edit_position(&editor.readable, &change).is_some()
    };
    if !Player::ALL.into_iter().all(is_possible) {
        return;
    }
    for player in Player::ALL {
        let side = game.sides()[player.index()];
        let name = format!("{side} to move");
        let is_chosen = state.mover() == Some(player);
        if ui.radio(is_chosen, name).clicked() && !is_chosen {
            editor.edit(game, &PositionEdit::SideToMove(player));
        }
    }
}

/// Shows the size of the board, where there are several.
fn board_size(ui: &mut Ui, game: &'static dyn DynGame, editor: &mut EditorView) {
    let (Some(sizes), Some(known)) = (game.board_sizes(), game.board_size(&editor.readable)) else {
        return;
    };
    let mut size = known;
    ui.label(widgets::small_muted_text(ui, "Board size"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let names = ["Columns", "Rows"];
        let shown = if sizes.is_square { 1 } else { 2 };
        for (side, name) in size.iter_mut().zip(names).take(shown) {
            let name = if sizes.is_square { "Board size" } else { name };
            let combo = ComboBox::from_id_salt(name)
                .width(48.0)
                .selected_text(side.to_string())
                .show_ui(ui, |ui| {
                    for choice in sizes.range.clone() {
                        ui.selectable_value(side, choice, choice.to_string());
                    }
                });
            combo.response.on_hover_text(name).accessible_name(name);
        }
    });
    if sizes.is_square {
        size[1] = size[0];
    }
    if size != known {
        editor.picked = None;
        editor.edit(game, &PositionEdit::Size(size));
    }
}

// Pictures of the pieces and tools in the palette.

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
