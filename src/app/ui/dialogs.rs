//! The dialogs.

use super::ViewContext;
use crate::app::open_game::Navigation;
use crate::app::state::{Action, Dialog, PathPurpose};
use crate::record::{Mark, MarkKind};
use egui::text::{CCursor, CCursorRange};
use egui::{Context, Id, Key, Modal, RichText, TextEdit, Ui};
use std::path::Path;

/// Shows the open dialog.
pub(in crate::app) fn show(ctx: &Context, cx: &mut ViewContext<'_>) {
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
        ui.set_min_width(340.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        contents(ui, &dialog, cx);
    });
    if modal.should_close() && cx.view_state.key_capture.is_none() {
        cx.dispatch(Action::CloseDialog);
    }
}

/// Prepares the text field of a newly opened dialog: empty, or with the suggested path.
fn prepare(dialog: &Dialog, cx: &mut ViewContext<'_>) {
    cx.view_state.shown_dialog = Some(dialog.clone());
    cx.view_state.dialog_text = match dialog {
        Dialog::StartPosition(position) => position.clone(),
        Dialog::Path(_, suggestion) => suggestion.display().to_string(),
        _ => String::new(),
    };
    cx.view_state.help_search.clear();
    super::new_game::prepare(dialog, cx);
}

fn contents(ui: &mut Ui, dialog: &Dialog, cx: &mut ViewContext<'_>) {
    match dialog {
        Dialog::GoToPly => go_to_ply(ui, cx),
        Dialog::StartPosition(_) => super::start_position::show(ui, cx),
        Dialog::NewGame => super::new_game::show(ui, false, cx),
        Dialog::PlayFromHere => super::new_game::show(ui, true, cx),
        Dialog::Path(what, _) => path_prompt(ui, *what, cx),
        Dialog::CloseTab(at) => confirm_close(ui, *at, cx),
        Dialog::Quit => confirm_quit(ui, cx),
        Dialog::FileChanged(at, gone) => file_changed(ui, *at, *gone, cx),
        Dialog::CommentsLost(at) => confirm_comment_loss(ui, *at, cx),
        Dialog::FileExists(at, path) => confirm_overwrite(ui, *at, path, cx),
        Dialog::RestoreDrafts(titles) => restore(ui, titles, cx),
        Dialog::Reload(at) => confirm_reload(ui, *at, cx),
        Dialog::MarkLabel(spot) => mark_text(ui, spot, cx),
        Dialog::GameInfo => super::game_info::show(ui, cx),
        Dialog::Help => super::help::show(ui, cx),
        Dialog::AboutKifu => super::help::about(ui, cx),
    }
}

pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).strong().size(15.0));
}

/// Shows a button that closes the dialog without doing anything.
pub(super) fn cancel_button(ui: &mut Ui, word: &str, cx: &mut ViewContext<'_>) {
    if ui.button(word).clicked() {
        cx.dispatch(Action::CloseDialog);
    }
}

/// Shows a text field that takes the focus with its text selected, and reports whether Enter was
/// pressed in it.
pub(super) fn focused_text_field(ui: &mut Ui, text: &mut String, name: &str) -> bool {
    let shown = TextEdit::singleline(text)
        .desired_width(f32::INFINITY)
        .hint_text(name)
        .show(ui);
    let (edit, mut state) = (shown.response, shown.state);
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && !entered {
        edit.request_focus();
        // Typing replaces the suggestion.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), edit.id);
    }
    entered
}

fn go_to_ply(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.which_ply);
    let entered = focused_text_field(ui, &mut cx.view_state.dialog_text, words.which_ply);
    ui.horizontal(|ui| {
        let ply = cx.view_state.dialog_text.trim().parse::<u32>().ok();
        let go = ui
            .add_enabled(ply.is_some(), egui::Button::new(words.go))
            .clicked();
        if let Some(ply) = ply.filter(|_| go || entered) {
            cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
            cx.dispatch(Action::CloseDialog);
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn path_prompt(ui: &mut Ui, what: PathPurpose, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.path);
    ui.label(words.no_dialog);
    let entered = focused_text_field(ui, &mut cx.view_state.dialog_text, words.path);
    ui.horizontal(|ui| {
        let path = cx.view_state.dialog_text.trim().to_owned();
        let word = if what == PathPurpose::Open {
            words.open
        } else {
            words.save
        };
        let done = ui
            .add_enabled(!path.is_empty(), egui::Button::new(word))
            .clicked();
        if (done || entered) && !path.is_empty() {
            cx.dispatch(Action::PathGiven(what, path.into()));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn confirm_close(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let title = cx.state.tabs.get(at).map_or("", |tab| tab.title.as_str());
    heading(ui, title);
    ui.label(words.unsaved);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.dispatch(Action::SaveAndClose(at));
        }
        if ui.button(words.discard).clicked() {
            cx.dispatch(Action::DiscardAndClose(at));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn confirm_reload(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let title = cx.state.tabs.get(at).map_or("", |tab| tab.title.as_str());
    heading(ui, title);
    ui.label(words.reload_anyway);
    ui.horizontal(|ui| {
        if ui.button(words.reload_yes).clicked() {
            cx.dispatch(Action::DiscardAndReload(at));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn confirm_quit(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    heading(ui, words.unsaved_many);
    for at in cx.state.changed_tabs() {
        ui.label(format!("• {}", cx.state.tabs[at].title));
    }
    ui.horizontal(|ui| {
        if ui.button(words.save_all).clicked() {
            cx.dispatch(Action::SaveAndQuit);
        }
        if ui.button(words.discard).clicked() {
            cx.dispatch(Action::DiscardAndQuit);
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn file_changed(ui: &mut Ui, at: usize, gone: bool, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let Some(tab) = cx.state.tabs.get(at) else {
        cx.dispatch(Action::CloseDialog);
        return;
    };
    heading(
        ui,
        tab.source
            .as_ref()
            .map_or("", |source| &source.address.origin.display_name),
    );
    ui.label(if gone {
        words.gone_on_disk
    } else {
        words.changed_on_disk
    });
    ui.horizontal(|ui| {
        if !gone && ui.button(words.reload).clicked() {
            cx.dispatch(Action::SelectTab(at));
            cx.dispatch(Action::DiscardAndReload(at));
        }
        if ui.button(words.write_mine).clicked() {
            cx.dispatch(Action::SaveAnyway(at));
        }
        cancel_button(ui, words.keep_mine, cx);
    });
}

fn confirm_comment_loss(ui: &mut Ui, at: usize, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.label(words.comments_lost);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.dispatch(Action::SaveAnyway(at));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn confirm_overwrite(ui: &mut Ui, at: usize, path: &Path, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    heading(ui, &path.display().to_string());
    ui.label(words.exists);
    ui.horizontal(|ui| {
        if ui.button(words.overwrite).clicked() {
            cx.dispatch(Action::Overwrite(at, path.to_owned()));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn mark_text(ui: &mut Ui, spot: &str, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    heading(ui, &format!("{} {spot}", words.mark_label_on));
    let entered = focused_text_field(ui, &mut cx.view_state.dialog_text, words.mark_label_on);
    ui.horizontal(|ui| {
        if (ui.button(words.ok).clicked() || entered)
            && !cx.view_state.dialog_text.trim().is_empty()
        {
            let text = std::mem::take(&mut cx.view_state.dialog_text);
            cx.dispatch(Action::CloseDialog);
            cx.dispatch(Action::ToggleMark(Mark {
                kind: MarkKind::Text,
                at: spot.to_owned(),
                to: String::new(),
                text: text.trim().to_owned(),
            }));
        }
        cancel_button(ui, words.cancel, cx);
    });
}

fn restore(ui: &mut Ui, titles: &[String], cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.label(words.restore);
    for title in titles {
        ui.label(format!("• {title}"));
    }
    ui.horizontal(|ui| {
        for (word, wanted) in [(words.restore_yes, true), (words.restore_no, false)] {
            if ui.button(word).clicked() {
                cx.dispatch(Action::RestoreDrafts(wanted));
            }
        }
        // The drafts stay, and are offered again.
        cancel_button(ui, words.restore_later, cx);
    });
}
