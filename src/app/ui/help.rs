//! The help dialog, which lists all commands with their keys, and the about dialog.

use super::dialog_buttons::DialogButtons;
use super::icons::{self, Icon};
use super::menu_keys::shortcut_from_key;
use super::{ViewContext, color, widgets};
use crate::state::command::{COMMANDS, Menu, WindowCommand, is_offered};
use crate::state::{Action, SettingsAction, Shortcut};
use egui::scroll_area::ScrollBarVisibility;
use egui::{
    Align, Button, Event, Key, Layout, Modifiers, RichText, ScrollArea, TextEdit, Ui, WidgetInfo,
};
use kifu_core::games::CATALOGUE;
use kifu_core::scene::Role;

/// Shows all commands inside a dialog. A click on the name runs a command, one on the key changes
/// it.
pub fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let room = ui.ctx().content_rect();
    ui.set_width((room.width() - 48.0).min(560.0));
    ui.label(RichText::new("Commands and keys").strong().size(15.0));
    let height = (room.height() * 0.65).min(560.0);
    if let Some(command) = command_list(ui, cx, height, true) {
        cx.dispatch(Action::CloseDialog);
        cx.dispatch((command.action)());
        return;
    }
    let buttons = DialogButtons {
        primary: "Close",
        ..DialogButtons::default()
    };
    if buttons.show(ui).is_some() {
        cx.dispatch(Action::CloseDialog);
    }
}

/// Shows the commands with their keys and a search field, in a list of this height. Returns the
/// best match of a search that was entered.
pub(super) fn command_list(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    height: f32,
    has_mouse: bool,
) -> Option<&'static WindowCommand> {
    capture_key(ui, cx);
    let field = TextEdit::singleline(&mut cx.view_state.help_search)
        .hint_text("Search commands…")
        .desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Search commands…");
    // The search field takes the focus as soon as the dialog opens.
    let nothing_has = ui.memory(|memory| memory.focused().is_none());
    if nothing_has && cx.view_state.key_capture.is_none() && !field.lost_focus() {
        field.request_focus();
    }
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let wanted = cx.view_state.help_search.to_lowercase();
    let area = ScrollArea::vertical()
        .auto_shrink(false)
        // A list with few entries keeps its height, so that nothing moves while the user types.
        .min_scrolled_height(height)
        .max_height(height)
        .scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
    ui.spacing_mut().scroll.floating = false;
    // A bar in the colour of text would outshine the list.
    ui.spacing_mut().scroll.foreground_color = false;
    let mut first = None;
    area.show(ui, |ui| {
        for menu in Menu::ALL {
            let commands: Vec<&WindowCommand> = COMMANDS
                .iter()
                .filter(|command| command.menu == menu)
                .filter(|command| is_offered(command.id, cx.state.is_in_browser))
                .filter(|command| matches_search(cx, command, &wanted))
                .collect();
            first = first.or(commands.first().copied());
            if !commands.is_empty() {
                ui.add_space(4.0);
                widgets::heading(ui, menu.name());
            }
            for command in commands {
                command_row(ui, cx, command);
            }
        }
        let has_gestures = has_mouse && show_gestures(ui, &wanted);
        if first.is_none() && !has_gestures {
            widgets::empty_message(ui, "No command matches.");
        }
    });
    first.filter(|_| is_entered && !wanted.is_empty())
}

fn matches_search(cx: &ViewContext<'_>, command: &WindowCommand, wanted: &str) -> bool {
    let name = command.name.to_lowercase();
    let keys = cx.state.key_bindings.shortcuts(command);
    let is_key = |key: &Shortcut| {
        [key.to_string(), key.label()]
            .iter()
            .any(|text| text.to_lowercase() == wanted)
    };
    name.contains(wanted) || command.id.contains(wanted) || keys.iter().any(is_key)
}

fn command_row(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static WindowCommand) {
    ui.push_id(command.id, |ui| {
        ui.horizontal(|ui| {
            let name = command.name;
            let button = Button::new(name).frame_when_inactive(false);
            if ui.add(button).clicked() {
                cx.dispatch(Action::CloseDialog);
                cx.dispatch((command.action)());
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if cx.view_state.key_capture == Some(command.id) {
                    key_prompt(ui, cx, command);
                } else {
                    key_buttons(ui, cx, command, name);
                }
            });
        });
    });
}

/// Shows the keys of a command; a click asks for another key.
fn key_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static WindowCommand, name: &str) {
    let keys = cx.state.key_bindings.shortcuts(command);
    let texts: Vec<String> = keys.iter().map(Shortcut::label).collect();
    let shown = if texts.is_empty() {
        "–".to_owned()
    } else {
        texts.join("   ")
    };
    let text = RichText::new(shown).monospace();
    let button = ui.add(Button::new(text).min_size(egui::vec2(76.0, 0.0)));
    let label = format!("Change key: {name}, {}", texts.join(", "));
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
    if button.on_hover_text("Change key").clicked() {
        cx.view_state.key_capture = Some(command.id);
        // Otherwise the key would be typed into the search field.
        if let Some(focused) = ui.memory(egui::Memory::focused) {
            ui.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }
    if cx.state.key_bindings.is_changed(command.id) {
        let label = format!("{name}: Reset to default");
        if icons::button(ui, Icon::Undo, &label).clicked() {
            cx.dispatch(Action::Settings(SettingsAction::SetKey(command.id, None)));
        }
    }
}

/// Shows the prompt for a new key.
fn key_prompt(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static WindowCommand) {
    if ui.button("Cancel").clicked() {
        cx.view_state.key_capture = None;
    }
    if ui.button("No key").clicked() {
        cx.view_state.key_capture = None;
        cx.dispatch(Action::Settings(SettingsAction::SetKey(
            command.id,
            Some(None),
        )));
    }
    ui.label(RichText::new("Press a key…").color(color(ui, Role::Preview)));
}

/// Takes the next key press for the command that is waiting for its new key.
fn capture_key(ui: &Ui, cx: &mut ViewContext<'_>) {
    let Some(id) = cx.view_state.key_capture else {
        return;
    };
    let pressed = ui.input_mut(|input| {
        let index = input
            .events
            .iter()
            .position(|event| pressed_key(event).is_some())?;
        pressed_key(&input.events.remove(index))
    });
    let Some((key, modifiers)) = pressed else {
        return;
    };
    cx.view_state.key_capture = None;
    if key != Key::Escape {
        let shortcut = shortcut_from_key(key, modifiers).to_string();
        cx.dispatch(Action::Settings(SettingsAction::SetKey(
            id,
            Some(Some(shortcut)),
        )));
    }
}

/// Returns the key that was pressed, ignoring modifier keys.
///
/// egui reports the clipboard shortcuts as events of their own.
fn pressed_key(event: &Event) -> Option<(Key, Modifiers)> {
    match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } => {
            let only_held = matches!(
                key,
                Key::ShiftLeft
                    | Key::ShiftRight
                    | Key::ControlLeft
                    | Key::ControlRight
                    | Key::AltLeft
                    | Key::AltRight
            );
            (!only_held).then_some((*key, *modifiers))
        }
        Event::Copy => Some((Key::C, Modifiers::COMMAND)),
        Event::Cut => Some((Key::X, Modifiers::COMMAND)),
        Event::Paste(_) => Some((Key::V, Modifiers::COMMAND)),
        _ => None,
    }
}

/// Shows information about the program inside a dialog.
pub fn about(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("kifu").strong().size(20.0));
        ui.label(widgets::muted_text(ui, env!("CARGO_PKG_VERSION")));
    });
    ui.label("Validates, converts, replays and reviews games of five programming contests.");
    ui.add_space(4.0);
    widgets::heading(ui, "Games");
    egui::Grid::new("games").num_columns(2).show(ui, |ui| {
        for game in CATALOGUE {
            ui.label(game.name());
            ui.label(widgets::muted_text(ui, game.info().contest));
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    ui.label(widgets::small_muted_text(
        ui,
        "Licensed under MIT or Apache-2.0, at your option.",
    ));
    let buttons = DialogButtons {
        primary: "Close",
        ..DialogButtons::default()
    };
    if buttons.show(ui).is_some() {
        cx.dispatch(Action::CloseDialog);
    }
}

// The part of the help that explains the mouse.

/// The gestures and their effects.
const GESTURES: &[(&str, &str)] = &[
    (
        "Click a square",
        "Pick it: a move is complete when all its squares are picked",
    ),
    ("Drag from square to square", "Move"),
    (
        "Double-click",
        "Confirm a move that could go on (a circuit)",
    ),
    ("Wheel over the board", "Step through the game"),
    ("Right click", "Circle; in Box, turn the tile"),
    ("Shift + right click", "Triangle"),
    ("Ctrl + right click", "Cross"),
    ("Ctrl + Shift + right click", "Square"),
    ("Ctrl + Alt + right click", "Circle, in Box as well"),
    ("Alt + right click", "Word (or the key W over the square)"),
    ("Right drag", "Arrow, in the colour of the palette"),
    (
        "Shift, Alt or both + right drag",
        "Red, green or yellow arrow",
    ),
    (
        "The same mark again",
        "Remove it, or give it the other colour",
    ),
    (
        "Marks in the Notes pane",
        "Draw with the left button; Escape ends",
    ),
    (
        "Point at an engine line",
        "See it on the board; click to play it",
    ),
    (
        "Click in the explorer",
        "A move plays it; its number of games lists these in the library",
    ),
    ("Click the graph", "Go to that ply; Ctrl + wheel zooms"),
    (
        "Right click a move",
        "Promote, move or delete its variation",
    ),
    (
        "Middle click a tab",
        "Close it; double-click keeps a preview",
    ),
    ("Drag the title of a pane", "Move the pane"),
    (
        "Click in the library",
        "Open a game for a look; the next one takes its place",
    ),
    ("Drop files or folders", "Open them"),
];

/// Yields the mouse gestures that match a search.
fn mouse_rows(
    wanted: &str,
) -> impl Iterator<Item = &'static (&'static str, &'static str)> + use<'_> {
    let is_section = "mouse".contains(wanted);
    let rows = GESTURES.iter();
    rows.filter(move |(gesture, effect)| {
        let mut texts = [gesture, effect].into_iter();
        is_section || texts.any(|text| text.to_lowercase().contains(wanted))
    })
}

/// Shows the mouse gestures that match the search. Reports whether there are any.
pub(super) fn show_gestures(ui: &mut Ui, wanted: &str) -> bool {
    let rows: Vec<_> = mouse_rows(wanted).collect();
    if rows.is_empty() {
        return false;
    }
    ui.add_space(4.0);
    widgets::heading(ui, "Mouse");
    let width = ui.available_width();
    egui::Grid::new("mouse")
        .num_columns(2)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for (gesture, effect) in rows {
                ui.allocate_ui(egui::vec2(width * 0.42, 0.0), |ui| {
                    ui.set_width(width * 0.42);
                    ui.add(egui::Label::new(RichText::new(*gesture).strong()).wrap());
                });
                ui.add(egui::Label::new(*effect).wrap());
                ui.end_row();
            }
        });
    true
}
