//! The menu bar.

use super::menu_entries::{self, EntryMark};
use super::{ViewContext, menu_groups, menu_keys};
use crate::state::AppState;
use crate::state::command::{COMMANDS, Menu};
use egui::containers::menu::MenuButton;
use egui::{MenuBar, Popup, Ui};

/// Shows the menus.
pub(crate) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, shown: &dyn Fn(&str) -> Option<bool>) {
    menu_keys::handle(ui, &mut cx.view_state.menu_keys);
    let names = Menu::ALL.map(super::super::state::command::Menu::name);
    let letters = menu_keys::letters(&names);
    MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().button_padding = egui::vec2(6.0, 2.0);
        for ((menu, name), letter) in Menu::ALL.into_iter().zip(names).zip(letters) {
            let title = menu_keys::title(ui, name, letter);
            let button = MenuButton::new(title);
            let (button, _) = button.ui(ui, |ui| menu_items(ui, menu, cx, shown));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MenuItem, true, name));
            let opens = Popup::default_response_id(&button);
            cx.view_state.menu_keys.buttons.push((button.id, opens));
        }
    });
}

fn menu_items(
    ui: &mut Ui,
    menu: Menu,
    cx: &mut ViewContext<'_>,
    shown: &dyn Fn(&str) -> Option<bool>,
) {
    // In a low window a menu scrolls.
    let window = ui.ctx().content_rect();
    let height = (window.bottom() - ui.cursor().top() - 12.0).max(120.0);
    ui.set_max_height(height);
    egui::ScrollArea::vertical()
        .max_height(height)
        .show(ui, |ui| menu_entry_list(ui, menu, cx, shown));
}

fn menu_entry_list(
    ui: &mut Ui,
    menu: Menu,
    cx: &mut ViewContext<'_>,
    shown: &dyn Fn(&str) -> Option<bool>,
) {
    ui.set_min_width(250.0);
    for command in COMMANDS.iter().filter(|command| command.menu == menu) {
        let id = command.id;
        if !menu_groups::is_in_submenu(id) {
            let mark = match shown(id).or_else(|| is_on(cx.state, id)) {
                Some(is_on) => EntryMark::Check(is_on),
                None => EntryMark::None,
            };
            let is_available = menu_entries::is_available(cx.state, id);
            menu_entries::command(ui, cx, command, mark, is_available);
        }
        menu_groups::show_after(ui, cx, id);
        if SEPARATOR_AFTER.contains(&id) {
            ui.separator();
        }
    }
}

/// Reports whether what a command switches is on; `None` if it switches nothing.
fn is_on(state: &AppState, id: &str) -> Option<bool> {
    let preferences = &state.preferences;
    Some(match id {
        "coordinates" => preferences.coordinates,
        "animations" => preferences.animations,
        "spoilers" => preferences.spoiler_free,
        "engine" => state.live_analysis.is_on,
        "lock" => state.live_analysis.locked_subject.is_some(),
        "autoplay" => state.autoplay_due_s.is_some(),
        "flag" => state.tab().is_some_and(|tab| tab.pending_input.flag),
        "review" => state.running_review().is_some(),
        _ => return None,
    })
}

/// The ids of the commands that are followed by a separator.
const SEPARATOR_AFTER: &[&str] = &[
    "paste",
    "save-as",
    "previous-game",
    "previous-tab",
    "settings",
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
    "spoilers",
    "normal-size",
];
