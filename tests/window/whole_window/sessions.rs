//! What was open is open again, and what is open can be told apart.

use super::harness::{Window, copy, folder, read};
use crate::common::records_folder;
use crate::fast_click;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::OpenGame;
use kifu_app::state::{Action, AppState, Effect, FileAction, TabAction};
use kifu_core::record::write_ron;
use std::fs;

/// The games of the tabs with their plies, and whether they were opened for a look.
fn tabs(state: &AppState) -> Vec<(String, u32, bool)> {
    let tabs = state.tabs.iter().map(|tab| {
        let ply = tab.open_game.as_ref().map_or(0, OpenGame::ply);
        (tab.record.game.clone(), ply, tab.is_preview)
    });
    tabs.collect()
}

#[test]
fn the_last_session_is_restored() {
    let home = folder();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    for name in ["box.ron", "clobber.ron", "zuniq.ron"] {
        fs::copy(records_folder().join(name), games.join(name)).unwrap();
    }
    let mut window = Window::open(&home, vec![games.clone()]);
    window.until("the games", |state| {
        state.library.len() == 3 && state.tabs.len() == 1
    });
    // The folder is a recent one, and no file of it.
    let recent = window.state().recent_files.clone();
    assert_eq!(recent.len(), 1);
    assert!(recent[0].is_folder, "{recent:?}");
    window.press(Key::ArrowRight);
    window.act(Action::Outside(Effect::OpenRowToKeep(1)));
    window.until("the second", |state| state.tabs.len() == 2);
    for _ in 0..3 {
        window.press(Key::ArrowRight);
    }
    window.act(Action::Outside(Effect::OpenRow(2)));
    window.until("the third", |state| state.tabs.len() == 3);
    window.act(Action::Tab(TabAction::SelectTab(1)));
    let before = tabs(window.state());
    let expected = [
        ("box".to_owned(), 1, false),
        ("clobber".to_owned(), 3, false),
        ("zuniq".to_owned(), 0, true),
    ];
    assert_eq!(before, expected);
    window.end(true);

    let mut window = Window::open(&home, Vec::new());
    window.until("the session", |state| {
        state.tabs.len() == 3 && state.library.len() == 3
    });
    window.until("the end of the scan", |state| state.running_jobs.is_empty());
    assert_eq!(tabs(window.state()), before);
    assert_eq!(window.state().active_tab, 1);
    assert_eq!(window.state().selected_row, Some(1));
    // The next game of the list takes the place of the one that was opened for a look.
    window.press(Key::J);
    window.until("the third", |state| state.active_tab == 2);
    assert_eq!(window.state().tabs.len(), 3);
    window.press(Key::K);
    window.until("the second", |state| state.active_tab == 1);
    window.end(true);

    // Files that are named come in place of the session.
    let mut window = Window::with(&home, "turn-right.ron");
    assert_eq!(tabs(window.state()).len(), 1);
    window.end(true);

    // Of a session whose files are gone nothing is left but the records of the program.
    let mut window = Window::open(&home, vec![games.join("box.ron")]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.end(true);
    fs::remove_dir_all(&games).unwrap();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
}

#[test]
fn a_session_of_bundled_records_is_restored_although_the_program_was_killed() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    window.act(Action::Outside(Effect::OpenRow(2)));
    window.until("another", |state| {
        state.open_game().unwrap().record().game == "clobber"
    });
    for _ in 0..5 {
        window.press(Key::ArrowRight);
    }
    // It is written within seconds; the clock of the window is that of its frames.
    let file = home.path().join("home/session.ron");
    let is_written = || fs::read_to_string(&file).is_ok_and(|text| text.contains("ply: 5"));
    window.until_now("the session", |_| is_written());
    window.end(false);
    let mut window = Window::open(&home, Vec::new());
    window.until("the session", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    let before = [("clobber".to_owned(), 5, true)];
    assert_eq!(tabs(window.state()), before);
}

#[test]
fn a_double_click_on_a_row_keeps_its_tab() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    assert!(window.state().tabs[0].is_preview);
    let row = window
        .harness
        .get_by_label_contains("Atari Go, Flat")
        .rect();
    for _ in 0..2 {
        fast_click(window.harness.input_mut(), row.center());
        window.harness.step();
    }
    window.until("the kept tab", |state| !state.tabs[0].is_preview);
    assert_eq!(window.state().tabs.len(), 1);
    window.press(Key::J);
    window.until("the next game", |state| state.tabs.len() == 2);
    assert!(window.state().tabs[1].is_preview);
}

#[test]
fn equal_titles_are_told_apart_and_the_window_names_the_game() {
    let home = folder();
    let one = copy(&home, "clobber.ron");
    let other = home.path().join("rematch.ron");
    fs::copy(&one, &other).unwrap();
    let two = home.path().join("two.ronl");
    let line = write_ron(&read(&one)).replace('\n', " ");
    fs::write(&two, format!("{line}\n{line}\n")).unwrap();

    let mut window = Window::open(&home, vec![two]);
    window.until("the games", |state| {
        state.library.len() == 2 && state.tabs.len() == 1
    });
    let names = window.state().tabs[0].title.clone();
    let title = |window: &mut Window| window.state().window_title();
    assert_eq!(title(&mut window), format!("{names} · two.ronl – kifu"));
    window.act(Action::Outside(Effect::OpenRowToKeep(1)));
    window.until("both", |state| state.tabs.len() == 2);
    let titles = window.state().tab_titles();
    assert!(
        titles[0].ends_with(" #1") && titles[1].ends_with(" #2"),
        "{titles:?}"
    );
    window.must_show(&titles[1]);
    window.act(Action::Outside(Effect::ScanPaths(vec![one])));
    window.until("the third", |state| state.tabs.len() == 3);
    window.act(Action::Outside(Effect::ScanPaths(vec![other])));
    window.until("the fourth", |state| state.tabs.len() == 4);
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
    window.comment("Changed.");
    let expected = format!("● {names} · rematch.ron – kifu");
    assert_eq!(title(&mut window), expected);
    for _ in 0..2 {
        window.act(Action::File(FileAction::NewGame("zuniq")));
    }
    let titles = window.state().tab_titles();
    assert_eq!(titles[4..], ["New game (1)", "New game (2)"]);
    assert_eq!(title(&mut window), "New game – kifu");
}

#[test]
fn the_shown_tab_and_the_list_of_all_stay_within_the_window() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    for _ in 0..30 {
        window.act(Action::File(FileAction::NewGame("zuniq")));
    }
    let is_inside = |window: &Window, label: &str| {
        let tab = window.harness.get_by_label(label).rect();
        let width = window.harness.ctx.content_rect().width();
        tab.left() >= 0.0 && tab.right() <= width
    };
    assert!(is_inside(&window, "New game (30)"));
    window.act(Action::Tab(TabAction::SelectTab(1)));
    assert!(is_inside(&window, "New game (1)"));
    assert!(!is_inside(&window, "New game (30)"));
    window.act(Action::Tab(TabAction::SelectTab(15)));
    assert!(is_inside(&window, "New game (15)"));
    // A narrower window, and tabs that are closed, move the others.
    window.harness.set_size(egui::vec2(640.0, 480.0));
    window.rest();
    assert!(is_inside(&window, "New game (15)"));
    for _ in 0..10 {
        window.act(Action::Tab(TabAction::CloseTabAt(1)));
    }
    let shown = window.state().active_tab;
    let title = window.state().tab_titles()[shown].clone();
    assert!(is_inside(&window, &title), "{title}");
    assert!(is_inside(&window, "All open games"));
}
