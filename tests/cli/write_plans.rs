//! What a command may write is decided before its first work: inputs, other outputs and the files of
//! other kifus are not replaced.

use crate::{KIFU, folder, kifu};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes `count` different games to a file of records.
fn games(folder: &Path, name: &str, count: usize) -> String {
    let game = |index: usize| {
        format!(
            "(kifu:2,game:\"clobber\",setup:{{\"position\":\"wb/bw w\"}},players:((name:\"A{index}\"),\
             (name:\"B\")),moves:\"a2a1 b2b1 a1b1\")\n"
        )
    };
    let text: String = (0..count).map(game).collect();
    fs::write(folder.join(name), &text).unwrap();
    text
}

fn review_args<'a>(input: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["review", input, "--nodes", "3", "--report", "none"], more].concat()
}

#[test]
fn outputs_that_are_inputs_are_refused_and_left_alone() {
    let here = folder(&[]);
    let path = here.path();
    let text = games(path, "x.ronl", 3);
    fs::create_dir(path.join("tt")).unwrap();
    fs::copy(path.join("x.ronl"), path.join("tt/games.jsonl")).unwrap();
    let one = games(path, "one.ron", 1);
    let cases: [(&str, &[&str]); 9] = [
        (
            "x.ronl",
            &["review", "x.ronl", "-n", "3", "--suite", "x.ronl", "-f"],
        ),
        ("x.ronl", &["review", "x.ronl", "-n", "3", "-o", "x.ronl"]),
        (
            "tt/games.jsonl",
            &[
                "export",
                "tt/games.jsonl",
                "-o",
                "tt",
                "--to",
                "jsonl",
                "-f",
            ],
        ),
        (
            "one.ron",
            &["render", "one.ron", "-o", "one.ron", "--to", "png", "-f"],
        ),
        (
            "one.ron",
            &["render", "one.ron", "-o", "one.ron", "--to", "svg", "-f"],
        ),
        ("one.html", &["publish", "one.html", "-o", "one.html", "-f"]),
        (
            "site/index.html",
            &["publish", "x.ronl", "site", "-o", "site", "-f"],
        ),
        (
            "site/index.html",
            &["publish", "site/index.html", "-o", "./site", "-f"],
        ),
        (
            "one.ron",
            &[
                "match",
                "--game",
                "zuniq",
                "--openings",
                "one.ron",
                "--bot",
                "builtin",
                "--bot",
                "builtin",
                "--games",
                "2",
                "-o",
                "one.ron",
            ],
        ),
    ];
    fs::write(path.join("one.html"), &one).unwrap();
    fs::create_dir(path.join("site")).unwrap();
    fs::write(path.join("site/index.html"), &one).unwrap();
    for (file, args) in cases {
        let before = fs::read(path.join(file)).unwrap();
        let run = kifu(path, args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert_eq!(fs::read(path.join(file)).unwrap(), before, "{args:?}");
    }
    assert_eq!(fs::read_to_string(path.join("x.ronl")).unwrap(), text);
}

#[test]
fn review_and_its_suite_are_two_files() {
    let here = folder(&[]);
    let path = here.path();
    games(path, "x.ronl", 2);
    let run = kifu(
        path,
        &review_args("x.ronl", &["-o", "y.ronl", "--suite", "y.ronl"]),
    );
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("another output"), "{}", run.err);
    assert!(!path.join("y.ronl").exists());
}

#[test]
fn convert_writes_nothing_of_an_input_whose_output_exists() {
    let here = folder(&[]);
    let path = here.path();
    fs::create_dir(path.join("in")).unwrap();
    games(path, "in/a.ronl", 3);
    let args = ["convert", "in", "-o", "out/", "--to", "jsonl"];
    let first = kifu(path, &args);
    assert_eq!(first.code, 0, "{}", first.err);
    let whole = fs::read(path.join("out/a.jsonl")).unwrap();
    for _ in 0..2 {
        let run = kifu(path, &args);
        assert_eq!(run.code, 2, "{}", run.err);
        assert_eq!(run.err.matches("already exists").count(), 1, "{}", run.err);
        assert_eq!(fs::read_dir(path.join("out")).unwrap().count(), 1);
        assert_eq!(fs::read(path.join("out/a.jsonl")).unwrap(), whole);
    }
}

#[cfg(unix)]
#[test]
fn review_through_a_link_ends_in_the_linked_file() {
    let here = folder(&[]);
    let path = here.path();
    games(path, "x.ronl", 2);
    fs::create_dir(path.join("sub")).unwrap();
    games(path, "sub/real.ronl", 2);
    std::os::unix::fs::symlink("sub/real.ronl", path.join("link.ronl")).unwrap();
    let run = kifu(path, &review_args("x.ronl", &["-o", "link.ronl", "-f"]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(path.join("link.ronl").is_symlink());
    let text = fs::read_to_string(path.join("sub/real.ronl")).unwrap();
    assert!(text.contains("budget:Nodes(3)"), "{text}");
    assert!(!path.join("link.ronl.part").exists() && !path.join("sub/real.ronl.part").exists());
}

#[test]
fn resumed_review_with_another_budget_or_seed_is_refused() {
    let here = folder(&[]);
    let path = here.path();
    let text = games(path, "x.ronl", 2);
    let first = text.lines().next().unwrap();
    fs::write(path.join("first.ronl"), first).unwrap();
    for other in [&["--seed", "7"][..], &["--nodes", "40"]] {
        let args = review_args("first.ronl", &["-o", "r.ronl"]);
        assert_eq!(kifu(path, &args).code, 0);
        let mut args = vec![
            "review", "x.ronl", "--report", "none", "-o", "r.ronl", "--resume",
        ];
        if other[0] == "--seed" {
            args.extend(["--nodes", "3"]);
        }
        args.extend(other);
        let run = kifu(path, &args);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("another budget or seed"), "{}", run.err);
        let run = kifu(path, &review_args("x.ronl", &["-o", "r.ronl", "--resume"]));
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(
            fs::read_to_string(path.join("r.ronl"))
                .unwrap()
                .lines()
                .count(),
            2
        );
        fs::remove_file(path.join("r.ronl")).unwrap();
    }
}

#[test]
fn rest_of_an_interrupted_review_is_kept_and_named() {
    let here = folder(&[]);
    let path = here.path();
    games(path, "x.ronl", 2);
    games(path, "out.ronl", 1);
    let rest = games(path, "out.ronl.part", 1);
    let run = kifu(path, &review_args("x.ronl", &["-o", "out.ronl", "-f"]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("out.ronl.part.rescued"), "{}", run.err);
    let aside = fs::read_to_string(path.join("out.ronl.part.rescued")).unwrap();
    assert_eq!(aside, rest);
    // A text of the user is not touched.
    fs::write(path.join("out.ronl.part"), "my notes\n").unwrap();
    let run = kifu(path, &review_args("x.ronl", &["-o", "out.ronl", "-f"]));
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(
        fs::read_to_string(path.join("out.ronl.part")).unwrap(),
        "my notes\n"
    );
}

#[cfg(unix)]
#[test]
fn review_is_completed_after_its_report_is_closed() {
    let here = folder(&[]);
    let path = here.path();
    games(path, "x.ronl", 6);
    let args = [
        "review", "x.ronl", "--nodes", "3", "-o", "r.ronl", "--suite", "s.jsonl",
    ];
    let mut command = Command::new(KIFU);
    command.current_dir(path).args(args).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let text = fs::read_to_string(path.join("r.ronl")).unwrap();
    assert_eq!(text.lines().count(), 6);
    assert!(path.join("s.jsonl").exists());
}

#[cfg(unix)]
mod slow {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process};
    use std::time::Instant;

    /// Runs commands at the same time, and returns their exit statuses.
    fn at_once(folder: &Path, commands: &[&[&str]]) -> Vec<Option<i32>> {
        let start = |args: &&[&str]| {
            let mut command = Command::new(KIFU);
            command.current_dir(folder).args(*args);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        let children: Vec<_> = commands.iter().map(start).collect();
        let wait = |mut child: std::process::Child| child.wait().unwrap().code();
        children.into_iter().map(wait).collect()
    }

    #[test]
    fn two_merges_into_one_file_lose_no_game() {
        for _ in 0..5 {
            let here = folder(&[]);
            let path = here.path();
            games(path, "x.ronl", 300);
            let rename = |name: &str, player: &str| {
                let text =
                    games(path, name, 30).replace("name:\"B\"", &format!("name:\"{player}\""));
                fs::write(path.join(name), text).unwrap();
            };
            rename("p.ronl", "P");
            rename("q.ronl", "Q");
            let merge = |part: &'static str| ["merge", "x.ronl", part, "-o", "x.ronl", "-f"];
            let codes = at_once(path, &[&merge("p.ronl"), &merge("q.ronl")]);
            let text = fs::read_to_string(path.join("x.ronl")).unwrap();
            let has = |player: &str| text.contains(&format!("name:\"{player}\""));
            for (code, player) in codes.iter().zip(["P", "Q"]) {
                assert_eq!(*code == Some(0), has(player), "{codes:?}");
            }
            let done = codes.iter().filter(|code| **code == Some(0)).count();
            assert_eq!(text.lines().count(), 300 + 30 * done, "{codes:?}");
        }
    }

    #[test]
    fn match_and_its_resumption_at_once_play_each_game_once() {
        let run = [
            "match",
            "--game",
            "clobber",
            "--bot",
            "builtin,level=random",
            "--bot",
            "builtin,level=greedy",
            "--games",
            "6",
            "--clock",
            "0",
            "-q",
            "-o",
            "m.ronl",
        ];
        let resume = [&run[..], &["--resume"]].concat();
        for _ in 0..5 {
            let here = folder(&[]);
            let path = here.path();
            let codes = at_once(path, &[&run, &resume, &resume]);
            let text = fs::read_to_string(path.join("m.ronl")).unwrap();
            assert_eq!(text.lines().count(), 6, "{codes:?}");
            assert!(codes.contains(&Some(0)), "{codes:?}");
        }
    }

    #[test]
    fn export_ended_by_a_signal_leaves_tables_of_one_run() {
        let here = folder(&[]);
        let path = here.path();
        games(path, "a.ronl", 40);
        let export = ["export", "a.ronl", "-o", "tt", "--to", "csv", "-f", "-q"];
        let start = Instant::now();
        assert_eq!(kifu(path, &export).code, 0);
        let whole_time = start.elapsed();
        let tables = ["games", "plies", "players", "findings"];
        let file = |table: &str| path.join(format!("tt/{table}.csv"));
        let contents = || tables.map(|table| fs::read_to_string(file(table)).unwrap_or_default());
        let new = contents();
        let old = tables.map(|_| "old\n".to_owned());
        for percent in 60..110 {
            for table in tables {
                fs::write(file(table), "old\n").unwrap();
            }
            let mut command = Command::new(KIFU);
            command.current_dir(path).args(export);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            std::thread::sleep(whole_time * percent / 100);
            // It may have ended.
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
            child.wait().unwrap();
            assert!([&old, &new].contains(&&contents()), "{:?}", contents());
            assert_eq!(crate::common::names(path), ["a.ronl", "tt"]);
        }
    }

    #[test]
    fn exports_at_once_leave_the_tables_of_one_run() {
        let here = folder(&[]);
        let path = here.path();
        games(path, "a.ronl", 40);
        games(path, "b.ronl", 90);
        let export = |file: &'static str| ["export", file, "-o", "tt", "--to", "csv", "-f", "-q"];
        for _ in 0..5 {
            let codes = at_once(path, &[&export("a.ronl"), &export("b.ronl")]);
            assert!(codes.contains(&Some(0)), "{codes:?}");
            let rows = |table: &str| {
                let text = fs::read_to_string(path.join(format!("tt/{table}.csv"))).unwrap();
                text.lines().count() - 1
            };
            assert!([40, 90].contains(&rows("games")), "{}", rows("games"));
            assert_eq!(rows("players"), 2 * rows("games"));
            assert_eq!(rows("plies"), 3 * rows("games"));
        }
    }
}
