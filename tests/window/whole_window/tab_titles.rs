//! The titles of the open games, used with the mouse.

use super::harness::{Window, temp_folder};
use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, vec2};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, EditAction, FileAction};

#[test]
fn double_click_on_title_keeps_preview_tab() {
    let home = temp_folder();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the first record", |state| state.tabs.len() == 1);
    assert!(window.state().tabs[0].is_preview);
    let title = window.state().tabs[0].title.clone();
    let at = window.harness.get_by_label(&title).rect().center();
    for _ in 0..2 {
        // Both events of a click go into one frame, since the frames are far apart in time.
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
    window.settle();
    assert!(!window.state().tabs[0].is_preview);
}

#[test]
fn changed_game_has_mark_before_its_title() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let title = window.state().tabs[0].title.clone();
    assert!(!window.shows(&format!("* {title}")));
    // A long title is cut off at its end.
    window.perform(Action::Edit(EditAction::SetComment("a comment".to_owned())));
    window.must_show(&format!("* {title}"));
}

mod slow {
    use super::*;

    #[test]
    fn mouse_wheel_scrolls_tab_titles() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let title = window.state().tabs[0].title.clone();
        for _ in 0..20 {
            window.perform(Action::File(FileAction::NewGame("zuniq")));
        }
        let left = |window: &Window| window.harness.get_by_label(&title).rect().left();
        let before = left(&window);
        assert!(before < 0.0, "the first title is still visible");
        window.harness.hover_at(egui::pos2(600.0, 36.0));
        window.settle();
        for _ in 0..3 {
            window.harness.event(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, 3.0),
                phase: TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            window.settle();
        }
        assert!(left(&window) > before, "the titles did not scroll");
    }
}
