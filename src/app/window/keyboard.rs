//! From keys to actions.

use crate::app::state::{Action, KeyBindings};
use crate::app::ui::shortcut::shortcut_from_key;
use egui::{Context, Event, Modifiers};

/// What the keys pressed since the last frame want. Keys that somebody is typing with are his;
/// only those held with Ctrl go past him, but for those that edit texts. In an `idle` field there
/// is no text yet, and keys that type nothing go past too.
pub(super) fn pressed_actions(ctx: &Context, keys: &KeyBindings, idle: bool) -> Vec<Action> {
    let typing = ctx.egui_wants_keyboard_input();
    let mut wanted = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let action = match event {
                Event::Copy if !typing => command_action(keys, egui::Key::C, Modifiers::COMMAND),
                Event::Paste(text) if !typing => Some(Action::Paste(text.clone())),
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } if !typing
                    || works_while_typing(*key, *modifiers)
                    || idle && has_no_effect_in_empty_field(*key, *modifiers) =>
                {
                    command_action(keys, *key, *modifiers)
                }
                _ => None,
            };
            let taken = action.is_some();
            wanted.extend(action);
            !taken
        });
    });
    wanted
}

fn command_action(keys: &KeyBindings, key: egui::Key, modifiers: Modifiers) -> Option<Action> {
    let command = keys.command_for(&shortcut_from_key(key, modifiers))?;
    Some((command.action)())
}

/// Whether a key would do nothing in a field without text.
fn has_no_effect_in_empty_field(key: egui::Key, modifiers: Modifiers) -> bool {
    use egui::Key;
    let moves = matches!(
        key,
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown | Key::Home | Key::End
    );
    let pages = matches!(key, Key::PageUp | Key::PageDown);
    let undoes = modifiers.command && matches!(key, Key::Z | Key::Y);
    moves || pages || undoes
}

/// Whether a key works while somebody types.
fn works_while_typing(key: egui::Key, modifiers: Modifiers) -> bool {
    use egui::Key;
    let edits = matches!(
        key,
        Key::A | Key::C | Key::V | Key::X | Key::Z | Key::Y | Key::ArrowLeft | Key::ArrowRight
    );
    let function = matches!(
        key,
        Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F5 | Key::F6
    ) || matches!(
        key,
        Key::F7 | Key::F8 | Key::F9 | Key::F10 | Key::F11 | Key::F12
    );
    function || modifiers.command && !edits
}
