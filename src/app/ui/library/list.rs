//! The list of games, with two lines for each.

use super::super::{FocusKeys, ViewContext, widgets};
use super::{LibraryCache, row};
use crate::state::{Action, Effect, LibraryAction, Pane};
use egui::{EventFilter, Id, Key, Rect, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// Shows the list. Only the visible rows are laid out.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    let shown = cx.state.library.shown();
    if shown.is_empty() {
        let text = if cx.state.library.filter().is_empty() {
            "No games yet."
        } else {
            "No games match."
        };
        widgets::empty_message(ui, text);
        return;
    }
    let focus = handle_keys(ui, cx);
    let has_moved = kept.last_selected_row != cx.state.selected_row;
    kept.last_selected_row = cx.state.selected_row;
    let selected = cx.state.selected_row.filter(|_| has_moved);
    let target = selected.and_then(|row| shown.iter().position(|known| *known == row));
    let height = row::height(ui);
    let area = ScrollArea::vertical().id_salt("games").auto_shrink(false);
    area.show_viewport(ui, |ui, viewport| {
        #[expect(clippy::cast_precision_loss, reason = "a few points at most")]
        let y_of = |nth: usize| nth as f32 * height;
        ui.set_height(y_of(shown.len()));
        let (top_left, width) = (ui.max_rect().left_top(), ui.available_width());
        let rect_of =
            |nth: usize| Rect::from_min_size(top_left + vec2(0.0, y_of(nth)), vec2(width, height));
        if let Some(target) = target {
            ui.scroll_to_rect(rect_of(target), None);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and the list is shorter than a billion rows"
        )]
        let index_at = |y: f32| (y / height).max(0.0) as usize;
        let visible = index_at(viewport.top())..(index_at(viewport.bottom()) + 1).min(shown.len());
        for nth in visible {
            game_row(ui, cx, kept, (nth, shown[nth]), rect_of(nth), focus);
        }
    });
}

/// Handles the keys of the list, which takes the focus as a whole, and returns its widget id.
///
/// Arrows select rows, Enter opens a game.
fn handle_keys(ui: &Ui, cx: &mut ViewContext<'_>) -> Id {
    let id = ui.make_persistent_id("games");
    let sense = Sense::focusable_noninteractive();
    let response = ui.interact(ui.available_rect_before_wrap(), id, sense);
    let name = Pane::Library.name();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::ListBox, true, name));
    if std::mem::take(&mut cx.view_state.is_list_wanted) {
        response.request_focus();
        let first = cx.state.library.shown().first().copied();
        cx.dispatch(Action::Library(LibraryAction::SelectRow(first)));
        return id;
    }
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
        (Key::PageDown, from + 10),
        (Key::PageUp, from.saturating_sub(10)),
        (Key::Home, 0),
        (Key::End, end),
    ];
    for (key, to) in steps {
        if pressed(key) {
            cx.dispatch(Action::Library(LibraryAction::SelectRow(
                shown.get(to.min(end)).copied(),
            )));
        }
    }
    if let Some(row) = cx.state.selected_row.filter(|_| pressed(Key::Enter)) {
        cx.dispatch(Action::Outside(Effect::OpenRow(row)));
        // The keys go through the game that opens.
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
    widgets::handle_command_keys(ui, cx);
    id
}

/// Shows the row of a game: a click opens it as a preview, a double click in a tab that stays.
fn game_row(
    ui: &Ui,
    cx: &mut ViewContext<'_>,
    kept: &LibraryCache,
    (nth, number): (usize, u32),
    rect: Rect,
    focus: Id,
) {
    let Some(known) = cx.state.library.row(number) else {
        return;
    };
    let is_selected = cx.state.selected_row == Some(number);
    let mut response = ui.interact(rect, ui.scope_id().with(("game", number)), Sense::CLICK);
    let visuals = ui.visuals();
    let fill = if is_selected {
        Some(visuals.selection.bg_fill)
    } else if response.hovered() || response.context_menu_opened() {
        Some(visuals.widgets.hovered.weak_bg_fill)
    } else {
        (nth % 2 == 1).then_some(visuals.faint_bg_color)
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 2.0, fill);
    }
    let is_one_game = kept.game_counts.len() < 2;
    row::paint(ui, cx, known, rect, is_one_game);
    // The accessible area is only the visible part of the row.
    response.rect = response.interact_rect;
    response.widget_info(|| {
        let label = row::label(cx, known);
        WidgetInfo::selected(egui::Role::ListBoxOption, true, is_selected, label)
    });
    if response.clicked() {
        // The keys go through the game that opens.
        ui.memory_mut(|memory| memory.surrender_focus(focus));
        cx.dispatch(Action::Library(LibraryAction::SelectRow(Some(number))));
        cx.dispatch(if response.double_clicked() {
            Action::Outside(Effect::OpenRowToKeep(number))
        } else {
            Action::Outside(Effect::OpenRow(number))
        });
    }
    response.context_menu(|ui| row::show(ui, cx, number, known));
    response.on_hover_ui(|ui| row::tooltip(ui, cx, known));
}
