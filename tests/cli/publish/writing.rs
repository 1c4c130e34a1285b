//! Pages are written whole or not at all, and a second run completes the first.

use super::EVENT;
use crate::common::names;
use crate::{GAME, folder, kifu, shown};
use std::fs;

#[test]
fn second_publish_completes_an_interrupted_one() {
    let here = folder(&[("event.moves", EVENT)]);
    let args = ["publish", "event.moves", "-o", "out/"];
    kifu(here.path(), &args);
    let out = here.path().join("out");
    let game = out.join("games/Ada-Charles.html");
    let [index, page] = [out.join("index.html"), game].map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        (path, text)
    });
    let run = kifu(here.path(), &args);
    assert!(run.err.contains("wrote 2 pages"), "{}", run.err);
    assert!(run.err.contains("6 were there already"), "{}", run.err);
    for (path, text) in [index, page] {
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn publish_replaces_a_different_file_only_with_force() {
    let here = folder(&[
        ("event.moves", EVENT),
        ("out/index.html", "mine"),
        ("a.moves", GAME),
    ]);
    let path = here.path();
    let run = kifu(path, &["publish", "event.moves", "-o", "out/"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(
        run.err.contains("index.html") && run.err.contains("--force"),
        "{}",
        run.err
    );
    assert_eq!(
        fs::read_to_string(path.join("out/index.html")).unwrap(),
        "mine"
    );
    let run = kifu(path, &["publish", "event.moves", "-o", "out/", "--force"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.err.contains("wrote 8 pages"),
        "none was written before: {}",
        run.err
    );

    fs::write(path.join("a.html"), "mine").unwrap();
    let run = kifu(path, &["publish", "a.moves", "-o", "a.html"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(fs::read_to_string(path.join("a.html")).unwrap(), "mine");
    assert_eq!(
        kifu(path, &["publish", "a.moves", "-o", "a.html", "-f"]).code,
        0
    );
}

#[test]
fn second_publish_makes_only_the_pages_that_change() {
    let here = folder(&[("event.moves", EVENT)]);
    let out = here.path().join("out");
    let publish = || kifu(here.path(), &["publish", "event.moves", "-o", "out/"]);
    publish();
    let run = publish();
    assert!(run.err.contains("wrote 0 pages"), "{}", run.err);
    let page = out.join("games/Grace-Charles.html");
    let before = fs::read_to_string(&page).unwrap();
    // The last game gets a comment: its page changes, and no other.
    fs::write(
        here.path().join("event.moves"),
        format!("{EVENT}# a slip\n"),
    )
    .unwrap();
    let run = publish();
    assert!(run.err.contains("wrote 1 page "), "{}", run.err);
    assert!(fs::read_to_string(&page).unwrap().contains("a slip"));
    // A page that somebody has edited is not replaced.
    fs::write(&page, "mine").unwrap();
    let run = publish();
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("Grace-Charles.html"), "{}", run.err);
    // An older page was made by kifu, too.
    fs::write(&page, before).unwrap();
    let run = publish();
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(fs::read_to_string(&page).unwrap().contains("a slip"));
}

#[test]
fn interrupted_publish_of_grown_event_is_completed_without_force() {
    let here = folder(&[("event.moves", EVENT)]);
    let publish = || kifu(here.path(), &["publish", "event.moves", "-o", "out"]);
    publish();
    let list = here.path().join("out/.kifu-pages.json");
    let stale = fs::read(&list).unwrap();
    for comment in ["a slip", "a blunder"] {
        let grown = format!("{EVENT}# {comment}\n---\n{GAME}");
        fs::write(here.path().join("event.moves"), grown).unwrap();
        let run = publish();
        assert_eq!(run.code, 1, "{}", run.err);
        // An interrupted run has not come to its list.
        fs::write(&list, &stale).unwrap();
    }
    let page = here.path().join("out/games/Grace-Charles.html");
    assert!(fs::read_to_string(page).unwrap().contains("a blunder"));
}

#[test]
fn name_without_ending_is_the_folder_of_an_event() {
    let here = folder(&[("event.moves", EVENT), ("a.moves", GAME)]);
    for (file, count) in [("event.moves", "8 pages"), ("a.moves", "4 pages")] {
        let out = file.replace('.', "-");
        let run = kifu(here.path(), &["publish", file, "-o", &out]);
        assert!(
            run.err.contains(&format!(
                "wrote {count} to {}",
                shown(&format!("{out}/index.html"))
            )),
            "{}",
            run.err
        );
    }
    let run = kifu(here.path(), &["publish", "event.moves", "-o", "event.2026"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("ends in `/`"), "{}", run.err);
}

#[test]
fn event_of_other_games_replaces_no_index_without_force() {
    let other = "game: clobber\nplayer1: Eve\nplayer2: Dan\nwidth: 2\nheight: 2\na2a1\n";
    let here = folder(&[("event.moves", EVENT), ("other.moves", other)]);
    let path = here.path();
    kifu(path, &["publish", "event.moves", "-o", "out/"]);
    let index = fs::read_to_string(path.join("out/index.html")).unwrap();
    let run = kifu(path, &["publish", "other.moves", "-o", "out/"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("found other games"), "{}", run.err);
    assert_eq!(
        fs::read_to_string(path.join("out/index.html")).unwrap(),
        index
    );
    let run = kifu(path, &["publish", "other.moves", "-o", "out/", "-f"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn unwritable_folder_is_reported() {
    let here = folder(&[("event.moves", EVENT), ("file", "")]);
    for out in ["file/out/", "file/"] {
        let run = kifu(here.path(), &["publish", "event.moves", "-o", out]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("`file/"), "{}", run.err);
    }
    let run = kifu(
        here.path(),
        &["publish", "event.moves", "-o", "file/a.html"],
    );
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(names(here.path()), ["event.moves", "file"]);
}

#[test]
fn unwritable_folders_are_reported_first_and_empty_ones_removed() {
    let here = folder(&[
        ("event.moves", EVENT),
        ("mine/games/index.html/x", ""),
        ("old/players/x", ""),
    ]);
    fs::create_dir(here.path().join("empty")).unwrap();
    for out in ["a/b/", "old/"] {
        let run = kifu(here.path(), &["publish", "empty", "-o", out]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("expected games to publish"), "{}", run.err);
    }
    let all = ["empty", "event.moves", "mine", "old"];
    assert_eq!(names(here.path()), all);
    assert_eq!(names(&here.path().join("old")), ["players"]);
    // An unwritable output is reported before a game is read.
    let args = ["publish", "missing", "event.moves", "-o", "mine/"];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(
        run.err.contains("mine/games/index.html") && !run.err.contains("missing"),
        "{}",
        run.err
    );
    assert_eq!(names(&here.path().join("mine")), ["games"]);
}

#[cfg(unix)]
#[test]
fn full_disk_leaves_no_partial_page_and_rerun_completes() {
    use crate::KIFU;
    use std::process::Command;

    let here = folder(&[("event.moves", EVENT)]);
    let whole = kifu(here.path(), &["publish", "event.moves", "-o", "whole/"]);
    assert_eq!(whole.code, 1, "{}", whole.err);
    // A limit on the size of files simulates a disk that fills up: index and players are smaller
    // than games.
    let size = |name: &str| fs::metadata(here.path().join(name)).unwrap().len();
    let limit = (size("whole/games/Ada-Charles.html") - 1) / 1024;
    let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.current_dir(here.path()).args(["-c", &script, KIFU]);
    let run = command
        .args(["publish", "event.moves", "-o", "out/"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let error = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(
        error.contains("cannot write") && error.contains("games/"),
        "{error}"
    );
    assert!(!here.path().join("out/index.html").exists(), "no index");
    assert!(!here.path().join("out/games").exists(), "no half page");
    let run = kifu(here.path(), &["publish", "event.moves", "-o", "out/"]);
    assert!(run.err.contains("wrote 8 pages"), "{}", run.err);
    let index = |folder: &str| fs::read(here.path().join(folder).join("index.html")).unwrap();
    assert_eq!(index("out"), index("whole"));
}

#[test]
fn wrong_publish_arguments_are_reported() {
    let here = folder(&[
        ("event.moves", EVENT),
        ("none.txt", "hello\n"),
        ("a.moves", GAME),
    ]);
    let error = |args: &[&str]| {
        let run = kifu(here.path(), &[&["publish"], args].concat());
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        run.err
    };
    assert!(error(&["a.moves", "-o", "a.txt"]).contains("ends in .html"));
    assert!(
        error(&["event.moves", "-o", "a.html"]).contains("expected one game for a page, found 4")
    );
    assert!(error(&["none.txt", "-o", "a.html"]).contains("none.txt"));
    assert!(error(&["missing", "-o", "a.html"]).contains("missing"));
    assert!(error(&["a.moves"]).contains("--output"));
    assert_eq!(names(here.path()), ["a.moves", "event.moves", "none.txt"]);
}
