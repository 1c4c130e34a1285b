//! Exports of the games that the library lists.

use super::harness::{Window, desktop_may_have_dialogs, folder};
use kifu_app::library::Filter;
use kifu_app::state::{Action, Dialog, Effect, FileAction, LibraryAction, PathPurpose};
use std::fs;
use std::path::{Path, PathBuf};

/// Two files with four games of two players.
fn library(home: &Path) -> Vec<PathBuf> {
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

/// Types a path for the listed games.
fn export_to(window: &mut Window, path: &Path) {
    window.act(Action::Outside(Effect::PathGiven(
        PathPurpose::ExportListed,
        path.to_owned(),
    )));
    window.until("the end of the export", |state| {
        state.running_jobs.is_empty()
    });
}

fn listing(player: &str) -> Action {
    Action::Library(LibraryAction::SetFilter(Box::new(Filter {
        player: Some(player.to_owned()),
        ..Filter::default()
    })))
}

fn open(home: &tempfile::TempDir) -> (Window, Vec<PathBuf>) {
    let paths = library(home.path());
    let mut window = Window::open(home, paths.clone());
    window.until("the games", |state| {
        state.library.len() == 4 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    (window, paths)
}

#[test]
fn listed_games_become_one_file() {
    let home = folder();
    let (mut window, _) = open(&home);
    window.act(listing("Ada"));
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
    // Whatever is there already stays unless the desktop has asked.
    window.act(listing("Cy"));
    export_to(&mut window, &to);
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    window.must_show("exists");
}

#[test]
fn a_file_of_the_library_does_not_shrink_to_the_listed_games() {
    let home = folder();
    let (mut window, paths) = open(&home);
    window.act(listing("Ada"));
    let before = fs::read(&paths[0]).unwrap();
    // By another name, too.
    let detour = home
        .path()
        .join("games")
        .join("..")
        .join("games")
        .join("a.moves");
    for path in [&paths[0], &detour] {
        window.act(Action::Outside(Effect::PathGiven(
            PathPurpose::ExportListed,
            path.clone(),
        )));
        assert_eq!(fs::read(&paths[0]).unwrap(), before);
        window.must_show("The listed games come from this file. Choose another one:");
    }
}

#[test]
fn a_name_of_no_format_is_refused_with_the_formats() {
    let home = folder();
    let (mut window, _) = open(&home);
    let path = home.path().join("listed.xyz");
    window.act(Action::Outside(Effect::PathGiven(
        PathPurpose::ExportListed,
        path.clone(),
    )));
    window.must_show("The name of the file must end like one of these formats:");
    window.must_show(".ronl");
    assert!(!path.exists());
}

#[test]
fn without_a_desktop_a_path_is_asked_for() {
    let home = folder();
    let (mut window, paths) = open(&home);
    if !desktop_may_have_dialogs() {
        window.act(Action::File(FileAction::ExportListed));
        window.until("the question for a path", |state| {
            matches!(
                state.dialog,
                Some(Dialog::Path(PathPurpose::ExportListed, _))
            )
        });
        let folder = paths[0].parent().unwrap().join("listed.ronl");
        let asked = &window.state().dialog;
        assert!(matches!(asked, Some(Dialog::Path(_, path)) if *path == folder));
    }
    // Nothing is listed, so nothing is asked.
    window.act(Action::CloseDialog);
    window.act(listing("Nobody"));
    window.act(Action::File(FileAction::ExportListed));
    assert!(window.state().dialog.is_none());
}
