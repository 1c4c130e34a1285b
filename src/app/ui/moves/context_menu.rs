//! The context menu of a move in the move list.

use super::super::ViewContext;
use crate::open_game::{Navigation, NodeId, OpenGame};
use crate::state::{Action, CopyTarget, EditAction, FileAction, command_name};
use egui::{Button, RichText, Ui};

/// Shows the context menu of a move.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, node: NodeId) {
    let is_main = open_game.tree().is_on_main_line(node);
    let fixed = is_main && open_game.was_played();
    let entries = [
        ("promote", Action::Edit(EditAction::PromoteLine), !is_main),
        (
            "line-up",
            Action::Edit(EditAction::ReorderLine(-1)),
            !is_main,
        ),
        (
            "line-down",
            Action::Edit(EditAction::ReorderLine(1)),
            !is_main,
        ),
        (
            "copy-moves",
            Action::File(FileAction::Copy(CopyTarget::Moves)),
            true,
        ),
        (
            "copy-position",
            Action::File(FileAction::Copy(CopyTarget::Position)),
            true,
        ),
    ];
    for (id, action, enabled) in entries {
        if menu_entry(ui, cx, id, enabled) {
            // The commands act on the shown position, so go to the move first.
            cx.dispatch(Action::Navigate(Navigation::Node(node)));
            cx.dispatch(action);
        }
    }
    ui.separator();
    if menu_entry(ui, cx, "delete", !fixed && node != NodeId::ROOT) {
        cx.dispatch(Action::Edit(EditAction::DeleteNode(node)));
    }
}

fn menu_entry(ui: &mut Ui, cx: &ViewContext<'_>, id: &str, enabled: bool) -> bool {
    let command = crate::state::command::by_id(id);
    let keys = command.map(|command| cx.state.key_bindings.shortcuts(command));
    let key = keys.and_then(|keys| keys.first().map(ToString::to_string));
    let button =
        Button::new(command_name(id)).shortcut_text(RichText::new(key.unwrap_or_default()).weak());
    ui.add_enabled(enabled, button).clicked()
}
