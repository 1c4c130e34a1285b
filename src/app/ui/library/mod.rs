//! The list of games: folders, search and filters, and a table of which only the rows to be seen
//! are drawn.

mod filters;
mod folders;
mod table;

use super::{ViewContext, widgets};
use crate::app::library::{Filter, FolderNode};
use crate::app::state::{Action, FocusTarget};
use egui::{TextEdit, Ui};
use std::collections::HashSet;
use std::path::PathBuf;

/// What is kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct LibraryCache {
    /// How many rows there were, gone ones included, when this was worked out.
    row_counts: (usize, usize),
    /// The folders.
    tree: Vec<FolderNode>,
    /// The games with their ids.
    game_counts: Vec<(String, usize)>,
    /// Folders that somebody closed.
    collapsed: HashSet<PathBuf>,
    /// The row that was meant last.
    last_selected_row: Option<u32>,
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let mut kept = std::mem::take(&mut cx.view_state.cache.library);
    let library = &cx.state.library;
    let now = (library.len(), library.open_row_count());
    if kept.row_counts != now {
        kept.row_counts = now;
        kept.tree = library.folder_tree();
        let games = library.game_counts().into_iter();
        kept.game_counts = games.map(|(id, count)| (id.to_owned(), count)).collect();
    }
    search_field(ui, cx);
    filters::show(ui, cx, &kept);
    folders::show(ui, cx, &mut kept);
    shown_count(ui, cx);
    table::show(ui, cx, &mut kept);
    cx.view_state.cache.library = kept;
}

/// The person wants other rows.
fn change_filter(cx: &mut ViewContext<'_>, change: impl FnOnce(&mut Filter)) {
    let mut filter = cx.state.library.filter().clone();
    change(&mut filter);
    cx.dispatch(Action::SetFilter(Box::new(filter)));
}

fn search_field(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let mut text = cx.state.library.filter().search.clone();
    let edit = TextEdit::singleline(&mut text)
        .hint_text(words.search_hint)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name(cx.texts().command("search"));
    if cx.view_state.focus_request == Some(FocusTarget::Search) {
        response.request_focus();
    }
    if response.changed() {
        change_filter(cx, |filter| filter.search = text);
    }
}

/// How many games are shown.
fn shown_count(ui: &mut Ui, cx: &mut ViewContext<'_>) {
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
        ui.label(widgets::small_muted_text(ui, text));
        let clear =
            egui::Button::new(widgets::small_muted_text(ui, words.clear_filters)).frame(false);
        if is_filtered && ui.add(clear).clicked() {
            cx.dispatch(Action::SetFilter(Box::default()));
        }
    });
}
