//! Bad input: unreadable, endless, looping, foreign, in odd encodings.

use crate::{BROKEN, GAME, KIFU, folder, kifu, kifu_with};
use kifu::search::SplitMix64;
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

#[test]
fn folders_are_read_recursively_and_foreign_files_skipped() {
    let logs = folder(&[
        ("a/good.moves", GAME),
        ("a/b/c/bad.moves", BROKEN),
        (".git/hidden.moves", "?"),
        ("a/.hidden", "?"),
        ("a/readme.md", "# About these games"),
        ("a/picture.json", "{\"name\": \"a package\"}"),
        ("a/empty.txt", ""),
    ]);
    let run = kifu(logs.path(), &["validate", "a"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    assert!(run.out.contains("3 games in 2 files"), "{}", run.out);
    assert!(
        run.out.contains("skipped: 3 files of unknown format"),
        "{}",
        run.out
    );
    // A file that the user names is read even if its name does not look like a log.
    let run = kifu(logs.path(), &["validate", "a/readme.md"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("error[K101]"), "{}", run.out);
    // A file with the extension of a log that has no game is an error.
    let logs = folder(&[("broken.ronl", "?")]);
    assert_eq!(kifu(logs.path(), &["validate", "."]).code, 1);
}

#[test]
fn quotes_pages_pictures_and_tables_beside_logs_are_skipped() {
    let logs = folder(&[
        ("all/game.moves", GAME),
        (
            "all/README.md",
            "# My bots\n\n> [!NOTE]\n> They need a compiler.\n\nA.\nB.\nC.\n",
        ),
        ("all/game.cc", "#include \"game.h\"\n\nGame::Game()\n{\n}\n"),
        (
            "all/index.html",
            "<!doctype html>\n<title>My bots</title>\n",
        ),
        ("all/winrate.dat", "0.1 2\n0.2 3\n0.3 4\n"),
    ]);
    let path = logs.path();
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n> Start\n(;FF[4]GM[1]\0\0";
    fs::write(path.join("all/picture.png"), picture).unwrap();
    let program: Vec<u8> = (0..100).flat_map(|_| *b"\0\x01\x90\n> x\n").collect();
    fs::write(path.join("all/bot.exe"), program).unwrap();
    let run = kifu(path, &["validate", "all"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.out.contains("skipped: 6 files of unknown format"),
        "{}",
        run.out
    );
    let run = kifu(path, &["merge", "all", "-o", "one.ronl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // The user is told what a file looks like that they name.
    for (name, told) in [
        (
            "README.md",
            "error[K101]: expected a game log, found a text with headings that starts `# My bots`",
        ),
        ("index.html", "error[K114]"),
        (
            "picture.png",
            "error[K101]: expected a game log, found a PNG picture",
        ),
        (
            "bot.exe",
            "error[K101]: expected a game log, found a file that is no text",
        ),
    ] {
        let run = kifu(path, &["validate", &format!("all/{name}")]);
        assert_eq!(run.code, 1, "{name}: {}", run.out);
        assert!(run.out.contains(told), "{name}: {}", run.out);
    }
}

#[test]
fn empty_text_is_reported_as_no_game() {
    let here = std::env::temp_dir();
    for args in [
        &["validate", "--json", "-"][..],
        &["validate", "--json", "--from", "ronl", "-"],
        &["validate", "--json", "--from", "moves", "-"],
    ] {
        for text in ["", "\n\n", "\u{feff}"] {
            let run = kifu_with(&here, args, text);
            assert_eq!(run.code, 1, "{args:?} {text:?}");
            assert_eq!(run.out.lines().count(), 1);
            assert!(
                run.out.contains("K114") || run.out.contains("K101"),
                "{}",
                run.out
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn circular_links_are_reported_and_not_followed() {
    let logs = folder(&[("a/good.moves", GAME)]);
    std::os::unix::fs::symlink("..", logs.path().join("a/up")).unwrap();
    std::os::unix::fs::symlink("good.moves", logs.path().join("a/same.moves")).unwrap();
    let run = kifu(logs.path(), &["validate", "."]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("`./a/up` is a circular link back to `.`"),
        "{}",
        run.err
    );
    assert!(run.out.contains("2 games in 2 files"), "{}", run.out);
    assert_eq!(kifu(logs.path(), &["validate", "--strict", "."]).code, 1);
    // A link to nothing is a file that cannot be read.
    std::os::unix::fs::symlink("nothing", logs.path().join("a/dangling")).unwrap();
    let run = kifu(logs.path(), &["validate", "."]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("dangling"));
}

/// Makes a folder with a path that is too long for the system, of which only its parent can be
/// listed, even by the superuser.
#[cfg(unix)]
fn make_too_deep(folder: &std::path::Path) {
    use rustix::fs::{Mode, OFlags, mkdirat, open, openat};
    let name = "d".repeat(250);
    let mut at = open(folder, OFlags::DIRECTORY, Mode::empty()).unwrap();
    for _ in 0..20 {
        mkdirat(&at, &name, Mode::RWXU).unwrap();
        at = openat(&at, &name, OFlags::DIRECTORY, Mode::empty()).unwrap();
    }
}

/// Permissions would not do: the superuser may read everything.
#[cfg(unix)]
#[test]
fn unreadable_files_and_folders_are_reported() {
    let logs = folder(&[("good.moves", GAME), ("shut/a.moves", GAME)]);
    // Its first page is never mapped; elsewhere a link to itself fails when it is opened.
    let unreadable = if cfg!(target_os = "linux") {
        "/proc/self/mem"
    } else {
        "closed.moves"
    };
    std::os::unix::fs::symlink(unreadable, logs.path().join("closed.moves")).unwrap();
    make_too_deep(&logs.path().join("shut"));
    let run = kifu(logs.path(), &["validate", "."]);
    assert_eq!(run.code, 2, "{}", run.err);
    let errors: Vec<&str> = run
        .err
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert_eq!(errors.len(), 2, "{}", run.err);
    assert!(errors[0].contains("closed.moves"), "{}", run.err);
    assert!(errors[1].contains("shut/ddd"), "{}", run.err);
    assert!(run.out.contains("2 games in 2 files"), "{}", run.out);
}

#[test]
fn byte_order_marks_and_utf_16_are_decoded() {
    let here = std::env::temp_dir();
    let wide = |mark: &[u8], order: fn(u16) -> [u8; 2]| {
        let units = GAME.encode_utf16().flat_map(order);
        mark.iter().copied().chain(units).collect::<Vec<u8>>()
    };
    let texts = [
        [b"\xef\xbb\xbf", GAME.as_bytes()].concat(),
        wide(b"\xff\xfe", u16::to_le_bytes),
        wide(b"\xfe\xff", u16::to_be_bytes),
        GAME.replace('\n', "\r\n").into_bytes(),
    ];
    for text in texts {
        let run = kifu_with(&here, &["validate", "-"], text);
        assert_eq!(run.code, 0, "{}", run.out);
        assert!(
            run.out.contains("valid: Clobber, 3 plies, finished"),
            "{}",
            run.out
        );
    }
}

#[cfg(unix)]
#[test]
fn reading_a_device_ends_with_an_error() {
    let here = std::env::temp_dir();
    let run = kifu(&here, &["validate", "/dev/zero"]);
    assert_eq!(run.code, 1);
    let run = kifu(&here, &["validate", "/dev/null"]);
    assert_eq!(run.code, 1);
}

#[test]
fn view_of_nothing_fails_in_the_terminal() {
    let here = folder(&[]);
    std::fs::create_dir(here.path().join("empty")).unwrap();
    for (name, message) in [
        ("nosuch.ron", "nosuch.ron"),
        ("empty", "found no files in `empty`"),
    ] {
        let run = kifu(here.path(), &["view", name]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn closed_output_pipe_ends_the_program_quietly() {
    let logs = folder(&[]);
    let many: String = std::iter::repeat_n(BROKEN, 20_000)
        .flat_map(|text| [text, "\n"])
        .collect();
    fs::write(logs.path().join("many.moves"), many).unwrap();
    for args in [
        &["validate", "--json", "many.moves"][..],
        &["convert", "many.moves", "-qo", "-", "--to", "ronl"],
    ] {
        let mut child = Command::new(KIFU)
            .args(args)
            .current_dir(logs.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 20];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        // The other end is closed now.
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(!err.contains("pipe") && !err.contains("panicked"), "{err}");
    }
}

#[test]
fn archive_format_is_detected_despite_a_long_first_record() {
    let long = format!("{GAME}event: {}\n", "x".repeat(100_000));
    let logs = folder(&[("long.moves", &format!("{long}\n{GAME}"))]);
    for archive in ["a.ronl", "a.jsonl"] {
        let run = kifu(logs.path(), &["convert", "long.moves", "-o", archive]);
        assert_eq!(run.code, 0, "{}", run.err);
        let text = fs::read(logs.path().join(archive)).unwrap();
        let run = kifu_with(logs.path(), &["validate", "-"], text);
        assert!(run.out.starts_with("-: 2 games, all valid"), "{}", run.out);
    }
}

mod slow {
    use super::*;

    #[test]
    fn overlong_line_is_reported_and_next_record_is_read() {
        let folder = folder(&[("one.moves", GAME)]);
        let path = folder.path();
        assert_eq!(
            kifu(path, &["convert", "one.moves", "-o", "one.ronl"]).code,
            0
        );
        let line = fs::read(path.join("one.ronl")).unwrap();
        let mut text = line.clone();
        text.extend(std::iter::repeat_n(b'x', 100_000_000));
        text.push(b'\n');
        text.extend(&line);
        fs::write(path.join("long.ronl"), text).unwrap();
        let run = kifu(path, &["validate", "--json", "long.ronl"]);
        assert_eq!(run.code, 1);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains(r#""valid":true"#));
        assert!(
            lines[1].contains(r#""code":"K107","severity":"error","line":2,"#),
            "{}",
            lines[1]
        );
        assert!(
            lines[2].contains(r#""index":2,"game":"clobber""#)
                && lines[2].contains(r#""valid":true"#)
        );
    }

    #[test]
    fn oversized_file_is_reported_as_too_large() {
        let folder = folder(&[]);
        let mut file = fs::File::create(folder.path().join("bomb.ron")).unwrap();
        file.write_all(b"(kifu: 1, game: \"clobber\", ext: {\"a\": \"")
            .unwrap();
        let letters = vec![b'a'; 1 << 20];
        (0..200).for_each(|_| file.write_all(&letters).unwrap());
        let run = kifu(folder.path(), &["validate", "bomb.ron"]);
        assert_eq!(run.code, 1);
        assert!(run.out.starts_with("error[K107]"), "{}", run.out);
    }

    #[test]
    fn random_bytes_are_a_finding_and_no_crash() {
        let here = std::env::temp_dir();
        let mut rng = SplitMix64::new(7);
        for length in [1, 100, 10_000] {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next().to_le_bytes()[0]).collect();
            for from in ["auto", "ron", "ronl", "json", "jsonl", "moves"] {
                let args = ["validate", "--json", "-", "--from", from];
                let args = if from == "auto" { &args[..3] } else { &args };
                let run = kifu_with(&here, args, bytes.clone());
                assert_eq!(run.code, 1, "{from} {length}");
            }
        }
    }
}
