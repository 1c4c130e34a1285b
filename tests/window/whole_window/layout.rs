//! Nothing moves under the pointer, and nothing is cut off.

use super::harness::{Window, folder};
use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Dialog, FileAction};

fn board(window: &Window) -> Rect {
    window.harness.get_by_role(Role::Canvas).rect()
}

#[test]
fn the_board_stays_where_it_is_whatever_is_said() {
    let home = folder();
    for name in ["clobber", "zuniq", "box", "turn-right", "atari-go"] {
        let mut window = Window::with(&home, &format!("{name}.ron"));
        window.press(Key::ArrowRight);
        let before = board(&window);
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.must_show("Nothing to undo.");
        assert_eq!(board(&window), before, "{name}: a message");
        let line = window.study().plies()[1].token.clone();
        let from = window.study().node();
        let continuation = kifu_app::state::Continuation {
            from,
            moves: vec![line],
        };
        window.shell().state.peeked_line = Some(continuation);
        window.harness.step();
        assert_eq!(board(&window), before, "{name}: a previewed line");
        window.rest();
        window.press(Key::End);
        assert_eq!(board(&window), before, "{name}: the end");
    }
}

/// The distance between the search field of the help and the button below its list.
fn help_height(window: &Window) -> f32 {
    let at = |label: &str| window.harness.get_by_label(label).rect();
    at("Close").top() - at("Search commands…").bottom()
}

#[test]
fn the_list_of_commands_keeps_its_height() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::Questionmark);
    let fresh = help_height(&window);
    assert!(fresh > 300.0, "{fresh}");
    window.write("zzzz");
    window.must_show("No command matches.");
    assert!((help_height(&window) - fresh).abs() < 1.0);
    window.press(Key::Escape);
    window.press(Key::G);
    window.press(Key::Escape);
    window.press(Key::Questionmark);
    assert_eq!(window.state().dialog, Some(Dialog::Help));
    // What was searched for is forgotten.
    assert!(!window.shows("No command matches."));
    assert!((help_height(&window) - fresh).abs() < 1.0);
}

#[test]
fn a_narrow_pane_shows_the_whole_board_and_its_buttons() {
    let home = folder();
    for size in [[640.0, 480.0], [800.0, 600.0]] {
        let mut window = Window::with(&home, "box.ron");
        window.harness.set_size(size.into());
        window.rest();
        let pane = board(&window);
        let counter = format!("0 of {}", window.study().last_ply());
        let counter = window.harness.get_by_label(&counter).rect();
        let whole = window.harness.ctx.content_rect();
        assert!(whole.contains_rect(pane), "{pane:?} in {whole:?}");
        // The counter stands at the right edge of the pane.
        assert!(
            pane.right() <= counter.right() + 8.0,
            "{pane:?}, {counter:?}"
        );
        let step = window.harness.get_by_label("Next ply").rect();
        for label in ["Rotate tile", "Random tile"] {
            let button = window.harness.get_by_label(label).rect();
            assert!(button.right() <= counter.right() + 8.0, "{button:?}");
            assert!(button.bottom() <= step.top(), "{button:?}, {step:?}");
            assert!(pane.bottom() <= button.top(), "{button:?}, {pane:?}");
        }
    }
}

#[test]
fn a_button_has_one_tooltip() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let at = window.harness.get_by_label("Next ply").rect().center();
    window.harness.hover_at(at);
    window.pass(1);
    let found = |window: &Window, text: &str| window.harness.query_all_by_label(text).count();
    assert_eq!(found(&window, "Next ply (Right)"), 1);
    // The name of the button itself.
    assert_eq!(found(&window, "Next ply"), 1);
}

#[test]
fn advice_for_the_command_line_is_not_shown() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::File(FileAction::Paste("what is this?".to_owned())));
    window.until("the findings", |state| {
        state.tabs.len() == 2 && state.running_jobs.is_empty()
    });
    window.press(Key::F8);
    assert!(!window.state().tabs[1].findings.is_empty());
    for text in ["--from", "--game", "`"] {
        assert!(!window.shows(text), "{text}");
    }
}
