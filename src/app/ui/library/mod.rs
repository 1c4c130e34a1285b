//! The library pane: folders, search, filters and a list of games of which only visible rows are
//! drawn.

mod filters;
mod folders;
mod followed;
mod list;
mod row;

use super::{ViewContext, command_with_keys, widgets};
use crate::library::{Filter, FolderNode, Library};
use crate::state::{Action, Effect, FocusTarget, LibraryAction, command_name};
use egui::{Align, Key, Layout, RichText, ScrollArea, TextEdit, Ui};
use kifu_core::findings::Severity;
use kifu_study::arena::Standings;
use std::collections::HashSet;
use std::path::PathBuf;

/// The height below which filters and folders scroll, so that the list of games is seen with them,
/// in points.
const MIN_HEIGHT_OF_WHOLE_HEAD: f32 = 400.0;
/// The part of a low pane that filters and folders take at most.
const HEAD_SHARE: f32 = 0.45;

/// State of the pane kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct LibraryCache {
    /// The numbers of rows, with and without removed ones, for which the cache was computed.
    row_counts: (usize, usize),
    /// The tree of folders.
    tree: Vec<FolderNode>,
    /// Game ids with the number of rows of each.
    game_counts: Vec<(String, usize)>,
    /// Players with the number of rows of each, and the row counts for which they were counted.
    player_counts: Vec<(String, usize)>,
    player_row_counts: (usize, usize),
    /// Whether the panel of filters is open.
    is_filter_panel_open: bool,
    /// Folders collapsed by the user.
    collapsed: HashSet<PathBuf>,
    /// The row selected in the previous frame.
    last_selected_row: Option<u32>,
    /// The listed games for which the summary was computed.
    summary_key: Option<(Filter, (usize, usize, u64))>,
    /// The number of listed games with a warning or an error.
    problem_count: usize,
    /// The standings of the listed games by the ID of the game, once they were asked for.
    standings: Option<Vec<(String, Standings)>>,
}

impl LibraryCache {
    fn update(&mut self, library: &Library) {
        let now = (library.len(), library.open_row_count());
        if self.row_counts != now {
            self.row_counts = now;
            self.tree = library.folder_tree();
            let games = library.game_counts().into_iter();
            self.game_counts = games.map(|(id, count)| (id.to_owned(), count)).collect();
        }
    }

    /// Forgets what was computed from other rows than those listed now.
    fn update_summary(&mut self, library: &Library) {
        let shown = library.shown();
        let counts = (shown.len(), library.len(), library.explorer_revision());
        let is_known =
            |(filter, known): &(Filter, _)| filter == library.filter() && *known == counts;
        if !self.summary_key.as_ref().is_some_and(is_known) {
            self.summary_key = Some((library.filter().clone(), counts));
            self.problem_count = library.problem_count();
            self.standings = None;
        }
    }

    /// Counts the games of the players, which only the panel of filters shows.
    fn update_players(&mut self, library: &Library) {
        if self.player_row_counts != self.row_counts {
            self.player_row_counts = self.row_counts;
            self.player_counts = filters::frequent_players(library.player_counts());
        }
    }
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let mut kept = std::mem::take(&mut cx.view_state.cache.library);
    kept.update(&cx.state.library);
    kept.update_summary(&cx.state.library);
    followed::show(ui, cx);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            filters::show(ui, cx);
            filters::funnel(ui, cx, &mut kept);
            search_field(ui, cx);
        });
    });
    let height = ui.available_height();
    if height < MIN_HEIGHT_OF_WHOLE_HEAD {
        ScrollArea::vertical()
            .id_salt("head")
            .max_height(height * HEAD_SHARE)
            .auto_shrink([false, true])
            .show(ui, |ui| head(ui, cx, &mut kept));
    } else {
        head(ui, cx, &mut kept);
    }
    filters::chips(ui, cx);
    shown_count(ui, cx, &kept);
    followed::show_listed(ui, cx, &mut kept);
    list::show(ui, cx, &mut kept);
    cx.view_state.cache.library = kept;
}

/// Shows the filters and the folders above the list.
fn head(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    filters::panel(ui, cx, kept);
    folders::show(ui, cx, kept);
}

/// Requests a change of the filter.
fn change_filter(cx: &mut ViewContext<'_>, change: impl FnOnce(&mut Filter)) {
    let mut filter = cx.state.library.filter().clone();
    change(&mut filter);
    cx.dispatch(Action::Library(LibraryAction::SetFilter(Box::new(filter))));
}

fn search_field(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let mut text = cx.state.library.filter().search.clone();
    let edit = TextEdit::singleline(&mut text)
        .hint_text("Search players, events, files…")
        .desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name(command_name("search"));
    if cx.view_state.focus_request == Some(FocusTarget::Search) {
        response.request_focus();
    }
    if response.changed() {
        change_filter(cx, |filter| filter.search = text);
    }
    let pressed = |ui: &Ui, key| ui.input(|input| input.key_pressed(key));
    if response.lost_focus() && pressed(ui, Key::Enter) {
        // The first hit is what was searched for.
        if let Some(row) = cx.state.library.shown().first() {
            cx.dispatch(Action::Outside(Effect::OpenRow(*row)));
        }
    } else if response.has_focus() && pressed(ui, Key::ArrowDown) {
        cx.view_state.is_list_wanted = true;
    }
}

/// Shows the number of games listed, and of those with problems, which a click lists alone.
fn shown_count(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &LibraryCache) {
    let library = &cx.state.library;
    let (shown, all) = (library.shown().len(), library.open_row_count());
    let is_filtered = !library.filter().is_empty();
    ui.horizontal(|ui| {
        let text = if is_filtered {
            format!("{shown} of {all} games")
        } else {
            format!("{all} {}", if all == 1 { "game" } else { "games" })
        };
        ui.label(widgets::small_muted_text(ui, text));
        if kept.problem_count > 0 {
            let text = format!("· {} with problems", kept.problem_count);
            let link = ui.link(RichText::new(text).font(widgets::small_font(ui)));
            let tooltip = command_with_keys(cx.state, "next-problem");
            if link.on_hover_text(tooltip).clicked() {
                change_filter(cx, |filter| filter.min_severity = Some(Severity::Warning));
            }
        }
        let clear = egui::Button::new(widgets::small_muted_text(ui, "Clear filters")).frame(false);
        if is_filtered && ui.add(clear).clicked() {
            cx.dispatch(Action::Library(LibraryAction::SetFilter(Box::default())));
        }
    });
}
