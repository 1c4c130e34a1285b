//! A file of records is followed while a match writes it.

use super::harness::{Window, folder, read};
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

/// The line of a game between these two.
fn line(names: [&str; 2]) -> String {
    let mut record: Record = crate::common::unreviewed(read(&records_folder().join("clobber.ron")));
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

fn has(games: usize, status: FollowStatus) -> impl Fn(&AppState) -> bool {
    move |state| {
        let followed = state.followed.as_ref();
        let update = followed.and_then(|followed| followed.update.as_ref());
        update.is_some_and(|update| (update.game_count, update.status) == (games, status))
    }
}

#[test]
fn games_and_standings_appear_as_they_are_written() {
    let home = folder();
    let path = home.path().join("cup.ronl");
    let mut window = follow(&home, &path);
    // It need not exist yet.
    window.until("its absence", has(0, FollowStatus::Missing));
    window.must_show("No games yet.");
    window.must_show("waiting for the file");
    append(&path, &line(["Ann", "Bob"]));
    append(&path, &line(["Bob", "Ann"]));
    window.until("two games", |state| {
        has(2, FollowStatus::UpToDate)(state) && state.library.len() == 2 && state.tabs.len() == 1
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
    // A line is torn: what is there of it is waited for.
    let third = line(["Ann", "Cy"]);
    let (half, rest) = third.split_at(third.len() / 2);
    append(&path, half);
    window.until("the torn line", |state| {
        let update = state.followed.as_ref().unwrap().update.as_ref().unwrap();
        update.is_line_torn
    });
    assert_eq!(window.state().library.len(), 2);
    window.must_show("next game is being written");
    append(&path, rest);
    window.until("three games", has(3, FollowStatus::UpToDate));
    assert_eq!(shown(&mut window), first_shown, "what is read stays");
    // One key goes to the newest.
    window.press_with(Modifiers::SHIFT, Key::J);
    window.until("the newest", |state| {
        state.tab().unwrap().player_names() == ["Ann", "Cy"]
    });
    // The standings are those of the command.
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
    // Its games are not changed by what is added.
    assert_eq!(window.state().dialog, None);
    assert_eq!(window.state().messages, []);
}

#[test]
fn the_columns_of_the_standings_fit_beside_long_names() {
    let home = folder();
    let path = home.path().join("cup.ronl");
    append(
        &path,
        &line(["Flat Monte Carlo with 20000 playouts", "Bob"]),
    );
    let mut window = follow(&home, &path);
    window.until("the game", has(1, FollowStatus::UpToDate));
    let search = window.harness.get_by_label("Search library").rect();
    for column in ["W-D-L", "Points", "Elo", "Faults"] {
        let heading = window.harness.get_by_label(column).rect();
        // The funnel and the order stand to the right of the search.
        assert!(
            heading.right() <= search.right() + 50.0,
            "{column}: {heading:?}, {search:?}"
        );
    }
}

/// Checks that a message tells this error. It need not be the last one: a game that was being
/// opened may fail after it.
#[track_caller]
fn must_tell(window: &mut Window, text: &str) {
    let messages = &window.state().messages;
    let is_told = messages
        .iter()
        .any(|message| message.kind == MessageKind::Error && message.text.contains(text));
    assert!(is_told, "{messages:?}");
}

#[test]
fn a_file_that_is_cut_replaced_or_removed_is_told_of() {
    let home = folder();
    let path = home.path().join("cup.ronl");
    append(&path, &line(["Ann", "Bob"]));
    append(&path, &line(["Bob", "Ann"]));
    let mut window = follow(&home, &path);
    window.until("two games", has(2, FollowStatus::UpToDate));
    // A match that begins again empties its file first.
    fs::write(&path, "").unwrap();
    window.until("the empty file", has(0, FollowStatus::Truncated));
    append(&path, &line(["Cy", "Ann"]));
    window.until("the cut", has(1, FollowStatus::Truncated));
    assert_eq!(window.state().library.open_row_count(), 1);
    assert_eq!(window.state().library.shown().len(), 1);
    must_tell(&mut window, "became shorter");
    // Another file with more in it takes its place.
    let other = home.path().join("other");
    let games = [
        line(["Dee", "Ann"]),
        line(["Ann", "Dee"]),
        line(["Ann", "Eve"]),
    ];
    fs::write(&other, games.concat()).unwrap();
    fs::rename(&other, &path).unwrap();
    window.until("the other file", has(3, FollowStatus::Replaced));
    assert_eq!(window.state().library.open_row_count(), 3);
    fs::remove_file(&path).unwrap();
    window.until("the end of the file", has(3, FollowStatus::Missing));
    must_tell(&mut window, "no longer exists");
    // Following ends.
    window.state().dialog = None;
    window.click("Stop following");
    assert!(window.state().followed.is_none());
    assert!(!window.shows("Stop following"));
}
