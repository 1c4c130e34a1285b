//! The titles of the open games by mouse.

use super::harness::{Window, folder};
use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, vec2};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, EditAction, FileAction};

#[test]
fn a_double_click_on_its_title_keeps_a_game() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the first record", |state| state.tabs.len() == 1);
    assert!(window.state().tabs[0].is_preview);
    let title = window.state().tabs[0].title.clone();
    let at = window.harness.get_by_label(&title).rect().center();
    for _ in 0..2 {
        // Frames of these tests are a quarter of a second apart: a whole click in each.
        let events = [true, false].map(|pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        let input = window.harness.input_mut();
        input.events.push(Event::PointerMoved(at));
        input.events.extend(events);
        window.harness.step();
    }
    window.rest();
    assert!(!window.state().tabs[0].is_preview);
}

#[test]
fn a_changed_game_is_marked_at_the_start_of_its_title() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let title = window.state().tabs[0].title.clone();
    assert!(!window.shows(&format!("* {title}")));
    // A long title is cut off at its end.
    window.act(Action::Edit(EditAction::SetComment("a comment".to_owned())));
    window.must_show(&format!("* {title}"));
}

#[test]
fn the_wheel_moves_along_the_titles() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let title = window.state().tabs[0].title.clone();
    for _ in 0..20 {
        window.act(Action::File(FileAction::NewGame("zuniq")));
    }
    let left = |window: &Window| window.harness.get_by_label(&title).rect().left();
    let before = left(&window);
    assert!(before < 0.0, "the shown game is not in sight");
    window.harness.hover_at(egui::pos2(600.0, 36.0));
    window.rest();
    for _ in 0..3 {
        window.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, 3.0),
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        window.rest();
    }
    assert!(left(&window) > before, "nothing moved");
}
