//! Parts that dialogs have in common.

use crate::state::command::command_name;
use egui::text::{CCursor, CCursorRange};
use egui::{RichText, TextEdit, Ui};

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
