//! Conversion of egui's key events to shortcuts.

use crate::state::Shortcut;
use egui::{Key, Modifiers};

/// Returns the shortcut of a key with the modifiers that are held.
pub(crate) fn shortcut_from_key(key: Key, modifiers: Modifiers) -> Shortcut {
    // On most keyboards `?` is typed with Shift, so Shift does not count as a modifier of it.
    let is_shift_part_of_it = matches!(key, Key::Questionmark | Key::Plus);
    Shortcut {
        ctrl: modifiers.command,
        shift: modifiers.shift && !is_shift_part_of_it,
        alt: modifiers.alt,
        key: key.name().to_owned(),
    }
}
