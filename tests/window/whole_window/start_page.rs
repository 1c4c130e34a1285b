//! The page that is shown while no game is open.

use super::harness::{Window, folder};
use crate::common::records_folder;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::Dialog;

/// A window with a recent file and no game.
fn empty(home: &tempfile::TempDir) -> Window {
    let mut window = Window::with(home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::W);
    assert_eq!(window.state().tabs.len(), 0);
    window
}

#[test]
fn an_empty_window_offers_all_ways_to_a_game() {
    let home = folder();
    let mut window = empty(&home);
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
    // Nothing is said of the game that is not there.
    assert!(!window.shows("Open a game from the library"));
    let new = window
        .harness
        .get_by_role_and_label(Role::Button, "New game…");
    new.click();
    window.rest();
    assert_eq!(window.state().dialog, Some(Dialog::NewGame));
    // The first game is chosen, and Enter starts it.
    window.press(Key::Enter);
    window.until("the game", |state| state.tabs.len() == 1);
    let first = kifu_core::games::CATALOGUE[0].id();
    assert_eq!(window.study().record().game, first);
}

#[test]
fn a_recent_file_opens_by_a_click_and_leaves_the_list_by_another() {
    let home = folder();
    let mut window = empty(&home);
    window.click("clobber.ron");
    window.until("the game", |state| state.tabs.len() == 1);
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Remove from this list: clobber.ron");
    assert_eq!(window.state().recent_files, []);
    assert!(!window.shows("Recent"));
}

#[test]
fn an_example_opens_once_however_often_it_is_asked_for() {
    let home = folder();
    let mut window = empty(&home);
    let rows = window.state().library.len();
    for _ in 0..2 {
        window.click("Zuniq");
        window.until("the example", |state| state.tabs.len() == 1);
        assert_eq!(window.study().record().game, "zuniq");
        assert_eq!(window.state().library.len(), rows + 1);
        window.press_with(Modifiers::COMMAND, Key::W);
    }
    assert_eq!(window.state().messages, []);
}

#[test]
fn the_page_fits_a_small_window() {
    let home = folder();
    let mut window = empty(&home);
    window.harness.set_size([640.0, 400.0].into());
    window.rest();
    let whole = window.harness.ctx.content_rect();
    for label in ["Open files…", "New game…"] {
        let button = window.harness.get_by_role_and_label(Role::Button, label);
        assert!(whole.contains_rect(button.rect()), "{label}");
    }
}

#[test]
fn a_file_without_a_game_is_explained_once() {
    let home = folder();
    let mut window = Window::open(&home, vec![records_folder().join("clobber.ron")]);
    window.until("the game", |state| state.tabs.len() == 1);
    let path = home.path().join("broken.txt");
    std::fs::write(&path, "what is this?\n").unwrap();
    window.drop_file(&path);
    window.until("the tab or the message", |state| {
        state.running_jobs.is_empty() && (state.tabs.len() == 2 || !state.messages.is_empty())
    });
    let found = window
        .harness
        .query_all_by_label_contains("no playable game");
    assert!(found.count() <= 1);
    assert!(!window.shows("Open a game from the library"));
}
