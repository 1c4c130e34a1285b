//! Keys mean the same wherever the focus is, except in a text field; Escape closes the topmost
//! thing.

use super::harness::{Window, folder};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Effect, FocusTarget, InputAction};

#[test]
fn escape_closes_a_menu_and_nothing_else() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.act(Action::Input(InputAction::PickArea("a1".to_owned())));
    let picks = window.state().tabs[0].pending_input.picks.clone();
    window.click("File");
    window.must_show("Open folder…");
    window.press(Key::Escape);
    assert!(!window.shows("Open folder…"), "the menu is open");
    assert_eq!(window.state().tabs[0].pending_input.picks, picks);
}

#[test]
fn commands_work_while_the_board_or_a_button_has_the_focus() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Outside(Effect::FocusOn(FocusTarget::Board)));
    let focused = |window: &Window| window.harness.ctx.memory(egui::Memory::focused);
    assert!(focused(&window).is_some());
    window.press(Key::H);
    assert!(window.state().preferences.spoiler_free);
    window.press(Key::H);
    // The arrows move over the board, not through the game.
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 0);
    // Escape gives the keys back.
    window.press(Key::Escape);
    assert_eq!(focused(&window), None);
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 1);
    // A button keeps only those that press it, and the arrows leave it the focus.
    window.harness.get_by_label("Previous ply").focus();
    window.rest();
    let button = focused(&window);
    assert!(button.is_some());
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 2);
    window.press(Key::H);
    assert!(window.state().preferences.spoiler_free);
    assert_eq!(focused(&window), button);
    window.press(Key::Space);
    assert_eq!(window.study().ply(), 1);
}

#[test]
fn after_a_click_in_the_list_the_keys_go_through_the_game() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    let row = window.harness.get_by_label_contains("Clobber, Flat").rect();
    let at = row.left_top() + egui::vec2(40.0, 12.0);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    window.until("Clobber", |state| {
        state.open_game().unwrap().record().game == "clobber"
    });
    let (row, last) = (window.state().selected_row, window.study().last_ply());
    window.press(Key::End);
    assert_eq!(window.study().ply(), last);
    window.press(Key::Home);
    assert_eq!(window.study().ply(), 0);
    assert_eq!(window.state().selected_row, row);
}

#[test]
fn what_is_typed_at_the_end_of_a_game_is_no_command() {
    let home = folder();
    for name in ["clobber.ron", "turn-right-illegal.ron"] {
        let mut window = Window::with(&home, name);
        window.press(Key::End);
        window.press(Key::Slash);
        window.press(Key::Num1);
        window.write("1");
        assert!(!window.study().is_changed(), "{name}");
        window.press(Key::Enter);
        assert!(!window.study().is_changed(), "{name}");
        assert_eq!(window.state().visible_messages().count(), 1, "{name}");
    }
}

#[test]
fn a_word_is_written_without_a_modifier_key() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.press(Key::W);
    window.must_show("Point at a square first.");
    window.act(Action::Outside(Effect::FocusOn(FocusTarget::Board)));
    window.press(Key::W);
    window.must_show("Text at");
    window.write("here");
    window.press(Key::Enter);
    assert_eq!(window.study().note().unwrap().marks[0].text, "here");
}

#[test]
fn f_flips_the_board_for_the_session() {
    let home = folder();
    let mut window = Window::with(&home, "zuniq.ron");
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
