//! The mapping from keys to actions.

use crate::state::command::is_offered;
use crate::state::{Action, AppState, FileAction};
use crate::ui::menu_keys::shortcut_from_key;
use crate::ui::{FocusKeys, ViewState};
use egui::{Context, Event, EventFilter, Modifiers};

/// Returns the actions of the keys pressed since the last frame.
///
/// While the user is typing, keys go to the text field, except those with Ctrl that do not edit
/// text. If the field is idle, it contains no text yet, and keys that would do nothing in it
/// trigger actions too. Anything else that has the focus keeps only the [keys](FocusKeys) by which
/// it is used; all others mean the same as without it.
pub(super) fn pressed_actions(
    ctx: &Context,
    state: &AppState,
    view_state: &mut ViewState,
) -> Vec<Action> {
    let is_field_idle = std::mem::take(&mut view_state.is_move_field_idle);
    let focus_keys = std::mem::take(&mut view_state.focus_keys);
    let focused = ctx.memory(egui::Memory::focused);
    let has_left_focus = focused.is_none() && view_state.last_focus.is_some();
    view_state.last_focus = focused;
    let is_typing = ctx.text_edit_focused();
    let has_popup = egui::Popup::is_any_open(ctx);
    if let Some(focused) = focused.filter(|_| !is_typing && !has_popup) {
        hold_focus(ctx, focused);
    }
    let is_kept = |key: egui::Key, modifiers: Modifiers| {
        let is_kept_by_focus =
            focused.is_some() && !is_typing && focus_keys.contains(key, modifiers);
        // Escape closes the topmost thing alone: a menu, or the focus that it has just ended.
        let is_escape = key == egui::Key::Escape && modifiers.is_none();
        let is_for_popup = has_popup && FocusKeys::List.contains(key, modifiers);
        is_kept_by_focus || is_for_popup || is_escape && (has_popup || has_left_focus)
    };
    let mut actions = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let action = match event {
                Event::Copy if !is_typing => {
                    command_action(state, egui::Key::C, Modifiers::COMMAND)
                }
                Event::Paste(text) if !is_typing => {
                    Some(Action::File(FileAction::Paste(text.clone())))
                }
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } if !is_kept(*key, *modifiers)
                    && (!is_typing
                        || works_while_typing(*key, *modifiers)
                        || is_field_idle && has_no_effect_in_empty_field(*key, *modifiers)) =>
                {
                    command_action(state, *key, *modifiers)
                }
                _ => None,
            };
            let is_taken = action.is_some();
            actions.extend(action);
            !is_taken
        });
    });
    actions
}

/// Keeps the arrow keys from moving the focus to another widget, since they are commands.
fn hold_focus(ctx: &Context, focused: egui::Id) {
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(focused, filter));
}

fn command_action(state: &AppState, key: egui::Key, modifiers: Modifiers) -> Option<Action> {
    let shortcut = shortcut_from_key(key, modifiers);
    let command = state.key_bindings.command_for(&shortcut)?;
    is_offered(command.id, state.is_in_browser).then(|| (command.action)())
}

/// Reports whether a key has no effect in an empty text field.
fn has_no_effect_in_empty_field(key: egui::Key, modifiers: Modifiers) -> bool {
    use egui::Key;
    let moves_cursor = matches!(
        key,
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown | Key::Home | Key::End
    );
    let scrolls = matches!(key, Key::PageUp | Key::PageDown);
    let undoes = modifiers.command && matches!(key, Key::Z | Key::Y);
    moves_cursor || scrolls || undoes
}

/// Reports whether a key triggers actions even while the user is typing.
fn works_while_typing(key: egui::Key, modifiers: Modifiers) -> bool {
    use egui::Key;
    let edits_text = matches!(
        key,
        Key::A | Key::C | Key::V | Key::X | Key::Z | Key::Y | Key::ArrowLeft | Key::ArrowRight
    );
    let is_function_key = matches!(
        key,
        Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F5 | Key::F6
    ) || matches!(
        key,
        Key::F7 | Key::F8 | Key::F9 | Key::F10 | Key::F11 | Key::F12
    );
    is_function_key || modifiers.command && !edits_text
}
