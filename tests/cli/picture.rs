//! SVG pictures of games and positions: `kifu render`.

use crate::common::names;
use crate::{BROKEN, GAME, folder, kifu};
use std::fs;

#[test]
fn render_draws_the_end_or_any_ply() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let run = kifu(path, &["render", "game.moves", "-o", "end.svg"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let end = fs::read_to_string(path.join("end.svg")).unwrap();
    assert!(end.contains(">White wins<"), "{end}");

    let run = kifu(path, &["render", "game.moves", "--to", "svg", "-o", "-"]);
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (0, end.as_str(), "")
    );
    let run = kifu(
        path,
        &["render", "game.moves", "--ply", "1", "-o", "one.svg"],
    );
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let one = fs::read_to_string(path.join("one.svg")).unwrap();
    assert!(one.contains(">Ply 1: White a2a1 · Black to move<"), "{one}");

    let dark = [
        "render",
        "game.moves",
        "--to",
        "svg",
        "-o",
        "-",
        "--theme",
        "dark",
    ];
    let run = kifu(path, &dark);
    assert_ne!(run.out, end);
    assert_eq!(run.out.lines().count(), end.lines().count());
}

#[test]
fn render_draws_a_position_text() {
    let here = std::env::temp_dir();
    let start = ["render", "--game", "clobber", "--to", "svg", "-o", "-"];
    let position = [&start[..], &["--position", "wb/bw w"]].concat();
    let run = kifu(&here, &position);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains(">White to move<"), "{}", run.out);
    let plain = kifu(&here, &[&position[..], &["--hide", "coordinates"]].concat());
    assert_ne!(plain.out, run.out);
    let run = kifu(&here, &start);
    assert!(run.out.contains("32 white stones"), "{}", run.out);
    for (args, expected) in [
        (&["render", "-o", "x.svg"][..], "<FILE>"),
        (
            &["render", "--position", "wb/bw w", "-o", "x.svg"],
            "--game",
        ),
        (
            &["render", "--game", "clobber", "-o", "x.gif"],
            "found a GIF",
        ),
        (
            &["render", "--game", "clobber", "--all", "-o", "x.svg"],
            "expected a file",
        ),
        (
            &[
                "render",
                "--game",
                "clobber",
                "--position",
                "wx w",
                "-o",
                "-",
            ],
            "--to",
        ),
        (&[&start[..], &["--position", "wx w"]].concat(), "column 3"),
        (&[&position[..], &["--ply", "1"]].concat(), "--ply"),
    ] {
        let run = kifu(&here, args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
}

#[test]
fn render_replaces_a_file_only_with_force() {
    let logs = folder(&[("game.moves", GAME), ("out.svg", "mine")]);
    let path = logs.path();
    let run = kifu(path, &["render", "game.moves", "-o", "out.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--force"), "{}", run.err);
    assert_eq!(fs::read_to_string(path.join("out.svg")).unwrap(), "mine");
    let run = kifu(path, &["render", "game.moves", "-o", "out.svg", "--force"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        fs::read_to_string(path.join("out.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    assert_eq!(names(path), ["game.moves", "out.svg"]);
}

#[test]
fn convert_to_svg_names_the_command_that_draws_pictures() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let run = kifu(logs.path(), &["convert", "two.moves", "-o", "out.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("kifu render"), "{}", run.err);
    let run = kifu(logs.path(), &["validate", "--from", "svg", "two.moves"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert_eq!(names(logs.path()), ["two.moves"]);
}
