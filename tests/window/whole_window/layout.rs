//! Nothing moves under the pointer, and nothing is cut off.

use super::harness::{Window, temp_folder};
use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::Dialog;

fn board(window: &Window) -> Rect {
    window.harness.get_by_role(Role::Canvas).rect()
}

/// Returns the distance between the search field of the help and the button below its list.
fn help_height(window: &Window) -> f32 {
    let at = |label: &str| window.harness.get_by_label(label).rect();
    at("Close").top() - at("Search commands…").bottom()
}

#[test]
fn hovered_button_shows_one_tooltip() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let at = window.harness.get_by_label("Next ply").rect().center();
    window.harness.hover_at(at);
    window.advance_clock(1);
    let found = |window: &Window, text: &str| window.harness.query_all_by_label(text).count();
    assert_eq!(found(&window, "Next ply (Right)"), 1);
    // The name of the button itself.
    assert_eq!(found(&window, "Next ply"), 1);
}

#[test]
fn findings_pane_hides_command_line_advice() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let path = home.path().join("unknown.txt");
    std::fs::write(&path, "what is this?").unwrap();
    window.drop_file(&path);
    window.run_until("the findings", |state| {
        state.tabs.len() == 2 && state.running_jobs.is_empty()
    });
    window.press(Key::F8);
    assert!(!window.state().tabs[1].findings.is_empty());
    for text in ["--from", "--game", "`"] {
        assert!(!window.shows(text), "{text}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn messages_and_previewed_lines_do_not_move_board() {
        let home = temp_folder();
        for name in ["clobber", "zuniq", "box", "turn-right", "atari-go"] {
            let mut window = Window::with_record(&home, &format!("{name}.ron"));
            window.press(Key::ArrowRight);
            let before = board(&window);
            window.press_with(Modifiers::COMMAND, Key::Z);
            window.must_show("Nothing to undo.");
            assert_eq!(board(&window), before, "{name}: a message");
            let line = window.open_game().plies()[1].token.clone();
            let from = window.open_game().node();
            let continuation = kifu_app::state::Continuation {
                from,
                moves: vec![line],
            };
            window.app_window().state.peeked_line = Some(continuation);
            window.harness.step();
            assert_eq!(board(&window), before, "{name}: a previewed line");
            window.settle();
            window.press(Key::End);
            assert_eq!(board(&window), before, "{name}: the end");
        }
    }

    #[test]
    fn help_keeps_its_height_without_matches() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        window.press(Key::Questionmark);
        let initial = help_height(&window);
        assert!(initial > 300.0, "{initial}");
        window.type_text("zzzz");
        window.must_show("No command matches.");
        assert!((help_height(&window) - initial).abs() < 1.0);
        window.press(Key::Escape);
        window.press(Key::G);
        window.press(Key::Escape);
        window.press(Key::Questionmark);
        assert_eq!(window.state().dialog, Some(Dialog::Help));
        // The search text is cleared.
        assert!(!window.shows("No command matches."));
        assert!((help_height(&window) - initial).abs() < 1.0);
    }

    #[test]
    fn small_window_shows_whole_board_and_its_buttons() {
        let home = temp_folder();
        for size in [[640.0, 480.0], [800.0, 600.0]] {
            let mut window = Window::with_record(&home, "box.ron");
            window.harness.set_size(size.into());
            window.settle();
            let pane = board(&window);
            let counter = format!("0 of {}", window.open_game().last_ply());
            let counter = window.harness.get_by_label(&counter).rect();
            let whole = window.harness.ctx.content_rect();
            assert!(whole.contains_rect(pane), "{pane:?} in {whole:?}");
            // The counter is at the right edge of the pane.
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
    fn narrow_window_shows_board_in_full_width_above_panes() {
        let home = temp_folder();
        for name in ["clobber.ron", "box.ron", "zuniq.ron"] {
            let mut window = Window::with_record(&home, name);
            let wide = board(&window);
            window.harness.set_size([390.0, 844.0].into());
            window.settle();
            let narrow = board(&window);
            assert!(narrow.width() > 330.0, "{name}: {narrow:?}");
            assert!(narrow.height() > 330.0, "{name}: {narrow:?}");
            let step = window.harness.get_by_label("Next ply").rect();
            let moves = window.harness.get_by_label("Moves").rect();
            assert!(narrow.bottom() <= step.top(), "{name}: {step:?}");
            assert!(step.bottom() <= moves.top(), "{name}: {moves:?}");
            let whole = window.harness.ctx.content_rect();
            assert!(whole.bottom() - moves.bottom() > 120.0, "{name}: {moves:?}");
            // A phone that is turned has the board next to the panes.
            window.harness.set_size([844.0, 390.0].into());
            window.settle();
            let moves = window.harness.get_by_label("Moves").rect();
            assert!(board(&window).right() <= moves.left(), "{name}: {moves:?}");
            window.harness.set_size([1280.0, 800.0].into());
            window.settle();
            assert_eq!(board(&window), wide, "{name}");
        }
    }
}
