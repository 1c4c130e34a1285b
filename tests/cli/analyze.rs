//! `kifu analyze`.

use crate::{GAME, folder, kifu};
use serde_json::Value;

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[test]
fn analyze_all_writes_one_json_object_per_position() {
    let logs = folder(&[("game.moves", GAME)]);
    let args = ["analyze", "game.moves", "--all", "--json", "--nodes", "200"];
    let run = kifu(logs.path(), &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let all = objects(&run.out);
    assert_eq!(all.len(), 3);
    let keys = ["ply", "to_act", "value", "lines", "nodes", "ms", "bot"];
    for (ply, object) in all.iter().enumerate() {
        let object = object.as_object().unwrap();
        assert_eq!(object.len(), keys.len());
        assert!(
            keys.iter().all(|key| object.contains_key(*key)),
            "{object:?}"
        );
        assert_eq!(object["ply"], ply);
        assert_eq!(object["to_act"], ["first", "second"][ply % 2]);
        let value = object["value"].as_object().unwrap();
        assert_eq!(value.len(), 3);
        assert!(value["win"].is_number() && value.contains_key("points"));
        // Of 2x2 squares who moves first wins.
        let proven = ["win", "loss"][ply % 2];
        assert_eq!(value["proven"], proven);
        for line in object["lines"].as_array().unwrap() {
            for key in ["win", "visits", "depth"] {
                assert!(line[key].is_number(), "{line}");
            }
            assert_eq!(
                (
                    line.as_object().unwrap().len(),
                    line.get("proven").is_some()
                ),
                (6, true)
            );
            assert_eq!(line["pv"][0], line["move"]);
        }
    }
}

#[test]
fn analysis_lines_include_the_played_move() {
    let moves = "b1a1 e1d1 f1g1 c1c2";
    let args = ["analyze", "--game", "clobber", "--moves", moves];
    let more = ["--json", "--all", "--lines", "1", "--nodes", "150"];
    let here = std::env::temp_dir();
    let all = [&args[..], &more].concat();
    let run = kifu(&here, &all);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for (object, played) in objects(&run.out).iter().zip(moves.split(' ')) {
        let lines = object["lines"].as_array().unwrap();
        assert!(lines.iter().any(|line| line["move"] == played));
        assert!(lines.len() <= 2);
    }
    // Another run gives the same except for its time.
    let timeless = |text: &str| -> Vec<Value> {
        let mut all = objects(text);
        for object in &mut all {
            object.as_object_mut().unwrap().remove("ms");
        }
        all
    };
    assert_eq!(timeless(&run.out), timeless(&kifu(&here, &all).out));
}

#[test]
fn analysis_text_shows_engine_side_and_proven_result() {
    let here = std::env::temp_dir();
    let args = [
        "analyze",
        "--game",
        "clobber",
        "--position",
        "wb./bwb w",
        "--nodes",
        "500",
    ];
    let run = kifu(&here, &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for words in [
        "Clobber (CodinGame), engine ",
        "White to move\nWhite wins (proven)",
        "continuation",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn empty_moves_option_analyzes_start_of_named_game() {
    let logs = folder(&[]);
    for game in ["turn-right", "atari-go", "clobber", "box", "zuniq"] {
        let args = [
            "analyze", "--game", game, "--moves", "", "--json", "--nodes", "50",
        ];
        let run = kifu(logs.path(), &args);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}");
        let all = objects(&run.out);
        assert_eq!((all.len(), &all[0]["ply"]), (1, &0.into()), "{game}");
    }
    let unnamed = kifu(logs.path(), &["analyze", "--moves", ""]);
    assert_eq!(unnamed.code, 2);
}

#[test]
fn threads_share_node_budget_and_give_reproducible_results() {
    let records = crate::common::records_folder();
    let args = [
        "analyze",
        "clobber.ron",
        "--ply",
        "2",
        "--json",
        "--nodes",
        "301",
    ];
    let analysis = |threads: &str| {
        let run = kifu(&records, &[&args[..], &["--threads", threads]].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let mut object = objects(&run.out).remove(0);
        object["ms"].take();
        object
    };
    let two = analysis("2");
    assert_eq!(two, analysis("2"));
    assert_ne!(two, analysis("1"));
    // Clobber's engine counts whole handfuls of games; without sharing it would be twice as many.
    assert!((301..602).contains(&two["nodes"].as_u64().unwrap()));
    // One a core, however many there are.
    assert!(analysis("0")["nodes"].as_u64() >= Some(301));
}

#[test]
fn analysis_before_a_move_includes_its_dealt_tile() {
    let here = std::env::temp_dir();
    let args = [
        "analyze",
        "--game",
        "box",
        "--moves",
        "Hh216534h Ik364521v",
        "--nodes",
        "20",
    ];
    let run = kifu(&here, &[&args[..], &["--ply", "0", "--json"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let object = &objects(&run.out)[0];
    let lines = object["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["move"] == "Ikv"), "{object}");
}

#[test]
fn wrong_analyze_arguments_are_refused() {
    let logs = folder(&[("game.moves", GAME)]);
    for (args, words) in [
        (&["analyze"][..], "required"),
        (&["analyze", "--position", "wb w"], "--game"),
        (
            &["analyze", "--game", "clobber", "--position", "zz"],
            "position text, column 3",
        ),
        (
            &["analyze", "game.moves", "--ply", "9"],
            "expected a ply from 0 to 3, found 9",
        ),
        (
            &["analyze", "game.moves", "--time", "soon"],
            "expected a time like",
        ),
        (
            &["analyze", "game.moves", "--time", "1s", "--nodes", "5"],
            "cannot be used with",
        ),
        (&["analyze", "game.moves", "--memory", "0"], "0 is not in"),
        (
            &["analyze", "game.moves", "--threads", "65"],
            "65 is not in 0..=64",
        ),
        (&["analyze", "nothing.moves"], "cannot read"),
    ] {
        let run = kifu(logs.path(), args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}
