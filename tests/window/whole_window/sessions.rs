//! Restored sessions, and titles that distinguish the open games.

use super::harness::{Window, copy_record, read_record, temp_folder};
use crate::common::records_folder;
use crate::fast_click;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::OpenGame;
use kifu_app::state::{Action, AppState, Effect, FileAction, TabAction};
use kifu_core::record::write_ron;
use std::fs;

/// Returns the game and ply of each tab, and whether it is a preview.
fn tabs(state: &AppState) -> Vec<(String, u32, bool)> {
    let tabs = state.tabs.iter().map(|tab| {
        let ply = tab.open_game.as_ref().map_or(0, OpenGame::ply);
        (tab.record.game.clone(), ply, tab.is_preview)
    });
    tabs.collect()
}

#[test]
fn double_click_on_library_row_keeps_its_preview_tab() {
    let home = temp_folder();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the records", |state| {
        state.library.len() == 11 && state.tabs.len() == 1
    });
    assert!(window.state().tabs[0].is_preview);
    let row = window.harness.get_by_label_contains("Zuniq, Flat").rect();
    for _ in 0..2 {
        fast_click(window.harness.input_mut(), row.center());
        window.harness.step();
    }
    window.run_until("the kept tab", |state| !state.tabs[0].is_preview);
    assert_eq!(window.state().tabs.len(), 1);
    window.press(Key::J);
    window.run_until("the next game", |state| state.tabs.len() == 2);
    assert!(window.state().tabs[1].is_preview);
}

#[test]
fn broken_session_is_reported() {
    let home = temp_folder();
    fs::create_dir(home.path().join("home")).unwrap();
    fs::write(home.path().join("home/session.ron"), "(roots: [").unwrap();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the records", |state| state.tabs.len() == 1);
    window.must_show("session.ron");
}

#[test]
fn window_title_has_no_direction_marks_of_a_name() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let mut record = read_record(&path);
    "\u{202e}Ann\u{200f}".clone_into(&mut record.players.0.name);
    fs::write(&path, write_ron(&record)).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    let title = window.state().window_title();
    assert!(title.starts_with("Ann – "), "{title:?}");
}

mod slow {
    use super::*;

    #[test]
    fn last_session_is_restored_at_next_start() {
        let home = temp_folder();
        let games = home.path().join("games");
        fs::create_dir(&games).unwrap();
        for name in ["box.ron", "clobber.ron", "zuniq.ron"] {
            fs::copy(records_folder().join(name), games.join(name)).unwrap();
        }
        let mut window = Window::open(&home, vec![games.clone()]);
        window.run_until("the games", |state| {
            state.library.len() == 3 && state.tabs.len() == 1
        });
        // The list of recent files has the folder, not its files.
        let recent = window.state().recent_files.clone();
        assert_eq!(recent.len(), 1);
        assert!(recent[0].is_folder, "{recent:?}");
        window.press(Key::ArrowRight);
        window.perform(Action::Outside(Effect::OpenRowToKeep(1)));
        window.run_until("the second", |state| state.tabs.len() == 2);
        for _ in 0..3 {
            window.press(Key::ArrowRight);
        }
        window.perform(Action::Outside(Effect::OpenRow(2)));
        window.run_until("the third", |state| state.tabs.len() == 3);
        window.perform(Action::Tab(TabAction::SelectTab(1)));
        let before = tabs(window.state());
        let expected = [
            ("box".to_owned(), 1, false),
            ("clobber".to_owned(), 3, false),
            ("zuniq".to_owned(), 0, true),
        ];
        assert_eq!(before, expected);
        window.end(true);

        let mut window = Window::open(&home, Vec::new());
        window.run_until("the session", |state| {
            state.tabs.len() == 3 && state.library.len() == 3
        });
        window.run_until("the end of the scan", |state| state.running_jobs.is_empty());
        assert_eq!(tabs(window.state()), before);
        assert_eq!(window.state().active_tab, 1);
        assert_eq!(window.state().selected_row, Some(1));
        // The next game of the list replaces the preview.
        window.press(Key::J);
        window.run_until("the third", |state| state.active_tab == 2);
        assert_eq!(window.state().tabs.len(), 3);
        window.press(Key::K);
        window.run_until("the second", |state| state.active_tab == 1);
        window.end(true);

        // Files given at the start replace the session.
        let mut window = Window::with_record(&home, "turn-right.ron");
        assert_eq!(tabs(window.state()).len(), 1);
        window.end(true);

        // If the files of a session are gone, the bundled records are opened.
        let mut window = Window::open(&home, vec![games.join("box.ron")]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.end(true);
        fs::remove_dir_all(&games).unwrap();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the records", |state| {
            state.library.len() == 11 && state.tabs.len() == 1
        });
    }

    #[test]
    fn session_of_bundled_records_is_restored_after_a_crash() {
        let home = temp_folder();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the records", |state| {
            state.library.len() == 11 && state.tabs.len() == 1
        });
        window.perform(Action::Outside(Effect::OpenRow(1)));
        window.run_until("another", |state| {
            state.open_game().unwrap().record().game == "clobber"
        });
        for _ in 0..5 {
            window.press(Key::ArrowRight);
        }
        // The session is written within seconds of the window's own clock.
        let file = home.path().join("home/session.ron");
        let is_written = || fs::read_to_string(&file).is_ok_and(|text| text.contains("ply: 5"));
        window.step_until("the session", |_| is_written());
        window.end(false);
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the session", |state| {
            state.library.len() == 11 && state.tabs.len() == 1
        });
        let before = [("clobber".to_owned(), 5, true)];
        assert_eq!(tabs(window.state()), before);
    }

    #[test]
    fn equal_tab_titles_get_distinct_suffixes_and_window_title_follows() {
        let home = temp_folder();
        let one = copy_record(&home, "clobber.ron");
        let other = home.path().join("rematch.ron");
        fs::copy(&one, &other).unwrap();
        let two = home.path().join("two.ronl");
        let line = write_ron(&read_record(&one)).replace('\n', " ");
        fs::write(&two, format!("{line}\n{line}\n")).unwrap();

        let mut window = Window::open(&home, vec![two]);
        window.run_until("the games", |state| {
            state.library.len() == 2 && state.tabs.len() == 1
        });
        let names = window.state().tabs[0].title.clone();
        let title = |window: &mut Window| window.state().window_title();
        assert_eq!(title(&mut window), format!("{names} · two.ronl – kifu"));
        window.perform(Action::Outside(Effect::OpenRowToKeep(1)));
        window.run_until("both", |state| state.tabs.len() == 2);
        let titles = window.state().tab_titles();
        assert!(
            titles[0].ends_with(" #1") && titles[1].ends_with(" #2"),
            "{titles:?}"
        );
        window.must_show(&titles[1]);
        window.perform(Action::Outside(Effect::ScanPaths(vec![one])));
        window.run_until("the third", |state| state.tabs.len() == 3);
        window.perform(Action::Outside(Effect::ScanPaths(vec![other])));
        window.run_until("the fourth", |state| state.tabs.len() == 4);
        let titles = window.state().tab_titles();
        let ends = [
            "· two.ronl #1",
            "· two.ronl #2",
            "· clobber.ron",
            "· rematch.ron",
        ];
        for (title, end) in titles.iter().zip(ends) {
            assert!(title.ends_with(end), "{titles:?}");
        }
        window.press_with(Modifiers::COMMAND, Key::Num0);
        window.press(Key::ArrowRight);
        window.write_comment("Changed.");
        let expected = format!("● {names} · rematch.ron – kifu");
        assert_eq!(title(&mut window), expected);
        for _ in 0..2 {
            window.perform(Action::File(FileAction::NewGame("zuniq")));
        }
        let titles = window.state().tab_titles();
        assert_eq!(titles[4..], ["New game (1)", "New game (2)"]);
        assert_eq!(title(&mut window), "New game – kifu");
    }

    #[test]
    fn shown_tab_and_tab_list_button_stay_within_window() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        for _ in 0..30 {
            window.perform(Action::File(FileAction::NewGame("zuniq")));
        }
        let is_inside = |window: &Window, label: &str| {
            let tab = window.harness.get_by_label(label).rect();
            let width = window.harness.ctx.content_rect().width();
            tab.left() >= 0.0 && tab.right() <= width
        };
        assert!(is_inside(&window, "New game (30)"));
        window.perform(Action::Tab(TabAction::SelectTab(1)));
        assert!(is_inside(&window, "New game (1)"));
        assert!(!is_inside(&window, "New game (30)"));
        window.perform(Action::Tab(TabAction::SelectTab(15)));
        assert!(is_inside(&window, "New game (15)"));
        // A narrower window and closed tabs move the other tabs.
        window.harness.set_size(egui::vec2(640.0, 480.0));
        window.settle();
        assert!(is_inside(&window, "New game (15)"));
        for _ in 0..10 {
            window.perform(Action::Tab(TabAction::CloseTabAt(1)));
        }
        let shown = window.state().active_tab;
        let title = window.state().tab_titles()[shown].clone();
        assert!(is_inside(&window, &title), "{title}");
        assert!(is_inside(&window, "All open games"));
    }
}
