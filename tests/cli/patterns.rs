//! `--patterns FILE`, and what bots print in the output of the commands.

use crate::{folder, kifu};
use kifu::record::{Record, write_ron};
use serde_json::Value;
use std::fs;

/// A game of Clobber whose bots print something at every ply, as a record.
fn record() -> String {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "b1a1 b2a2".to_owned(),
        ..Record::default()
    };
    record.players.0.name = "Ada".to_owned();
    record.note_mut(1).stderr = "score 120 plan b1a1\nd1=3 d2=-4\n@viz red cross a1".to_owned();
    record.note_mut(2).message = "62 %".to_owned();
    write_ron(&record)
}

/// The log of a player of Box, as its jury hands it out.
const PLAYER_LOG: &str = "R L7\nIO RCVD [6]\nIO RCVD [Hh421356h]\nIO RCVD [Start]\nIO RCVD [154326]\n\
                          MOVES 125 2 39\nIO SEND [Chv]\nTIME 11 11\n";

/// Patterns for the words `score 120 plan b1a1`; a percentage above 100 is none.
const PATTERNS: &str = r#"(
    patterns: [
        (regex: r"^score (?<percent>\d+) plan (?<best>\S+)$"),
        (regex: r"^score (?<value>\d+) plan (?<best>\S+)$", scale: 0.01),
    ],
)"#;

#[test]
fn convert_keeps_words_and_adds_evaluations_and_marks() {
    let logs = folder(&[("a.ron", &record()), ("bot.ron", PATTERNS)]);
    let args = [
        "convert",
        "a.ron",
        "--patterns",
        "bot.ron",
        "--to",
        "json",
        "-o",
        "-",
    ];
    let run = kifu(logs.path(), &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let note = &json["notes"]["1"];
    assert!(note["stderr"].as_str().unwrap().starts_with("score 120"));
    assert_eq!(note["evals"][0]["lines"][0]["pv"], "b1a1");
    assert_eq!(note["evals"][0]["budget"]["Other"], "bot output");
    assert_eq!(note["marks"][0]["color"], "Red");
    assert_eq!(json["notes"]["2"]["evals"][0]["lines"][0]["win"], 0.62);
}

#[test]
fn show_prints_what_a_bot_reported() {
    let logs = folder(&[("a.ron", &record()), ("log.txt", PLAYER_LOG)]);
    let run = kifu(logs.path(), &["show", "a.ron", "--ply", "1"]);
    assert!(
        run.out.contains("\n  reported: d1 3, d2 -4\n"),
        "{}",
        run.out
    );
    let run = kifu(logs.path(), &["show", "log.txt", "--ply", "1"]);
    let words = "reported: best_moves 2, moves 125, time_ms 11, total_ms 11, value 39";
    assert!(run.out.contains(words), "{}", run.out);
}

#[test]
fn export_has_the_numbers_of_bots_in_columns() {
    let logs = folder(&[("a.ron", &record()), ("bot.ron", PATTERNS)]);
    let args = [
        "export",
        "a.ron",
        "--patterns",
        "bot.ron",
        "--to",
        "jsonl",
        "-o",
        "out/",
    ];
    let run = kifu(logs.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let plies = fs::read_to_string(logs.path().join("out/plies.jsonl")).unwrap();
    let rows: Vec<Value> = plies
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows[0]["bot_best"], "b1a1");
    let numbers: Value = serde_json::from_str(rows[0]["bot_numbers"].as_str().unwrap()).unwrap();
    assert_eq!(numbers, serde_json::json!({"d1": 3, "d2": -4}));
    assert_eq!(rows[1]["bot_win"], 0.62);
}

#[test]
fn review_lists_reports_and_causes_as_json() {
    let logs = folder(&[("a.ron", &record())]);
    let args = ["review", "a.ron", "--nodes", "50", "--report", "json"];
    let run = kifu(logs.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["bots"][0]["numbers"]["d2"], -4.0);
    assert_eq!(json["bots"][1]["player"], "Second");
    assert!(json["diagnoses"].is_array());
    assert_eq!(json["judged"].as_array().unwrap().len(), 2);
}

#[test]
fn page_of_a_game_has_a_graph_for_each_number() {
    let logs = folder(&[("a.ron", &record())]);
    let run = kifu(logs.path(), &["publish", "a.ron", "-o", "a.html"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let page = fs::read_to_string(logs.path().join("a.html")).unwrap();
    assert!(page.contains("Reported by the bots"));
    assert!(page.contains("<summary>d1</summary>"));
}

#[test]
fn wrong_pattern_file_is_refused_with_line_column_and_hint() {
    let wrong = "(patterns: [\n  (regex: r\"a(b\"),\n])";
    let logs = folder(&[("a.ron", &record()), ("bot.ron", wrong)]);
    for command in ["convert", "review", "publish", "export", "show", "view"] {
        let run = kifu(logs.path(), &[command, "a.ron", "--patterns", "bot.ron"]);
        assert_eq!(run.code, 2, "{command}");
        for words in ["line 2, column 14", "unclosed group", "hint"] {
            assert!(run.err.contains(words), "{command}: {}", run.err);
        }
    }
    let run = kifu(logs.path(), &["show", "a.ron", "--patterns", "none.ron"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("none.ron"), "{}", run.err);
}
