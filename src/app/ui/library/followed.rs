//! The part above the list: the followed file with its standings, or those of the listed games.

use super::super::{ViewContext, color, command_with_keys, widgets};
use super::LibraryCache;
use crate::jobs::{FollowStatus, FollowUpdate};
use crate::state::{Action, FileAction};
use egui::{
    Align, CollapsingHeader, FontId, Frame, Grid, Label, Layout, RichText, ScrollArea, Ui,
    WidgetInfo, vec2,
};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::scene::Role;
use kifu_study::arena::{Standings, StandingsRow};

/// The maximum height of the standings, in points.
const MAX_HEIGHT: f32 = 150.0;
/// The maximum height of the standings as a part of what the pane has left.
const MAX_HEIGHT_SHARE: f32 = 0.45;
/// The width of the columns of numbers with the spaces between, in points.
const NUMBERS_WIDTH: f32 = 172.0;
/// The least width of the names, in points.
const MIN_NAME_WIDTH: f32 = 76.0;

/// Shows the followed file, if there is one.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(followed) = &cx.state.followed else {
        return;
    };
    Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let name = followed.path.file_name().unwrap_or_default();
        // The buttons take what they need, and the name is cut off.
        let layout = Layout::right_to_left(Align::Center);
        let row = vec2(ui.available_width(), ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(row, layout, |ui| {
            if ui.small_button("Stop following").clicked() {
                cx.dispatch(Action::File(FileAction::ToggleFollow));
            }
            let has_games = followed.newest_row.is_some();
            let newest = ui.add_enabled(has_games, egui::Button::new("Newest").small());
            let tooltip = command_with_keys(cx.state, "newest-game");
            if newest.on_hover_text(tooltip).clicked() {
                cx.dispatch(Action::File(FileAction::OpenNewest));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(name.to_string_lossy()).strong();
                ui.add(Label::new(text).truncate())
                    .on_hover_text(followed.path.display().to_string());
            });
        });
        status(ui, followed.update.as_ref());
        if let Some(update) = &followed.update
            && !update.standings.rows.is_empty()
        {
            standings(ui, std::iter::once(("", &update.standings)));
        }
    });
}

/// Shows the standings of the listed games, folded up until they are wanted. A followed file has its
/// own.
pub(super) fn show_listed(ui: &mut Ui, cx: &ViewContext<'_>, kept: &mut LibraryCache) {
    if cx.state.followed.is_some() || cx.state.library.shown().len() < 2 {
        return;
    }
    let header = CollapsingHeader::new("Standings").id_salt("listed standings");
    header.show(ui, |ui| {
        let listed = kept
            .standings
            .get_or_insert_with(|| cx.state.library.standings_of_shown());
        if listed.is_empty() {
            ui.label(widgets::muted_text(ui, "No listed game has a winner."));
        }
        let tables = listed.iter().map(|(id, table)| (id.as_str(), table));
        standings(ui, tables);
    });
}

fn status(ui: &mut Ui, update: Option<&FollowUpdate>) {
    let Some(update) = update else {
        ui.label(widgets::muted_text(ui, "Starting…"));
        return;
    };
    let (text, role) = match update.status {
        FollowStatus::Missing if update.game_count == 0 => {
            ("waiting for the file".to_owned(), Role::Muted)
        }
        FollowStatus::Missing => ("This file no longer exists.".to_owned(), Role::Bad),
        FollowStatus::Truncated => (
            "The file became shorter and was read again.".to_owned(),
            Role::Bad,
        ),
        FollowStatus::Replaced => (
            "The file was replaced and read again.".to_owned(),
            Role::Bad,
        ),
        FollowStatus::UpToDate if update.is_line_torn => {
            ("next game is being written".to_owned(), Role::Muted)
        }
        FollowStatus::UpToDate => ("following".to_owned(), Role::Muted),
    };
    let count = update.game_count;
    let games = if count == 1 { "game" } else { "games" };
    ui.label(RichText::new(format!("{count} {games} · {text}")).color(color(ui, role)));
}

/// Shows tables with the IDs of their games, of which one alone needs no heading.
fn standings<'a>(ui: &mut Ui, tables: impl ExactSizeIterator<Item = (&'a str, &'a Standings)>) {
    // The list of games below has most of the pane.
    let max_height = (ui.available_height() * MAX_HEIGHT_SHARE).min(MAX_HEIGHT);
    let area = ScrollArea::both()
        .id_salt("standings")
        .max_height(max_height);
    let has_headings = tables.len() > 1;
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (id, table) in tables {
            if has_headings {
                let name = by_id(CATALOGUE, id).map_or("Other games", |game| game.info().name);
                ui.label(RichText::new(name).strong());
            }
            standings_table(ui, id, table);
        }
    });
}

fn standings_table(ui: &mut Ui, id: &str, table: &Standings) {
    let name_width = (ui.available_width() - NUMBERS_WIDTH).max(MIN_NAME_WIDTH);
    Grid::new(("standings", id))
        .striped(true)
        .spacing([6.0, 3.0])
        .show(ui, |ui| {
            for heading in STANDINGS_COLUMNS {
                ui.label(widgets::small_muted_text(ui, heading));
            }
            ui.end_row();
            for (index, row) in table.rows.iter().enumerate() {
                let elo = table.ratings.rating(index).elo;
                standings_row(ui, row, elo, name_width);
            }
        });
}

/// The headings of the standings.
const STANDINGS_COLUMNS: [&str; 5] = ["Bot", "W-D-L", "Points", "Elo", "Faults"];

fn standings_row(ui: &mut Ui, row: &StandingsRow, elo: f64, name_width: f32) {
    let [won, drawn, lost] = row.wdl;
    let faults: u32 = row.faults.values().sum();
    let name = RichText::new(format!("{}  {}", row.rank, row.name)).strong();
    // A long name is cut off, so that the numbers are seen in a narrow pane.
    let name = ui.scope(|ui| {
        ui.set_max_width(name_width);
        ui.add(Label::new(name).truncate())
    });
    let name = name.inner;
    let points = row.points;
    // Neither is a zero negative.
    let elo = elo.round() + 0.0;
    name.widget_info(|| {
        let label = format!("{} {}, {won} {drawn} {lost}, {points}", row.rank, row.name);
        WidgetInfo::labeled(egui::Role::Label, true, label)
    });
    let number = |ui: &mut Ui, text: String| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let font = FontId::monospace(widgets::small_font(ui).size);
            ui.label(RichText::new(text).font(font));
        });
    };
    number(ui, format!("{won}-{drawn}-{lost}"));
    number(ui, points.to_string());
    number(
        ui,
        if elo.is_finite() {
            format!("{elo:+.0}")
        } else {
            "–".to_owned()
        },
    );
    number(ui, faults.to_string());
    ui.end_row();
}
