//! The table of games.

use super::super::icons::{self, Icon};
use super::super::plain::plain_text;
use super::super::{FocusKeys, ViewContext, color, widgets};
use super::{LibraryCache, filters};
use crate::app::library::{Column, GameRowRef};
use crate::app::state::Action;
use crate::findings::Severity;
use crate::scene::Role;
use egui::{EventFilter, Id, Key, Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};

/// The columns in order, with their initial widths in points.
const COLUMNS: [(Column, f32); 11] = [
    (Column::Findings, 22.0),
    (Column::Game, 74.0),
    (Column::First, 104.0),
    (Column::Second, 104.0),
    (Column::Result, 66.0),
    (Column::Ending, 78.0),
    (Column::Plies, 42.0),
    (Column::Event, 110.0),
    (Column::Round, 52.0),
    (Column::Date, 80.0),
    (Column::File, 220.0),
];

/// Shows the table.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    let shown = cx.state.library.shown();
    if shown.is_empty() {
        widgets::empty_message(ui, cx.texts().strings.no_rows);
        return;
    }
    let focus = handle_keys(ui, cx);
    let moved = kept.last_selected_row != cx.state.selected_row;
    kept.last_selected_row = cx.state.selected_row;
    let selected = cx.state.selected_row.filter(|_| moved);
    let target = selected.and_then(|row| shown.iter().position(|known| *known == row));
    ScrollArea::horizontal().id_salt("games").show(ui, |ui| {
        let height = widgets::body_font(ui).size + 8.0;
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut table = TableBuilder::new(ui)
            .id_salt("games")
            .striped(true)
            .resizable(true)
            .sense(Sense::CLICK)
            .auto_shrink(false);
        for (column, width) in COLUMNS {
            let width = Width::initial(width).at_least(20.0).clip(true);
            table = table.column(width.resizable(column != Column::Findings));
        }
        if let Some(target) = target {
            table = table.scroll_to_row(target, None);
        }
        let table = table.header(height, |mut header| {
            for (column, _) in COLUMNS {
                header.col(|ui| column_header(ui, cx, column));
            }
        });
        table.body(|body| {
            body.rows(height, shown.len(), |mut row| {
                let number = shown[row.index()];
                if let Some(known) = cx.state.library.row(number) {
                    game_row(&mut row, cx, number, known, focus);
                }
            });
        });
    });
}

/// Handles the keys of the table, which takes the focus as a whole, and returns its widget id.
///
/// Arrows select rows, Enter opens a game.
fn handle_keys(ui: &Ui, cx: &mut ViewContext<'_>) -> Id {
    let id = ui.make_persistent_id("games");
    let sense = Sense::focusable_noninteractive();
    let response = ui.interact(ui.available_rect_before_wrap(), id, sense);
    let name = cx.texts().pane(crate::app::state::Pane::Library);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Table, true, name));
    if !response.has_focus() {
        return id;
    }
    cx.view_state.focus_keys = FocusKeys::List;
    let stroke = ui.visuals().widgets.hovered.fg_stroke;
    let inside = egui::StrokeKind::Inside;
    ui.painter().rect_stroke(response.rect, 3.0, stroke, inside);
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    let shown = cx.state.library.shown();
    let end = shown.len().saturating_sub(1);
    let here = cx
        .state
        .selected_row
        .and_then(|row| shown.iter().position(|known| *known == row));
    let from = here.unwrap_or(0);
    let steps = [
        (Key::ArrowDown, here.map_or(0, |here| here + 1)),
        (Key::ArrowUp, from.saturating_sub(1)),
        (Key::PageDown, from + 20),
        (Key::PageUp, from.saturating_sub(20)),
        (Key::Home, 0),
        (Key::End, end),
    ];
    for (key, to) in steps {
        if pressed(key) {
            cx.dispatch(Action::SelectRow(shown.get(to.min(end)).copied()));
        }
    }
    if let Some(row) = cx.state.selected_row.filter(|_| pressed(Key::Enter)) {
        cx.dispatch(Action::OpenRow(row));
        // The keys go through the game that opens.
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
    widgets::handle_command_keys(ui, cx);
    id
}

/// Shows a column header; a click sorts by the column.
fn column_header(ui: &mut Ui, cx: &mut ViewContext<'_>, column: Column) {
    let words = &cx.texts().strings;
    let name = cx.texts().column(column);
    let sort = cx.state.library.sort_order().first();
    let sort = sort
        .filter(|(known, _)| *known == column)
        .map(|(_, falling)| *falling);
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click());
    response.widget_info(|| {
        let how = match sort {
            Some(true) => words.sort_descending,
            Some(false) => words.sort_ascending,
            None => "",
        };
        let label = format!("{} {name} {how}", words.sort_by);
        WidgetInfo::labeled(egui::Role::Button, true, label.trim_end())
    });
    let role = if response.hovered() || sort.is_some() {
        Role::Text
    } else {
        Role::Muted
    };
    let (ink, mut left) = (color(ui, role), rect.left());
    if let Some(falling) = sort {
        let center = pos2(left + 5.0, rect.center().y);
        let sign = Rect::from_center_size(center, vec2(10.0, 10.0));
        let icon = if falling {
            Icon::TriangleDown
        } else {
            Icon::TriangleUp
        };
        icons::paint(ui.painter(), sign, icon, ink);
        left += 12.0;
    }
    if column != Column::Findings {
        let text =
            widgets::elided_galley(ui, name, widgets::small_font(ui), ink, rect.right() - left);
        let at = pos2(left, rect.center().y - text.size().y / 2.0);
        ui.painter().galley(at, text, ink);
    } else if sort.is_none() {
        let sign = Rect::from_center_size(rect.center(), vec2(12.0, 12.0));
        icons::paint(ui.painter(), sign, Icon::Warning, ink);
    }
    if response.on_hover_text(name).clicked() {
        cx.dispatch(Action::ToggleSort(column));
    }
}

/// Shows the row of a game.
fn game_row(
    row: &mut TableRow<'_, '_>,
    cx: &mut ViewContext<'_>,
    number: u32,
    known: GameRowRef<'_>,
    focus: Id,
) {
    row.set_selected(cx.state.selected_row == Some(number));
    for (column, _) in COLUMNS {
        let (_, cell) = row.col(|ui| cell(ui, cx, column, known));
        if column == Column::Findings && known.worst_severity().is_some() {
            cell.on_hover_text(plain_text(known.worst_finding()));
        }
    }
    let mut response = row.response();
    // The accessible area is only the visible part of the row.
    response.rect = response.interact_rect;
    response.widget_info(|| {
        let [first, second] = known.players();
        let game = filters::game_name(known.game());
        let label = format!(
            "{game}, {first}, {second}, {}, {}",
            known.result(),
            known.file()
        );
        let selected = cx.state.selected_row == Some(number);
        WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, label)
    });
    if response.clicked() {
        // The keys go through the game that opens.
        response
            .ctx
            .memory_mut(|memory| memory.surrender_focus(focus));
        cx.dispatch(Action::SelectRow(Some(number)));
        cx.dispatch(Action::OpenRow(number));
    }
}

fn cell(ui: &Ui, cx: &ViewContext<'_>, column: Column, known: GameRowRef<'_>) {
    if column == Column::Findings {
        return finding_icon(ui, known);
    }
    let [first, second] = known.players();
    let plies;
    let file;
    let (text, role) = match column {
        Column::Game => (filters::game_name(known.game()), Role::Text),
        Column::First => (first, Role::Text),
        Column::Second => (second, Role::Text),
        Column::Result | Column::Ending if cx.state.preferences.spoiler_free => ("…", Role::Muted),
        Column::Result => (known.result(), Role::Text),
        Column::Ending => (cx.texts().ending(known.ending()), Role::Muted),
        Column::Plies => {
            plies = known.plies().to_string();
            (&*plies, Role::Muted)
        }
        Column::Event => (known.event(), Role::Muted),
        Column::Round => (known.round(), Role::Muted),
        Column::Date => (known.date(), Role::Muted),
        Column::File | Column::Findings => {
            file = format!("{} {}", known.file(), known.index_in_file() + 1);
            (&*file, Role::Muted)
        }
    };
    let (rect, ink) = (ui.available_rect_before_wrap(), color(ui, role));
    let galley = widgets::elided_galley(ui, text, widgets::body_font(ui), ink, rect.width());
    let free = rect.width() - galley.size().x;
    let left = match column {
        Column::Plies => rect.left() + free.max(0.0),
        _ => rect.left(),
    };
    let at = pos2(left, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, ink);
}

/// Shows the icon of the worst finding.
fn finding_icon(ui: &Ui, known: GameRowRef<'_>) {
    let Some(worst) = known.worst_severity() else {
        return;
    };
    let (icon, role) = match worst {
        Severity::Error => (Icon::Error, Role::Bad),
        Severity::Warning => (Icon::Warning, Role::Bad),
        Severity::Note => (Icon::Info, Role::Muted),
    };
    let center = ui.available_rect_before_wrap().center();
    let sign = Rect::from_center_size(center, vec2(14.0, 14.0));
    icons::paint(ui.painter(), sign, icon, color(ui, role));
}
