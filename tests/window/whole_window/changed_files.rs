//! Files that another program changes while their games are open: a game is known by what it is,
//! never by its place.

use super::harness::{Window, read_record, temp_folder};
use crate::common::records_folder;
use egui::{Key, Modifiers};
use kifu_app::AppOptions;
use kifu_app::state::{Action, AppState, Dialog, Effect, FileAction, PathPurpose};
use kifu_core::record::{Record, read_ron, write_ron, write_ronl};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Returns a game whose first player has this name.
fn game_of(name: &str) -> Record {
    let mut record = read_record(&records_folder().join("clobber.ron"));
    name.clone_into(&mut record.players.0.name);
    "Opponent".clone_into(&mut record.players.1.name);
    crate::common::unreviewed(record)
}

/// Returns an archive of the games of these players.
fn archive(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| write_ronl(&game_of(name)))
        .collect()
}

/// Returns the first player of each game of an archive, with the comment of its first ply.
fn games_in(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap();
    let records = text.lines().map(|line| read_ron(line).unwrap());
    let game = |record: Record| {
        let comment = record.notes.get(&1).map(|note| note.comment.clone());
        (record.players.0.name, comment.unwrap_or_default())
    };
    records.map(game).collect()
}

/// Replaces a file as another program does, by a rename.
fn replace(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(&new, path).unwrap();
}

/// Opens an archive of `Ann`, `Bob`, `Cy` and `Dee`, with the game of `Cy` shown.
fn window_with_third_game(home: &TempDir, watch_interval: Duration) -> (Window, PathBuf) {
    let path = home.path().join("a.ronl");
    fs::write(&path, archive(&["Ann", "Bob", "Cy", "Dee"])).unwrap();
    let mut window = Window::open_with(AppOptions {
        paths: vec![path.clone()],
        data_folder: Some(home.path().join("home")),
        watch_interval,
        ..AppOptions::default()
    });
    window.run_until("the games", |state| {
        state.tabs.len() == 1 && state.library.len() == 4 && state.running_jobs.is_empty()
    });
    window.perform(Action::Outside(Effect::OpenRow(2)));
    window.run_until("the third game", |state| shown_player(state) == "Cy");
    window.press(Key::ArrowRight);
    (window, path)
}

fn shown_player(state: &AppState) -> &str {
    let open_game = state.open_game();
    open_game.map_or("", |game| game.record().players.0.name.as_str())
}

fn is_reloaded(state: &AppState) -> bool {
    let mut messages = state.messages.iter();
    messages.any(|message| message.text.contains("Reloaded"))
}

#[track_caller]
fn must_show_game_of(window: &mut Window, name: &str) {
    assert_eq!(shown_player(window.state()), name);
    let title = window.state().tab().unwrap().title.clone();
    assert_eq!(title, format!("{name} – Opponent"));
    let selected = window.state().selected_row;
    if let Some(row) = selected {
        let players = window.state().library.row(row).unwrap().players();
        assert_eq!(players[0], name);
    }
}

const SELDOM: Duration = Duration::from_hours(1);
const OFTEN: Duration = Duration::from_millis(1);

mod slow {
    use super::*;

    #[test]
    fn reload_finds_moved_game_by_its_content() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        replace(&path, &archive(&["New", "Ann", "Bob", "Cy", "Dee"]));
        window.perform(Action::Outside(Effect::ReloadTab(1)));
        window.run_until("the file", |state| state.tabs[1].can_undo_and_redo().0);
        must_show_game_of(&mut window, "Cy");
        // The comment is saved to the line of this game.
        window.write_comment("Mine.");
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the file", |state| state.changed_tabs().count() == 0);
        let expected = ["New", "Ann", "Bob", "Cy", "Dee"].map(|name| {
            let comment = if name == "Cy" { "Mine." } else { "" };
            (name.to_owned(), comment.to_owned())
        });
        assert_eq!(games_in(&path), expected);
    }

    #[test]
    fn reload_finds_game_that_was_annotated_and_moved() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, OFTEN);
        let mut annotated = game_of("Cy");
        annotated.note_mut(1).comment = "Theirs.".to_owned();
        let text = archive(&["New", "Ann", "Bob"]) + &write_ronl(&annotated) + &archive(&["Dee"]);
        replace(&path, &text);
        window.run_until("the file", is_reloaded);
        must_show_game_of(&mut window, "Cy");
        let comment = window.open_game().note().map(|note| note.comment.clone());
        assert_eq!(comment.as_deref(), Some("Theirs."));
    }

    #[test]
    fn reload_keeps_game_that_file_no_longer_contains() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, OFTEN);
        replace(&path, &archive(&["Ann", "Bob", "Dee", "Eve"]));
        window.run_until("the message", |state| {
            let mut messages = state.messages.iter();
            messages.any(|message| message.text.contains("no longer contains this game"))
        });
        must_show_game_of(&mut window, "Cy");
        assert!(!is_reloaded(window.state()));
    }

    #[test]
    fn reload_renews_title_of_renamed_players() {
        let home = temp_folder();
        let path = home.path().join("game.ron");
        fs::write(&path, write_ron(&game_of("Ann"))).unwrap();
        let mut window = Window::with_watched_file(&home, &path);
        replace(&path, &write_ron(&game_of("Anna")));
        window.run_until("the file", is_reloaded);
        must_show_game_of(&mut window, "Anna");
    }

    #[test]
    fn library_row_of_changed_file_opens_its_own_game() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        replace(&path, &archive(&["New", "Ann", "Bob", "Cy", "Dee"]));
        window.perform(Action::Outside(Effect::OpenRow(3)));
        window.run_until("the game", |state| shown_player(state) != "Cy");
        must_show_game_of(&mut window, "Dee");
        replace(&path, &archive(&["Eve", "Ann", "Bob", "Cy", "Flo"]));
        window.perform(Action::Outside(Effect::OpenRow(3)));
        window.run_until("the message", |state| !state.messages.is_empty());
        window.must_show("no longer contains this game");
    }

    #[test]
    fn restored_session_opens_same_games_of_changed_file() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        window.settle();
        window.end(true);
        for text in [archive(&["New", "Ann", "Bob", "Cy", "Dee"]), {
            let mut annotated = game_of("Cy");
            annotated.note_mut(2).comment = "Theirs.".to_owned();
            write_ronl(&annotated) + &archive(&["Ann", "New", "Bob"])
        }] {
            replace(&path, &text);
            let mut window = Window::open(&home, Vec::new());
            window.run_until("the session", |state| {
                state.tabs.len() == 2 && state.library.len() >= 4 && state.running_jobs.is_empty()
            });
            must_show_game_of(&mut window, "Cy");
            assert_eq!(window.open_game().ply(), 1);
            window.end(true);
        }
    }

    #[test]
    fn export_of_listed_games_follows_changed_file() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        window.perform(Action::Library(kifu_app::state::LibraryAction::SetFilter(
            Box::new(kifu_app::library::Filter {
                player: Some("Cy".to_owned()),
                ..kifu_app::library::Filter::default()
            }),
        )));
        assert_eq!(window.state().library.shown().len(), 1);
        replace(&path, &archive(&["New", "Ann", "Bob", "Cy", "Dee"]));
        let listed = home.path().join("listed.ronl");
        let purpose = PathPurpose::ExportListed;
        window.perform(Action::Outside(Effect::PathGiven(purpose, listed.clone())));
        window.run_until("the export", |_| listed.exists());
        assert_eq!(games_in(&listed), [("Cy".to_owned(), String::new())]);
    }

    #[test]
    fn game_that_moved_in_its_file_is_saved_without_question() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, OFTEN);
        window.write_comment("Mine.");
        replace(&path, &archive(&["New", "Ann", "Bob", "Cy", "Dee"]));
        window.run_until("the move", |state| {
            let source = state.tabs[1].source.as_ref().unwrap();
            state.dialog.is_some() || source.address.index_in_file == 3
        });
        assert_eq!(window.state().dialog, None);
        assert_eq!(window.state().messages, []);
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the save", |state| {
            state.changed_tabs().count() == 0 || state.dialog.is_some()
        });
        assert_eq!(games_in(&path)[3], ("Cy".to_owned(), "Mine.".to_owned()));
        assert_eq!(games_in(&path).len(), 5);
    }

    #[test]
    fn save_as_to_own_archive_keeps_its_other_games() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        window.write_comment("Mine.");
        window.save_as(&path);
        assert_eq!(window.state().dialog, None);
        assert_eq!(games_in(&path).len(), 4);
        assert_eq!(games_in(&path)[2].1, "Mine.");
        // The games of another archive are counted.
        let other = home.path().join("other.ronl");
        fs::write(&other, archive(&["Eve", "Flo"])).unwrap();
        window.write_comment("More.");
        let purpose = PathPurpose::Save;
        window.perform(Action::Outside(Effect::PathGiven(purpose, other.clone())));
        window.run_until("the question", |state| state.dialog.is_some());
        window.must_show("It contains 2 other games.");
        window.press(Key::Enter);
        assert_eq!(window.state().dialog, None);
        assert_eq!(games_in(&other).len(), 2);
    }

    #[test]
    fn many_pasted_games_are_opened_only_on_demand() {
        let home = temp_folder();
        let (mut window, _) = window_with_third_game(&home, SELDOM);
        let names: Vec<String> = (0..60).map(|nth| format!("P{nth}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        window.perform(Action::Outside(Effect::ParseText(archive(&names))));
        window.run_until("the question", |state| state.dialog.is_some());
        assert_eq!(window.state().dialog, Some(Dialog::ManyPasted(60)));
        assert_eq!(window.state().tabs.len(), 2);
        window.press(Key::Enter);
        assert_eq!(window.state().tabs.len(), 3);
    }

    // Undo after the file was read again.

    #[test]
    fn save_after_undone_reload_finds_its_own_line() {
        let home = temp_folder();
        let (mut window, path) = window_with_third_game(&home, SELDOM);
        window.write_comment("Mine.");
        replace(&path, &archive(&["New", "Ann", "Bob", "Cy", "Dee"]));
        window.perform(Action::Outside(Effect::ReloadTab(1)));
        window.run_until("the file", |state| state.changed_tabs().count() == 0);
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the save", |state| state.running_jobs.is_empty());
        let names: Vec<_> = games_in(&path).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["New", "Ann", "Bob", "Cy", "Dee"]);
        assert_eq!(games_in(&path)[3].1, "Mine.");
    }

    #[test]
    fn save_after_undone_reload_asks_before_it_replaces_other_work() {
        let home = temp_folder();
        let path = home.path().join("game.ron");
        fs::write(&path, write_ron(&game_of("Ann"))).unwrap();
        let mut window = Window::with_watched_file(&home, &path);
        window.press(Key::ArrowRight);
        window.write_comment("Mine.");
        window.perform(Action::File(FileAction::Save));
        window.run_until("the save", |state| {
            state.changed_tabs().count() == 0 && state.running_jobs.is_empty()
        });
        let mut theirs = read_record(&path);
        theirs.note_mut(2).comment = "Theirs.".to_owned();
        replace(&path, &write_ron(&theirs));
        window.run_until("the file", |state| {
            is_reloaded(state)
                && state.running_jobs.is_empty()
                && state.tabs[0].record.notes.contains_key(&2)
        });
        // The reading is undone, then the comment.
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the question", |state| state.dialog.is_some());
        assert_eq!(
            window.state().dialog,
            Some(Dialog::FileChanged(0, false)),
            "the save does not ask"
        );
        assert_eq!(read_record(&path), theirs);
    }
}
