//! `kifu render`: pictures and animations of games, and what it refuses.

use crate::common::{names, records_folder};
use crate::{BROKEN, GAME, KIFU, folder, kifu};
use std::fs;

/// Returns the width and height that a PNG file states.
fn png_size(file: &[u8]) -> [u32; 2] {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
    [16, 20].map(|at| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()))
}

#[test]
fn render_writes_svg_png_and_gif() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let run = kifu(path, &["render", "game.moves", "-o", "end.svg"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let svg = fs::read_to_string(path.join("end.svg")).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");

    let run = kifu(
        path,
        &["render", "game.moves", "-o", "end.png", "-w", "200"],
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let png = fs::read(path.join("end.png")).unwrap();
    assert_eq!(png_size(&png)[0], 200);
    let dark = [
        "render",
        "game.moves",
        "-o",
        "dark.PNG",
        "-w",
        "200",
        "--theme",
        "dark",
    ];
    assert_eq!(kifu(path, &dark).code, 0);
    assert_ne!(fs::read(path.join("dark.PNG")).unwrap(), png);

    let run = kifu(
        path,
        &["render", "game.moves", "-o", "game.gif", "-w", "120"],
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        fs::read(path.join("game.gif"))
            .unwrap()
            .starts_with(b"GIF89a")
    );
    assert_eq!(
        names(path),
        ["dark.PNG", "end.png", "end.svg", "game.gif", "game.moves"]
    );
}

/// A limit of the system may allow no further thread.
#[test]
#[cfg(target_os = "linux")]
fn pictures_and_pages_are_made_without_further_threads() {
    let logs = folder(&[("game.moves", GAME)]);
    let without_threads = |args: &[&str]| {
        let mut command = assert_cmd::Command::new(KIFU);
        // No stack of a thread is as large as the whole address space.
        command.env("RUST_MIN_STACK", (1_u64 << 47).to_string());
        crate::run(command.current_dir(logs.path()).args(args))
    };
    for args in [
        &["render", "game.moves", "-o", "game.gif", "-w", "120"][..],
        &[
            "render",
            "game.moves",
            "--all",
            "-o",
            "game.png",
            "-w",
            "60",
        ],
        &["publish", "game.moves", "-o", "pages/"],
    ] {
        let run = without_threads(args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    }
    let alone = fs::read(logs.path().join("game.gif")).unwrap();
    let again = ["render", "game.moves", "-o", "game.gif", "-w", "120", "-f"];
    assert_eq!(kifu(logs.path(), &again).code, 0);
    assert_eq!(fs::read(logs.path().join("game.gif")).unwrap(), alone);
}

#[test]
fn several_plies_become_numbered_files() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let run = kifu(path, &["render", "game.moves", "--all", "-o", "p.svg"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err
            .contains("wrote 4 pictures, from p-0.svg to p-3.svg"),
        "{}",
        run.err
    );
    let run = kifu(
        path,
        &[
            "render",
            "game.moves",
            "--plies=-2..",
            "-o",
            "q.png",
            "-w",
            "50",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        names(path),
        [
            "game.moves",
            "p-0.svg",
            "p-1.svg",
            "p-2.svg",
            "p-3.svg",
            "q-2.png",
            "q-3.png"
        ]
    );
    let one = kifu(
        path,
        &[
            "render",
            "game.moves",
            "--ply",
            "1",
            "--to",
            "svg",
            "-o",
            "-",
        ],
    );
    assert_eq!(one.out, fs::read_to_string(path.join("p-1.svg")).unwrap());
    // None is written if one is in the way.
    fs::remove_file(path.join("p-0.svg")).unwrap();
    let run = kifu(path, &["render", "game.moves", "--all", "-o", "p.svg"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("p-1.svg") && run.err.contains("--force"),
        "{}",
        run.err
    );
    assert!(!path.join("p-0.svg").exists());
    let run = kifu(
        path,
        &["render", "game.moves", "--all", "-o", "p.svg", "--force"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn sheet_shows_every_kth_ply() {
    let logs = folder(&[("game.moves", GAME)]);
    let args = [
        "render",
        "game.moves",
        "--sheet",
        "2",
        "--to",
        "svg",
        "-o",
        "-",
    ];
    let run = kifu(logs.path(), &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let labels = ["Ply 0", "Ply 2: Black b2b1", "Ply 3: White a1b1"];
    for label in labels {
        assert!(
            run.out.contains(&format!(">{label}<")),
            "{label}: {}",
            run.out
        );
    }
    assert!(!run.out.contains("Ply 1"), "{}", run.out);
}

#[test]
fn broken_game_is_drawn_up_to_its_fault() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let path = logs.path();
    let args = ["render", "two.moves", "-i", "0", "--to", "svg", "-o", "-"];
    let run = kifu(path, &args);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("K2"), "the finding is shown: {}", run.err);
    assert!(
        run.out.contains(" tried ") && run.out.ends_with("</svg>\n"),
        "{}",
        run.out
    );
    let gif = [
        "render",
        "two.moves",
        "-i",
        "0",
        "-o",
        "two.gif",
        "-w",
        "60",
    ];
    assert_eq!(kifu(path, &gif).code, 1);
    assert!(path.join("two.gif").exists());
}

#[test]
fn picture_of_a_crash_follows_the_last_move() {
    let logs = folder(&[("crash.ron", crate::show::CRASHED)]);
    let picture = |ply: &str| {
        let args = ["render", "crash.ron", "--to", "svg", "-o", "-", "-p", ply];
        kifu(logs.path(), &args).out
    };
    let (failure, before) = (picture("4"), picture("3"));
    assert!(
        failure.contains("Black failed at ply 4: crash"),
        "{failure}"
    );
    assert!(failure.contains("White wins") && !before.contains("White wins"));
    assert!(before.contains("Black to move"));
    assert_eq!(picture("-1"), failure);
    let sheet = [
        "render",
        "crash.ron",
        "--to",
        "svg",
        "-o",
        "-",
        "--sheet",
        "2",
    ];
    let sheet = kifu(logs.path(), &sheet).out;
    assert!(sheet.contains("Ply 4: Black failed"), "{sheet}");
}

#[test]
fn one_of_several_games_is_chosen_by_its_index() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let path = logs.path();
    let run = kifu(path, &["render", "two.moves", "-o", "x.svg"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("several") && run.err.contains("--game-index"),
        "{}",
        run.err
    );
    assert!(!path.join("x.svg").exists());
    let run = kifu(path, &["render", "two.moves", "-i", "-1", "-o", "x.svg"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = kifu(path, &["render", "two.moves", "-i", "2", "-o", "y.svg"]);
    assert!(
        run.code == 2 && run.err.contains("index from 0 to 1"),
        "{}",
        run.err
    );
}

#[cfg(unix)]
#[test]
fn render_writes_to_device_and_reports_a_full_one() {
    let logs = folder(&[("game.moves", GAME)]);
    let run = kifu(
        logs.path(),
        &["render", "game.moves", "-o", "/dev/null", "--to", "png"],
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    #[cfg(target_os = "linux")]
    {
        let run = kifu(
            logs.path(),
            &["render", "game.moves", "-o", "/dev/full", "--to", "png"],
        );
        assert!(
            run.code == 2 && run.err.contains("/dev/full"),
            "{}",
            run.err
        );
    }
}

#[test]
fn letters_that_the_font_lacks_are_reported() {
    let game = GAME.replace("Ada", "棋士");
    let logs = folder(&[("game.moves", &game)]);
    let run = kifu(
        logs.path(),
        &["render", "game.moves", "-o", "x.png", "-w", "100"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("lacks these letters: 士棋"), "{}", run.err);
    let run = kifu(logs.path(), &["render", "game.moves", "-o", "x.svg"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn picture_of_reviewed_game_shows_judgement_of_the_ply() {
    let here = tempfile::tempdir().unwrap();
    let file = records_folder().join("atari-go.ron");
    let file = file.to_str().unwrap();
    let render = |args: &[&str]| {
        let base = ["render", file, "--ply", "12", "--to", "svg", "-o", "-"];
        let run = kifu(here.path(), &[&base[..], args].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        run.out
    };
    let full = render(&[]);
    assert!(
        full.contains(">Better: C5 (−12 % win probability)<"),
        "{full}"
    );
    assert!(
        full.contains(">Ply 12: White H4? · Black to move<"),
        "{full}"
    );
    let bare = render(&["--hide", "arrows,glyphs", "--hide", "evaluation"]);
    assert!(!bare.contains("Better") && !bare.contains("H4?"), "{bare}");
}

#[test]
fn numbered_pictures_are_not_named_after_a_folder() {
    let here = tempfile::tempdir().unwrap();
    let file = records_folder().join("zuniq.ron");
    let file = file.to_str().unwrap();
    for out in [".", "/dev/null"] {
        let run = kifu(
            here.path(),
            &["render", file, "--all", "--to", "svg", "-o", out],
        );
        assert_eq!(run.code, 2, "{out}: {}", run.err);
    }
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0);
    assert!(!std::path::Path::new("/dev/null-00").exists());
}

mod slow {
    use super::*;

    #[test]
    fn numeric_from_and_to_options_select_plies() {
        let logs = folder(&[("game.moves", GAME)]);
        let path = logs.path();
        let render = |args: &[&str]| {
            let run = kifu(path, &[&["render", "game.moves", "-f"], args].concat());
            assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        };
        let bytes = |name: &str| std::fs::read(path.join(name)).unwrap();
        render(&["-o", "a.gif", "--plies", "1..2"]);
        render(&["-o", "b.gif", "--from", "1", "--to", "2"]);
        assert!(bytes("a.gif") == bytes("b.gif"));
        render(&["-o", "c.gif", "--plies", "2.."]);
        render(&["-o", "d.gif", "--from", "-2"]);
        assert!(bytes("c.gif") == bytes("d.gif") && bytes("c.gif") != bytes("a.gif"));
        // Next to a ply, the other option still names a format.
        render(&["-o", "e.gif", "--from", "moves", "--to", "1"]);
        render(&["-o", "f", "--from", "-4", "--to", "gif"]);
        render(&["-o", "all.gif"]);
        assert!(bytes("f") == bytes("all.gif") && bytes("e.gif") != bytes("all.gif"));
    }

    #[test]
    fn wrong_render_arguments_are_refused_and_write_nothing() {
        let logs = folder(&[
            ("game.moves", GAME),
            ("dir.png/x", ""),
            ("mine.svg", "mine"),
        ]);
        let path = logs.path();
        let cases: &[(&[&str], &str)] = &[
            (&["-o", "x.svg", "--ply", "4"], "ply from 0 to 3"),
            (&["-o", "x.svg", "--ply", "-5"], "ply from 0 to 3"),
            (&["-o", "x.svg", "--plies", "2..9"], "ply from 0 to 3"),
            (&["-o", "x.svg", "--plies", "2..1"], "goes forward"),
            (&["-o", "x.svg", "--plies", "two"], "10..20"),
            (&["-o", "x.bmp"], ".svg, .png or .gif"),
            (&["-o", "x"], "--to"),
            (&["-o", "x.gif", "--sheet", "2"], "sheet"),
            (&["-o", "x.gif", "--delay", "1ms"], "20ms"),
            (&["-o", "x.png", "--width", "9"], "16"),
            (&["-o", "x.svg", "--hide", "stones"], "coordinates"),
            (&["-o", "-", "--to", "svg", "--all"], "several pictures"),
            (&["-o", "dir.png"], "dir.png"),
            (&["-o", "no/such/x.png"], "no/such"),
            (&["-o", "mine.svg"], "--force"),
            (&["-o", "x.svg", "--ply", "1", "--all"], "--all"),
            (&["-o", "x.svg", "--from", "4"], "ply from 0 to 3"),
            (&["-o", "x.svg", "--from", "2", "--to", "1"], "goes forward"),
            (
                &["-o", "x.svg", "--to", "2", "--ply", "1"],
                "expected plies once",
            ),
            (&["-o", "x.svg", "--from", "two"], "moves"),
            (&["-o", "x", "--to", "2"], "--to"),
        ];
        for (args, message) in cases {
            let run = kifu(path, &[&["render", "game.moves"], *args].concat());
            assert_eq!(run.code, 2, "{args:?}: {}", run.err);
            assert!(run.err.contains(message), "{args:?}: {}", run.err);
            assert_eq!(
                names(path),
                ["dir.png", "game.moves", "mine.svg"],
                "{args:?}"
            );
        }
        let run = kifu(path, &["render", "no.moves", "-o", "x.svg"]);
        assert!(run.code == 2 && run.err.contains("no.moves"), "{}", run.err);
        assert_eq!(fs::read_to_string(path.join("mine.svg")).unwrap(), "mine");
    }
}
