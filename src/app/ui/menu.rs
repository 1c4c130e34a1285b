//! The menu bar.

use super::{ViewContext, color, menu_groups, menu_keys};
use crate::open_game::OpenGame;
use crate::state::command::{COMMANDS, Menu, WindowCommand, is_offered, offered_menus};
use crate::state::{Action, AppState, Shortcut};
use egui::containers::menu::{MenuButton, SubMenuButton};
use egui::{
    Atom, Button, MenuBar, Popup, Response, RichText, Role, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use kifu_core::scene;

/// Shows the menus.
pub(crate) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, shown: &dyn Fn(&str) -> Option<bool>) {
    menu_keys::handle(ui, &mut cx.view_state.menu_keys);
    let menus = offered_menus(cx.state.is_in_browser);
    let names: Vec<&str> = menus.iter().map(|menu| menu.name()).collect();
    let letters = menu_keys::letters(&names);
    MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().button_padding = egui::vec2(6.0, 2.0);
        for ((menu, name), letter) in menus.into_iter().zip(names).zip(letters) {
            let title = menu_keys::title(ui, name, letter);
            let button = MenuButton::new(title);
            let (button, _) = button.ui(ui, |ui| menu_items(ui, menu, cx, shown));
            show_focus(ui, &button);
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
    let is_in_browser = cx.state.is_in_browser;
    for command in COMMANDS.iter().filter(|command| command.menu == menu) {
        let id = command.id;
        if is_offered(id, is_in_browser) && !menu_groups::is_in_submenu(id) {
            let mark = match shown(id).or_else(|| is_on(cx.state, id)) {
                Some(is_on) => EntryMark::Check(is_on),
                None => EntryMark::None,
            };
            let is_available = is_available(cx.state, id);
            self::command(ui, cx, command, mark, is_available);
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
    "publish-listed",
    "newest-game",
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
    "find-back",
    "main-line",
    "search",
    "seat",
    "spoilers",
    "normal-size",
];

// The entries of menus: commands, with check marks and radio marks, and submenus.

/// The width of the column of marks, in points.
const MARK_WIDTH: f32 = 14.0;

/// The mark before an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryMark {
    /// None: the entry does something.
    None,
    /// A check mark if it is on.
    Check(bool),
    /// A dot if it is the chosen one of several.
    Radio(bool),
}

impl EntryMark {
    const fn role(self) -> Role {
        match self {
            Self::None => Role::MenuItem,
            Self::Check(_) => Role::MenuItemCheckBox,
            Self::Radio(_) => Role::MenuItemRadio,
        }
    }

    const fn is_on(self) -> bool {
        matches!(self, Self::Check(true) | Self::Radio(true))
    }
}

/// Returns the mark as part of a button. Entries without one are as far from the edge.
fn mark_atom(mark: EntryMark) -> Atom<'static> {
    Atom::paint(vec2(MARK_WIDTH, MARK_WIDTH), move |ui, args| {
        if !mark.is_on() {
            return;
        }
        let (center, ink) = (args.rect.center(), args.fallback_text_color);
        if matches!(mark, EntryMark::Radio(_)) {
            ui.painter().circle_filled(center, 3.0, ink);
        } else {
            let point = |x: f32, y: f32| pos2(center.x + x, center.y + y);
            let points = vec![point(-4.0, 0.0), point(-1.0, 3.5), point(4.5, -3.5)];
            ui.painter().line(points, Stroke::new(1.6, ink));
        }
    })
}

/// Shows an entry with a mark and a key.
pub(super) fn entry(
    ui: &mut Ui,
    mark: EntryMark,
    name: &str,
    key: &str,
    is_enabled: bool,
) -> Response {
    let button =
        Button::new((mark_atom(mark), name)).shortcut_text(RichText::new(key.to_owned()).weak());
    let response = ui.add_enabled(is_enabled, button);
    show_focus(ui, &response);
    response.widget_info(|| match mark {
        EntryMark::None => WidgetInfo::labeled(mark.role(), is_enabled, name),
        _ => WidgetInfo::selected(mark.role(), is_enabled, mark.is_on(), name),
    });
    if response.clicked() {
        // egui closes menus after a click of the pointer alone.
        Popup::close_all(ui.ctx());
    }
    response
}

/// Outlines the title or the entry that the keyboard has reached.
fn show_focus(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(1.0, color(ui, scene::Role::Preview));
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(response.rect, 3.0, stroke, inside);
    }
}

/// Shows a command with its first key.
pub(super) fn command(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    command: &WindowCommand,
    mark: EntryMark,
    is_enabled: bool,
) {
    let keys = cx.state.key_bindings.shortcuts(command);
    let key = keys.first().map_or(String::new(), Shortcut::label);
    let name = command.name;
    if entry(ui, mark, name, &key, is_enabled).clicked() {
        cx.dispatch((command.action)());
    }
}

/// Shows the entries of which one is chosen.
pub(super) fn radio_entries(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    options: impl IntoIterator<Item = (String, bool, Action)>,
) {
    for (name, is_chosen, action) in options {
        if entry(ui, EntryMark::Radio(is_chosen), &name, "", true).clicked() {
            cx.dispatch(action);
        }
    }
}

/// Shows a submenu.
pub(super) fn submenu(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    name: &str,
    is_enabled: bool,
    contents: impl FnOnce(&mut Ui, &mut ViewContext<'_>),
) {
    ui.add_enabled_ui(is_enabled, |ui| {
        let button = Button::new((mark_atom(EntryMark::None), name))
            .right_text(SubMenuButton::arrow_atom(None));
        let (response, _) = SubMenuButton::from_button(button).ui(ui, |ui| {
            ui.set_min_width(150.0);
            contents(ui, cx);
        });
        show_focus(ui, &response);
        response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, is_enabled, name));
        cx.view_state.menu_keys.submenus.push(response.id);
    });
}

/// Reports whether a command is available now.
pub(super) fn is_available(state: &AppState, id: &str) -> bool {
    let open_game = state.open_game();
    match id {
        "new" | "open" | "open-folder" | "paste" | "quit" | "search" | "find" | "coordinates"
        | "theme" | "animations" | "larger" | "smaller" | "normal-size" | "help" | "about"
        | "settings" | "seat" | "knowledge" | "pane-reset" | "next-game" | "previous-game"
        | "newest-game" | "next-problem" | "follow" => true,
        "export-listed" => !state.library.shown().is_empty(),
        "publish-listed" => state.can_publish && !state.library.shown().is_empty(),
        "undo" => state.tab().is_some_and(|tab| tab.can_undo_and_redo().0),
        "redo" => state.tab().is_some_and(|tab| tab.can_undo_and_redo().1),
        "pause-game" | "take-back" | "stop-game" => state.live_game().is_some(),
        "rematch" => state.rematch().is_some(),
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
