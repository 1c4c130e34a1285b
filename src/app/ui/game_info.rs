//! The form for the facts about the game.

use super::ViewContext;
use super::dialog_buttons::{Answer, DialogButtons};
use super::dialog_buttons::{command_title, heading};
use crate::open_game::GameHeader;
use crate::state::{Action, EditAction};
use egui::{Grid, TextEdit, Ui};

/// Shows the fields. Their content is a draft until the user confirms it.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        cx.dispatch(Action::CloseDialog);
        return;
    };
    heading(ui, command_title("game"));
    let sides = open_game.game().sides();
    let facts = cx
        .view_state
        .game_info
        .get_or_insert_with(|| GameHeader::from_record(open_game.record()));
    Grid::new("game")
        .num_columns(2)
        .spacing([10.0, 6.0])
        .show(ui, |ui| {
            let mut row = |name: String, text: &mut String| {
                ui.label(&name);
                let edit = ui.add(TextEdit::singleline(text).desired_width(260.0));
                edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
                ui.end_row();
            };
            let (first, second) = &mut facts.players;
            for (side, person) in sides.iter().zip([first, second]) {
                row((*side).to_owned(), &mut person.name);
                row(format!("{side}: author"), &mut person.author);
                row(format!("{side}: version"), &mut person.version);
            }
            row("Event".to_owned(), &mut facts.event.name);
            row("Round".to_owned(), &mut facts.event.round);
            row("Table".to_owned(), &mut facts.event.table);
            row("Date".to_owned(), &mut facts.event.date);
        });
    let buttons = DialogButtons {
        primary: "Apply",
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    if let Some(answer) = buttons.show(ui) {
        let facts = cx.view_state.game_info.take();
        if let Some(facts) = facts.filter(|_| answer == Answer::Primary) {
            cx.dispatch(Action::Edit(EditAction::SetGameInfo(Box::new(facts))));
        }
        cx.dispatch(Action::CloseDialog);
    }
}
