//! Mouse, wheel and keyboard input on the board.

use super::super::widgets::take_keys;
use super::accessibility::AccessibilityRequests;
use super::{
    ArrowDirection, BoardResponse, BoardTransform, BoardView, hit_area_at, hit_area_toward,
};
use egui::{
    CursorIcon, Event, EventFilter, InputState, Key, Modifiers, MouseWheelUnit, PointerButton,
    Pos2, Response, Ui,
};
use kifu_core::record::{Mark, MarkColor, MarkKind};
use kifu_core::scene::Scene;

/// Input state of a board kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct BoardInteraction {
    /// The hit area under the keyboard cursor.
    pub cursor: Option<String>,
    /// The pressed mouse button and the hit area on which it was pressed.
    pressed: Option<(PointerButton, String)>,
    /// The start of the arrow that is drawn by two clicks.
    arrow_from: Option<String>,
    /// The part of the wheel's movement that is less than a whole step.
    wheel_remainder: f32,
}

impl BoardInteraction {
    /// Returns the arrow that is being drawn with the right button, or with the tool for marks.
    pub fn arrow_in_progress(
        &self,
        view: BoardView<'_>,
        over: Option<&str>,
        modifiers: Modifiers,
    ) -> Option<Mark> {
        let tool = view.mark_tool;
        let from = match &self.pressed {
            Some((PointerButton::Secondary, from)) => Some(from),
            Some((PointerButton::Primary, from)) if tool == Some(MarkKind::Arrow) => Some(from),
            _ => self.arrow_from.as_ref(),
        };
        let (from, to) = (from?, over?);
        let arrow = || Mark::new(MarkKind::Arrow, from, to);
        (from != to).then(|| arrow().colored(color_by_modifiers(view.mark_color, modifiers)))
    }
}

/// Returns the colour of a mark: the chosen one, or another one by modifier keys, as on lichess.
const fn color_by_modifiers(chosen: MarkColor, modifiers: Modifiers) -> MarkColor {
    match (modifiers.shift || modifiers.ctrl, modifiers.alt) {
        (false, false) => chosen,
        (true, false) => MarkColor::Red,
        (false, true) => MarkColor::Green,
        (true, true) => MarkColor::Yellow,
    }
}

/// Reads this frame's input and returns the interaction with the board.
pub(super) fn handle_board_input(
    view: BoardView<'_>,
    ui: &Ui,
    response: Response,
    transform: BoardTransform,
    state: &mut BoardInteraction,
    requests: AccessibilityRequests,
) -> BoardResponse {
    let mut board = BoardResponse {
        response,
        transform,
        clicked: Vec::new(),
        is_double_click: false,
        secondary_clicked: None,
        dragged: None,
        dragging: None,
        hovered: None,
        cursor: None,
        toggled_mark: None,
        wheel_steps: 0,
        is_turned: false,
        is_cancelled: false,
    };
    let is_there = |id: &String| view.scene.hit_area(id).is_some();
    state.cursor = state.cursor.take().filter(is_there);
    let keeps_arrow = view.mark_tool == Some(MarkKind::Arrow);
    state.arrow_from = state
        .arrow_from
        .take()
        .filter(|id| keeps_arrow && is_there(id));
    handle_mouse(view, ui, &mut board, state);
    handle_wheel(ui, &mut board, state);
    apply_accessibility_requests(view, &mut board, state, requests);
    if board.response.has_focus() {
        handle_keys(view, ui, &mut board, state);
        board.cursor.clone_from(&state.cursor);
    }
    handle_rotation_keys(view, ui, &mut board);
    update_cursor_icon(view, ui, &board);
    board
}

/// Returns the hit area close enough to a screen position to be meant.
fn hit_area_near(scene: &Scene, transform: &BoardTransform, pos: Pos2) -> Option<String> {
    /// The tolerance in points, about the precision of a hand.
    const HIT_TOLERANCE: f32 = 5.0;
    let reach = (HIT_TOLERANCE / transform.scale.max(0.1)).max(0.12);
    hit_area_at(&scene.hit_areas, transform.board_point(pos), reach).map(|area| area.id.clone())
}

fn handle_mouse(
    view: BoardView<'_>,
    ui: &Ui,
    board: &mut BoardResponse,
    state: &mut BoardInteraction,
) {
    let response = &board.response;
    let area_at = |pos: Pos2| hit_area_near(view.scene, &board.transform, pos);
    let inside = |pos: &Pos2| response.rect.contains(*pos);
    let pointer = ui.input(|input| input.pointer.clone());
    let there = pointer.latest_pos().filter(inside).and_then(area_at);
    // egui's own clicks do not suffice: it treats a long press without movement as neither a click
    // nor a drag. Press and release may come in the same frame, even several of them.
    let is_on_board = response.is_pointer_button_down_on() || response.contains_pointer();
    let mut released = Vec::new();
    for (pos, button, is_press, modifiers) in ui.input(button_events) {
        let area = Some(pos).filter(inside).and_then(area_at);
        if is_press && is_on_board {
            state.pressed = area.map(|area| (button, area));
        } else if !is_press
            && let Some((_, from)) = state.pressed.take_if(|(pressed, _)| *pressed == button)
        {
            released.push((button, from, area, modifiers));
        }
    }
    board.hovered = match &state.pressed {
        Some(_) => there.clone(),
        None => board.response.hover_pos().and_then(area_at),
    };
    for (button, from, area, modifiers) in released {
        match (view.mark_tool, button) {
            (Some(tool), PointerButton::Primary) => {
                let color = color_by_modifiers(view.mark_color, modifiers);
                draw_mark(board, state, (tool, color), &from, area.as_deref());
            }
            _ => handle_release(view, board, (button, from), area, modifiers),
        }
        board.is_double_click = pointer.button_double_clicked(button) && !board.clicked.is_empty();
    }
    let Some((button, from)) = state.pressed.clone() else {
        return;
    };
    if !pointer.button_down(button) {
        state.pressed = None;
    } else if button == PointerButton::Primary && view.accepts_picks {
        board.dragging = Some((from, there));
    }
}

/// Draws a mark with the tool, from one hit area to another or on a single one.
fn draw_mark(
    board: &mut BoardResponse,
    state: &mut BoardInteraction,
    (tool, color): (MarkKind, MarkColor),
    from: &str,
    to: Option<&str>,
) {
    let Some(to) = to else { return };
    if tool != MarkKind::Arrow {
        board.toggled_mark = (from == to).then(|| Mark::new(tool, to, "").colored(color));
        return;
    }
    let start = match state.arrow_from.take() {
        Some(start) if from == to => start,
        _ => from.to_owned(),
    };
    if start == to {
        // The first click is the start, and a second one there takes it back.
        let is_new = from == to && board.toggled_mark.is_none();
        state.arrow_from = is_new.then_some(start);
    } else {
        let arrow = Mark::new(MarkKind::Arrow, start, to);
        board.toggled_mark = Some(arrow.colored(color));
    }
}

/// Returns the presses (`true`) and releases of the two main buttons in this frame, in order.
fn button_events(input: &InputState) -> Vec<(Pos2, PointerButton, bool, Modifiers)> {
    let main = [PointerButton::Primary, PointerButton::Secondary];
    let event = |event: &Event| match event {
        Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        } if main.contains(button) => Some((*pos, *button, *pressed, *modifiers)),
        _ => None,
    };
    input.events.iter().filter_map(event).collect()
}

/// Handles the release of a button that was pressed on a hit area.
fn handle_release(
    view: BoardView<'_>,
    board: &mut BoardResponse,
    (button, from): (PointerButton, String),
    to: Option<String>,
    modifiers: Modifiers,
) {
    let Some(to) = to else { return };
    match (button, to == from) {
        (PointerButton::Primary, true) if view.accepts_picks => board.clicked.push(to),
        (PointerButton::Primary, false) if view.accepts_picks => board.dragged = Some((from, to)),
        (PointerButton::Secondary, true) => {
            if view.can_rotate && modifiers.is_none() {
                board.is_turned = true;
            } else {
                let mark = Mark::new(mark_kind(modifiers), &to, "");
                board.toggled_mark = Some(mark.colored(view.mark_color));
            }
            board.secondary_clicked = Some(to);
        }
        (PointerButton::Secondary, false) => {
            let color = color_by_modifiers(view.mark_color, modifiers);
            board.toggled_mark = Some(Mark::new(MarkKind::Arrow, from, to).colored(color));
        }
        _ => {}
    }
}

/// Returns the kind of mark that a right click makes.
fn mark_kind(modifiers: Modifiers) -> MarkKind {
    match (modifiers.command, modifiers.shift, modifiers.alt) {
        // When a plain right click rotates a tile, a circle needs modifier keys.
        (true, false, true) | (false, false, false) => MarkKind::Circle,
        (.., true) => MarkKind::Text,
        (true, true, false) => MarkKind::Square,
        (true, false, false) => MarkKind::Cross,
        (false, true, false) => MarkKind::Triangle,
    }
}

fn handle_wheel(ui: &Ui, board: &mut BoardResponse, state: &mut BoardInteraction) {
    if !board.response.contains_pointer() {
        state.wheel_remainder = 0.0;
        return;
    }
    ui.input_mut(|input| {
        state.wheel_remainder += input.events.iter().map(wheel_steps).sum::<f32>();
        // Keep panels around the board from scrolling as well.
        input.smooth_scroll_delta = egui::Vec2::ZERO;
    });
    let whole = state.wheel_remainder.trunc();
    state.wheel_remainder -= whole;
    board.wheel_steps = to_i32(whole);
}

/// Returns the wheel steps of an event. Ctrl and wheel is reserved for the scale of the app.
fn wheel_steps(event: &Event) -> f32 {
    /// Points of touchpad scrolling per step.
    const POINTS_PER_STEP: f32 = 40.0;
    match event {
        Event::MouseWheel {
            unit,
            delta,
            modifiers,
            ..
        } if !modifiers.command => match unit {
            MouseWheelUnit::Point => -delta.y / POINTS_PER_STEP,
            MouseWheelUnit::Line | MouseWheelUnit::Page => -delta.y,
        },
        _ => 0.0,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "whole and bounded")]
fn to_i32(whole: f32) -> i32 {
    whole.clamp(-1000.0, 1000.0) as i32
}

/// Applies the requests of a screen reader.
fn apply_accessibility_requests(
    view: BoardView<'_>,
    board: &mut BoardResponse,
    state: &mut BoardInteraction,
    requests: AccessibilityRequests,
) {
    if let Some(area) = requests.cursor {
        board.response.request_focus();
        state.cursor = Some(area);
    }
    if let Some(area) = requests.pick
        && view.accepts_picks
    {
        state.cursor = Some(area.clone());
        board.clicked.push(area);
    }
}

fn handle_keys(
    view: BoardView<'_>,
    ui: &Ui,
    board: &mut BoardResponse,
    state: &mut BoardInteraction,
) {
    let keep = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        // Escape drops the picks, or else gives up the focus.
        escape: !view.next_targets.is_empty(),
        tab: false,
    };
    let id = board.response.id;
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, keep));
    if state.cursor.is_none() {
        state.cursor = initial_cursor(view);
    }
    ui.input_mut(|input| {
        for direction in pressed_arrows(input) {
            let direction = if view.is_flipped {
                direction.opposite()
            } else {
                direction
            };
            let from = state
                .cursor
                .as_deref()
                .and_then(|id| view.scene.hit_area(id));
            let to = from.and_then(|from| hit_area_toward(&view.scene.hit_areas, from, direction));
            if let Some(to) = to {
                state.cursor = Some(to.id.clone());
            }
        }
        if view.accepts_picks || view.mark_tool.is_some() {
            let enter = input.consume_key(Modifiers::NONE, Key::Enter);
            if enter | input.consume_key(Modifiers::NONE, Key::Space) {
                match (view.mark_tool, state.cursor.clone()) {
                    (Some(tool), Some(at)) => {
                        draw_mark(board, state, (tool, view.mark_color), &at, Some(&at));
                    }
                    (_, cursor) => board.clicked.extend(cursor),
                }
            }
            board.is_cancelled = input.consume_key(Modifiers::NONE, Key::Escape);
        }
    });
}

/// Returns the cursor's initial hit area: the first valid target, or else the centre of the board.
fn initial_cursor(view: BoardView<'_>) -> Option<String> {
    let middle = view.scene.area().center();
    let next = view
        .next_targets
        .iter()
        .find(|id| view.scene.hit_area(id).is_some());
    next.cloned().or_else(|| {
        let area = hit_area_at(&view.scene.hit_areas, middle, f32::INFINITY);
        area.map(|area| area.id.clone())
    })
}

/// Takes the pressed arrow keys, in order.
fn pressed_arrows(input: &mut InputState) -> Vec<ArrowDirection> {
    take_keys(input, |key, modifiers| match key {
        _ if modifiers.any() => None,
        Key::ArrowLeft => Some(ArrowDirection::Left),
        Key::ArrowRight => Some(ArrowDirection::Right),
        Key::ArrowUp => Some(ArrowDirection::Up),
        Key::ArrowDown => Some(ArrowDirection::Down),
        _ => None,
    })
}

/// Handles the keys that rotate the tile about to be placed.
fn handle_rotation_keys(view: BoardView<'_>, ui: &Ui, board: &mut BoardResponse) {
    let response = &board.response;
    if !view.can_rotate || !(response.has_focus() || response.contains_pointer()) {
        return;
    }
    ui.input_mut(|input| {
        // A tile has two orientations, so that both directions do the same.
        for modifiers in [Modifiers::SHIFT, Modifiers::NONE] {
            board.is_turned |= input.consume_key(modifiers, Key::R);
        }
    });
}

/// Sets the pointer's shape according to what a click would do.
fn update_cursor_icon(view: BoardView<'_>, ui: &Ui, board: &BoardResponse) {
    if view.mark_tool.is_some() && board.hovered.is_some() {
        ui.set_cursor_icon(CursorIcon::Crosshair);
        return;
    }
    let Some(area) = board.hovered.as_ref().filter(|_| view.accepts_picks) else {
        return;
    };
    if board.dragging.is_some() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    } else if view.next_targets.is_empty() || view.next_targets.contains(area) {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
}
