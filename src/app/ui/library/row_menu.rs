//! The context menus of games, files and folders of the library.

use super::super::ViewContext;
use super::super::widgets::one_line;
use super::change_filter;
use super::filters::game_name;
use super::row::file_with_number;
use crate::library::{Filter, FolderNode, GameRowRef, RowSelection};
use crate::state::{Action, Effect, FileAction, LibraryAction};
use egui::{Button, Ui};

/// Shows the menu of a game.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, number: u32, known: GameRowRef<'_>) {
    if item(ui, "Open").clicked() {
        cx.dispatch(Action::Outside(Effect::OpenRow(number)));
    }
    if item(ui, "Open in a new tab").clicked() {
        cx.dispatch(Action::Outside(Effect::OpenRowToKeep(number)));
    }
    ui.separator();
    for player in known.players() {
        let is_named = !player.is_empty();
        if is_named && item(ui, &format!("Show only: {player}")).clicked() {
            change_filter(cx, |filter| filter.player = Some(player.to_owned()));
        }
    }
    let game = game_name(known.game());
    if !game.is_empty() && item(ui, &format!("Show only: {game}")).clicked() {
        change_filter(cx, |filter| filter.game = Some(known.game().to_owned()));
    }
    same_games(ui, cx, number, known);
    let path = known.path();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    if item(ui, &format!("Show only: {file}")).clicked() {
        change_filter(cx, |filter| filter.path_prefix = Some(path.to_owned()));
    }
    ui.separator();
    if item(ui, "Copy path").clicked() {
        ui.ctx().copy_text(path.display().to_string());
    }
}

/// Shows the item that lists the rows with the same game, if there is more than one.
fn same_games(ui: &mut Ui, cx: &mut ViewContext<'_>, number: u32, known: GameRowRef<'_>) {
    let rows = cx.state.library.rows_of_same_game(number);
    if rows.len() > 1 && item(ui, "List the same games").clicked() {
        let name = format!("Same games as {}", file_with_number(known));
        let filter = Filter::selected(RowSelection::new(name, rows));
        cx.dispatch(Action::Library(LibraryAction::SetFilter(Box::new(filter))));
    }
}

/// Shows the menu of a file or folder. Returns whether the folder is to be expanded or collapsed.
pub(super) fn show_for_node(ui: &mut Ui, cx: &mut ViewContext<'_>, node: &FolderNode) -> bool {
    let mut is_toggled = false;
    if node.is_file {
        if item(ui, "Open").clicked() {
            cx.dispatch(Action::File(FileAction::OpenFileOfLibrary(
                node.path.clone(),
            )));
        }
    } else {
        is_toggled = item(ui, "Expand or collapse").clicked();
    }
    if item(ui, &format!("Show only: {}", node.name)).clicked() {
        change_filter(cx, |filter| filter.path_prefix = Some(node.path.clone()));
    }
    if item(ui, "Copy path").clicked() {
        ui.ctx().copy_text(node.path.display().to_string());
    }
    ui.separator();
    if item(ui, "Remove from library").clicked() {
        cx.dispatch(Action::Library(LibraryAction::RemoveFromLibrary(
            node.path.clone(),
        )));
    }
    is_toggled
}

fn item(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(Button::new(one_line(text)).wrap_mode(egui::TextWrapMode::Extend))
}
