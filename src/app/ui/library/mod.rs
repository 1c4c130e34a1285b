//! The list of games: folders, search and filters, and a table of which only the rows to be seen
//! are drawn.

mod filters;
mod folders;
mod table;

use super::{Cx, parts};
use crate::app::library::{Filter, FolderNode};
use crate::app::state::{Action, FocusTarget};
use egui::{TextEdit, Ui};
use std::collections::HashSet;
use std::path::PathBuf;

/// What is kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// How many rows there were, gone ones included, when this was worked out.
    of: (usize, usize),
    /// The folders.
    tree: Vec<FolderNode>,
    /// The games with their ids.
    games: Vec<(String, usize)>,
    /// Folders that somebody closed.
    closed: HashSet<PathBuf>,
    /// The row that was meant last.
    row: Option<u32>,
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut kept = std::mem::take(&mut cx.drafts.cache.library);
    let library = &cx.state.library;
    let now = (library.len(), library.open_row_count());
    if kept.of != now {
        kept.of = now;
        kept.tree = library.folder_tree();
        let games = library.game_counts().into_iter();
        kept.games = games.map(|(id, count)| (id.to_owned(), count)).collect();
    }
    search(ui, cx);
    filters::show(ui, cx, &kept);
    folders::show(ui, cx, &mut kept);
    count(ui, cx);
    table::show(ui, cx, &mut kept);
    cx.drafts.cache.library = kept;
}

/// The person wants other rows.
fn change(cx: &mut Cx<'_>, change: impl FnOnce(&mut Filter)) {
    let mut filter = cx.state.library.filter().clone();
    change(&mut filter);
    cx.want(Action::SetFilter(Box::new(filter)));
}

fn search(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    let mut text = cx.state.library.filter().search.clone();
    let edit = TextEdit::singleline(&mut text)
        .hint_text(words.search_hint)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name(cx.texts().command("search"));
    if cx.drafts.focus == Some(FocusTarget::Search) {
        response.request_focus();
    }
    if response.changed() {
        change(cx, |filter| filter.search = text);
    }
}

/// How many games are shown.
fn count(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().strings;
    let library = &cx.state.library;
    let (shown, all) = (library.shown().len(), library.open_row_count());
    let is_filtered = !library.filter().is_empty();
    ui.horizontal(|ui| {
        let text = if is_filtered {
            format!("{shown} {} {all} {}", words.of, words.games)
        } else {
            format!(
                "{all} {}",
                if all == 1 {
                    words.one_game
                } else {
                    words.games
                }
            )
        };
        ui.label(parts::remark(ui, text));
        let clear = egui::Button::new(parts::remark(ui, words.clear_filters)).frame(false);
        if is_filtered && ui.add(clear).clicked() {
            cx.want(Action::SetFilter(Box::default()));
        }
    });
}
