//! Input of the board by mouse, wheel and keys.

use super::harness::{TestBoard, start};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use kifu_core::record::{MarkColor, MarkKind};

fn clobber() -> Harness<'static, TestBoard> {
    TestBoard::new(start("clobber")).harness(vec2(600.0, 600.0))
}

fn button(harness: &Harness<'_, TestBoard>, at: Pos2, button: PointerButton, pressed: bool) {
    button_with(harness, at, button, pressed, Modifiers::NONE);
}

fn button_with(
    harness: &Harness<'_, TestBoard>,
    pos: Pos2,
    button: PointerButton,
    pressed: bool,
    modifiers: Modifiers,
) {
    harness.event(Event::PointerMoved(pos));
    harness.event_modifiers(
        Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        },
        modifiers,
    );
}

fn drag(harness: &mut Harness<'_, TestBoard>, from: &str, to: &str, which: PointerButton) {
    let [from, to] = [from, to].map(|spot| harness.state().screen_pos(spot));
    button(harness, from, which, true);
    harness.run();
    harness.hover_at(from.lerp(to, 0.5));
    harness.run();
    harness.hover_at(to);
    harness.run();
    button(harness, to, which, false);
    harness.run();
}

#[test]
fn click_reports_its_spot() {
    let mut harness = clobber();
    let at = harness.state().screen_pos("c3");
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Primary, pressed);
    }
    harness.run();
    let test_board = harness.state();
    assert_eq!(test_board.reported(|board| board.clicked.clone()), ["c3"]);
    assert!(
        test_board
            .reported(|board| board.secondary_clicked.clone())
            .is_empty()
    );
    assert!(
        test_board
            .reported(|board| board.toggled_mark.clone())
            .is_empty()
    );
}

#[test]
fn every_click_within_one_frame_is_reported() {
    let mut harness = clobber();
    let spots = ["c3", "c4", "d4"];
    for spot in spots {
        let at = harness.state().screen_pos(spot);
        for pressed in [true, false] {
            button(&harness, at, PointerButton::Primary, pressed);
        }
    }
    // A mark as well, and all of it in one frame.
    let at = harness.state().screen_pos("a1");
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Secondary, pressed);
    }
    harness.step();
    let test_board = harness.state();
    assert_eq!(test_board.reported(|board| board.clicked.clone()), spots);
    assert_eq!(
        test_board
            .reported(|board| board.toggled_mark.clone())
            .len(),
        1
    );
}

#[test]
fn board_without_picks_reports_hover_but_no_click_or_drag() {
    let mut test_board = TestBoard::new(start("clobber"));
    test_board.accepts_picks = false;
    let mut harness = test_board.harness(vec2(600.0, 600.0));
    drag(&mut harness, "c3", "c3", PointerButton::Primary);
    drag(&mut harness, "c3", "c4", PointerButton::Primary);
    let test_board = harness.state();
    assert!(
        test_board
            .reported(|board| board.clicked.clone())
            .is_empty()
    );
    assert!(
        test_board
            .reported(|board| board.dragged.clone())
            .is_empty()
    );
    assert!(
        test_board
            .reported(|board| board.dragging.clone())
            .is_empty()
    );
    let last = test_board.responses.last().unwrap();
    assert_eq!(last.hovered.as_deref(), Some("c4"));
    assert_eq!(last.pointed_id(), Some("c4"));
}

#[test]
fn drag_reports_both_ends_and_the_spot_under_it() {
    let mut harness = clobber();
    drag(&mut harness, "c3", "c5", PointerButton::Primary);
    let test_board = harness.state();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        test_board.reported(|board| board.dragged.clone()),
        [pair("c3", "c5")]
    );
    assert!(
        test_board
            .reported(|board| board.clicked.clone())
            .is_empty()
    );
    let over = test_board.reported(|board| board.dragging.clone());
    let (from, to) = over.last().unwrap();
    assert_eq!((from.as_str(), to.as_deref()), ("c3", Some("c5")));
}

#[test]
fn drag_within_one_spot_is_a_click() {
    let mut harness = clobber();
    let at = harness.state().screen_pos("d4");
    button(&harness, at, PointerButton::Primary, true);
    harness.run();
    harness.hover_at(at + vec2(14.0, 3.0));
    harness.run();
    button(
        &harness,
        at + vec2(14.0, 3.0),
        PointerButton::Primary,
        false,
    );
    harness.run();
    assert_eq!(
        harness.state().reported(|board| board.clicked.clone()),
        ["d4"]
    );
}

#[test]
fn drag_off_the_board_reports_nothing() {
    let mut harness = clobber();
    let at = harness.state().screen_pos("d4");
    button(&harness, at, PointerButton::Primary, true);
    harness.run();
    for far in [pos(590.0, 300.0), pos(599.0, 1.0)] {
        harness.hover_at(far);
        harness.run();
    }
    button(&harness, pos(599.0, 1.0), PointerButton::Primary, false);
    harness.run();
    let test_board = harness.state();
    assert!(
        test_board
            .reported(|board| board.dragged.clone())
            .is_empty()
    );
    assert!(
        test_board
            .reported(|board| board.clicked.clone())
            .is_empty()
    );
}

fn pos(x: f32, y: f32) -> Pos2 {
    Pos2::new(x, y)
}

#[test]
fn right_click_marks_spot_and_modifiers_choose_the_shape() {
    let shapes = [
        (Modifiers::NONE, MarkKind::Circle),
        (Modifiers::SHIFT, MarkKind::Triangle),
        (Modifiers::COMMAND, MarkKind::Cross),
        (Modifiers::COMMAND | Modifiers::SHIFT, MarkKind::Square),
        (Modifiers::ALT, MarkKind::Text),
    ];
    for (modifiers, kind) in shapes {
        let mut harness = clobber();
        let at = harness.state().screen_pos("c3");
        for pressed in [true, false] {
            button_with(&harness, at, PointerButton::Secondary, pressed, modifiers);
        }
        harness.run();
        let marks = harness.state().reported(|board| board.toggled_mark.clone());
        let [mark] = marks.as_slice() else {
            panic!("{modifiers:?}: {marks:?}");
        };
        assert_eq!((mark.kind, mark.at.as_str()), (kind, "c3"), "{modifiers:?}");
        let secondary = harness
            .state()
            .reported(|board| board.secondary_clicked.clone());
        assert_eq!(secondary, ["c3"]);
    }
}

#[test]
fn right_drag_draws_arrow() {
    let mut harness = clobber();
    drag(&mut harness, "a1", "c4", PointerButton::Secondary);
    let marks = harness.state().reported(|board| board.toggled_mark.clone());
    let [mark] = marks.as_slice() else {
        panic!("{marks:?}");
    };
    assert_eq!(mark.kind, MarkKind::Arrow);
    assert_eq!((mark.at.as_str(), mark.to.as_str()), ("a1", "c4"));
}

#[test]
fn modifiers_of_right_drag_choose_arrow_color() {
    let colors = [
        (Modifiers::NONE, MarkColor::Blue),
        (Modifiers::SHIFT, MarkColor::Red),
        (Modifiers::ALT, MarkColor::Green),
        (Modifiers::SHIFT | Modifiers::ALT, MarkColor::Yellow),
    ];
    for (modifiers, color) in colors {
        let mut harness = clobber();
        for (square, pressed) in [("a1", true), ("c4", false)] {
            let at = harness.state().screen_pos(square);
            harness.event(egui::Event::PointerMoved(at));
            button_with(&harness, at, PointerButton::Secondary, pressed, modifiers);
            harness.run();
        }
        let marks = harness.state().reported(|board| board.toggled_mark.clone());
        let [mark] = marks.as_slice() else {
            panic!("{modifiers:?}: {marks:?}");
        };
        assert_eq!(mark.kind, MarkKind::Arrow, "{modifiers:?}");
        assert_eq!(mark.color, color, "{modifiers:?}");
    }
}

#[test]
fn right_click_and_r_rotate_piece_in_hand() {
    let mut test_board = TestBoard::new(start("box"));
    test_board.can_rotate = true;
    let mut harness = test_board.harness(vec2(800.0, 600.0));
    let spot = harness.state().scene.hit_areas[40].id.clone();
    let at = harness.state().screen_pos(&spot);
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Secondary, pressed);
    }
    harness.run();
    harness.key_press(Key::R);
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.run();
    let turns = harness
        .state()
        .reported(|board| board.is_turned.then_some(()));
    assert_eq!(turns.len(), 3);
    assert!(
        harness
            .state()
            .reported(|board| board.toggled_mark.clone())
            .is_empty()
    );
}

#[test]
fn mouse_wheel_steps_only_over_the_board() {
    let mut harness = clobber();
    let steps = |harness: &mut Harness<'_, TestBoard>, unit, delta| {
        harness.state_mut().responses.clear();
        harness.event(Event::MouseWheel {
            unit,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        harness.run();
        let seen = &harness.state().responses;
        seen.iter().map(|board| board.wheel_steps).sum::<i32>()
    };
    harness.hover_at(harness.state().screen_pos("c3"));
    harness.run();
    assert_eq!(
        steps(&mut harness, MouseWheelUnit::Line, vec2(0.0, -1.0)),
        1
    );
    assert_eq!(
        steps(&mut harness, MouseWheelUnit::Line, vec2(0.0, 2.0)),
        -2
    );
    let parts: i32 = (0..8)
        .map(|_| steps(&mut harness, MouseWheelUnit::Point, vec2(0.0, -10.0)))
        .sum();
    assert_eq!(parts, 2);
    harness.remove_cursor();
    harness.run();
    assert_eq!(
        steps(&mut harness, MouseWheelUnit::Line, vec2(0.0, -1.0)),
        0
    );
}

#[test]
fn focused_board_moves_cursor_picks_and_cancels_by_keys() {
    let mut test_board = TestBoard::new(start("clobber"));
    test_board.next_targets = vec!["c3".to_owned()];
    test_board.take_focus = true;
    let mut harness = test_board.harness(vec2(600.0, 600.0));
    harness.state_mut().take_focus = false;
    for key in [Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft] {
        harness.key_press(key);
        harness.run();
    }
    let last = harness.state().responses.last().unwrap();
    assert_eq!(last.cursor.as_deref(), Some("c5"));
    assert!(last.response.has_focus());
    for key in [Key::Enter, Key::Space] {
        harness.state_mut().responses.clear();
        harness.key_press(key);
        harness.run();
        assert_eq!(
            harness.state().reported(|board| board.clicked.clone()),
            ["c5"]
        );
    }
    harness.key_press(Key::Escape);
    harness.run();
    let cancelled = harness
        .state()
        .reported(|board| board.is_cancelled.then_some(()));
    assert_eq!(cancelled.len(), 1);
}

#[test]
fn unfocused_board_ignores_keys() {
    let mut harness = clobber();
    for key in [Key::ArrowRight, Key::Enter, Key::Escape, Key::R] {
        harness.key_press(key);
        harness.run();
    }
    let test_board = harness.state();
    assert!(
        test_board
            .reported(|board| board.clicked.clone())
            .is_empty()
    );
    assert!(test_board.reported(|board| board.cursor.clone()).is_empty());
    assert!(
        test_board
            .responses
            .iter()
            .all(|board| !board.is_turned && !board.is_cancelled)
    );
}
