//! The filters of the library: the funnel that shows them, and the active ones.

use super::super::icons::{self, Icon};
use super::super::widgets::{self, one_line};
use super::super::{ViewContext, color};
use super::{LibraryCache, change_filter};
use crate::library::{Filter, LibraryColumn, WinnerFilter};
use crate::state::{Action, LibraryAction};
use egui::{Button, ComboBox, Grid, Popup, Ui, WidgetInfo, vec2};
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Ending;
use kifu_core::scene::Role;

/// The maximum number of players offered by the filter: those with the most games.
const MAX_PLAYERS: usize = 300;

/// A filter with its possible values.
struct FilterValues<T> {
    name: &'static str,
    /// The values with their names.
    values: Vec<(String, T)>,
    get: fn(&Filter) -> Option<&T>,
    set: fn(&mut Filter, Option<T>),
}

/// Shows the funnel, which opens and closes the panel of filters.
pub(super) fn funnel(ui: &mut Ui, cx: &ViewContext<'_>, kept: &mut LibraryCache) {
    let name = "Filters";
    let response = icons::button(ui, Icon::Funnel, name);
    let is_active = !active_filters(cx).is_empty();
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::Button, true, kept.is_filter_panel_open, name)
    });
    if is_active {
        let dot = response.rect.right_top() + vec2(-4.0, 4.0);
        ui.painter()
            .circle_filled(dot, 3.0, color(ui, Role::Preview));
    }
    if response.clicked() {
        kept.is_filter_panel_open = !kept.is_filter_panel_open;
    }
}

/// Shows the panel of filters.
pub(super) fn panel(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    if !kept.is_filter_panel_open {
        return;
    }
    kept.update_players(&cx.state.library);
    let players = kept.player_counts.iter();
    let players = players.map(|(name, count)| {
        let text = format!("{} ({count})", one_line(name));
        (text, name.clone())
    });
    let players = players.collect();
    egui::Frame::NONE
        .fill(ui.visuals().faint_bg_color)
        .inner_margin(6.0)
        .corner_radius(3.0)
        .show(ui, |ui| {
            let grid = Grid::new("filters").num_columns(2).spacing([8.0, 4.0]);
            grid.show(ui, |ui| {
                combo_box(ui, cx, &game_values(kept));
                combo_box(ui, cx, &player_values(players));
                combo_box(ui, cx, &winner_values());
                combo_box(ui, cx, &ending_values());
                combo_box(ui, cx, &finding_values());
                combo_box(ui, cx, &reviewed_values());
                combo_box(ui, cx, &repeated_values());
            });
        });
}

fn game_values(kept: &LibraryCache) -> FilterValues<String> {
    let values = kept.game_counts.iter();
    let values = values.map(|(id, count)| (format!("{} ({count})", game_name(id)), id.clone()));
    FilterValues {
        name: "Game",
        values: values.collect(),
        get: |filter| filter.game.as_ref(),
        set: |filter, to| filter.game = to,
    }
}

fn player_values(values: Vec<(String, String)>) -> FilterValues<String> {
    FilterValues {
        name: "Player",
        values,
        get: |filter| filter.player.as_ref(),
        set: |filter, to| filter.player = to,
    }
}

fn winner_values() -> FilterValues<WinnerFilter> {
    let values = [
        ("First wins", WinnerFilter::First),
        ("Second wins", WinnerFilter::Second),
        ("Draw", WinnerFilter::Draw),
        ("No result", WinnerFilter::Open),
    ];
    FilterValues {
        name: "Result",
        values: values.map(|(name, won)| (name.to_owned(), won)).into(),
        get: |filter| filter.winner.as_ref(),
        set: |filter, to| filter.winner = to,
    }
}

fn ending_values() -> FilterValues<Ending> {
    FilterValues {
        name: "Ending",
        values: Ending::ALL
            .map(|ending| (ending.words().to_owned(), ending))
            .into(),
        get: |filter| filter.ending.as_ref(),
        set: |filter, to| filter.ending = to,
    }
}

fn finding_values() -> FilterValues<Severity> {
    let values = [
        ("Any finding", Severity::Note),
        ("Warnings and errors", Severity::Warning),
        ("Errors", Severity::Error),
    ];
    FilterValues {
        name: "Findings",
        values: values.map(|(name, worst)| (name.to_owned(), worst)).into(),
        get: |filter| filter.min_severity.as_ref(),
        set: |filter, to| filter.min_severity = to,
    }
}

fn reviewed_values() -> FilterValues<bool> {
    let values = [("Reviewed", true), ("Not reviewed", false)];
    FilterValues {
        name: "Review",
        values: values.map(|(name, is)| (name.to_owned(), is)).into(),
        get: |filter| filter.is_reviewed.as_ref(),
        set: |filter, to| filter.is_reviewed = to,
    }
}

fn repeated_values() -> FilterValues<bool> {
    let values = [("Only duplicates", true), ("No duplicates", false)];
    FilterValues {
        name: "Duplicates",
        values: values.map(|(name, is)| (name.to_owned(), is)).into(),
        get: |filter| filter.is_repeated.as_ref(),
        set: |filter, to| filter.is_repeated = to,
    }
}

/// Returns the name of a game.
pub(super) fn game_name(id: &str) -> &str {
    by_id(CATALOGUE, id).map_or(id, |game| game.name())
}

/// Shows a drop-down list of filter values, the first of which selects everything.
fn combo_box<T: PartialEq + Clone>(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    filter: &FilterValues<T>,
) {
    let all = "All";
    let chosen = (filter.get)(cx.state.library.filter());
    let named = filter.values.iter();
    let mut named = named.filter(|(_, value)| Some(value) == chosen);
    let text = named.next().map_or(all, |(name, _)| name);
    let text_for_readers = format!("{}: {text}", filter.name);
    let mut wanted = None;
    ui.label(widgets::small_muted_text(ui, filter.name));
    let shown = ComboBox::from_id_salt(("filter", filter.name))
        .selected_text(text)
        .width((ui.available_width() - 12.0).max(80.0))
        .truncate()
        .show_ui(ui, |ui| {
            if ui.selectable_label(chosen.is_none(), all).clicked() {
                wanted = Some(None);
            }
            for (name, value) in &filter.values {
                if ui.selectable_label(Some(value) == chosen, name).clicked() {
                    wanted = Some(Some(value.clone()));
                }
            }
        });
    let _ = shown.response.accessible_name(text_for_readers);
    ui.end_row();
    if let Some(wanted) = wanted {
        change_filter(cx, |to| (filter.set)(to, wanted));
    }
}

/// A function that removes one condition of a filter.
type RemoveFilter = fn(&mut Filter);
/// The name of a condition that is set, with the function that removes it.
type ActiveFilter = (String, RemoveFilter);

/// Returns the name of the value that a filter has; `None` if it has none.
fn chosen_name<T: PartialEq>(filter: &Filter, values: &FilterValues<T>) -> Option<String> {
    let chosen = (values.get)(filter)?;
    let mut named = values.values.iter();
    let (name, _) = named.find(|(_, value)| value == chosen)?;
    Some(name.clone())
}

/// Returns the filters that are set, without the search, which its field shows.
fn active_filters(cx: &ViewContext<'_>) -> Vec<ActiveFilter> {
    let filter = cx.state.library.filter();
    let mut active: Vec<ActiveFilter> = Vec::new();
    if let Some(path) = &filter.path_prefix {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        active.push((name, |filter| filter.path_prefix = None));
    }
    if let Some(selection) = &filter.selection {
        let name = selection.name().to_owned();
        active.push((name, |filter| filter.selection = None));
    }
    if let Some(game) = &filter.game {
        active.push((game_name(game).to_owned(), |filter| filter.game = None));
    }
    if let Some(player) = &filter.player {
        active.push((player.clone(), |filter| filter.player = None));
    }
    let others: [(Option<String>, RemoveFilter); 5] = [
        (chosen_name(filter, &winner_values()), |filter| {
            filter.winner = None;
        }),
        (chosen_name(filter, &ending_values()), |filter| {
            filter.ending = None;
        }),
        (chosen_name(filter, &finding_values()), |filter| {
            filter.min_severity = None;
        }),
        (chosen_name(filter, &reviewed_values()), |filter| {
            filter.is_reviewed = None;
        }),
        (chosen_name(filter, &repeated_values()), |filter| {
            filter.is_repeated = None;
        }),
    ];
    let others = others.into_iter();
    active.extend(others.filter_map(|(name, remove)| Some((name?, remove))));
    active
}

/// Shows the filters that are set, each with a button that removes it.
pub(super) fn chips(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let active = active_filters(cx);
    if active.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, remove) in active {
            let text = widgets::small_muted_text(ui, format!("{}  ×", one_line(&name)));
            let response = ui.add(Button::new(text).truncate());
            response.widget_info(|| {
                let label = format!("Remove filter: {name}");
                WidgetInfo::labeled(egui::Role::Button, true, label)
            });
            if response.clicked() {
                change_filter(cx, remove);
            }
        }
    });
}

/// Returns the players with the most games, in alphabetical order.
pub(super) fn frequent_players(counts: Vec<(&str, usize)>) -> Vec<(String, usize)> {
    let mut least = 0;
    if counts.len() > MAX_PLAYERS {
        let mut by_count: Vec<usize> = counts.iter().map(|(_, count)| *count).collect();
        by_count.sort_unstable_by(|one, other| other.cmp(one));
        least = by_count[MAX_PLAYERS];
    }
    let frequent = counts.into_iter().filter(|(_, count)| *count > least);
    frequent
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

// The menu of the orders of the list.

/// Shows the button that opens the menu.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let button = icons::button(ui, Icon::Sort, "Sort");
    Popup::menu(&button).show(|ui| {
        ui.set_min_width(160.0);
        items(ui, cx);
    });
}

fn items(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let sort = cx.state.library.sort_order().first().copied();
    let as_found = Button::selectable(sort.is_none(), "As found");
    if ui.add(as_found).clicked() {
        cx.dispatch(Action::Library(LibraryAction::ClearSort));
    }
    ui.separator();
    for column in LibraryColumn::ALL {
        let name = column.name();
        let is_descending = sort
            .filter(|(known, _)| *known == column)
            .map(|(_, is_descending)| is_descending);
        let order = match is_descending {
            Some(true) => "(descending)",
            Some(false) => "(ascending)",
            None => "",
        };
        let button = Button::selectable(is_descending.is_some(), name).shortcut_text(order);
        let response = ui.add(button);
        response.widget_info(|| {
            let label = format!("Sort by {name} {order}");
            WidgetInfo::selected(
                egui::Role::MenuItem,
                true,
                is_descending.is_some(),
                label.trim_end(),
            )
        });
        if response.clicked() {
            cx.dispatch(Action::Library(LibraryAction::ToggleSort(column)));
        }
    }
}
