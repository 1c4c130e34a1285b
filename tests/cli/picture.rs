//! Pictures: `kifu show --svg` and `kifu convert` to `.svg`.

use crate::common::names;
use crate::{BROKEN, GAME, folder, kifu};
use std::fs;

#[test]
fn a_picture_is_written_of_the_end_and_of_any_ply() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let run = kifu(path, &["convert", "game.moves", "-o", "end.svg"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let end = fs::read_to_string(path.join("end.svg")).unwrap();
    assert!(end.contains(">White wins<"), "{end}");

    let run = kifu(path, &["show", "game.moves", "--svg", "-"]);
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (0, end.as_str(), "")
    );
    let run = kifu(
        path,
        &["show", "game.moves", "--ply", "1", "--svg", "one.svg"],
    );
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let one = fs::read_to_string(path.join("one.svg")).unwrap();
    assert!(one.contains(">Ply 1: White a2a1 · Black to move<"), "{one}");

    let run = kifu(path, &["show", "game.moves", "--svg", "-", "--dark"]);
    assert_ne!(run.out, end);
    assert_eq!(run.out.lines().count(), end.lines().count());
}

#[test]
fn a_picture_is_written_of_a_position() {
    let here = std::env::temp_dir();
    let show = ["show", "--game", "clobber", "--svg", "-"];
    let run = kifu(&here, &[&show[..], &["--position", "wb/bw w"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains(">White to move<"), "{}", run.out);
    let run = kifu(&here, &show);
    assert!(run.out.contains("32 white stones"), "{}", run.out);
}

#[test]
fn a_picture_does_not_replace_a_file_unasked() {
    let logs = folder(&[("game.moves", GAME), ("out.svg", "mine")]);
    let path = logs.path();
    let run = kifu(path, &["show", "game.moves", "--svg", "out.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--force"), "{}", run.err);
    assert_eq!(fs::read_to_string(path.join("out.svg")).unwrap(), "mine");
    let run = kifu(path, &["show", "game.moves", "--svg", "out.svg", "--force"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        fs::read_to_string(path.join("out.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    assert_eq!(names(path), ["game.moves", "out.svg"]);
    for args in [
        &["--dark"][..],
        &["--svg", "-", "--all"],
        &["--svg", "-", "--ascii"],
    ] {
        let run = kifu(path, &[&["show", "game.moves"], args].concat());
        assert_eq!(run.code, 2, "{args:?}");
    }
}

#[test]
fn several_games_become_several_pictures() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let run = kifu(logs.path(), &["convert", "two.moves", "-o", "out.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--split"), "{}", run.err);
    let run = kifu(
        logs.path(),
        &[
            "convert",
            "two.moves",
            "-o",
            "out/",
            "--split",
            "--to",
            "svg",
        ],
    );
    assert_eq!(run.code, 1, "the first has an illegal move: {}", run.err);
    assert_eq!(names(&logs.path().join("out")).len(), 2);
}

#[test]
fn a_picture_is_not_read() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    kifu(path, &["convert", "game.moves", "-o", "end.svg"]);
    let run = kifu(path, &["validate", "--from", "svg", "end.svg"]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("K120") || run.out.contains("K120"),
        "{}{}",
        run.out,
        run.err
    );
    let run = kifu(path, &["formats"]);
    assert!(run.out.contains("-w  a picture"), "{}", run.out);
}
