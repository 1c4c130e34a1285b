//! Keys mean the same for any focus except a text field, and Escape closes the topmost element.

use super::harness::{Window, temp_folder};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Effect, FocusTarget, InputAction};

#[test]
fn escape_closes_menu_and_keeps_picked_squares() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.perform(Action::Input(InputAction::PickArea("a1".to_owned())));
    let picks = window.state().tabs[0].pending_input.picks.clone();
    window.click("File");
    window.must_show("Open folder…");
    window.press(Key::Escape);
    assert!(!window.shows("Open folder…"), "the menu is open");
    assert_eq!(window.state().tabs[0].pending_input.picks, picks);
}

#[test]
fn after_click_in_library_home_and_end_step_through_game() {
    let home = temp_folder();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the records", |state| {
        state.library.len() == 11 && state.tabs.len() == 1
    });
    let row = window.harness.get_by_label_contains("Clobber, Flat").rect();
    let at = row.left_top() + egui::vec2(40.0, 12.0);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    window.run_until("Clobber", |state| {
        state.open_game().unwrap().record().game == "clobber"
    });
    let (row, last) = (window.state().selected_row, window.open_game().last_ply());
    window.press(Key::End);
    assert_eq!(window.open_game().ply(), last);
    window.press(Key::Home);
    assert_eq!(window.open_game().ply(), 0);
    assert_eq!(window.state().selected_row, row);
}

#[test]
fn w_key_opens_text_mark_for_focused_square() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.press(Key::W);
    window.must_show("Point at a square first.");
    window.perform(Action::Outside(Effect::FocusOn(FocusTarget::Board)));
    window.press(Key::W);
    window.must_show("Text at");
    window.type_text("here");
    window.press(Key::Enter);
    assert_eq!(window.open_game().note().unwrap().marks[0].text, "here");
}

#[test]
fn f_key_flips_board_for_later_positions() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "zuniq.ron");
    window.press(Key::F);
    assert!(window.state().is_flipped);
    window.press(Key::ArrowRight);
    assert!(
        window.state().is_flipped,
        "it stays so in the next position"
    );
    window.press(Key::F);
    assert!(!window.state().is_flipped);
}

mod slow {
    use super::*;

    #[test]
    fn command_keys_work_while_board_or_button_has_focus() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        window.perform(Action::Outside(Effect::FocusOn(FocusTarget::Board)));
        let focused = |window: &Window| window.harness.ctx.memory(egui::Memory::focused);
        assert!(focused(&window).is_some());
        window.press(Key::H);
        assert!(window.state().preferences.spoiler_free);
        window.press(Key::H);
        // The arrow keys move the board cursor and do not step through the game.
        window.press(Key::ArrowRight);
        assert_eq!(window.open_game().ply(), 0);
        // Escape gives up the focus.
        window.press(Key::Escape);
        assert_eq!(focused(&window), None);
        window.press(Key::ArrowRight);
        assert_eq!(window.open_game().ply(), 1);
        // A focused button takes only the keys that press it, and the arrow keys do not move the focus.
        window.harness.get_by_label("Previous ply").focus();
        window.settle();
        let button = focused(&window);
        assert!(button.is_some());
        window.press(Key::ArrowRight);
        assert_eq!(window.open_game().ply(), 2);
        window.press(Key::H);
        assert!(window.state().preferences.spoiler_free);
        assert_eq!(focused(&window), button);
        window.press(Key::Space);
        assert_eq!(window.open_game().ply(), 1);
    }

    #[test]
    fn typed_text_at_game_end_runs_no_command() {
        let home = temp_folder();
        for name in ["clobber.ron", "turn-right-illegal.ron"] {
            let mut window = Window::with_record(&home, name);
            window.press(Key::End);
            window.press(Key::Slash);
            window.press(Key::Num1);
            window.type_text("1");
            assert!(!window.open_game().is_changed(), "{name}");
            window.press(Key::Enter);
            assert!(!window.open_game().is_changed(), "{name}");
            assert_eq!(window.state().visible_messages().count(), 1, "{name}");
        }
    }
}
