//! The dialogs.

use super::ViewContext;
use super::dialog_buttons::{
    DialogAnswer, DialogButtons, command_title, focused_text_field, heading,
};
use crate::open_game::{GameHeader, Navigation};
use crate::state::{Action, Dialog, EditAction, Effect, PathPurpose, TabAction};
use egui::{Context, Grid, Id, Modal, ScrollArea, TextEdit, Ui};
use kifu_core::record::{Mark, MarkKind};
use std::path::Path;

/// The width of most dialogs, in points.
const WIDTH: f32 = 380.0;
/// The least width that a dialog leaves free beside it, in points.
const MARGIN: f32 = 48.0;
/// The height that a list leaves for the window's edges and the other parts of its dialog, in
/// points.
const LIST_MARGIN: f32 = 240.0;
/// The maximum number of characters of a title that are laid out.
const MAX_TITLE_CHARS: usize = 200;

/// Shows the open dialog.
pub(crate) fn show(ctx: &Context, cx: &mut ViewContext<'_>) {
    let Some(dialog) = cx.state.dialog.clone() else {
        cx.view_state.shown_dialog = None;
        return;
    };
    let fresh = cx.view_state.shown_dialog.as_ref() != Some(&dialog);
    if fresh {
        prepare(&dialog, cx);
    }
    // egui remembers the size of a window by its id.
    let id = Id::unique(("dialog", std::mem::discriminant(&dialog)));
    let modal = Modal::new(id).show(ctx, |ui| {
        let room = ctx.content_rect().width() - MARGIN;
        ui.set_width(room.min(WIDTH));
        ui.spacing_mut().item_spacing.y = 8.0;
        contents(ui, &dialog, cx);
    });
    // A click beside a form must not lose what was typed into it.
    let is_beside = modal.backdrop_response.clicked() && is_form(&dialog);
    if !is_beside && modal.should_close() && cx.view_state.key_capture.is_none() {
        cx.dispatch(Action::CloseDialog);
    }
}

/// Reports whether a dialog has fields that the user fills in.
const fn is_form(dialog: &Dialog) -> bool {
    matches!(
        dialog,
        Dialog::NewGame
            | Dialog::PlayFromHere
            | Dialog::StartPosition(_)
            | Dialog::Path(..)
            | Dialog::MarkLabel(_)
            | Dialog::GameInfo
    )
}

/// Prepares the text field of a newly opened dialog: empty, or with the suggested path.
fn prepare(dialog: &Dialog, cx: &mut ViewContext<'_>) {
    cx.view_state.shown_dialog = Some(dialog.clone());
    cx.view_state.dialog_text = match dialog {
        Dialog::Path(_, suggestion) => suggestion.display().to_string(),
        _ => String::new(),
    };
    if let Dialog::StartPosition(position) = dialog {
        super::position_editor::prepare(position, cx);
    }
    cx.view_state.help_search.clear();
    super::new_game::prepare(dialog, cx);
    cx.view_state.settings.confirms_reset = false;
    cx.view_state.game_info = None;
}

fn contents(ui: &mut Ui, dialog: &Dialog, cx: &mut ViewContext<'_>) {
    match dialog {
        Dialog::GoToPly => go_to_ply(ui, cx),
        Dialog::StartPosition(_) => super::position_editor::show(ui, cx),
        Dialog::NewGame => super::new_game::show(ui, false, cx),
        Dialog::PlayFromHere => super::new_game::show(ui, true, cx),
        Dialog::Path(what, _) => path_prompt(ui, *what, cx),
        Dialog::CloseTab(at) => confirm_close(ui, *at, cx),
        Dialog::Quit => confirm_quit(ui, cx),
        Dialog::FileChanged(at, gone) => file_changed(ui, *at, *gone, cx),
        Dialog::CommentsLost(at) => confirm_comment_loss(ui, *at, cx),
        Dialog::FileExists(at, path, games) => confirm_overwrite(ui, *at, path, *games, cx),
        Dialog::ManyPasted(count) => confirm_pasted(ui, *count, cx),
        Dialog::RestoreDrafts(titles) => restore(ui, titles, cx),
        Dialog::Reload(at) => confirm_reload(ui, *at, cx),
        Dialog::MarkLabel(spot) => mark_text(ui, spot, cx),
        Dialog::GameInfo => show_game_info(ui, cx),
        Dialog::Help => super::help::show(ui, cx),
        Dialog::AboutKifu => super::help::about(ui, cx),
        Dialog::Settings => super::settings::show(ui, cx),
    }
}

fn go_to_ply(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    heading(ui, "Go to ply");
    focused_text_field(ui, &mut cx.view_state.dialog_text, "Go to ply");
    let ply = cx.view_state.dialog_text.trim().parse::<u32>().ok();
    let answer = DialogButtons {
        primary: "Go",
        is_disabled: ply.is_none(),
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    if let Some(answer) = answer.show(ui) {
        if let Some(ply) = ply.filter(|_| answer == DialogAnswer::Primary) {
            cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
        }
        cx.dispatch(Action::CloseDialog);
    }
}

fn path_prompt(ui: &mut Ui, what: PathPurpose, cx: &mut ViewContext<'_>) {
    heading(ui, path_title(what));
    ui.label("No file dialog available. Enter a path, or drop files on the window:");
    focused_text_field(ui, &mut cx.view_state.dialog_text, "Path");
    let path = cx.view_state.dialog_text.trim().to_owned();
    let answer = DialogButtons {
        primary: if what == PathPurpose::Open {
            "Open"
        } else {
            "Save"
        },
        is_disabled: path.is_empty(),
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    match answer.show(ui) {
        Some(DialogAnswer::Cancel) => cx.dispatch(Action::CloseDialog),
        Some(_) => cx.dispatch(Action::Outside(Effect::PathGiven(what, path.into()))),
        None => {}
    }
}

/// Returns the name of what a path is asked for.
fn path_title(what: PathPurpose) -> &'static str {
    match what {
        PathPurpose::Open => command_title("open"),
        PathPurpose::Save => command_title("save-as"),
        PathPurpose::Export(_) | PathPurpose::ExportListed => "Export",
        PathPurpose::PublishListed => "Folder of the web pages",
    }
}

/// Shows a question with its buttons: the main one and the others, each with its action.
fn question(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    (primary, action): (&str, Action),
    others: &[(&str, Action)],
    cancel: &str,
) {
    let texts: Vec<&str> = others.iter().map(|(text, _)| *text).collect();
    let buttons = DialogButtons {
        primary,
        others: &texts,
        cancel: Some(cancel),
        ..DialogButtons::default()
    };
    match buttons.show(ui) {
        Some(DialogAnswer::Primary) => cx.dispatch(action),
        Some(DialogAnswer::Other(at)) => cx.dispatch(others[at].1.clone()),
        Some(DialogAnswer::Cancel) => cx.dispatch(Action::CloseDialog),
        None => {}
    }
}

fn tab_title<'a>(cx: &ViewContext<'a>, at: usize) -> &'a str {
    cx.state.tabs.get(at).map_or("", |tab| tab.title.as_str())
}

fn confirm_close(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    heading(ui, "Save your changes?");
    ui.label(tab_title(cx, at));
    let save = ("Save", Action::Tab(TabAction::SaveAndClose(at)));
    let discard = ("Don't save", Action::Tab(TabAction::DiscardAndClose(at)));
    question(ui, cx, save, &[discard], "Cancel");
}

fn confirm_reload(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    heading(ui, "Reload and lose your changes to this game?");
    ui.label(tab_title(cx, at));
    let reload = ("Reload", Action::Outside(Effect::ReloadTab(at)));
    question(ui, cx, reload, &[], "Cancel");
}

fn confirm_quit(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    heading(ui, "Save changes to these games?");
    let changed = cx.state.changed_tabs();
    let titles: Vec<String> = changed.map(|at| cx.state.tabs[at].title.clone()).collect();
    if titles.is_empty() {
        // All of them were saved while the question was shown.
        cx.dispatch(Action::CloseDialog);
        cx.dispatch(Action::Tab(TabAction::Quit));
        return;
    }
    title_list(ui, &titles);
    let save = ("Save all", Action::Tab(TabAction::SaveAndQuit));
    let discard = ("Don't save", Action::Tab(TabAction::DiscardAndQuit));
    question(ui, cx, save, &[discard], "Cancel");
}

fn file_changed(ui: &mut Ui, at: usize, gone: bool, cx: &mut ViewContext<'_>) {
    let Some(tab) = cx.state.tabs.get(at) else {
        cx.dispatch(Action::CloseDialog);
        return;
    };
    heading(
        ui,
        if gone {
            "This file no longer exists."
        } else {
            "Another program has changed this file."
        },
    );
    let source = tab.source.as_ref();
    let file = source.map_or("", |source| &source.address.origin.display_name);
    ui.add(egui::Label::new(file).wrap());
    if gone {
        let save = ("Save", Action::Outside(Effect::SaveAnyway(at)));
        question(ui, cx, save, &[], "Ignore");
        return;
    }
    // Reloading can be undone, overwriting cannot.
    let reload = ("Reload from disk", Action::Outside(Effect::ReloadTab(at)));
    let overwrite = ("Overwrite file", Action::Outside(Effect::SaveAnyway(at)));
    question(ui, cx, reload, &[overwrite], "Ignore");
}

fn confirm_comment_loss(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    ui.label(super::plain::plain_text("Saving removes the comments between the fields of this record. (Notes on plies and `ext` are kept.)"));
    let save = ("Save", Action::Outside(Effect::SaveAnyway(at)));
    question(ui, cx, save, &[], "Cancel");
}

fn confirm_overwrite(
    ui: &mut Ui,
    at: usize,
    path: &Path,
    other_games: usize,
    cx: &mut ViewContext<'_>,
) {
    heading(ui, "This file already exists.");
    ui.add(egui::Label::new(path.display().to_string()).wrap());
    let overwrite = Action::Outside(Effect::Overwrite(at, path.to_owned()));
    let lost = match other_games {
        0 => {
            question(ui, cx, ("Overwrite", overwrite), &[], "Cancel");
            return;
        }
        1 => "1 other game".to_owned(),
        count => format!("{count} other games"),
    };
    ui.label(format!("It contains {lost}. Overwriting loses them."));
    // The filled button loses nothing.
    let lose = format!("Overwrite {lost}");
    question(
        ui,
        cx,
        ("Keep the file", Action::CloseDialog),
        &[(&lose, overwrite)],
        "Cancel",
    );
}

fn mark_text(ui: &mut Ui, spot: &str, cx: &mut ViewContext<'_>) {
    heading(ui, &format!("Text at {spot}"));
    focused_text_field(ui, &mut cx.view_state.dialog_text, "Text at");
    let text = cx.view_state.dialog_text.trim().to_owned();
    let buttons = DialogButtons {
        primary: "Add label",
        is_disabled: text.is_empty(),
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    if let Some(answer) = buttons.show(ui) {
        cx.dispatch(Action::CloseDialog);
        if answer == DialogAnswer::Primary {
            cx.dispatch(Action::Edit(EditAction::ToggleMark(Mark {
                text,
                ..Mark::new(MarkKind::Text, spot, "").colored(cx.state.mark_color)
            })));
        }
    }
}

fn confirm_pasted(ui: &mut Ui, count: usize, cx: &mut ViewContext<'_>) {
    heading(ui, &format!("Open {count} games, each in a tab?"));
    ui.label("Save the text as a file and open that to list its games in the library instead.");
    let first = ("Open the first", Action::Outside(Effect::OpenPasted(1)));
    let all = format!("Open all {count}");
    let all = (all.as_str(), Action::Outside(Effect::OpenPasted(count)));
    question(ui, cx, first, &[all], "Cancel");
}

/// Shows titles of games in a list that leaves room for the rest of the dialog, whatever their
/// number and length.
fn title_list(ui: &mut Ui, titles: &[String]) {
    let row_height = ui.text_style_height(&egui::TextStyle::Body);
    let height = (ui.ctx().content_rect().height() - LIST_MARGIN).max(3.0 * row_height);
    let list = ScrollArea::vertical()
        .max_height(height)
        .auto_shrink([false, true]);
    list.show_rows(ui, row_height, titles.len(), |ui, rows| {
        for title in &titles[rows] {
            let shown: String = title.chars().take(MAX_TITLE_CHARS).collect();
            ui.add(egui::Label::new(format!("• {shown}")).truncate());
        }
    });
}

fn restore(ui: &mut Ui, titles: &[String], cx: &mut ViewContext<'_>) {
    heading(ui, "kifu closed unexpectedly. Restore these unsaved games?");
    title_list(ui, titles);
    let restore = ("Restore", Action::Outside(Effect::RestoreDrafts(true)));
    let discard = ("Discard", Action::Outside(Effect::RestoreDrafts(false)));
    // The drafts stay, and are offered again.
    question(ui, cx, restore, &[discard], "Not now");
}

// The form for the facts about the game.

/// Shows the fields. Their content is a draft until the user confirms it.
pub(super) fn show_game_info(ui: &mut Ui, cx: &mut ViewContext<'_>) {
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
        if let Some(facts) = facts.filter(|_| answer == DialogAnswer::Primary) {
            cx.dispatch(Action::Edit(EditAction::SetGameInfo(Box::new(facts))));
        }
        cx.dispatch(Action::CloseDialog);
    }
}
