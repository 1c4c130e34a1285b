//! Files are never lost: a file stays until its replacement is complete.

use crate::{GAME, KIFU, folder, kifu};
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::Command;

/// Runs kifu with a limit on the size of files, in blocks of a kilobyte: a disk that fills up.
#[cfg(unix)]
fn kifu_with_file_limit(folder: &Path, kilobytes: u32, args: &[&str]) -> std::process::Output {
    let script = format!("ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.current_dir(folder).args(["-c", &script, KIFU]);
    command.args(args).output().unwrap()
}

/// Writes a file of a number of games, and returns its text.
fn archive(folder: &Path, name: &str, games: usize) -> String {
    let text = [GAME.trim_end(); 1].repeat(games).join("\n\n");
    fs::write(folder.join("all.moves"), text).unwrap();
    let run = kifu(folder, &["convert", "all.moves", "-o", name, "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.err);
    fs::read_to_string(folder.join(name)).unwrap()
}

const REVIEW: [&str; 7] = [
    "--nodes", "20", "--jobs", "1", "--report", "none", "--force",
];

#[test]
fn review_onto_its_input_replaces_it_at_the_end() {
    let here = folder(&[]);
    let path = here.path();
    archive(path, "x.ronl", 3);
    let run = kifu(
        path,
        &[&["review", "x.ronl", "-o", "x.ronl"][..], &REVIEW].concat(),
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let text = fs::read_to_string(path.join("x.ronl")).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().all(|line| line.contains("budget:Nodes(20)")));
    assert!(!path.join("x.ronl.part").exists());
}

#[cfg(unix)]
#[test]
fn full_disk_keeps_review_input_and_resume_completes() {
    let here = folder(&[]);
    let path = here.path();
    let before = archive(path, "x.ronl", 6);
    let args = [&["review", "x.ronl", "-o", "x.ronl"][..], &REVIEW].concat();
    let whole = kifu(path, &["review", "x.ronl", "-o", "y.ronl", "--nodes", "20"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let reviewed = fs::read_to_string(path.join("y.ronl")).unwrap();
    let limit = u32::try_from(reviewed.len() / 2 / 1024).unwrap();
    let run = kifu_with_file_limit(path, limit, &args);
    assert_eq!(run.status.code(), Some(2));
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(message.contains("x.ronl.part"), "{message}");
    assert_eq!(fs::read_to_string(path.join("x.ronl")).unwrap(), before);
    let part = fs::read_to_string(path.join("x.ronl.part")).unwrap();
    let part_games = part.lines().count();
    assert!((1..6).contains(&part_games), "{part_games}");
    assert!(reviewed.starts_with(&part));
    // `--force` is about what is to be overwritten, `--resume` continues what was begun.
    let resume = [&args[..args.len() - 1], &["--resume"]].concat();
    let run = kifu(path, &resume);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(path.join("x.ronl")).unwrap(), reviewed);
    assert!(!path.join("x.ronl.part").exists());
}

#[test]
fn resume_refuses_output_with_unreviewed_games() {
    let here = folder(&[]);
    let path = here.path();
    let before = archive(path, "x.ronl", 2);
    let run = kifu(
        path,
        &[
            "review", "x.ronl", "-o", "x.ronl", "--resume", "--nodes", "20",
        ],
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("expected a reviewed game in `x.ronl:1`"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_to_string(path.join("x.ronl")).unwrap(), before);
}

#[test]
fn resume_refuses_changed_game_with_its_line_number() {
    let here = folder(&[]);
    let path = here.path();
    archive(path, "x.ronl", 2);
    let args = ["review", "x.ronl", "-o", "y.ronl", "--nodes", "20"];
    assert_eq!(kifu(path, &args).code, 0);
    let text = fs::read_to_string(path.join("y.ronl")).unwrap();
    let (first, second) = text.split_once('\n').unwrap();
    let changed = second.replace("winner:Some(First)", "winner:Some(Second)");
    let changed = changed.replace("winner:First", "winner:Second");
    assert_ne!(changed, second, "{second}");
    fs::write(path.join("y.ronl"), format!("{first}\n{changed}")).unwrap();
    let run = kifu(path, &[&args[..], &["--resume"]].concat());
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("`y.ronl:2`") && run.err.contains("K3"),
        "{}",
        run.err
    );
}

#[test]
fn review_of_several_games_refuses_single_game_file() {
    let here = folder(&[]);
    archive(here.path(), "x.ronl", 3);
    let run = kifu(
        here.path(),
        &["review", "x.ronl", "-o", "y.ron", "--nodes", "1"],
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("expected one game for `y.ron`"),
        "{}",
        run.err
    );
    assert!(!here.path().join("y.ron").exists());
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_before_they_are_read() {
    let here = folder(&[("a.moves", GAME)]);
    let path = here.path();
    let made = Command::new("mkfifo").arg(path.join("pipe")).status();
    assert!(made.unwrap().success());
    let bot = ["--game", "zuniq", "--bot", "builtin", "--bot", "builtin"];
    for file in ["pipe", "/dev/zero", "-"] {
        for args in [
            [&["match", "--output", file, "--resume"][..], &bot].concat(),
            ["match", "--output", file].into_iter().chain(bot).collect(),
            vec![
                "review", "a.moves", "--output", file, "--resume", "--nodes", "1",
            ],
        ] {
            let run = kifu(path, &args);
            assert_eq!(run.code, 2, "{args:?} {}", run.err);
            // A review to standard output is a filter, which has nothing to resume.
            let expected = match (args[0], file) {
                ("review", "-") => "without --resume",
                _ => "expected a file",
            };
            assert!(run.err.contains(expected), "{args:?} {}", run.err);
        }
    }
    for file in ["pipe", "/dev/zero"] {
        for args in [
            &["match", "--config", file, "--output", "m.ronl"][..],
            &["analyze", "--suite", file],
        ] {
            let run = kifu(path, args);
            assert_eq!(run.code, 2, "{args:?} {}", run.err);
            assert!(
                run.err.contains("it is a pipe or device"),
                "{args:?} {}",
                run.err
            );
        }
    }
}

#[test]
fn claim_of_an_endless_search_is_reported_and_not_repeated() {
    let here = folder(&[("a.moves", GAME)]);
    let path = here.path();
    let run = kifu(
        path,
        &["review", "a.moves", "-o", "x.ronl", "--nodes", "20"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let text = fs::read_to_string(path.join("x.ronl")).unwrap();
    let endless = text.replacen("Nodes(20)", "Nodes(18446744073709551615)", 1);
    fs::write(path.join("x.ronl"), endless).unwrap();
    let run = kifu(path, &["review", "x.ronl", "--verify"]);
    assert!(
        run.out
            .contains("claims searches of 18446744073709551615 nodes"),
        "{}",
        run.out
    );
}

#[test]
fn many_costly_searches_are_repeated_up_to_a_limit() {
    let moves = "game: clobber\nposition: wbwb/bwbw w\nc2c1\n";
    let here = folder(&[("a.moves", moves)]);
    let path = here.path();
    let args = ["review", "a.moves", "-o", "x.ronl", "--nodes", "20"];
    let run = kifu(path, &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = fs::read_to_string(path.join("x.ronl")).unwrap();
    let mut record = kifu::record::read_ron(&text).unwrap();
    let note = record.note_mut(1);
    note.evals[0].budget = Some(kifu::record::EvalBudget::Nodes(9_000_000));
    note.evals = vec![note.evals[0].clone(); 7];
    fs::write(path.join("x.ronl"), kifu::record::write_ronl(&record)).unwrap();
    let run = kifu(path, &["review", "x.ronl", "--verify"]);
    let limit = "claims searches of 54000000 nodes; at most 50000000 are repeated";
    assert!(run.out.contains(limit), "{}", run.out);
}

#[cfg(target_os = "linux")]
#[test]
fn review_completes_when_no_thread_can_be_started() {
    let here = folder(&[]);
    let path = here.path();
    archive(path, "x.ronl", 3);
    // Root has no such limit; for other users it counts the threads of all programs.
    let is_root = fs::metadata("/proc/self").is_ok_and(|meta| {
        use std::os::unix::fs::MetadataExt;
        meta.uid() == 0
    });
    let run_as = if is_root {
        "setpriv --reuid=65534 --clear-groups"
    } else {
        ""
    };
    let script = format!("chmod -R a+rwX .; ulimit -u 1; exec {run_as} \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.current_dir(path).args(["-c", &script, KIFU]);
    let args = [
        "review", "x.ronl", "--nodes", "1", "--jobs", "2", "--report", "json",
    ];
    let run = command.args(args).output().unwrap();
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(0), "{message}");
    assert_eq!(
        String::from_utf8_lossy(&run.stdout).lines().count(),
        3,
        "{message}"
    );
}

mod slow {
    use super::*;

    #[test]
    fn forty_games_are_reviewed_in_order_with_three_jobs() {
        let here = folder(&[]);
        let path = here.path();
        archive(path, "x.ronl", 40);
        let run = kifu(
            path,
            &[
                "review", "x.ronl", "-o", "y.ronl", "--nodes", "1", "--jobs", "3", "--report",
                "json",
            ],
        );
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(run.out.lines().count(), 40);
        for (index, line) in run.out.lines().enumerate() {
            assert!(line.contains(&format!("x.ronl:{index}\"")), "{line}");
        }
        assert_eq!(
            fs::read_to_string(path.join("y.ronl"))
                .unwrap()
                .lines()
                .count(),
            40
        );
    }

    #[test]
    #[cfg_attr(windows, ignore = "a file next to it is the lock there")]
    fn locked_output_file_is_not_replaced() {
        let here = folder(&[]);
        let path = here.path();
        let before = archive(path, "x.ronl", 1);
        archive(path, "y.ronl", 2);
        let file = OpenOptions::new()
            .append(true)
            .open(path.join("x.ronl"))
            .unwrap();
        file.lock().unwrap();
        for args in [
            &["convert", "y.ronl", "-o", "x.ronl", "--force"][..],
            &[&["review", "y.ronl", "-o", "x.ronl"][..], &REVIEW].concat(),
        ] {
            let run = kifu(path, args);
            assert_eq!(run.code, 2, "{args:?}");
            assert!(
                run.err.contains("another kifu is writing to it"),
                "{}",
                run.err
            );
        }
        assert_eq!(fs::read_to_string(path.join("x.ronl")).unwrap(), before);
        assert!(!path.join("x.ronl.part").exists());
    }
}
