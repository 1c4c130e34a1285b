//! Pages are written whole or not at all, and a second run completes the first.

use super::EVENT;
use crate::common::names;
use crate::{GAME, folder, kifu};
use std::fs;

#[test]
fn a_second_run_completes_an_interrupted_one() {
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
fn another_file_is_replaced_only_by_force() {
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
        run.err.contains("wrote 1 page"),
        "the others are there: {}",
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
fn unwritable_folder_is_reported() {
    let here = folder(&[("event.moves", EVENT), ("file", "")]);
    for out in ["file/out/", "file/"] {
        let run = kifu(here.path(), &["publish", "event.moves", "-o", out]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("cannot write `file"), "{}", run.err);
    }
    let run = kifu(
        here.path(),
        &["publish", "event.moves", "-o", "file/a.html"],
    );
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(names(here.path()), ["event.moves", "file"]);
}

#[test]
fn folders_are_made_before_the_games_are_read_and_go_again_without_games() {
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
    // What cannot be written is told before a game is looked at.
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
fn a_full_disk_leaves_no_half_page_and_a_second_run_completes() {
    use crate::KIFU;
    use std::process::Command;

    let here = folder(&[("event.moves", EVENT)]);
    let whole = kifu(here.path(), &["publish", "event.moves", "-o", "whole/"]);
    assert_eq!(whole.code, 1, "{}", whole.err);
    // A limit on the size of files stands for a disk that fills up: index and players are smaller
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
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(
        told.contains("cannot write") && told.contains("games/"),
        "{told}"
    );
    assert_eq!(
        names(&here.path().join("out")),
        ["games", "players"],
        "no index"
    );
    assert_eq!(
        names(&here.path().join("out/games")),
        [""; 0],
        "no half page"
    );
    let run = kifu(here.path(), &["publish", "event.moves", "-o", "out/"]);
    assert!(run.err.contains("wrote 8 pages"), "{}", run.err);
    let index = |folder: &str| fs::read(here.path().join(folder).join("index.html")).unwrap();
    assert_eq!(index("out"), index("whole"));
}

#[test]
fn wrong_usage_is_told() {
    let here = folder(&[
        ("event.moves", EVENT),
        ("none.txt", "hello\n"),
        ("a.moves", GAME),
    ]);
    let told = |args: &[&str]| {
        let run = kifu(here.path(), &[&["publish"], args].concat());
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        run.err
    };
    assert!(told(&["a.moves", "-o", "a.txt"]).contains("ends in .html"));
    assert!(
        told(&["event.moves", "-o", "a.html"]).contains("expected one game for a page, found 4")
    );
    assert!(told(&["none.txt", "-o", "a.html"]).contains("none.txt"));
    assert!(told(&["missing", "-o", "a.html"]).contains("missing"));
    assert!(told(&["a.moves"]).contains("--output"));
    assert_eq!(names(here.path()), ["a.moves", "event.moves", "none.txt"]);
}
