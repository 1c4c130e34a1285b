//! The keyboard in the menu bar: Alt and a letter open a menu, Left and Right go to the next one.
//! Within a menu egui handles the arrows.

use super::ViewState;
use crate::state::command::Menu;
use crate::state::{KeyBindings, Shortcut};
use egui::containers::menu::SubMenu;
use egui::text::{LayoutJob, TextFormat};
use egui::{Context, Event, FocusDirection, FontSelection, Id, Key, Modifiers, Popup, Stroke, Ui};

/// The menu bar as the keyboard sees it.
#[derive(Debug, Default)]
pub struct MenuKeys {
    /// The buttons of the bar and the menus that they open.
    pub buttons: Vec<(Id, Id)>,
    /// The entries of the open menu that open another one.
    pub submenus: Vec<Id>,
    /// The menu to open in this frame.
    requested: Option<usize>,
}

/// Returns the letter of each menu: the first of its name that no other menu has.
pub fn letters(names: &[&str]) -> Vec<Option<char>> {
    let mut taken = Vec::new();
    let letter = |name: &&str| {
        let mut letters = name.chars().map(|letter| letter.to_ascii_uppercase());
        let letter = letters.find(|letter| letter.is_ascii_uppercase() && !taken.contains(letter));
        taken.extend(letter);
        letter
    };
    names.iter().map(letter).collect()
}

/// Takes Alt and the letter of a menu from the input, unless a command has this key.
pub(crate) fn take_letters(
    ctx: &Context,
    names: &[&str],
    key_bindings: &KeyBindings,
    view_state: &mut ViewState,
) {
    // On a Mac, Alt types special characters.
    if cfg!(target_os = "macos") {
        return;
    }
    let letters = letters(names);
    let requested = &mut view_state.menu_keys.requested;
    ctx.input_mut(|input| {
        let menu_of = |key: Key| {
            let name = key.name();
            letters
                .iter()
                .position(|letter| letter.is_some_and(|letter| name == letter.to_string()))
        };
        let mut is_taken = false;
        input.events.retain(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if *modifiers == Modifiers::ALT => {
                let is_command = key_bindings
                    .command_for(&shortcut_from_key(*key, *modifiers))
                    .is_some();
                let menu = menu_of(*key).filter(|_| !is_command);
                if menu.is_some() {
                    *requested = menu;
                    is_taken = true;
                }
                menu.is_none()
            }
            // The letter is not typed as well.
            Event::Text(_) => !is_taken,
            _ => true,
        });
    });
}

/// Opens the menu that was asked for, and goes from the open one to its neighbour.
///
/// Called before the bar is shown.
pub(super) fn handle(ui: &Ui, keys: &mut MenuKeys) {
    let ctx = ui.ctx();
    let requested = keys.requested.take();
    let (buttons, submenus) = (
        std::mem::take(&mut keys.buttons),
        std::mem::take(&mut keys.submenus),
    );
    let open = buttons
        .iter()
        .position(|(_, menu)| Popup::is_id_open(ctx, *menu));
    if requested.is_some() && requested == open {
        Popup::close_all(ctx);
        return;
    }
    let step = open.and_then(|_| neighbor_step(ctx, &submenus));
    let beside = open
        .zip(step)
        .map(|(open, step)| (open + step) % buttons.len());
    let target = requested.or(beside);
    let Some((button, menu)) = target.and_then(|target| buttons.get(target).copied()) else {
        return;
    };
    Popup::open_id(ctx, menu);
    ctx.memory_mut(|memory| {
        memory.move_focus(FocusDirection::None);
        // The arrows enter a menu from its button.
        memory.request_focus(button);
    });
    ctx.request_repaint();
}

/// Returns the offset of the menu to open for Left or Right, unless the key belongs to a submenu.
fn neighbor_step(ctx: &Context, submenus: &[Id]) -> Option<usize> {
    let pressed = |key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    let focused = ctx.memory(egui::Memory::focused);
    let layer = focused
        .and_then(|focused| ctx.read_response(focused))
        .map(|response| response.layer_id.id);
    let is_in_submenu = submenus
        .iter()
        .any(|submenu| layer == Some(SubMenu::id_from_widget_id(*submenu)));
    let is_on_submenu = focused.is_some_and(|focused| submenus.contains(&focused));
    if pressed(Key::ArrowLeft) && !is_in_submenu {
        return Some(Menu::ALL.len() - 1);
    }
    (pressed(Key::ArrowRight) && !is_in_submenu && !is_on_submenu).then_some(1)
}

/// Returns the name of a menu with its letter underlined while Alt is held.
pub(super) fn title(ui: &Ui, name: &str, letter: Option<char>) -> LayoutJob {
    let font = FontSelection::Default.resolve(ui.style());
    let format = TextFormat {
        font_id: font,
        color: egui::Color32::PLACEHOLDER,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::default();
    let is_held = ui.input(|input| input.modifiers == Modifiers::ALT);
    let Some(index) = name.find(|c: char| Some(c.to_ascii_uppercase()) == letter && is_held) else {
        job.append(name, 0.0, format);
        return job;
    };
    let end = index + name[index..].chars().next().map_or(0, char::len_utf8);
    job.append(&name[..index], 0.0, format.clone());
    let underlined = TextFormat {
        underline: Stroke::new(1.0, ui.visuals().text_color()),
        ..format.clone()
    };
    job.append(&name[index..end], 0.0, underlined);
    job.append(&name[end..], 0.0, format);
    job
}

// Conversion of egui's key events to shortcuts.

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
