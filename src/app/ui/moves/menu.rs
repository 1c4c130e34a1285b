//! What can be done with an act of the list.

use super::super::Cx;
use crate::app::state::{Action, Copied};
use crate::app::study::{Go, NodeId, Study};
use egui::{Button, RichText, Ui};

/// Shows the menu of an act.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, study: &Study, node: NodeId) {
    let is_main = study.tree().is_main(node);
    let fixed = is_main && study.is_played();
    let entries = [
        ("promote", Action::Promote, !is_main),
        ("line-up", Action::Reorder(-1), !is_main),
        ("line-down", Action::Reorder(1), !is_main),
        ("copy-moves", Action::Copy(Copied::Moves), true),
        ("copy-position", Action::Copy(Copied::Position), true),
    ];
    for (id, action, enabled) in entries {
        if entry(ui, cx, id, enabled) {
            // What is done is done to what is shown.
            cx.want(Action::Go(Go::Node(node)));
            cx.want(action);
        }
    }
    ui.separator();
    if entry(ui, cx, "delete", !fixed && node != NodeId::ROOT) {
        cx.want(Action::DeleteAt(node));
    }
}

fn entry(ui: &mut Ui, cx: &Cx<'_>, id: &str, enabled: bool) -> bool {
    let command = crate::app::state::command::by_id(id);
    let keys = command.map(|command| cx.state.keys.of(command));
    let key = keys.and_then(|keys| keys.first().map(ToString::to_string));
    let button = Button::new(cx.texts().command(id))
        .shortcut_text(RichText::new(key.unwrap_or_default()).weak());
    ui.add_enabled(enabled, button).clicked()
}
