//! The menu bar.

use super::ViewContext;
use crate::app::open_game::OpenGame;
use crate::app::state::command::{COMMANDS, Menu};
use crate::app::state::{Action, AppState, Shortcut};
use crate::formats::FORMATS;
use egui::{Button, MenuBar, RichText, Ui};

/// Shows the menus.
pub(in crate::app) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    shown: &dyn Fn(&str) -> Option<bool>,
) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(cx.texts().menu(menu), |ui| menu_items(ui, menu, cx, shown));
        }
    });
}

fn menu_items(
    ui: &mut Ui,
    menu: Menu,
    cx: &mut ViewContext<'_>,
    shown: &dyn Fn(&str) -> Option<bool>,
) {
    ui.set_min_width(240.0);
    for command in COMMANDS.iter().filter(|command| command.menu == menu) {
        let keys = cx.state.key_bindings.shortcuts(command);
        let key = keys.first().map_or(String::new(), Shortcut::label);
        let name = cx.texts().command(command.id);
        let button = Button::new(name)
            .shortcut_text(RichText::new(key).weak())
            .selected(shown(command.id).unwrap_or(false));
        if ui
            .add_enabled(is_available(cx.state, command.id), button)
            .clicked()
        {
            cx.dispatch((command.action)());
        }
        if command.id == "open-folder" {
            recent_files_menu(ui, cx);
        }
        if command.id == "save-as" {
            export_menu(ui, cx);
        }
        if SEPARATOR_AFTER.contains(&command.id) {
            ui.separator();
        }
    }
}

/// The ids of the commands that are followed by a separator.
const SEPARATOR_AFTER: &[&str] = &[
    "paste",
    "previous-game",
    "redo",
    "copy-picture",
    "cancel",
    "glyph-none",
    "clear-marks",
    "delete",
    "last",
    "note-back",
    "main-line",
    "search",
    "seat",
    "animations",
    "normal-size",
];

fn recent_files_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.add_enabled_ui(!cx.state.recent_files.is_empty(), |ui| {
        ui.menu_button(words.recent, |ui| {
            for file in &cx.state.recent_files {
                if ui.button(file.path.display().to_string()).clicked() {
                    cx.actions.push(Action::OpenPaths(vec![file.path.clone()]));
                }
            }
        });
    });
}

fn export_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.add_enabled_ui(cx.state.open_game().is_some(), |ui| {
        ui.menu_button(words.export, |ui| {
            let written = FORMATS.iter().filter(|format| format.writer().is_some());
            for format in written {
                let button = Button::new(format.id())
                    .shortcut_text(RichText::new(format.description()).weak());
                if ui.add(button).clicked() {
                    cx.dispatch(Action::ExportTab(format.id()));
                }
            }
        });
    });
}

/// Reports whether a command is available now.
fn is_available(state: &AppState, id: &str) -> bool {
    let open_game = state.open_game();
    match id {
        "new" | "open" | "open-folder" | "paste" | "quit" | "search" | "coordinates" | "theme"
        | "animations" | "larger" | "smaller" | "normal-size" | "help" | "about" | "seat"
        | "knowledge" | "next-game" | "previous-game" | "newest-game" | "follow" => true,
        "undo" => state.tab().is_some_and(|tab| tab.can_undo_and_redo().0),
        "redo" => state.tab().is_some_and(|tab| tab.can_undo_and_redo().1),
        "pause-game" | "take-back" | "stop-game" => state.live_game().is_some(),
        "resign" => state
            .live_game()
            .is_some_and(|live| live.asked_person().is_some()),
        "reload" => state.tab().is_some_and(|tab| tab.source.is_some()),
        "close" | "next-tab" | "previous-tab" => !state.tabs.is_empty(),
        _ if id.starts_with("pane-") => true,
        "next" | "last" | "ten-on" => open_game.is_some_and(OpenGame::has_next),
        _ => open_game.is_some(),
    }
}
