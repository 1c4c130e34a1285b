//! What mouse, wheel and keys do on the board.

use super::super::parts::take_keys;
use super::access::Asked;
use super::{BoardResponse, BoardView, Direction, Fit, spot_at, spot_toward};
use crate::contract::scene::Scene;
use crate::record::{Mark, MarkKind};
use egui::{
    CursorIcon, Event, EventFilter, InputState, Key, Modifiers, MouseWheelUnit, PointerButton,
    Pos2, Response, Ui,
};

/// What a board remembers of its use.
#[derive(Debug, Default)]
pub(super) struct Hand {
    /// The spot on which the keyboard's cursor stands.
    pub cursor: Option<String>,
    /// The button that went down, and on which spot.
    grip: Option<(PointerButton, String)>,
    /// What the wheel turned beyond whole steps.
    turned: f32,
}

impl Hand {
    /// The arrow that is being drawn.
    pub fn arrow(&self, over: Option<&str>) -> Option<Mark> {
        match (&self.grip, over) {
            (Some((PointerButton::Secondary, from)), Some(to)) if from != to => {
                Some(mark(MarkKind::Arrow, from, to))
            }
            _ => None,
        }
    }
}

fn mark(kind: MarkKind, at: &str, to: &str) -> Mark {
    Mark {
        kind,
        at: at.to_owned(),
        to: to.to_owned(),
        text: String::new(),
    }
}

/// Finds out what was done to the board.
pub(super) fn use_board(
    view: BoardView<'_>,
    ui: &Ui,
    response: Response,
    fit: Fit,
    hand: &mut Hand,
    asked: Asked,
) -> BoardResponse {
    let mut board = BoardResponse {
        response,
        fit,
        clicked: None,
        double: false,
        secondary: None,
        dragged: None,
        dragging: None,
        hovered: None,
        cursor: None,
        mark: None,
        wheel: 0,
        turn: 0,
        cancelled: false,
    };
    let is_there = |id: &String| view.scene.hit_area(id).is_some();
    hand.cursor = hand.cursor.take().filter(is_there);
    mouse(view, ui, &mut board, hand);
    wheel(ui, &mut board, hand);
    listen(view, &mut board, hand, asked);
    if board.response.has_focus() {
        keys(view, ui, &mut board, hand);
        board.cursor.clone_from(&hand.cursor);
    }
    turn(view, ui, &mut board);
    show_hand(view, ui, &board);
    board
}

/// The spot at a place on the screen, if one is near enough to be meant.
fn spot(scene: &Scene, fit: &Fit, pos: Pos2) -> Option<String> {
    /// In points: about as exact as hands are.
    const REACH: f32 = 5.0;
    let reach = (REACH / fit.scale.max(0.1)).max(0.12);
    spot_at(&scene.hit_areas, fit.point(pos), reach).map(|spot| spot.id.clone())
}

fn mouse(view: BoardView<'_>, ui: &Ui, board: &mut BoardResponse, hand: &mut Hand) {
    let response = &board.response;
    let at = |pos: Pos2| spot(view.scene, &board.fit, pos);
    let inside = |pos: &Pos2| response.rect.contains(*pos);
    let pointer = ui.input(|input| input.pointer.clone());
    let there = pointer.latest_pos().filter(inside).and_then(at);
    // Not the toolkit's clicks: to it a press that lasts is neither a click nor, if the hand was
    // still, a drag.
    for button in [PointerButton::Primary, PointerButton::Secondary] {
        if response.is_pointer_button_down_on() && pointer.button_pressed(button) {
            let spot = pointer
                .press_origin()
                .and_then(at)
                .or_else(|| there.clone());
            hand.grip = spot.map(|spot| (button, spot));
        }
    }
    board.hovered = match &hand.grip {
        Some(_) => there.clone(),
        None => response.hover_pos().and_then(at),
    };
    let Some((button, from)) = hand.grip.clone() else {
        return;
    };
    if pointer.button_released(button) {
        hand.grip = None;
        let modifiers = ui.input(|input| input.modifiers);
        let double = pointer.button_double_clicked(button);
        release(view, board, (button, from), there, modifiers);
        board.double = double && board.clicked.is_some();
    } else if !pointer.button_down(button) {
        hand.grip = None;
    } else if button == PointerButton::Primary && view.accept {
        board.dragging = Some((from, there));
    }
}

/// A button that went down on a spot went up.
fn release(
    view: BoardView<'_>,
    board: &mut BoardResponse,
    (button, from): (PointerButton, String),
    to: Option<String>,
    modifiers: Modifiers,
) {
    let Some(to) = to else { return };
    match (button, to == from) {
        (PointerButton::Primary, true) if view.accept => board.clicked = Some(to),
        (PointerButton::Primary, false) if view.accept => board.dragged = Some((from, to)),
        (PointerButton::Secondary, true) => {
            if view.turnable && modifiers.is_none() {
                board.turn += 1;
            } else {
                board.mark = Some(mark(kind(modifiers), &to, ""));
            }
            board.secondary = Some(to);
        }
        (PointerButton::Secondary, false) => {
            board.mark = Some(mark(MarkKind::Arrow, &from, &to));
        }
        _ => {}
    }
}

/// Which mark the right button makes.
fn kind(modifiers: Modifiers) -> MarkKind {
    match (modifiers.command, modifiers.shift, modifiers.alt) {
        // Where the button alone turns a tile, a circle wants keys too.
        (true, false, true) | (false, false, false) => MarkKind::Circle,
        (.., true) => MarkKind::Text,
        (true, true, false) => MarkKind::Square,
        (true, false, false) => MarkKind::Cross,
        (false, true, false) => MarkKind::Triangle,
    }
}

fn wheel(ui: &Ui, board: &mut BoardResponse, hand: &mut Hand) {
    if !board.response.contains_pointer() {
        hand.turned = 0.0;
        return;
    }
    ui.input_mut(|input| {
        hand.turned += input.events.iter().map(turned).sum::<f32>();
        // No panel around the board is to scroll as well.
        input.smooth_scroll_delta = egui::Vec2::ZERO;
    });
    let whole = hand.turned.trunc();
    hand.turned -= whole;
    board.wheel = steps(whole);
}

/// By how many steps an event turns the wheel. With Ctrl it is meant for the scale of the app.
fn turned(event: &Event) -> f32 {
    /// So many points of a touchpad are a step.
    const STEP: f32 = 40.0;
    match event {
        Event::MouseWheel {
            unit,
            delta,
            modifiers,
            ..
        } if !modifiers.command => match unit {
            MouseWheelUnit::Point => -delta.y / STEP,
            MouseWheelUnit::Line | MouseWheelUnit::Page => -delta.y,
        },
        _ => 0.0,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "whole and bounded")]
fn steps(whole: f32) -> i32 {
    whole.clamp(-1000.0, 1000.0) as i32
}

/// What a screen reader asked for.
fn listen(view: BoardView<'_>, board: &mut BoardResponse, hand: &mut Hand, asked: Asked) {
    if let Some(spot) = asked.cursor {
        board.response.request_focus();
        hand.cursor = Some(spot);
    }
    if let Some(spot) = asked.pick
        && view.accept
    {
        hand.cursor = Some(spot.clone());
        board.clicked = Some(spot);
    }
}

fn keys(view: BoardView<'_>, ui: &Ui, board: &mut BoardResponse, hand: &mut Hand) {
    let keep = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
        tab: false,
    };
    let id = board.response.id;
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, keep));
    if hand.cursor.is_none() {
        hand.cursor = start(view);
    }
    ui.input_mut(|input| {
        for direction in presses(input) {
            let from = hand
                .cursor
                .as_deref()
                .and_then(|id| view.scene.hit_area(id));
            let to = from.and_then(|from| spot_toward(&view.scene.hit_areas, from, direction));
            if let Some(to) = to {
                hand.cursor = Some(to.id.clone());
            }
        }
        if view.accept {
            let enter = input.consume_key(Modifiers::NONE, Key::Enter);
            if enter | input.consume_key(Modifiers::NONE, Key::Space) {
                board.clicked.clone_from(&hand.cursor);
            }
            board.cancelled = input.consume_key(Modifiers::NONE, Key::Escape);
        }
    });
}

/// Where the cursor stands at first: where something can be done, or in the middle.
fn start(view: BoardView<'_>) -> Option<String> {
    let middle = view.scene.area().center();
    let next = view
        .next
        .iter()
        .find(|id| view.scene.hit_area(id).is_some());
    next.cloned().or_else(|| {
        let spot = spot_at(&view.scene.hit_areas, middle, f32::INFINITY);
        spot.map(|spot| spot.id.clone())
    })
}

/// The arrow keys that were pressed, in order.
fn presses(input: &mut InputState) -> Vec<Direction> {
    take_keys(input, |key, modifiers| match key {
        _ if modifiers.any() => None,
        Key::ArrowLeft => Some(Direction::Left),
        Key::ArrowRight => Some(Direction::Right),
        Key::ArrowUp => Some(Direction::Up),
        Key::ArrowDown => Some(Direction::Down),
        _ => None,
    })
}

/// Keys turn the piece in hand.
fn turn(view: BoardView<'_>, ui: &Ui, board: &mut BoardResponse) {
    let response = &board.response;
    if !view.turnable || !(response.has_focus() || response.contains_pointer()) {
        return;
    }
    ui.input_mut(|input| {
        board.turn -= i32::from(input.consume_key(Modifiers::SHIFT, Key::R));
        board.turn += i32::from(input.consume_key(Modifiers::NONE, Key::R));
    });
}

/// The shape of the pointer says what a click would do.
fn show_hand(view: BoardView<'_>, ui: &Ui, board: &BoardResponse) {
    let Some(spot) = board.hovered.as_ref().filter(|_| view.accept) else {
        return;
    };
    if board.dragging.is_some() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    } else if view.next.is_empty() || view.next.contains(spot) {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
}
