//! Dialogs: Enter presses the main button, Escape closes and changes nothing.

use super::harness::{Window, copy_record, temp_folder};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Dialog, FileAction, TabAction};
use kifu_core::record::{read_ron, write_ron};
use std::fs;

#[test]
fn enter_presses_focused_button_of_dialog() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.write_comment("mine");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.harness.get_by_label("Don't save").focus();
    window.settle();
    window.press(Key::Enter);
    window.run_until("the end of the tab", |state| state.tabs.is_empty());
}

#[test]
fn escape_discards_edits_of_game_info() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::I);
    window
        .harness
        .get_by_role_and_label(Role::TextInput, "Event")
        .focus();
    window.settle();
    window.type_text("Somewhere");
    window.press(Key::Escape);
    window.press_with(Modifiers::COMMAND, Key::I);
    window.press(Key::Enter);
    assert_ne!(window.open_game().record().event.name, "Somewhere");
    assert!(!window.open_game().is_changed());
}

#[test]
fn lists_of_many_and_long_titles_leave_buttons_on_the_screen() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let mut titles: Vec<String> = (0..1000).map(|nth| format!("game {nth} – B")).collect();
    titles[0] = "long ".repeat(1000);
    window.perform(Action::OpenDialog(Dialog::RestoreDrafts(titles)));
    let screen = window.harness.ctx.content_rect();
    for label in ["Restore", "Discard", "Not now"] {
        let button = window.harness.get_by_label(label).rect();
        assert!(screen.contains_rect(button), "{label}: {button:?}");
    }
    window.must_show("game 1 –");
    assert!(!window.shows("game 999 –"), "all titles are laid out");
}

#[test]
fn quit_question_ends_once_all_games_are_saved() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.write_comment("mine");
    window.app_window().request(Action::File(FileAction::Save));
    window.app_window().request(Action::Tab(TabAction::Quit));
    window.run_until("the save", |state| state.changed_tabs().count() == 0);
    assert_eq!(window.state().dialog, None);
}

mod slow {
    use super::*;

    #[test]
    fn enter_presses_main_button_and_escape_cancels_dialog() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path.clone()]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        // Go to ply: a number and Enter.
        window.press(Key::G);
        window.type_text("4");
        window.press(Key::Enter);
        assert_eq!(
            (window.open_game().ply(), &window.app_window().state.dialog),
            (4, &None)
        );
        window.press(Key::G);
        window.type_text("1");
        window.press(Key::Escape);
        assert_eq!(
            (window.open_game().ply(), &window.app_window().state.dialog),
            (4, &None)
        );
        // Enter does nothing while the text is not a number.
        window.press(Key::G);
        window.type_text("x");
        window.press(Key::Enter);
        assert_eq!(window.state().dialog, Some(Dialog::GoToPly));
        window.press(Key::Escape);
        // Closing a changed game: Escape keeps it, Enter saves it.
        window.write_comment("mine");
        window.press_with(Modifiers::COMMAND, Key::W);
        window.must_show("Save your changes?");
        window.press(Key::Escape);
        assert_eq!(
            (window.state().tabs.len(), window.state().dialog.clone()),
            (1, None)
        );
        window.press_with(Modifiers::COMMAND, Key::W);
        window.press(Key::Enter);
        window.run_until("the end of the tab", |state| state.tabs.is_empty());
        assert!(fs::read_to_string(&path).unwrap().contains("mine"));
    }

    #[test]
    fn no_dialog_has_button_named_ok_or_yes() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let dialogs = [
            Dialog::GoToPly,
            Dialog::NewGame,
            Dialog::CloseTab(0),
            Dialog::Quit,
            Dialog::Reload(0),
            Dialog::FileChanged(0, false),
            Dialog::FileChanged(0, true),
            Dialog::CommentsLost(0),
            Dialog::FileExists(0, "x.ron".into(), 0),
            Dialog::FileExists(0, "x.ronl".into(), 5),
            Dialog::ManyPasted(2000),
            Dialog::RestoreDrafts(vec!["A – B".to_owned()]),
            Dialog::MarkLabel("a1".to_owned()),
            Dialog::GameInfo,
            Dialog::Help,
            Dialog::AboutKifu,
            Dialog::Settings,
        ];
        for dialog in dialogs {
            window.perform(Action::OpenDialog(dialog.clone()));
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
    fn enter_in_help_runs_best_matching_command() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        window.press(Key::Questionmark);
        window.must_show("Mouse");
        window.type_text("go to end");
        window.press(Key::Enter);
        let open_game = window.open_game();
        assert_eq!(open_game.ply(), open_game.last_ply());
        assert_eq!(window.state().dialog, None);
        // With an empty search field Enter closes the help.
        window.press(Key::Questionmark);
        window.press(Key::Enter);
        assert_eq!(window.state().dialog, None);
        assert_eq!(window.state().tabs.len(), 1);
        // The search finds mouse actions, too.
        window.press(Key::Questionmark);
        window.type_text("wheel over the board");
        window.must_show("Step through the game");
        assert!(!window.shows("No command matches."));
    }

    #[test]
    fn changed_file_is_reloaded_unless_game_has_unsaved_changes() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let options = kifu_app::AppOptions {
            paths: vec![path.clone()],
            data_folder: Some(home.path().join("home")),
            watch_interval: std::time::Duration::from_millis(1),
            ..kifu_app::AppOptions::default()
        };
        let mut window = Window::open_with(options);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press(Key::ArrowRight);
        let change = |name: &str| {
            let mut record = read_ron(&fs::read_to_string(&path).unwrap()).unwrap();
            record.players.0.name = name.to_owned();
            let next = home.path().join("next");
            fs::write(&next, write_ron(&record)).unwrap();
            fs::rename(next, &path).unwrap();
        };
        change("Somebody");
        window.run_until("the new name", |state| {
            state.tabs[0].player_names()[0] == "Somebody"
        });
        assert_eq!(window.state().dialog, None);
        assert_eq!(window.open_game().ply(), 1);
        window.must_show("Reloaded: another program has changed the file.");
        // With unsaved changes there is a question, and Escape keeps the changes.
        window.write_comment("mine");
        change("Another");
        window.run_until("the question", |state| {
            state.dialog == Some(Dialog::FileChanged(0, false))
        });
        window.press(Key::Escape);
        assert_eq!(window.state().tabs[0].player_names()[0], "Somebody");
        assert!(window.open_game().is_changed());
    }
}
