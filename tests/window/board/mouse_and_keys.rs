//! Mouse, wheel and keys.

use super::harness::{Stage, start};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use kifu_core::record::{MarkColor, MarkKind};

fn clobber() -> Harness<'static, Stage> {
    Stage::new(start("clobber")).harness(vec2(600.0, 600.0))
}

fn button(harness: &Harness<'_, Stage>, at: Pos2, button: PointerButton, pressed: bool) {
    button_with(harness, at, button, pressed, Modifiers::NONE);
}

fn button_with(
    harness: &Harness<'_, Stage>,
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

fn drag(harness: &mut Harness<'_, Stage>, from: &str, to: &str, which: PointerButton) {
    let [from, to] = [from, to].map(|spot| harness.state().at(spot));
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
fn a_click_reports_the_spot() {
    let mut harness = clobber();
    let at = harness.state().at("c3");
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Primary, pressed);
    }
    harness.run();
    let stage = harness.state();
    assert_eq!(stage.all(|board| board.clicked.clone()), ["c3"]);
    assert!(
        stage
            .all(|board| board.secondary_clicked.clone())
            .is_empty()
    );
    assert!(stage.all(|board| board.toggled_mark.clone()).is_empty());
}

#[test]
fn no_click_is_lost_in_a_slow_frame() {
    let mut harness = clobber();
    let spots = ["c3", "c4", "d4"];
    for spot in spots {
        let at = harness.state().at(spot);
        for pressed in [true, false] {
            button(&harness, at, PointerButton::Primary, pressed);
        }
    }
    // A mark as well, and all of it in one frame.
    let at = harness.state().at("a1");
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Secondary, pressed);
    }
    harness.step();
    let stage = harness.state();
    assert_eq!(stage.all(|board| board.clicked.clone()), spots);
    assert_eq!(stage.all(|board| board.toggled_mark.clone()).len(), 1);
}

#[test]
fn a_board_that_accepts_nothing_reports_no_click_and_yet_what_is_hovered() {
    let mut stage = Stage::new(start("clobber"));
    stage.accept = false;
    let mut harness = stage.harness(vec2(600.0, 600.0));
    drag(&mut harness, "c3", "c3", PointerButton::Primary);
    drag(&mut harness, "c3", "c4", PointerButton::Primary);
    let stage = harness.state();
    assert!(stage.all(|board| board.clicked.clone()).is_empty());
    assert!(stage.all(|board| board.dragged.clone()).is_empty());
    assert!(stage.all(|board| board.dragging.clone()).is_empty());
    let last = stage.seen.last().unwrap();
    assert_eq!(last.hovered.as_deref(), Some("c4"));
    assert_eq!(last.pointed_id(), Some("c4"));
}

#[test]
fn a_drag_reports_both_spots_and_on_its_way_what_it_is_over() {
    let mut harness = clobber();
    drag(&mut harness, "c3", "c5", PointerButton::Primary);
    let stage = harness.state();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(stage.all(|board| board.dragged.clone()), [pair("c3", "c5")]);
    assert!(stage.all(|board| board.clicked.clone()).is_empty());
    let over = stage.all(|board| board.dragging.clone());
    let (from, to) = over.last().unwrap();
    assert_eq!((from.as_str(), to.as_deref()), ("c3", Some("c5")));
}

#[test]
fn a_drag_that_ends_where_it_began_is_a_click() {
    let mut harness = clobber();
    let at = harness.state().at("d4");
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
    assert_eq!(harness.state().all(|board| board.clicked.clone()), ["d4"]);
}

#[test]
fn a_drag_off_the_board_reports_nothing() {
    let mut harness = clobber();
    let at = harness.state().at("d4");
    button(&harness, at, PointerButton::Primary, true);
    harness.run();
    for far in [pos(590.0, 300.0), pos(599.0, 1.0)] {
        harness.hover_at(far);
        harness.run();
    }
    button(&harness, pos(599.0, 1.0), PointerButton::Primary, false);
    harness.run();
    let stage = harness.state();
    assert!(stage.all(|board| board.dragged.clone()).is_empty());
    assert!(stage.all(|board| board.clicked.clone()).is_empty());
}

fn pos(x: f32, y: f32) -> Pos2 {
    Pos2::new(x, y)
}

#[test]
fn the_right_button_marks_and_its_modifiers_choose_the_shape() {
    let shapes = [
        (Modifiers::NONE, MarkKind::Circle),
        (Modifiers::SHIFT, MarkKind::Triangle),
        (Modifiers::COMMAND, MarkKind::Cross),
        (Modifiers::COMMAND | Modifiers::SHIFT, MarkKind::Square),
        (Modifiers::ALT, MarkKind::Text),
    ];
    for (modifiers, kind) in shapes {
        let mut harness = clobber();
        let at = harness.state().at("c3");
        for pressed in [true, false] {
            button_with(&harness, at, PointerButton::Secondary, pressed, modifiers);
        }
        harness.run();
        let marks = harness.state().all(|board| board.toggled_mark.clone());
        let [mark] = marks.as_slice() else {
            panic!("{modifiers:?}: {marks:?}");
        };
        assert_eq!((mark.kind, mark.at.as_str()), (kind, "c3"), "{modifiers:?}");
        let secondary = harness.state().all(|board| board.secondary_clicked.clone());
        assert_eq!(secondary, ["c3"]);
    }
}

#[test]
fn the_right_button_draws_arrows() {
    let mut harness = clobber();
    drag(&mut harness, "a1", "c4", PointerButton::Secondary);
    let marks = harness.state().all(|board| board.toggled_mark.clone());
    let [mark] = marks.as_slice() else {
        panic!("{marks:?}");
    };
    assert_eq!(mark.kind, MarkKind::Arrow);
    assert_eq!((mark.at.as_str(), mark.to.as_str()), ("a1", "c4"));
}

#[test]
fn modifier_keys_draw_arrows_in_other_colours() {
    let colors = [
        (Modifiers::NONE, MarkColor::Blue),
        (Modifiers::SHIFT, MarkColor::Red),
        (Modifiers::ALT, MarkColor::Green),
        (Modifiers::SHIFT | Modifiers::ALT, MarkColor::Yellow),
    ];
    for (modifiers, color) in colors {
        let mut harness = clobber();
        for (square, pressed) in [("a1", true), ("c4", false)] {
            let at = harness.state().at(square);
            harness.event(egui::Event::PointerMoved(at));
            button_with(&harness, at, PointerButton::Secondary, pressed, modifiers);
            harness.run();
        }
        let marks = harness.state().all(|board| board.toggled_mark.clone());
        let [mark] = marks.as_slice() else {
            panic!("{modifiers:?}: {marks:?}");
        };
        assert_eq!(mark.kind, MarkKind::Arrow, "{modifiers:?}");
        assert_eq!(mark.color, color, "{modifiers:?}");
    }
}

#[test]
fn a_piece_in_hand_is_turned_by_the_right_button_and_by_r() {
    let mut stage = Stage::new(start("box"));
    stage.turnable = true;
    let mut harness = stage.harness(vec2(800.0, 600.0));
    let spot = harness.state().scene.hit_areas[40].id.clone();
    let at = harness.state().at(&spot);
    for pressed in [true, false] {
        button(&harness, at, PointerButton::Secondary, pressed);
    }
    harness.run();
    harness.key_press(Key::R);
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.run();
    let turns = harness.state().all(|board| board.is_turned.then_some(()));
    assert_eq!(turns.len(), 3);
    assert!(
        harness
            .state()
            .all(|board| board.toggled_mark.clone())
            .is_empty()
    );
}

#[test]
fn the_wheel_steps_over_the_board_alone() {
    let mut harness = clobber();
    let steps = |harness: &mut Harness<'_, Stage>, unit, delta| {
        harness.state_mut().seen.clear();
        harness.event(Event::MouseWheel {
            unit,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        harness.run();
        let seen = &harness.state().seen;
        seen.iter().map(|board| board.wheel_steps).sum::<i32>()
    };
    harness.hover_at(harness.state().at("c3"));
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
fn keys_walk_pick_and_cancel() {
    let mut stage = Stage::new(start("clobber"));
    stage.next = vec!["c3".to_owned()];
    stage.take_focus = true;
    let mut harness = stage.harness(vec2(600.0, 600.0));
    harness.state_mut().take_focus = false;
    for key in [Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft] {
        harness.key_press(key);
        harness.run();
    }
    let last = harness.state().seen.last().unwrap();
    assert_eq!(last.cursor.as_deref(), Some("c5"));
    assert!(last.response.has_focus());
    for key in [Key::Enter, Key::Space] {
        harness.state_mut().seen.clear();
        harness.key_press(key);
        harness.run();
        assert_eq!(harness.state().all(|board| board.clicked.clone()), ["c5"]);
    }
    harness.key_press(Key::Escape);
    harness.run();
    let cancelled = harness
        .state()
        .all(|board| board.is_cancelled.then_some(()));
    assert_eq!(cancelled.len(), 1);
}

#[test]
fn without_the_focus_keys_are_left_to_others() {
    let mut harness = clobber();
    for key in [Key::ArrowRight, Key::Enter, Key::Escape, Key::R] {
        harness.key_press(key);
        harness.run();
    }
    let stage = harness.state();
    assert!(stage.all(|board| board.clicked.clone()).is_empty());
    assert!(stage.all(|board| board.cursor.clone()).is_empty());
    assert!(
        stage
            .seen
            .iter()
            .all(|board| !board.is_turned && !board.is_cancelled)
    );
}
