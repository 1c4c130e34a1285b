//! Shortcuts as egui tells them.

use crate::app::state::Shortcut;
use egui::{Key, Modifiers};

/// Returns the shortcut of a key with the modifiers that are held.
pub(in crate::app) fn shortcut_from_key(key: Key, modifiers: Modifiers) -> Shortcut {
    // `?` is Shift and another key on most keyboards; what is typed counts.
    let is_shift_part_of_it = matches!(key, Key::Questionmark | Key::Plus);
    Shortcut {
        ctrl: modifiers.command,
        shift: modifiers.shift && !is_shift_part_of_it,
        alt: modifiers.alt,
        key: key.name().to_owned(),
    }
}
