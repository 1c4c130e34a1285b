//! The start page, which is shown while no game is open.

use super::harness::{Window, temp_folder};
use crate::common::records_folder;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::Dialog;

/// Opens a window with a recent file and no open game.
fn window_without_game(home: &tempfile::TempDir) -> Window {
    let mut window = Window::with_record(home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::W);
    assert_eq!(window.state().tabs.len(), 0);
    window
}

#[test]
fn start_page_offers_every_way_to_open_game() {
    let home = temp_folder();
    let mut window = window_without_game(&home);
    let buttons = ["Open files…", "Open folder…", "Paste game", "New game…"];
    for label in buttons {
        window.harness.get_by_role_and_label(Role::Button, label);
    }
    for label in [
        "Recent",
        "clobber.ron",
        "Examples",
        "Box",
        "Turn Right (illegal)",
    ] {
        window.must_show(label);
    }
    // There is no hint that no game is open.
    assert!(!window.shows("Open a game from the library"));
    let new = window
        .harness
        .get_by_role_and_label(Role::Button, "New game…");
    new.click();
    window.settle();
    assert_eq!(window.state().dialog, Some(Dialog::NewGame));
    // The first game is selected, and Enter starts it.
    window.press(Key::Enter);
    window.run_until("the game", |state| state.tabs.len() == 1);
    let first = kifu_core::games::CATALOGUE[0].id();
    assert_eq!(window.open_game().record().game, first);
}

#[test]
fn recent_file_opens_by_click_and_can_be_removed() {
    let home = temp_folder();
    let mut window = window_without_game(&home);
    window.click("clobber.ron");
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Remove from this list: clobber.ron");
    assert_eq!(window.state().recent_files, []);
    assert!(!window.shows("Recent"));
}

#[test]
fn example_opened_twice_is_listed_once() {
    let home = temp_folder();
    let mut window = window_without_game(&home);
    let rows = window.state().library.len();
    for _ in 0..2 {
        window.click("Zuniq");
        window.run_until("the example", |state| state.tabs.len() == 1);
        assert_eq!(window.open_game().record().game, "zuniq");
        assert_eq!(window.state().library.len(), rows + 1);
        window.press_with(Modifiers::COMMAND, Key::W);
    }
    assert_eq!(window.state().messages, []);
}

#[test]
fn start_page_buttons_fit_small_window() {
    let home = temp_folder();
    let mut window = window_without_game(&home);
    window.harness.set_size([640.0, 400.0].into());
    window.settle();
    let whole = window.harness.ctx.content_rect();
    for label in ["Open files…", "New game…"] {
        let button = window.harness.get_by_role_and_label(Role::Button, label);
        assert!(whole.contains_rect(button.rect()), "{label}");
    }
}

#[test]
fn dropped_file_without_game_is_explained_once() {
    let home = temp_folder();
    let mut window = Window::open(&home, vec![records_folder().join("clobber.ron")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    let path = home.path().join("broken.txt");
    std::fs::write(&path, "what is this?\n").unwrap();
    window.drop_file(&path);
    window.run_until("the tab or the message", |state| {
        state.running_jobs.is_empty() && (state.tabs.len() == 2 || !state.messages.is_empty())
    });
    let found = window
        .harness
        .query_all_by_label_contains("no playable game");
    assert!(found.count() <= 1);
    assert!(!window.shows("Open a game from the library"));
}
