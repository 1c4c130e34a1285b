//! The dialogs.

use super::Cx;
use crate::app::state::{Action, Dialog, PathFor};
use crate::app::study::Go;
use crate::games::CATALOGUE;
use crate::record::{Mark, MarkKind};
use egui::{Context, Id, Key, Modal, RichText, TextEdit, Ui};
use std::path::Path;

/// Shows the dialog that is open.
pub(in crate::app) fn show(ctx: &Context, cx: &mut Cx<'_>) {
    let Some(dialog) = cx.state.dialog.clone() else {
        return;
    };
    let modal = Modal::new(Id::unique("dialog")).show(ctx, |ui| {
        ui.set_min_width(340.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        inside(ui, &dialog, cx);
    });
    if modal.should_close() && cx.drafts.capture.is_none() {
        cx.want(Action::Done);
    }
}

fn inside(ui: &mut Ui, dialog: &Dialog, cx: &mut Cx<'_>) {
    match dialog {
        Dialog::Ply => ply(ui, cx),
        Dialog::New => new(ui, cx),
        Dialog::Path(what) => path(ui, *what, cx),
        Dialog::Close(at) => close(ui, *at, cx),
        Dialog::Quit => quit(ui, cx),
        Dialog::Changed(at, gone) => changed(ui, *at, *gone, cx),
        Dialog::Comments(at) => comments(ui, *at, cx),
        Dialog::Exists(at, path) => exists(ui, *at, path, cx),
        Dialog::Restore => restore(ui, cx),
        Dialog::Label(spot) => label(ui, spot, cx),
        Dialog::Game => super::game::show(ui, cx),
        Dialog::Help => super::help::show(ui, cx),
        Dialog::About => super::help::about(ui, cx),
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).strong().size(15.0));
}

/// A field that has the keyboard as soon as it is there; whether Enter was pressed in it.
fn field(ui: &mut Ui, text: &mut String, name: &str) -> bool {
    let edit = ui.add(
        TextEdit::singleline(text)
            .desired_width(f32::INFINITY)
            .hint_text(name),
    );
    edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
    let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !edit.has_focus() && !entered {
        edit.request_focus();
    }
    entered
}

fn ply(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, words.which_ply);
    let entered = field(ui, &mut cx.drafts.ply, words.which_ply);
    ui.horizontal(|ui| {
        let ply = cx.drafts.ply.trim().parse::<u32>().ok();
        let go = ui
            .add_enabled(ply.is_some(), egui::Button::new(words.go))
            .clicked();
        if let Some(ply) = ply.filter(|_| go || entered) {
            cx.want(Action::Go(Go::Ply(ply)));
            cx.want(Action::Done);
            cx.drafts.ply.clear();
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn new(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, words.which_game);
    for book in CATALOGUE {
        let name = format!("{}  ({})", book.name(), book.contest());
        if ui
            .add_sized([320.0, 26.0], egui::Button::new(name))
            .clicked()
        {
            cx.want(Action::New(book.id()));
        }
    }
    if ui.button(words.cancel).clicked() {
        cx.want(Action::Done);
    }
}

fn path(ui: &mut Ui, what: PathFor, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, words.path);
    ui.label(words.no_dialog);
    let entered = field(ui, &mut cx.drafts.path, words.path);
    ui.horizontal(|ui| {
        let path = cx.drafts.path.trim().to_owned();
        let word = if what == PathFor::Open {
            words.open
        } else {
            words.save
        };
        let done = ui
            .add_enabled(!path.is_empty(), egui::Button::new(word))
            .clicked();
        if (done || entered) && !path.is_empty() {
            cx.want(Action::Done);
            cx.want(Action::PathGiven(what, path.into()));
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn close(ui: &mut Ui, at: usize, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    let title = cx.state.tabs.get(at).map_or("", |tab| tab.title.as_str());
    heading(ui, title);
    ui.label(words.unsaved);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.want(Action::Done);
            cx.want(Action::Tab(at));
            cx.want(Action::Save);
        }
        if ui.button(words.discard).clicked() {
            cx.want(Action::CloseForSure(at));
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn quit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, words.unsaved_many);
    for at in cx.state.changed() {
        ui.label(format!("• {}", cx.state.tabs[at].title));
    }
    ui.horizontal(|ui| {
        if ui.button(words.discard).clicked() {
            cx.want(Action::QuitForSure);
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn changed(ui: &mut Ui, at: usize, gone: bool, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    let Some(tab) = cx.state.tabs.get(at) else {
        cx.want(Action::Done);
        return;
    };
    heading(
        ui,
        tab.home.as_ref().map_or("", |home| &home.place.origin.name),
    );
    ui.label(if gone {
        words.gone_on_disk
    } else {
        words.changed_on_disk
    });
    ui.horizontal(|ui| {
        if !gone && ui.button(words.reload).clicked() {
            cx.want(Action::Done);
            cx.want(Action::Tab(at));
            cx.want(Action::Reload);
        }
        if ui.button(words.write_mine).clicked() {
            cx.want(Action::Done);
            cx.want(Action::SaveAnyway(at));
        }
        if ui.button(words.keep).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn comments(ui: &mut Ui, at: usize, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    ui.label(words.comments_lost);
    ui.horizontal(|ui| {
        if ui.button(words.save).clicked() {
            cx.want(Action::Done);
            cx.want(Action::SaveAnyway(at));
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn exists(ui: &mut Ui, at: usize, path: &Path, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, &path.display().to_string());
    ui.label(words.exists);
    ui.horizontal(|ui| {
        if ui.button(words.overwrite).clicked() {
            cx.want(Action::Done);
            cx.want(Action::Overwrite(at, path.to_owned()));
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn label(ui: &mut Ui, spot: &str, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    heading(ui, &format!("{} {spot}", words.mark_words));
    let entered = field(ui, &mut cx.drafts.label, words.mark_words);
    ui.horizontal(|ui| {
        if (ui.button(words.ok).clicked() || entered) && !cx.drafts.label.trim().is_empty() {
            let text = std::mem::take(&mut cx.drafts.label);
            cx.want(Action::Done);
            cx.want(Action::Mark(Mark {
                kind: MarkKind::Text,
                at: spot.to_owned(),
                to: String::new(),
                text: text.trim().to_owned(),
            }));
        }
        if ui.button(words.cancel).clicked() {
            cx.want(Action::Done);
        }
    });
}

fn restore(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    ui.label(words.restore);
    ui.horizontal(|ui| {
        for (word, wanted) in [(words.restore_yes, true), (words.restore_no, false)] {
            if ui.button(word).clicked() {
                cx.want(Action::Done);
                cx.want(Action::Restore(wanted));
            }
        }
    });
}
