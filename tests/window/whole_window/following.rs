//! Following a file of records while a match writes it.

use super::harness::{Window, read_record, temp_folder};
use crate::common::records_folder;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::AppOptions;
use kifu_app::jobs::FollowStatus;
use kifu_app::state::{AppState, MessageKind};
use kifu_core::record::{Record, write_ronl};
use kifu_logs::formats::{ReadContext, check_text};
use kifu_study::arena::{GameScore, Standings};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

/// Returns the record line of a game between two players.
fn record_line(names: [&str; 2]) -> String {
    let mut record: Record =
        crate::common::unreviewed(read_record(&records_folder().join("clobber.ron")));
    record.players.0.name = names[0].to_owned();
    record.players.1.name = names[1].to_owned();
    write_ronl(&record)
}

fn append(path: &Path, text: &str) {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.unwrap().write_all(text.as_bytes()).unwrap();
}

fn follow(home: &tempfile::TempDir, path: &Path) -> Window {
    Window::open_with(AppOptions {
        follow: Some(path.to_owned()),
        data_folder: Some(home.path().join("home")),
        watch_interval: Duration::from_millis(5),
        ..AppOptions::default()
    })
}

fn has_games(games: usize, status: FollowStatus) -> impl Fn(&AppState) -> bool {
    move |state| {
        let followed = state.followed.as_ref();
        let update = followed.and_then(|followed| followed.update.as_ref());
        update.is_some_and(|update| (update.game_count, update.status) == (games, status))
    }
}

#[test]
fn followed_match_shows_games_and_standings_as_they_are_written() {
    let home = temp_folder();
    let path = home.path().join("cup.ronl");
    let mut window = follow(&home, &path);
    // The file need not exist yet.
    window.run_until("its absence", has_games(0, FollowStatus::Missing));
    window.must_show("No games yet.");
    window.must_show("waiting for the file");
    append(&path, &record_line(["Ann", "Bob"]));
    append(&path, &record_line(["Bob", "Ann"]));
    window.run_until("two games", |state| {
        has_games(2, FollowStatus::UpToDate)(state)
            && state.library.len() == 2
            && state.tabs.len() == 1
    });
    window.must_show("2 games · following");
    let shown = |window: &mut Window| {
        window
            .state()
            .tab()
            .unwrap()
            .player_names()
            .map(str::to_owned)
    };
    let first_shown = shown(&mut window);
    // Only half of a line is written; the rest follows later.
    let third = record_line(["Ann", "Cy"]);
    let (half, rest) = third.split_at(third.len() / 2);
    append(&path, half);
    window.run_until("the torn line", |state| {
        let update = state.followed.as_ref().unwrap().update.as_ref().unwrap();
        update.is_line_torn
    });
    assert_eq!(window.state().library.len(), 2);
    window.must_show("next game is being written");
    append(&path, rest);
    window.run_until("three games", has_games(3, FollowStatus::UpToDate));
    assert_eq!(shown(&mut window), first_shown, "the shown game changed");
    // A key opens the newest game.
    window.press_with(Modifiers::SHIFT, Key::J);
    window.run_until("the newest", |state| {
        state.tab().unwrap().player_names() == ["Ann", "Cy"]
    });
    // The standings equal those that the arena computes.
    let text = fs::read_to_string(&path).unwrap();
    let games = check_text(&text, None, &ReadContext::default());
    let scores = games
        .iter()
        .map(|game| GameScore::from_record(&game.record));
    let expected = Standings::new(&scores.collect::<Vec<_>>(), &[]);
    let followed = window.state().followed.as_ref().unwrap();
    let rows = &followed.update.as_ref().unwrap().standings.rows;
    assert_eq!(*rows, expected.rows);
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), 3);
    let label = format!("1 {}", names[0]);
    let _ = window.harness.get_by_label_contains(&label);
    // Appended games do not count as changes of the shown one.
    assert_eq!(window.state().dialog, None);
    assert_eq!(window.state().messages, []);
}

#[test]
fn standings_columns_fit_next_to_long_names() {
    let home = temp_folder();
    let path = home.path().join("cup.ronl");
    append(
        &path,
        &record_line(["Flat Monte Carlo with 20000 playouts", "Bob"]),
    );
    let mut window = follow(&home, &path);
    window.run_until("the game", has_games(1, FollowStatus::UpToDate));
    let search = window.harness.get_by_label("Search library").rect();
    for column in ["W-D-L", "Points", "Elo", "Faults"] {
        let heading = window.harness.get_by_label(column).rect();
        // The filter and sort buttons are to the right of the search field.
        assert!(
            heading.right() <= search.right() + 50.0,
            "{column}: {heading:?}, {search:?}"
        );
    }
}

/// Asserts that an error message contains a text.
///
/// It need not be the last message, because a game that was being opened may fail after it.
#[track_caller]
fn must_report_error(window: &mut Window, text: &str) {
    let messages = &window.state().messages;
    let is_reported = messages
        .iter()
        .any(|message| message.kind == MessageKind::Error && message.text.contains(text));
    assert!(is_reported, "{messages:?}");
}

#[test]
fn followed_file_rewritten_in_place_is_read_anew() {
    let home = temp_folder();
    let path = home.path().join("cup.ronl");
    append(&path, &record_line(["Ann", "Bob"]));
    append(&path, &record_line(["Bob", "Ann"]));
    let mut window = follow(&home, &path);
    window.run_until("two games", has_games(2, FollowStatus::UpToDate));
    let others = ["Cy", "Dee", "Eve"].map(|name| record_line([name, "Flo"]));
    // The file is neither truncated nor replaced.
    let file = OpenOptions::new().write(true).open(&path);
    file.unwrap().write_all(others.concat().as_bytes()).unwrap();
    window.run_until("the other games", has_games(3, FollowStatus::Replaced));
    must_report_error(&mut window, "was replaced");
    let library = &window.state().library;
    let players = library.shown().iter().map(|row| {
        let players = library.row(*row).unwrap().players();
        players[0].to_owned()
    });
    assert_eq!(players.collect::<Vec<_>>(), ["Cy", "Dee", "Eve"]);
    // The tab keeps its game, which is not in the file any more.
    let shown = window.open_game().record().players.0.name.clone();
    assert!(["Ann", "Bob"].contains(&shown.as_str()), "{shown}");
}

#[test]
fn truncated_replaced_or_removed_followed_file_is_reported() {
    let home = temp_folder();
    let path = home.path().join("cup.ronl");
    append(&path, &record_line(["Ann", "Bob"]));
    append(&path, &record_line(["Bob", "Ann"]));
    let mut window = follow(&home, &path);
    window.run_until("two games", has_games(2, FollowStatus::UpToDate));
    // A match that starts over truncates its file first.
    fs::write(&path, "").unwrap();
    window.run_until("the empty file", has_games(0, FollowStatus::Truncated));
    append(&path, &record_line(["Cy", "Ann"]));
    window.run_until("the cut", has_games(1, FollowStatus::Truncated));
    assert_eq!(window.state().library.open_row_count(), 1);
    assert_eq!(window.state().library.shown().len(), 1);
    must_report_error(&mut window, "became shorter");
    // A larger file replaces it.
    let other = home.path().join("other");
    let games = [
        record_line(["Dee", "Ann"]),
        record_line(["Ann", "Dee"]),
        record_line(["Ann", "Eve"]),
    ];
    fs::write(&other, games.concat()).unwrap();
    fs::rename(&other, &path).unwrap();
    window.run_until("the other file", has_games(3, FollowStatus::Replaced));
    assert_eq!(window.state().library.open_row_count(), 3);
    fs::remove_file(&path).unwrap();
    window.run_until("the end of the file", has_games(3, FollowStatus::Missing));
    must_report_error(&mut window, "no longer exists");
    // The button stops following.
    window.state().dialog = None;
    window.click("Stop following");
    assert!(window.state().followed.is_none());
    assert!(!window.shows("Stop following"));
}
