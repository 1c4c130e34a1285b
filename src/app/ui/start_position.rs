//! The dialog for a position to start from.

use super::dialog_buttons::{Answer, DialogButtons};
use super::dialog_parts::focused_text_field;
use super::{ViewContext, color, widgets};
use crate::app::open_game::OpenGame;
use crate::app::state::{Action, recognize_position};
use crate::scene::Role;
use egui::{RichText, Ui};

/// Shows the contents of the dialog: a field for the position text, and whose position it is.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.set_width(ui.available_width().clamp(340.0, 560.0));
    ui.label(RichText::new(words.start_position).strong().size(15.0));
    ui.label(widgets::muted_text(ui, words.start_position_hint));
    focused_text_field(ui, &mut cx.view_state.dialog_text, words.position_text);
    let text = cx.view_state.dialog_text.trim().to_owned();
    let shown = cx.state.open_game().map(OpenGame::game);
    let game = recognize_position(&text, shown);
    match &game {
        Ok(game) => ui.label(RichText::new(game.name()).color(color(ui, Role::Good))),
        Err(_) if text.is_empty() => ui.label(""),
        Err(error) => ui.label(RichText::new(error).color(color(ui, Role::Bad))),
    };
    let answer = DialogButtons {
        primary: words.start_game,
        is_disabled: game.is_err(),
        others: &[words.start_analysis],
        cancel: Some(words.cancel),
    };
    match answer.show(ui) {
        Some(Answer::Primary) => cx.dispatch(Action::StartFromPosition(text, false)),
        Some(Answer::Other(_)) if game.is_ok() => {
            cx.dispatch(Action::StartFromPosition(text, true));
        }
        Some(Answer::Cancel) => cx.dispatch(Action::CloseDialog),
        Some(Answer::Other(_)) | None => {}
    }
}
