//! `kifu merge`: the parts of a review become one file.

use crate::{GAME, Run, folder, kifu, kifu_with};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with `games.ronl`, which has `count` games that differ in their number.
fn games(count: usize) -> TempDir {
    let folder = folder(&[("a.moves", GAME)]);
    let run = kifu(
        folder.path(),
        &["convert", "a.moves", "--to", "ronl", "-o", "-"],
    );
    let line = run.out.trim_end().to_owned();
    let numbered = (1..=count)
        .map(|number| line.replacen("source:(", &format!("source:(id:\"{number}\","), 1) + "\n");
    let numbered: String = numbered.collect();
    fs::write(folder.path().join("games.ronl"), numbered).unwrap();
    // The order of the fields is that of the canonical text.
    let run = kifu(
        folder.path(),
        &["convert", "games.ronl", "-o", "games.ronl", "--force"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    folder
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Reviews lines with a node budget and more options.
fn review(folder: &Path, input: &str, nodes: &str, more: &[&str]) -> String {
    let mut args = vec!["review", "-", "-o", "-", "--nodes", nodes];
    args.extend(more);
    kifu_with(folder, &args, input).out
}

/// Merges inputs to standard output.
fn merge(folder: &Path, inputs: &[&str]) -> Run {
    kifu(folder, &[&["merge"], inputs, &["-o", "-"]].concat())
}

#[test]
fn merge_reports_contradictions_and_keeps_comments() {
    let folder = games(2);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let reviewed = review(path, &input, "30", &[]);
    write(path, "reviewed.ronl", &reviewed);
    // The same search with another result: a record was changed, or a machine is broken.
    let forged = reviewed.replacen("nodes:", "nodes:7", 1);
    write(path, "forged.ronl", &forged);
    let runs = [
        ["reviewed.ronl", "forged.ronl"],
        ["forged.ronl", "reviewed.ronl"],
    ]
    .map(|inputs| merge(path, &inputs));
    assert_eq!(runs[0].out, runs[1].out);
    for run in &runs {
        assert_eq!(run.code, 1);
        assert!(
            run.err.contains("different results of the same search"),
            "{}",
            run.err
        );
        assert!(run.err.contains("forged.ronl:0"), "{}", run.err);
        assert_eq!(run.out.lines().count(), 2);
    }
    assert_eq!(runs[0].err, runs[1].err);
    // A comment on one of two copies: both are kept.
    let commented = input.replacen(",result:(", ",notes:{1:(comment:\"a trap\")},result:(", 1);
    assert_ne!(commented, input);
    write(path, "commented.ronl", &commented);
    let run = merge(path, &["reviewed.ronl", "commented.ronl"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("different details (notes)"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 3);
    assert!(run.out.contains("a trap"));
    assert_eq!(
        merge(path, &["commented.ronl", "reviewed.ronl"]).out,
        run.out
    );
    // Once reviewed, the copy with the comment keeps it.
    let both = review(path, &commented, "30", &[]);
    write(path, "both.ronl", &both);
    let run = merge(path, &["both.ronl", "commented.ronl"]);
    assert_eq!((run.code, run.out), (0, both));
}

#[test]
fn merge_leaves_out_and_reports_lines_without_records() {
    let folder = games(2);
    let path = folder.path();
    let input = text(path, "games.ronl");
    let newer = input.replacen("kifu:2", "kifu:99", 1);
    let torn = &input[..input.len() - 40];
    write(path, "bad.ronl", &format!("{}rubbish\n", newer.as_str()));
    write(path, "torn.ronl", torn);
    let run = kifu(
        path,
        &[
            "merge",
            "games.ronl",
            "bad.ronl",
            "torn.ronl",
            "-o",
            "out.ronl",
        ],
    );
    assert_eq!(run.code, 1);
    assert_eq!(text(path, "out.ronl"), input);
    assert!(
        run.err.contains("3 not readable and left out"),
        "{}",
        run.err
    );
    for place in ["bad.ronl:1:", "bad.ronl:3:", "torn.ronl:2:", "version 99"] {
        assert!(run.err.contains(place), "{place}: {}", run.err);
    }
    // A part that begins with rubbish, or with a torn line, still holds the records after it.
    for (at, first) in [
        "rubbish",
        "players,moves",
        torn.lines().nth(1).unwrap(),
        "(kifu:2",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("parts{at}/part-00003");
        write(path, &name, &format!("{first}\n{input}"));
        let run = merge(path, &[&name[..6]]);
        assert_eq!((run.code, &run.out), (1, &input), "{first}: {}", run.err);
        assert!(run.err.contains("part-00003:1:"), "{first}: {}", run.err);
    }
    // Records of several games, and logs of other formats, are merged by game.
    write(path, "b.moves", "game: zuniq\n\nA1h\n");
    let run = merge(path, &["b.moves", "games.ronl", "a.moves"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let kinds: Vec<bool> = run.out.lines().map(|line| line.contains("zuniq")).collect();
    assert_eq!(kinds, [false, false, false, true], "{}", run.out);
    let nothing = merge(path, &["bad.ronl"]);
    assert_eq!(nothing.code, 1);
}

mod slow {
    use super::*;

    #[test]
    fn merged_shards_equal_the_whole_review_in_any_order() {
        let folder = games(12);
        let path = folder.path();
        let input = text(path, "games.ronl");
        let whole = review(path, &input, "30", &[]);
        write(path, "whole/all.ronl", &whole);
        let mut names = Vec::new();
        for part in ["1/3", "2/3", "3/3"] {
            let name = format!("parts/part-0000{}", &part[..1]);
            write(path, &name, &review(path, &input, "30", &["--shard", part]));
            names.push(name);
        }
        // Files that cluster engines leave in output folders, and the part of a worker without games.
        write(path, "parts/_SUCCESS", "");
        write(path, "parts/.part-00001.crc", "crc");
        write(path, "parts/part-00004", "");
        let one = merge(path, &["whole"]);
        assert_eq!((one.code, one.err.as_str()), (0, ""));
        assert_eq!(
            one.out, whole,
            "the games are in the order of their numbers"
        );
        assert_eq!(merge(path, &["parts"]).out, whole);
        let [a, b, c] = [&names[0], &names[1], &names[2]].map(String::as_str);
        for inputs in [
            &[c, a, b][..],
            &[b, b, a, c],
            &[c, "whole", a],
            &["games.ronl", b, "whole"],
        ] {
            let run = merge(path, inputs);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{inputs:?}");
            assert_eq!(run.out, whole, "{inputs:?}");
        }
        assert_eq!(
            kifu_with(path, &["merge", "-", "-o", "-"], whole.as_str()).out,
            whole
        );
    }

    #[test]
    fn merging_a_merged_file_again_changes_nothing() {
        let folder = games(3);
        let path = folder.path();
        let input = text(path, "games.ronl");
        write(path, "r.ronl", &review(path, &input, "30", &[]));
        let run = kifu(
            path,
            &["merge", "games.ronl", "r.ronl", "r.ronl", "-o", "out.ronl"],
        );
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(run.err.contains("3 games of 9 records"), "{}", run.err);
        assert!(
            run.err.contains("3 reviewed; 3 repeated; 3 with a better"),
            "{}",
            run.err
        );
        let merged = text(path, "out.ronl");
        assert_eq!(merged, text(path, "r.ronl"));
        // A file that is there stays unless its replacement is asked for.
        let again = ["merge", "out.ronl", "games.ronl", "-o", "out.ronl"];
        let run = kifu(path, &again);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("--force"), "{}", run.err);
        let run = kifu(path, &[&again[..], &["--force", "--quiet"]].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(text(path, "out.ronl"), merged);
        let run = kifu(path, &["merge", "out.ronl", "-o", "out.jsonl"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let json = kifu(path, &["convert", "out.ronl", "--to", "jsonl", "-o", "-"]).out;
        assert_eq!(text(path, "out.jsonl"), json);
        assert_eq!(
            merge(path, &["out.jsonl"]).out,
            merged,
            "both forms are one"
        );
        for wrong in ["out.ron", "out", "out.csv"] {
            let run = kifu(path, &["merge", "out.ronl", "-o", wrong]);
            assert_eq!(run.code, 2, "{wrong}");
            assert!(!path.join(wrong).exists());
        }
        let run = kifu(path, &["merge", "missing.ronl", "-o", "new.ronl"]);
        assert_eq!(run.code, 2, "{}", run.err);
    }

    #[test]
    fn better_review_wins_merge_in_any_order() {
        let folder = games(2);
        let path = folder.path();
        let input = text(path, "games.ronl");
        let few = review(path, &input, "30", &[]);
        let many = review(path, &input, "60", &[]);
        let engine = few.split("engine:\"").nth(1).unwrap();
        let engine = engine.split('"').next().unwrap();
        let (family, version) = engine.split_once(' ').unwrap();
        let number: u32 = version.split(' ').next().unwrap().parse().unwrap();
        let with_engine = |text: &str, name: &str| text.replace(engine, name);
        let newer = with_engine(&few, &format!("{family} {} c1", number + 10));
        let foreign = with_engine(&many, "other 99");
        // A review that was interrupted: the first game has no evaluations behind the first ply.
        let partial = {
            let mut lines = many.lines();
            let first = lines.next().unwrap();
            let second_note = first.find("},2:").or_else(|| first.find("),2:(evals"));
            let start = second_note.unwrap() + 1;
            let end = start
                + first[start..]
                    .find("]}")
                    .map_or_else(|| first[start..].find(")}").unwrap() + 1, |at| at + 2);
            format!("{}{}\n", &first[..start], &first[end..])
        };
        assert!(partial.contains("evals:"));
        for (name, text) in [
            ("none.ronl", &input),
            ("few.ronl", &few),
            ("many.ronl", &many),
            ("newer.ronl", &newer),
            ("foreign.ronl", &foreign),
            ("partial.ronl", &partial),
        ] {
            write(path, name, text);
            let run = kifu(path, &["validate", name]);
            assert_eq!(run.code, 0, "{name}: {}", run.out);
        }
        for (worse, better, expected) in [
            ("none.ronl", "few.ronl", &few),
            ("few.ronl", "many.ronl", &many),
            ("many.ronl", "newer.ronl", &newer),
            ("foreign.ronl", "few.ronl", &few),
            ("none.ronl", "foreign.ronl", &foreign),
        ] {
            for inputs in [[worse, better], [better, worse]] {
                let run = merge(path, &inputs);
                assert_eq!((run.code, &run.out), (0, expected), "{inputs:?}");
            }
        }
        // A whole review is better than a part of one with more nodes.
        for inputs in [["partial.ronl", "few.ronl"], ["few.ronl", "partial.ronl"]] {
            assert_eq!(merge(path, &inputs).out, few, "{inputs:?}");
        }
    }
}
