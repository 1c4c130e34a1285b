//! The help dialog, which lists all commands with their keys, and the about dialog.

use super::icons::{self, Icon};
use super::shortcut::shortcut_from_key;
use super::{ViewContext, color, widgets};
use crate::app::state::command::{COMMANDS, Command, Menu};
use crate::app::state::{Action, Shortcut};
use crate::games::CATALOGUE;
use crate::scene::Role;
use egui::scroll_area::ScrollBarVisibility;
use egui::{Align, Button, Event, Key, Layout, Modifiers, RichText, ScrollArea, TextEdit};
use egui::{Ui, WidgetInfo};

/// Shows all commands inside a dialog. A click on the name runs a command, one on the key changes
/// it.
pub fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    capture_key(ui, cx);
    ui.set_width(ui.available_width().clamp(360.0, 560.0));
    ui.label(RichText::new(words.help_title).strong().size(15.0));
    let field = TextEdit::singleline(&mut cx.view_state.help_search)
        .hint_text(words.help_search)
        .desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name(words.help_search);
    // The search field takes the focus as soon as the dialog opens.
    let nothing_has = ui.memory(|memory| memory.focused().is_none());
    if nothing_has && cx.view_state.key_capture.is_none() {
        field.request_focus();
    }
    let wanted = cx.view_state.help_search.to_lowercase();
    let height = (ui.ctx().content_rect().height() * 0.65).min(560.0);
    let area = ScrollArea::vertical()
        .auto_shrink(false)
        // A list with few entries keeps its height, so that nothing moves while the user types.
        .min_scrolled_height(height)
        .max_height(height)
        .scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible);
    ui.spacing_mut().scroll.floating = false;
    area.show(ui, |ui| {
        let has_command = COMMANDS
            .iter()
            .any(|command| matches_search(cx, command, &wanted));
        if !has_command && mouse_rows(cx, &wanted).next().is_none() {
            widgets::empty_message(ui, words.no_command);
        }
        for menu in Menu::ALL {
            let of = COMMANDS.iter().filter(|command| command.menu == menu);
            let found: Vec<&Command> = of
                .filter(|command| matches_search(cx, command, &wanted))
                .collect();
            if !found.is_empty() {
                ui.add_space(4.0);
                widgets::heading(ui, cx.texts().menu(menu));
            }
            for command in found {
                command_row(ui, cx, command);
            }
        }
        mouse_section(ui, cx, &wanted);
    });
    if ui.button(words.close).clicked() {
        cx.dispatch(Action::CloseDialog);
    }
}

fn matches_search(cx: &ViewContext<'_>, command: &Command, wanted: &str) -> bool {
    let name = cx.texts().command(command.id).to_lowercase();
    let keys = cx.state.key_bindings.shortcuts(command);
    let is_key = |key: &Shortcut| {
        [key.to_string(), key.label()]
            .iter()
            .any(|text| text.to_lowercase() == wanted)
    };
    name.contains(wanted) || command.id.contains(wanted) || keys.iter().any(is_key)
}

/// Yields what the mouse does, as far as it matches a search.
fn mouse_rows<'a>(
    cx: &ViewContext<'_>,
    wanted: &'a str,
) -> impl Iterator<Item = &'static (&'static str, &'static str)> + use<'a> {
    let heading = cx.texts().strings.mouse.to_lowercase();
    let is_section = heading.contains(wanted);
    let rows = cx.texts().mouse.iter();
    rows.filter(move |(gesture, effect)| {
        let mut texts = [gesture, effect].into_iter();
        is_section || texts.any(|text| text.to_lowercase().contains(wanted))
    })
}

/// Shows what the mouse does.
fn mouse_section(ui: &mut Ui, cx: &ViewContext<'_>, wanted: &str) {
    let rows: Vec<_> = mouse_rows(cx, wanted).collect();
    if rows.is_empty() {
        return;
    }
    ui.add_space(4.0);
    widgets::heading(ui, cx.texts().strings.mouse);
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
}

fn command_row(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static Command) {
    ui.push_id(command.id, |ui| {
        ui.horizontal(|ui| {
            let name = cx.texts().command(command.id);
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
fn key_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static Command, name: &str) {
    let words = &cx.texts().strings;
    let keys = cx.state.key_bindings.shortcuts(command);
    let texts: Vec<String> = keys.iter().map(Shortcut::label).collect();
    let shown = if texts.is_empty() {
        "–".to_owned()
    } else {
        texts.join("   ")
    };
    let text = RichText::new(shown).monospace();
    let button = ui.add(Button::new(text).min_size(egui::vec2(76.0, 0.0)));
    let label = format!("{}: {name}, {}", words.change_key, texts.join(", "));
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
    if button.on_hover_text(words.change_key).clicked() {
        cx.view_state.key_capture = Some(command.id);
        // Otherwise the key would be typed into the search field.
        if let Some(focused) = ui.memory(egui::Memory::focused) {
            ui.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }
    if cx.state.key_bindings.is_changed(command.id) {
        let label = format!("{name}: {}", words.default_key);
        if icons::button(ui, Icon::Undo, &label).clicked() {
            cx.dispatch(Action::SetKey(command.id, None));
        }
    }
}

/// Shows the prompt for a new key.
fn key_prompt(ui: &mut Ui, cx: &mut ViewContext<'_>, command: &'static Command) {
    let words = &cx.texts().strings;
    if ui.button(words.cancel).clicked() {
        cx.view_state.key_capture = None;
    }
    if ui.button(words.no_key).clicked() {
        cx.view_state.key_capture = None;
        cx.dispatch(Action::SetKey(command.id, Some(None)));
    }
    ui.label(RichText::new(words.press_key).color(color(ui, Role::Preview)));
}

/// Takes the next key press for the command that is waiting for its new key.
fn capture_key(ui: &Ui, cx: &mut ViewContext<'_>) {
    let Some(id) = cx.view_state.key_capture else {
        return;
    };
    let pressed = ui.input_mut(|input| {
        let at = input
            .events
            .iter()
            .position(|event| pressed_key(event).is_some())?;
        pressed_key(&input.events.remove(at))
    });
    let Some((key, modifiers)) = pressed else {
        return;
    };
    cx.view_state.key_capture = None;
    if key != Key::Escape {
        let shortcut = shortcut_from_key(key, modifiers).to_string();
        cx.dispatch(Action::SetKey(id, Some(Some(shortcut))));
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
    let words = &cx.texts().strings;
    ui.set_width(ui.available_width().clamp(300.0, 420.0));
    ui.horizontal(|ui| {
        ui.label(RichText::new("kifu").strong().size(20.0));
        ui.label(widgets::muted_text(ui, env!("CARGO_PKG_VERSION")));
    });
    ui.label(words.about);
    ui.add_space(4.0);
    widgets::heading(ui, words.five_games);
    egui::Grid::new("games").num_columns(2).show(ui, |ui| {
        for game in CATALOGUE {
            ui.label(game.name());
            ui.label(widgets::muted_text(ui, game.info().contest));
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    ui.label(widgets::small_muted_text(ui, words.licence));
    if ui.button(words.close).clicked() {
        cx.dispatch(Action::CloseDialog);
    }
}
