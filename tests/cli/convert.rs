//! `kifu convert`: its output, and which files remain when writing fails.

use crate::common::{names, wait_until};
use crate::{BROKEN, GAME, KIFU, folder, kifu, kifu_with};
use std::fs;
use std::path::Path;

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn extension_selects_format_and_records_survive_all_formats() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let mut from = "game.moves".to_owned();
    for to in ["a.ron", "b.ronl", "c.json", "d.jsonl", "e.moves", "f.ron"] {
        let run = kifu(path, &["convert", &from, "-o", to]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{to}: {}", run.err);
        // A move list has no place for the file that the record came from.
        let lost = usize::from(to == "e.moves");
        assert_eq!(run.err.matches("[K160]").count(), lost, "{}", run.err);
        assert!(run.err.ends_with(&format!("1 game written to {to}\n")));
        from = to.to_owned();
    }
    let record = text(path, "a.ron");
    assert!(record.contains("file: \"game.moves\""), "{record}");
    assert!(record.contains("format: \"moves\""), "{record}");
    let hash = record.split("sha256: \"").nth(1).unwrap();
    assert_eq!(hash.find('"'), Some(64), "the log's fingerprint");
    // Records survive kifu's own formats unchanged.
    let run = kifu(path, &["convert", "a.ron", "-o", "-", "--to", "ronl"]);
    assert_eq!((run.out, run.err.as_str()), (text(path, "b.ronl"), ""));
    let run = kifu(path, &["convert", "d.jsonl", "-o", "-", "--to", "ron"]);
    assert_eq!(run.out, record);
}

#[test]
fn source_hash_is_that_of_bytes_from_file_or_pipe() {
    let logs = folder(&[("game.moves", GAME)]);
    let hash = |out: &str| {
        let hash = out.split("sha256: \"").nth(1).unwrap();
        hash[..64].to_owned()
    };
    let file = kifu(
        logs.path(),
        &["convert", "game.moves", "-o", "-", "--to", "ron"],
    );
    let pipe = kifu_with(
        logs.path(),
        &["convert", "-", "-o", "-", "--to", "ron"],
        GAME,
    );
    assert_eq!(hash(&file.out), hash(&pipe.out));
    let sum = std::process::Command::new("sha256sum")
        .arg(logs.path().join("game.moves"))
        .output();
    if let Ok(sum) = sum {
        assert!(
            String::from_utf8(sum.stdout)
                .unwrap()
                .starts_with(&hash(&file.out))
        );
    }
}

#[test]
fn convert_writes_the_legal_part_of_a_broken_game() {
    let logs = folder(&[("bad.moves", BROKEN)]);
    let run = kifu(logs.path(), &["convert", "bad.moves", "-o", "out.ronl"]);
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("error[K202]"), "{}", run.err);
    assert!(
        run.err.ends_with("2 games written to out.ronl\n"),
        "{}",
        run.err
    );
    let out = text(logs.path(), "out.ronl");
    let first = out.lines().next().unwrap();
    assert!(first.contains("moves:\"b1a1 b2a2 d1c1\""), "{first}");
    assert!(
        first.contains("raw:\"e5e7\"") && first.contains("rest:\"a1a2 h8h9\""),
        "{first}"
    );
    // The record describes the error: it is a valid record of such a game.
    let run = kifu(logs.path(), &["validate", "--quiet", "out.ronl"]);
    assert_eq!(run.code, 0);
}

#[test]
fn convert_overwrites_files_only_with_force() {
    let logs = folder(&[
        ("game.moves", GAME),
        ("out.ron", "precious"),
        ("dir/game.ron", "too"),
    ]);
    let path = logs.path();
    let run = kifu(path, &["convert", "game.moves", "-o", "out.ron"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("`out.ron`: it already exists") && run.err.contains("--force"),
        "{}",
        run.err
    );
    assert_eq!(text(path, "out.ron"), "precious");
    let run = kifu(path, &["convert", "game.moves", "-o", "dir", "--to", "ron"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(text(path, "dir/game.ron"), "too");
    assert_eq!(
        kifu(path, &["convert", "game.moves", "-fo", "out.ron"]).code,
        0
    );
    assert!(text(path, "out.ron").starts_with("(\n    kifu: 2,"));
    assert_eq!(
        kifu(
            path,
            &["convert", "game.moves", "-fo", "dir/", "--to", "ron"]
        )
        .code,
        0
    );
    assert_eq!(names(path), ["dir", "game.moves", "out.ron"]);
}

#[test]
fn file_can_be_converted_onto_itself() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    for _ in 0..2 {
        assert_eq!(
            kifu(path, &["convert", "game.moves", "-fo", "game.moves"]).code,
            0
        );
    }
    assert_eq!(kifu(path, &["validate", "-q", "game.moves"]).code, 0);
}

#[test]
fn folder_output_has_one_file_per_input_or_split_game() {
    let logs = folder(&[
        ("in/a.moves", GAME),
        ("in/b/a.moves", GAME),
        ("in/two.moves", BROKEN),
    ]);
    let path = logs.path();
    assert_eq!(
        kifu(path, &["convert", "in", "-o", "out/", "--to", "ronl"]).code,
        1
    );
    assert_eq!(names(&path.join("out")), ["a-2.ronl", "a.ronl", "two.ronl"]);
    assert_eq!(text(path, "out/two.ronl").lines().count(), 2);
    assert_eq!(
        kifu(path, &["convert", "in", "-o", "rons/", "--to", "ron"]).code,
        1
    );
    assert_eq!(
        names(&path.join("rons")),
        ["a-2.ron", "a.ron", "two-2.ron", "two.ron"]
    );
    let run = kifu(
        path,
        &["convert", "in", "--split", "-o", "split", "--to", "ronl"],
    );
    assert_eq!(run.code, 1);
    assert!(
        run.err.ends_with("4 games written to 4 files in split\n"),
        "{}",
        run.err
    );
    let expected = [
        "Ada-Charles-2.ronl",
        "Ada-Charles.ronl",
        "two-2.ronl",
        "two.ronl",
    ];
    assert_eq!(names(&path.join("split")), expected);
}

#[test]
fn player_names_cannot_write_outside_the_output_folder() {
    let evil = GAME
        .replace("Ada", "../../../etc/x")
        .replace("Charles", "a/b\u{202e}\u{7}");
    let logs = folder(&[("evil.moves", &evil)]);
    let run = kifu(
        logs.path(),
        &[
            "convert",
            "evil.moves",
            "--split",
            "-o",
            "out",
            "--to",
            "ron",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(names(&logs.path().join("out")), ["_.._.._etc_x-a_b_.ron"]);
}

#[test]
fn single_game_format_refuses_several_games() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let run = kifu(logs.path(), &["convert", "two.moves", "-o", "out.ron"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--split"), "{}", run.err);
    assert_eq!(
        names(logs.path()),
        ["two.moves"],
        "nothing half-written is left"
    );
}

#[test]
fn unwritable_output_is_reported_and_leaves_no_file() {
    let logs = folder(&[("game.moves", GAME), ("foreign.txt", "nothing to see")]);
    let path = logs.path();
    for (args, words) in [
        (
            &["convert", "game.moves", "-o", "no/such/out.ron"][..],
            "no such file or directory",
        ),
        (&["convert", "game.moves", "-o", "out.xyz"], "--to"),
        (&["convert", "game.moves", "-o", "-"], "--to"),
        (
            &["convert", "game.moves", "-o", "-", "--split", "--to", "ron"],
            "expected a folder",
        ),
        (
            &["convert", "missing", "-o", "out.ron"],
            "cannot read `missing`",
        ),
    ] {
        let run = kifu(path, args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    let run = kifu(path, &["convert", "foreign.txt", "-o", "out.ron"]);
    assert_eq!(run.code, 1);
    assert_eq!(names(path), ["foreign.txt", "game.moves"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error_and_leaves_no_file() {
    let logs = folder(&[]);
    let path = logs.path();
    let many: String = std::iter::repeat_n(GAME, 5000)
        .flat_map(|text| [text, "\n"])
        .collect();
    fs::write(path.join("many.moves"), many).unwrap();
    if Path::new("/dev/full").exists() {
        let run = kifu(
            path,
            &["convert", "many.moves", "-o", "/dev/full", "--to", "ronl"],
        );
        assert_eq!(run.code, 2);
        assert!(run.err.contains("no space left on device"), "{}", run.err);
        let run = kifu(path, &["convert", "many.moves", "-o", "-", "--to", "ronl"]);
        assert_eq!(run.code, 0);
    }
    // Files may not grow beyond 64 blocks of 512 or 1024 bytes.
    let script = format!("ulimit -f 64; '{KIFU}' convert many.moves -o out.ronl");
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(path)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("file too large"), "{err}");
    assert_eq!(names(path), ["many.moves"], "nothing half-written is left");
}

/// Reports whether a process has a file in a folder open for writing, which has no name yet.
#[cfg(target_os = "linux")]
fn writes_unnamed_file(id: u32, folder: &Path) -> bool {
    let folder = folder.canonicalize().unwrap();
    let links = fs::read_dir(format!("/proc/{id}/fd")).unwrap().flatten();
    let mut targets = links.filter_map(|link| fs::read_link(link.path()).ok());
    targets.any(|target| target.starts_with(&folder))
}

#[cfg(target_os = "linux")]
fn assert_interrupted_conversion_leaves_no_file(signal: &str, code: Option<i32>) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let logs = folder(&[]);
    let mut child = Command::new(KIFU)
        .args(["convert", "-", "-o", "out.ronl", "--from", "moves", "-j1"])
        .current_dir(logs.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let many: String = std::iter::repeat_n(GAME, 20_000)
        .flat_map(|text| [text, "\n"])
        .collect();
    stdin.write_all(many.as_bytes()).unwrap();
    wait_until("a temporary file", || {
        writes_unnamed_file(child.id(), logs.path())
    });
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), code);
    assert_eq!(names(logs.path()), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn converted_file_gets_usual_or_existing_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let logs = folder(&[("game.moves", GAME)]);
    assert_eq!(
        kifu(logs.path(), &["convert", "game.moves", "-o", "out.ron"]).code,
        0
    );
    let mode = |name| {
        fs::metadata(logs.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("out.ron"), mode("game.moves"));
    let out = logs.path().join("out.ron");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(
        kifu(logs.path(), &["convert", "game.moves", "-fo", "out.ron"]).code,
        0
    );
    assert_eq!(mode("out.ron") & 0o777, 0o600);
}

#[test]
fn output_inside_the_input_folder_is_not_read_again() {
    let logs = folder(&[("in/a.moves", GAME)]);
    let path = logs.path();
    for _ in 0..2 {
        let args = ["convert", "in", "-o", "in/out/", "--to", "ronl", "-f"];
        assert_eq!(kifu(path, &args).code, 0);
        assert_eq!(names(&path.join("in/out")), ["a.ronl"]);
    }
    fs::remove_dir_all(path.join("in/out")).unwrap();
    for _ in 0..2 {
        let run = kifu(path, &["convert", "in", "-o", "in/all.ronl", "-f"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(text(path, "in/all.ronl").lines().count(), 1);
    }
}

#[test]
fn conversion_losses_are_reported_once_per_part() {
    let record = |comment: &str| {
        format!(
            "(kifu: 2, game: \"clobber\", players: ((name: \" Ada\"), ()), moves: \"b1a1 b2a2\", \
             notes: {{1: (comment: \"{comment}\"), 2: (comment: \"{comment}\")}})\n"
        )
    };
    let games = format!("{}{}", record("good"), record("bad"));
    let logs = folder(&[("games.ronl", &games)]);
    let run = kifu(logs.path(), &["convert", "games.ronl", "-o", "out.moves"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let losses: Vec<&str> = run
        .err
        .lines()
        .filter(|line| line.contains("K160"))
        .collect();
    assert_eq!(
        losses,
        [
            "warning[K160]: `moves` holds of players' names only texts of one line without blanks \
             at the ends: 2 lost in 2 of 2 games, the first in game 1",
            "warning[K160]: `moves` cannot hold comments: 4 lost in 2 of 2 games, the first in \
             ply 1 of game 1",
        ]
    );
    assert!(
        run.err.contains("--> games.ronl") && run.err.ends_with("2 games written to out.moves\n")
    );
    let strict = ["convert", "games.ronl", "-fo", "out.moves", "--strict"];
    let run = kifu(logs.path(), &strict);
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("error[K160]"), "{}", run.err);
    // Nothing is lost in kifu's own formats.
    for out in ["out.jsonl", "out.ronl"] {
        let run = kifu(
            logs.path(),
            &["convert", "games.ronl", "-o", out, "--strict"],
        );
        assert_eq!(
            (run.code, run.err),
            (0, format!("2 games written to {out}\n"))
        );
    }
}

#[test]
fn result_without_moves_of_unknown_game_is_converted() {
    let table = "Game,Round,IsSwiss,Player,User,Score,Status\n\
                 1,1,swiss,Player 1,Ann,90,WIN\n1,1,swiss,Player 2,Bob,10,LOSE\n";
    let logs = folder(&[("results.csv", table)]);
    let run = kifu(logs.path(), &["convert", "results.csv", "-o", "out.ronl"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, "1 game written to out.ronl\n")
    );
    let out = text(logs.path(), "out.ronl");
    assert!(
        out.contains("Ann") && out.contains("points:(90,10)"),
        "{out}"
    );
    let run = kifu(
        logs.path(),
        &["convert", "results.csv", "-o", "back.csv", "--strict"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(text(logs.path(), "back.csv").contains("Ann,90,WIN"));
}

mod slow {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn interrupted_or_killed_conversion_leaves_no_file() {
        // A shell starts programs in the background with SIGINT ignored; it stays ignored.
        for (signal, code) in [("-TERM", Some(143)), ("-KILL", None)] {
            assert_interrupted_conversion_leaves_no_file(signal, code);
        }
    }
}
