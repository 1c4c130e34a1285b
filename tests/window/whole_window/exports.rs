//! Exports of the listed games of the library.

use super::harness::{Window, desktop_may_have_dialogs, temp_folder};
use kifu_app::library::Filter;
use kifu_app::state::{Action, Dialog, Effect, FileAction, LibraryAction, PathPurpose};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes two files with two games each.
fn write_logs(home: &Path) -> Vec<PathBuf> {
    let game = |first: &str, second: &str, moves: &str| {
        format!("game: clobber\nplayer1: {first}\nplayer2: {second}\n{moves}\n")
    };
    let logs = [
        [game("Ada", "Bo", "b1a1"), game("Bo", "Cy", "d1c1")],
        [game("Cy", "Ada", "f1e1"), game("Cy", "Bo", "h1g1")],
    ];
    let games = home.join("games");
    fs::create_dir_all(&games).unwrap();
    let write = |(name, games): (&str, [String; 2])| {
        let path = home.join("games").join(name);
        fs::write(&path, games.join("---\n")).unwrap();
        path
    };
    ["a.moves", "b.moves"]
        .into_iter()
        .zip(logs)
        .map(write)
        .collect()
}

/// Exports the listed games to a path.
fn export_to(window: &mut Window, path: &Path) {
    window.perform(Action::Outside(Effect::PathGiven(
        PathPurpose::ExportListed,
        path.to_owned(),
    )));
    window.run_until("the end of the export", |state| {
        state.running_jobs.is_empty()
    });
}

fn list_games_of(player: &str) -> Action {
    Action::Library(LibraryAction::SetFilter(Box::new(Filter {
        player: Some(player.to_owned()),
        ..Filter::default()
    })))
}

fn open(home: &tempfile::TempDir) -> (Window, Vec<PathBuf>) {
    let paths = write_logs(home.path());
    let mut window = Window::open(home, paths.clone());
    window.run_until("the games", |state| {
        state.library.len() == 4 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    (window, paths)
}

#[test]
fn listed_games_are_exported_to_one_new_file() {
    let home = temp_folder();
    let (mut window, _) = open(&home);
    window.perform(list_games_of("Ada"));
    let to = home.path().join("ada.ronl");
    export_to(&mut window, &to);
    window.must_show("Saved ");
    window.must_show("(2 games)");
    let text = fs::read_to_string(&to).unwrap();
    let moves: Vec<&str> = text
        .lines()
        .map(|line| {
            line.split("moves:\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(moves, ["b1a1", "f1e1"]);
    // An existing file is not overwritten unless the desktop dialog has asked.
    window.perform(list_games_of("Cy"));
    export_to(&mut window, &to);
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    window.must_show("exists");
}

#[test]
fn export_does_not_overwrite_source_file_of_listed_games() {
    let home = temp_folder();
    let (mut window, paths) = open(&home);
    window.perform(list_games_of("Ada"));
    let before = fs::read(&paths[0]).unwrap();
    // A path with a detour is recognized, too.
    let detour = home
        .path()
        .join("games")
        .join("..")
        .join("games")
        .join("a.moves");
    for path in [&paths[0], &detour] {
        window.perform(Action::Outside(Effect::PathGiven(
            PathPurpose::ExportListed,
            path.clone(),
        )));
        assert_eq!(fs::read(&paths[0]).unwrap(), before);
        window.must_show("The listed games come from this file. Choose another one:");
    }
}

#[test]
fn export_to_unknown_extension_lists_formats() {
    let home = temp_folder();
    let (mut window, _) = open(&home);
    let path = home.path().join("listed.xyz");
    window.perform(Action::Outside(Effect::PathGiven(
        PathPurpose::ExportListed,
        path.clone(),
    )));
    window.must_show("The name of the file must end like one of these formats:");
    window.must_show(".ronl");
    assert!(!path.exists());
}

#[test]
fn export_without_desktop_dialogs_asks_for_path() {
    let home = temp_folder();
    let (mut window, paths) = open(&home);
    if !desktop_may_have_dialogs() {
        window.perform(Action::File(FileAction::ExportListed));
        window.run_until("the question for a path", |state| {
            matches!(
                state.dialog,
                Some(Dialog::Path(PathPurpose::ExportListed, _))
            )
        });
        let suggested = paths[0].parent().unwrap().join("listed.ronl");
        let asked = &window.state().dialog;
        assert!(matches!(asked, Some(Dialog::Path(_, path)) if *path == suggested));
    }
    // With no listed games there is no question.
    window.perform(Action::CloseDialog);
    window.perform(list_games_of("Nobody"));
    window.perform(Action::File(FileAction::ExportListed));
    assert!(window.state().dialog.is_none());
}

#[test]
fn picture_has_the_fonts_of_the_window() {
    let home = temp_folder();
    let text = "game: clobber\nplayer1: Zoë 😀\nplayer2: Bo\nb1a1\n";
    let path = home.path().join("named.moves");
    fs::write(&path, text).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| {
        state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    for format in ["png", "gif"] {
        window.state().messages.clear();
        let to = home.path().join(format!("game.{format}"));
        window.perform(Action::Outside(Effect::PathGiven(
            PathPurpose::Export(format),
            to,
        )));
        window.run_until("the picture", |state| !state.messages.is_empty());
        window.must_show("Saved ");
        assert!(!window.shows("No font has these letters"), "{format}");
    }
}
