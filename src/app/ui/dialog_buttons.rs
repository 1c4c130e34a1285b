//! The row of buttons at the bottom of a dialog.

use super::color;
use crate::state::command::command_name;
use egui::text::{CCursor, CCursorRange};
use egui::{Align, Button, Key, Layout, RichText, TextEdit, Ui};
use kifu_core::scene::Role;

/// The button that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DialogAnswer {
    /// The main one.
    Primary,
    /// One of the others, by index.
    Other(usize),
    /// The one that closes the dialog and changes nothing.
    Cancel,
}

/// The buttons of a dialog.
///
/// The main one is on the right and filled, and Enter presses it. Cancel is next to it, and Escape
/// presses it. The others are on the left.
#[derive(Default)]
pub(super) struct DialogButtons<'a> {
    /// The text of the main button: the verb for what it does.
    pub primary: &'a str,
    /// Whether the main button cannot be pressed.
    pub is_disabled: bool,
    /// The texts of the other buttons.
    pub others: &'a [&'a str],
    /// The text of the button that closes the dialog, if the main one does not do that alone.
    pub cancel: Option<&'a str>,
}

impl DialogButtons<'_> {
    /// Shows the buttons and returns the one that was pressed.
    pub fn show(self, ui: &mut Ui) -> Option<DialogAnswer> {
        let mut answer = None;
        let is_entered = !self.is_disabled && is_default_key_pressed(ui);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding = egui::vec2(12.0, 4.0);
            for (at, text) in self.others.iter().enumerate() {
                if ui.button(*text).clicked() {
                    answer = Some(DialogAnswer::Other(at));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = RichText::new(self.primary).strong();
                let button = if self.is_disabled {
                    Button::new(text)
                } else {
                    let text = text.color(color(ui, Role::Preview.on()));
                    Button::new(text).fill(color(ui, Role::Preview))
                };
                let button = ui.add_enabled(!self.is_disabled, button);
                if button.clicked() || is_entered {
                    answer = Some(DialogAnswer::Primary);
                }
                if let Some(text) = self.cancel
                    && ui.button(text).clicked()
                {
                    answer = Some(DialogAnswer::Cancel);
                }
            });
        });
        answer
    }
}

/// Reports whether Enter was pressed and means the main button: in a text field, or with no other
/// widget focused.
fn is_default_key_pressed(ui: &Ui) -> bool {
    let is_free = ui.memory(|memory| memory.focused().is_none()) || ui.ctx().text_edit_focused();
    is_free && ui.input(|input| input.key_pressed(Key::Enter) && input.modifiers.is_none())
}

// Parts that dialogs have in common.

/// Shows the heading of a dialog.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).strong().size(15.0));
}

/// Returns the name of a command as the title of its dialog, without the dots that announce one.
pub(super) fn command_title(id: &str) -> &'static str {
    command_name(id).trim_end_matches('…')
}

/// Shows a text field that takes the focus with its text selected.
pub(super) fn focused_text_field(ui: &mut Ui, text: &mut String, name: &str) {
    let shown = TextEdit::singleline(text)
        .desired_width(f32::INFINITY)
        .hint_text(name)
        .show(ui);
    let (edit, mut state) = (shown.response, shown.state);
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
    let nothing_has = ui.memory(|memory| memory.focused().is_none());
    if nothing_has && !edit.lost_focus() {
        edit.request_focus();
        // Typing replaces the suggestion.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), edit.id);
    }
}
