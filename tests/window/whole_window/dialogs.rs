//! Dialogs: Enter presses the main button, Escape closes and changes nothing.

use super::harness::{Window, copy, folder};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Dialog};
use kifu_core::record::{read_ron, write_ron};
use std::fs;

#[test]
fn enter_presses_the_main_button_and_escape_none() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    // Go to ply: a number and Enter.
    window.press(Key::G);
    window.write("4");
    window.press(Key::Enter);
    assert_eq!(
        (window.study().ply(), &window.shell().state.dialog),
        (4, &None)
    );
    window.press(Key::G);
    window.write("1");
    window.press(Key::Escape);
    assert_eq!(
        (window.study().ply(), &window.shell().state.dialog),
        (4, &None)
    );
    // A text that is no number has nothing to confirm.
    window.press(Key::G);
    window.write("x");
    window.press(Key::Enter);
    assert_eq!(window.state().dialog, Some(Dialog::GoToPly));
    window.press(Key::Escape);
    // Closing a changed game: Escape keeps it, Enter saves it.
    window.comment("mine");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.must_show("Save your changes?");
    window.press(Key::Escape);
    assert_eq!(
        (window.state().tabs.len(), window.state().dialog.clone()),
        (1, None)
    );
    window.press_with(Modifiers::COMMAND, Key::W);
    window.press(Key::Enter);
    window.until("the end of the tab", |state| state.tabs.is_empty());
    assert!(fs::read_to_string(&path).unwrap().contains("mine"));
}

#[test]
fn enter_on_another_button_presses_that_one() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.comment("mine");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.harness.get_by_label("Don't save").focus();
    window.rest();
    window.press(Key::Enter);
    window.until("the end of the tab", |state| state.tabs.is_empty());
}

#[test]
fn no_button_says_ok_or_yes() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let dialogs = [
        Dialog::GoToPly,
        Dialog::NewGame,
        Dialog::CloseTab(0),
        Dialog::Quit,
        Dialog::Reload(0),
        Dialog::FileChanged(0, false),
        Dialog::FileChanged(0, true),
        Dialog::CommentsLost(0),
        Dialog::FileExists(0, "x.ron".into()),
        Dialog::RestoreDrafts(vec!["A – B".to_owned()]),
        Dialog::MarkLabel("a1".to_owned()),
        Dialog::GameInfo,
        Dialog::Help,
        Dialog::AboutKifu,
        Dialog::Settings,
    ];
    for dialog in dialogs {
        window.act(Action::OpenDialog(dialog.clone()));
        for word in ["OK", "Ok", "Yes", "No"] {
            let found = window.harness.query_all_by_label(word).count();
            assert_eq!(found, 0, "{dialog:?} says {word}");
        }
        assert!(!window.shows("`"), "{dialog:?}");
        window.press(Key::Escape);
        assert_eq!(window.state().dialog, None, "{dialog:?}");
    }
}

#[test]
fn what_was_typed_of_a_game_is_forgotten_with_escape() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::I);
    window
        .harness
        .get_by_role_and_label(Role::TextInput, "Event")
        .focus();
    window.rest();
    window.write("Somewhere");
    window.press(Key::Escape);
    window.press_with(Modifiers::COMMAND, Key::I);
    window.press(Key::Enter);
    assert_ne!(window.study().record().event.name, "Somewhere");
    assert!(!window.study().is_changed());
}

#[test]
fn enter_in_the_help_runs_the_best_match() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::Questionmark);
    window.must_show("Mouse");
    window.write("go to end");
    window.press(Key::Enter);
    let study = window.study();
    assert_eq!(study.ply(), study.last_ply());
    assert_eq!(window.state().dialog, None);
    // Without a search it just closes.
    window.press(Key::Questionmark);
    window.press(Key::Enter);
    assert_eq!(window.state().dialog, None);
    assert_eq!(window.state().tabs.len(), 1);
    // What the mouse does is found as well.
    window.press(Key::Questionmark);
    window.write("wheel over the board");
    window.must_show("Step through the game");
    assert!(!window.shows("No command matches."));
}

#[test]
fn a_file_changed_by_another_program_is_read_again_unless_something_is_at_stake() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let options = kifu_app::AppOptions {
        paths: vec![path.clone()],
        data_folder: Some(home.path().join("home")),
        watch_interval: std::time::Duration::from_millis(1),
        ..kifu_app::AppOptions::default()
    };
    let mut window = Window::open_with(options);
    window.until("the game", |state| state.tabs.len() == 1);
    window.press(Key::ArrowRight);
    let change = |name: &str| {
        let mut record = read_ron(&fs::read_to_string(&path).unwrap()).unwrap();
        record.players.0.name = name.to_owned();
        let next = home.path().join("next");
        fs::write(&next, write_ron(&record)).unwrap();
        fs::rename(next, &path).unwrap();
    };
    change("Somebody");
    window.until("the new name", |state| {
        state.tabs[0].player_names()[0] == "Somebody"
    });
    assert_eq!(window.state().dialog, None);
    assert_eq!(window.study().ply(), 1);
    window.must_show("Reloaded: another program has changed the file.");
    // With changes of one's own there is a question, and Escape keeps them.
    window.comment("mine");
    change("Another");
    window.until("the question", |state| {
        state.dialog == Some(Dialog::FileChanged(0, false))
    });
    window.press(Key::Escape);
    assert_eq!(window.state().tabs[0].player_names()[0], "Somebody");
    assert!(window.study().is_changed());
}
