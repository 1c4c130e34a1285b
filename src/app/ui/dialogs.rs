//! The dialogs.

use super::Cx;
use crate::app::state::{Action, Dialog, PathPurpose};
use crate::app::study::Navigation;
use crate::games::CATALOGUE;
use crate::record::{Mark, MarkKind};
use egui::text::{CCursor, CCursorRange};
use egui::{Context, Id, Key, Modal, RichText, TextEdit, Ui};
use std::path::Path;

/// Shows the dialog that is open.
pub(in crate::app) fn show(ctx: &Context, cx: &mut Cx<'_>) {
    let Some(dialog) = cx.state.dialog.clone() else {
        cx.drafts.asked = None;
        return;
    };
    let fresh = cx.drafts.asked.as_ref() != Some(&dialog);
    if fresh {
        prepare(&dialog, cx);
    }
    let modal = Modal::new(Id::unique("dialog")).show(ctx, |ui| {
        ui.set_min_width(340.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        inside(ui, &dialog, cx);
    });
    if modal.should_close() && cx.drafts.capture.is_none() {
        cx.want(Action::CloseDialog);
    }
}

/// What was typed into another dialog goes; what is suggested stands in the field.
fn prepare(dialog: &Dialog, cx: &mut Cx<'_>) {
    cx.drafts.asked = Some(dialog.clone());
    cx.drafts.answer = match dialog {
        Dialog::Path(_, suggestion) => suggestion.display().to_string(),
        _ => String::new(),
    };
}

fn inside(ui: &mut Ui, dialog: &Dialog, cx: &mut Cx<'_>) {
    match dialog {
        Dialog::GoToPly => ply(ui, cx),
        Dialog::NewGame => new(ui, cx),
        Dialog::Path(what, _) => path(ui, *what, cx),
        Dialog::CloseTab(at) => close(ui, *at, cx),
        Dialog::Quit => quit(ui, cx),
        Dialog::FileChanged(at, gone) => changed(ui, *at, *gone, cx),
        Dialog::CommentsLost(at) => comments(ui, *at, cx),
        Dialog::FileExists(at, path) => exists(ui, *at, path, cx),
        Dialog::RestoreDrafts => restore(ui, cx),
        Dialog::MarkLabel(spot) => label(ui, spot, cx),
        Dialog::GameInfo => super::game::show(ui, cx),
        Dialog::Help => super::help::show(ui, cx),
        Dialog::AboutKifu => super::help::about(ui, cx),
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).strong().size(15.0));
}

/// The button of who wants nothing.
fn leave(ui: &mut Ui, word: &str, cx: &mut Cx<'_>) {
    if ui.button(word).clicked() {
        cx.want(Action::CloseDialog);
    }
}

/// A field that has the keyboard as soon as it is there, all that stands in it selected; whether Enter was pressed in it.
fn field(ui: &mut Ui, text: &mut String, name: &str) -> bool {
    let shown = TextEdit::singleline(text)
        .desired_width(f32::INFINITY)
        .hint_text(name)
        .show(ui);
    let (edit, mut state) = (shown.response, shown.state);
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && !entered {
        edit.request_focus();
        // What is suggested goes with the first letter that is typed.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), edit.id);
    }
    entered
}

fn ply(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.which_ply);
    let entered = field(ui, &mut cx.drafts.answer, words.which_ply);
    ui.horizontal(|ui| {
        let ply = cx.drafts.answer.trim().parse::<u32>().ok();
        let go = ui
            .add_enabled(ply.is_some(), egui::Button::new(words.go))
            .clicked();
        if let Some(ply) = ply.filter(|_| go || entered) {
            cx.want(Action::Navigate(Navigation::Ply(ply)));
            cx.want(Action::CloseDialog);
        }
        leave(ui, words.cancel, cx);
    });
}

fn new(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.which_game);
    for book in CATALOGUE {
        let name = format!("{}  ({})", book.name(), book.contest());
        if ui
            .add_sized([320.0, 26.0], egui::Button::new(name))
            .clicked()
        {
            cx.want(Action::NewGame(book.id()));
        }
    }
    leave(ui, words.cancel, cx);
}

fn path(ui: &mut Ui, what: PathPurpose, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.path);
    ui.label(words.no_dialog);
    let entered = field(ui, &mut cx.drafts.answer, words.path);
    ui.horizontal(|ui| {
        let path = cx.drafts.answer.trim().to_owned();
        let word = if what == PathPurpose::Open {
            words.open
        } else {
            words.save
        };
        let done = ui
            .add_enabled(!path.is_empty(), egui::Button::new(word))
            .clicked();
        if (done || entered) && !path.is_empty() {
            cx.want(Action::PathGiven(what, path.into()));
        }
        leave(ui, words.cancel, cx);
    });
}

fn close(ui: &mut Ui, at: usize, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    let title = cx.state.tabs.get(at).map_or("", |tab| tab.title.as_str());
    heading(ui, title);
    ui.label(words.unsaved);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.want(Action::SaveAndClose(at));
        }
        if ui.button(words.discard).clicked() {
            cx.want(Action::DiscardAndClose(at));
        }
        leave(ui, words.cancel, cx);
    });
}

fn quit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.unsaved_many);
    for at in cx.state.changed_tabs() {
        ui.label(format!("• {}", cx.state.tabs[at].title));
    }
    ui.horizontal(|ui| {
        if ui.button(words.save_all).clicked() {
            cx.want(Action::SaveAndQuit);
        }
        if ui.button(words.discard).clicked() {
            cx.want(Action::DiscardAndQuit);
        }
        leave(ui, words.cancel, cx);
    });
}

fn changed(ui: &mut Ui, at: usize, gone: bool, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    let Some(tab) = cx.state.tabs.get(at) else {
        cx.want(Action::CloseDialog);
        return;
    };
    heading(
        ui,
        tab.source
            .as_ref()
            .map_or("", |home| &home.address.origin.display_name),
    );
    ui.label(if gone {
        words.gone_on_disk
    } else {
        words.changed_on_disk
    });
    ui.horizontal(|ui| {
        if !gone && ui.button(words.reload).clicked() {
            cx.want(Action::CloseDialog);
            cx.want(Action::SelectTab(at));
            cx.want(Action::ReloadTab);
        }
        if ui.button(words.write_mine).clicked() {
            cx.want(Action::SaveAnyway(at));
        }
        leave(ui, words.keep_mine, cx);
    });
}

fn comments(ui: &mut Ui, at: usize, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    ui.label(words.comments_lost);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.want(Action::SaveAnyway(at));
        }
        leave(ui, words.cancel, cx);
    });
}

fn exists(ui: &mut Ui, at: usize, path: &Path, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, &path.display().to_string());
    ui.label(words.exists);
    ui.horizontal(|ui| {
        if ui.button(words.overwrite).clicked() {
            cx.want(Action::Overwrite(at, path.to_owned()));
        }
        leave(ui, words.cancel, cx);
    });
}

fn label(ui: &mut Ui, spot: &str, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    heading(ui, &format!("{} {spot}", words.mark_label_on));
    let entered = field(ui, &mut cx.drafts.answer, words.mark_label_on);
    ui.horizontal(|ui| {
        if (ui.button(words.ok).clicked() || entered) && !cx.drafts.answer.trim().is_empty() {
            let text = std::mem::take(&mut cx.drafts.answer);
            cx.want(Action::CloseDialog);
            cx.want(Action::ToggleMark(Mark {
                kind: MarkKind::Text,
                at: spot.to_owned(),
                to: String::new(),
                text: text.trim().to_owned(),
            }));
        }
        leave(ui, words.cancel, cx);
    });
}

fn restore(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    ui.label(words.restore);
    ui.horizontal(|ui| {
        for (word, wanted) in [(words.restore_yes, true), (words.restore_no, false)] {
            if ui.button(word).clicked() {
                cx.want(Action::RestoreDrafts(wanted));
            }
        }
    });
}
