//! Filters: records in, records out, a line for each line.

use crate::{GAME, KIFU, Run, folder, kifu, kifu_with};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Another whole game of four squares.
const OTHER: &str = "game: clobber\nplayer1: Bea\nplayer2: Carl\nwidth: 2\nheight: 2\nb1a1\n";
const REVIEW: [&str; 5] = ["review", "-", "-o", "-", "--nodes"];

/// A folder with `games.ronl`, which has `count` games that differ in their date.
fn games(count: usize) -> TempDir {
    let folder = folder(&[("a.moves", GAME)]);
    let run = kifu(
        folder.path(),
        &["convert", "a.moves", "--to", "ronl", "-o", "-"],
    );
    let line = run.out.trim_end().to_owned();
    assert!(line.contains("source:("), "{line}");
    let dated = (1..=count).map(|day| {
        line.replacen(
            "source:(",
            &format!("event:(date:\"2026-11-{day:02}\"),source:("),
            1,
        ) + "\n"
    });
    fs::write(folder.path().join("games.ronl"), dated.collect::<String>()).unwrap();
    folder
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Runs the review as a filter with 30 nodes.
fn review(folder: &Path, more: &[&str], input: &str) -> Run {
    let mut args = REVIEW.to_vec();
    args.push("30");
    args.extend(more);
    kifu_with(folder, &args, input)
}

#[test]
fn review_filter_writes_same_lines_with_any_number_of_jobs() {
    let folder = games(5);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let alone = review(path, &["--jobs", "1"], &input);
    assert_eq!((alone.code, alone.err.as_str()), (0, ""));
    let lines: Vec<&str> = alone.out.lines().collect();
    assert_eq!(lines.len(), 5);
    for (day, line) in lines.iter().enumerate() {
        assert!(line.contains("budget:Nodes(30)"), "{line}");
        let date = format!("2026-11-{:02}", day + 1);
        assert!(
            line.contains(&date),
            "the order is that of the input: {line}"
        );
    }
    let many = review(path, &["--jobs", "3"], &input);
    assert_eq!(many.out, alone.out);
    // It equals the output file of a review, and the output for the file given by name.
    let args = ["review", "games.ronl", "--nodes", "30"];
    let saved = kifu(
        path,
        &[&args[..], &["-o", "out.ronl", "--report", "none"]].concat(),
    );
    assert_eq!(saved.code, 0, "{}", saved.err);
    assert_eq!(text(path, "out.ronl"), alone.out);
    let named = kifu(path, &[&args[..], &["-o", "-"]].concat());
    assert_eq!(named.out, alone.out);
    // Another seed is another review.
    let other = review(path, &["--seed", "2"], &input);
    assert_ne!(other.out, alone.out);
}

#[test]
fn lines_without_records_pass_review_filter_unchanged() {
    let folder = games(3);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let lines: Vec<&str> = input.lines().collect();
    let torn = &lines[1][..lines[1].len() / 2];
    let newer = lines[2].replacen("kifu:2", "kifu:99", 1);
    let unknown = lines[2].replacen("\"clobber\"", "\"no-such-game\"", 1);
    let odd = lines[2].replacen("\"width\":\"2\"", "\"width\":\"99\"", 1);
    assert_ne!(odd, lines[2]);
    let mixed = [
        lines[0],
        "rubbish",
        torn,
        "",
        "// a comment",
        &newer,
        &unknown,
        &odd,
        "{\"kifu\":2",
        "a,b",
        lines[1],
    ];
    let run = review(path, &["--jobs", "2"], &(mixed.join("\n") + "\n"));
    assert_eq!(run.code, 1, "{}", run.err);
    let out: Vec<&str> = run.out.lines().collect();
    assert_eq!(out.len(), mixed.len());
    for (at, (before, after)) in mixed.iter().zip(&out).enumerate() {
        if [0, 10].contains(&at) {
            assert!(after.contains("evals:"), "line {at}: {after}");
        } else {
            assert_eq!(before, after, "line {at}");
        }
    }
    for place in ["-:2:", "-:3:", "-:6:", "-:7:", "-:8:", "-:9:", "-:10:"] {
        assert!(run.err.contains(place), "{place} is reported: {}", run.err);
    }
    assert!(
        !run.err.contains("-:5:"),
        "a comment is no error: {}",
        run.err
    );
    // Bytes that are not text pass unchanged, and a truncated last line gets a line feed.
    let mut bytes = b"\xff\x00\xfe\r\n".to_vec();
    bytes.extend(torn.as_bytes());
    let (code, out) = run_bytes(path, &bytes);
    bytes.push(b'\n');
    assert_eq!((code, out), (1, bytes));
}

/// Runs the review on bytes.
fn run_bytes(folder: &Path, input: &[u8]) -> (i32, Vec<u8>) {
    let mut child = Command::new(KIFU)
        .args(REVIEW)
        .arg("30")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), output.stdout)
}

#[test]
fn review_filter_writes_each_line_before_reading_the_next() {
    let folder = games(2);
    let input = text(folder.path(), "games.ronl");
    let mut child = Command::new(KIFU)
        .args(REVIEW)
        .arg("30")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    // If the filter waited for more, both would wait for ever.
    for line in input.lines() {
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains("evals:"), "{answer}");
    }
    // The reader goes away while the filter waits for a line: the next answer ends it.
    drop(stdout);
    writeln!(stdin, "{}", input.lines().next().unwrap()).unwrap();
    stdin.flush().unwrap();
    let status = child.wait().unwrap();
    drop(stdin);
    assert_eq!(status.code(), Some(0), "a broken pipe ends quietly");
}

#[test]
fn review_filter_keeps_json_and_blank_input() {
    let folder = games(2);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let json = kifu(path, &["convert", "games.ronl", "--to", "jsonl", "-o", "-"]).out;
    let reviewed = review(path, &[], &input).out;
    let run = review(path, &[], &json);
    assert_eq!(run.code, 0, "{}", run.err);
    fs::write(path.join("reviewed.ronl"), &reviewed).unwrap();
    let converted = kifu(
        path,
        &["convert", "reviewed.ronl", "--to", "jsonl", "-o", "-"],
    );
    assert_eq!(run.out, converted.out);
    // Both formats in one stream, like concatenated files.
    let both = review(path, &[], &(input + &json));
    assert_eq!(both.out, reviewed + &run.out);
    let none = review(path, &[], "");
    assert_eq!(
        (none.code, none.out.as_str(), none.err.as_str()),
        (0, "", "")
    );
    let blank = review(path, &[], "\n \n");
    assert_eq!((blank.code, blank.out.as_str()), (0, "\n \n"));
}

#[test]
fn skip_reviewed_keeps_games_with_the_same_review() {
    let folder = games(2);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let reviewed = review(path, &[], &input).out;
    // Blanks that no writer writes show that the line was not rewritten.
    let marked = reviewed.replace("kifu:2,", "kifu: 2,");
    let skip =
        |more: &[&str], input: &str| review(path, &[&["--skip-reviewed"], more].concat(), input);
    assert_eq!(skip(&[], &marked).out, marked);
    assert_ne!(review(path, &[], &marked).out, marked);
    // Another seed or budget is another review.
    for other in [&["--seed", "2"][..], &["--seed", "3", "--memory", "32"]] {
        let run = skip(other, &marked);
        assert!(!run.out.contains("kifu: 2"), "{other:?}: {}", run.out);
    }
    let args = ["review", "-", "-o", "-", "--nodes", "31", "--skip-reviewed"];
    assert!(
        kifu_with(path, &args, marked.as_str())
            .out
            .contains("Nodes(31)")
    );
    // A review by another version of the engine, or without a ply, is another one, too.
    let engine = reviewed.split("engine:\"").nth(1).unwrap();
    let engine = engine.split('"').next().unwrap();
    let older = marked.replace(engine, "clobber 0 c0");
    assert!(!skip(&[], &older).out.contains("kifu: 2"));
    let evals = marked.find("evals:").unwrap();
    let open = evals + "evals:".len();
    let mut depth = 0;
    let end = marked[open..].char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        (depth == 0).then_some(open + at + 1)
    });
    let partial = format!("{}{}", &marked[..evals], &marked[end.unwrap()..]);
    let completed = skip(&[], &partial);
    assert_eq!(completed.code, 0, "{}", completed.err);
    assert_eq!(
        completed.out.lines().next(),
        reviewed.lines().next(),
        "what is missing is searched"
    );
    // A file is completed in the same way.
    fs::write(path.join("half.ronl"), {
        let lines: Vec<&str> = reviewed.lines().collect();
        format!("{}\n{}\n", lines[0], input.lines().nth(1).unwrap())
    })
    .unwrap();
    let args = [
        "review",
        "half.ronl",
        "--nodes",
        "30",
        "--skip-reviewed",
        "-o",
        "whole.ronl",
    ];
    assert_eq!(kifu(path, &args).code, 0);
    assert_eq!(text(path, "whole.ronl"), reviewed);
}

#[test]
fn validate_filter_adds_results_and_keeps_invalid_lines() {
    let folder = games(1);
    let path = folder.path();
    let record = text(path, "games.ronl");
    let (before, after) = record.split_once(",result:(").unwrap();
    let (_, rest) = after.split_once("how:Finished)").unwrap();
    let bare = format!("{before}{rest}");
    assert!(!bare.contains("result:"), "{bare}");
    let illegal = record.replacen("moves:\"a2a1 ", "moves:\"a1b2 ", 1);
    assert_ne!(illegal, record);
    let input = format!("{bare}{illegal}rubbish\n");
    let run = kifu_with(path, &["validate", "-", "-o", "-"], input.as_str());
    assert_eq!(run.code, 1);
    assert_eq!(run.out, format!("{record}{illegal}rubbish\n"));
    assert!(
        run.err.contains("-:2:") && run.err.contains("-:3:"),
        "{}",
        run.err
    );
    let quiet = kifu_with(
        path,
        &["validate", "-", "-o", "-", "--quiet"],
        input.as_str(),
    );
    assert_eq!(
        (quiet.code, quiet.out, quiet.err.as_str()),
        (1, run.out, "")
    );
    let good = kifu_with(path, &["validate", "-", "-o", "-"], record.as_str());
    assert_eq!((good.code, good.out, good.err.as_str()), (0, record, ""));
}

#[test]
fn filters_refuse_options_and_inputs_that_need_files() {
    let folder = games(1);
    let path = folder.path();
    fs::write(path.join("other.moves"), OTHER).unwrap();
    let input = text(path, "games.ronl");
    for more in [
        &["--by", "player"][..],
        &["--report", "json"],
        &["--suite", "suite.jsonl"],
        &["--resume"],
        &["--force"],
        &["--verify"],
    ] {
        let run = review(path, more, &input);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{more:?}");
    }
    let none = review(path, &["--report", "none"], &input);
    assert_eq!(none.code, 0, "{}", none.err);
    // A log of another form is not one of lines.
    let run = kifu(path, &["review", "other.moves", "-o", "-", "--nodes", "30"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("kifu convert"), "{}", run.err);
    let run = review(path, &["--from", "moves"], &input);
    assert_eq!(run.code, 2);
    let run = kifu_with(path, &["validate", "-", "-o", "file.ronl"], input.as_str());
    assert_eq!(run.code, 2);
    assert!(!path.join("file.ronl").exists());
    let run = kifu(path, &["review", "missing.ronl", "-o", "-"]);
    assert_eq!(run.code, 2, "{}", run.err);
}

mod slow {
    use super::*;

    #[test]
    fn overlong_line_passes_review_filter_unchanged() {
        let folder = games(1);
        let path = folder.path();
        let record = text(path, "games.ronl");
        let long = "x".repeat((33 << 20) + 5);
        let input = format!("{long}\n{record}");
        let run = review(path, &[], &input);
        assert_eq!(run.code, 1);
        assert!(run.err.contains("-:1:1"), "{}", run.err);
        assert!(run.err.contains("16 MiB"), "{}", run.err);
        let (first, rest) = run.out.split_once('\n').unwrap();
        assert!(first == long, "the long line is as it was");
        assert!(rest.contains("evals:") && rest.lines().count() == 1);
        // All of it is in one part.
        let parts: Vec<usize> = (1..=3)
            .map(|part| {
                let shard = format!("{part}/3");
                review(path, &["--shard", &shard], &format!("{long}\n"))
                    .out
                    .len()
            })
            .collect();
        assert_eq!(parts.iter().filter(|length| **length > 0).count(), 1);
        assert_eq!(parts.iter().sum::<usize>(), long.len() + 1);
    }

    #[test]
    fn shards_partition_lines_independently_of_their_order() {
        let folder = games(12);
        let path = folder.path();
        let input = text(path, "games.ronl") + "rubbish\n";
        let part = |number: usize, input: &str| {
            let shard = format!("{number}/3");
            kifu_with(
                path,
                &["validate", "-", "-o", "-", "--shard", &shard],
                input,
            )
            .out
        };
        let parts: Vec<String> = (1..=3).map(|number| part(number, &input)).collect();
        let mut all: Vec<&str> = parts.iter().flat_map(|part| part.lines()).collect();
        all.sort_unstable();
        let whole = kifu_with(path, &["validate", "-", "-o", "-"], input.as_str()).out;
        let mut expected: Vec<&str> = whole.lines().collect();
        expected.sort_unstable();
        assert_eq!(all, expected, "each line is in one part");
        assert!(parts.iter().filter(|part| !part.is_empty()).count() > 1);
        // A line stays in its part in another place, in other words, and when it is reviewed.
        let reversed: Vec<&str> = input.lines().rev().collect();
        let spaced = reversed.join("\n").replace("kifu:2,", "kifu: 2 , ");
        let json = kifu(path, &["convert", "games.ronl", "--to", "jsonl", "-o", "-"]).out;
        fs::write(path.join("json.jsonl"), json).unwrap();
        let reviewed = review(path, &[], &text(path, "games.ronl")).out;
        for (number, expected) in (1..=3).zip(&parts) {
            let own = |text: &str| text.lines().filter(|line| line.contains("2026-")).count();
            let mut other: Vec<String> = part(number, &spaced).lines().map(str::to_owned).collect();
            other.reverse();
            let lines: Vec<&str> = expected.lines().collect();
            assert_eq!(other, lines);
            assert_eq!(own(&part(number, &text(path, "json.jsonl"))), own(expected));
            assert_eq!(own(&part(number, &reviewed)), own(expected));
            // Files are divided in the same way as lines.
            let shard = format!("{number}/3");
            let out = format!("part-{number}.ronl");
            let args = ["review", "games.ronl", "--nodes", "30", "--report", "none"];
            let run = kifu(
                path,
                &[&args[..], &["--shard", &shard, "-o", &out]].concat(),
            );
            assert_eq!(run.code, 0, "{}", run.err);
            assert_eq!(text(path, &out).lines().count(), own(expected));
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"] {
            let shard = format!("--shard={wrong}");
            let run = kifu_with(path, &["review", "-", "-o", "-", &shard], "");
            assert_eq!(run.code, 2, "{wrong}");
            assert!(run.err.contains("I/N"), "{}", run.err);
        }
    }
}
