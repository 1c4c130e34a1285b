//! `kifu validate`.

use crate::{BROKEN, GAME, folder, kifu, kifu_with};
use serde_json::{Value, json};

const KEYS: [&str; 12] = [
    "source",
    "index",
    "game",
    "plies",
    "valid",
    "ending",
    "winner",
    "scores",
    "points",
    "game_points",
    "reported",
    "findings",
];

#[test]
fn valid_games_exit_with_0_and_broken_ones_with_1() {
    let logs = folder(&[("good.moves", GAME), ("bad.moves", BROKEN)]);
    let run = kifu(logs.path(), &["validate", "good.moves"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert_eq!(
        run.out,
        "good.moves: valid: Clobber, 3 plies, finished, White wins, scores 1 - 0, points 1 - 0\n"
    );
    let run = kifu(logs.path(), &["validate", "bad.moves", "good.moves"]);
    assert_eq!(run.code, 1);
    let expected = "\
error[K202]: ply 4, Black: `e5e7`: e5 and e7 do not share a side
 --> bad.moves:2:6
  |
2 | d1c1 e5e7 a1a2 h8h9 # and so on
  |      ^^^^
";
    assert!(run.out.starts_with(expected), "{}", run.out);
    assert!(run.out.contains("bad.moves: 2 games, 1 not valid\n"));
    assert!(
        run.out
            .contains("3 games in 2 files: 2 valid, 1 with errors\n")
    );
}

#[test]
fn unreadable_file_exits_with_2_and_others_are_validated() {
    let logs = folder(&[("good.moves", GAME)]);
    let run = kifu(logs.path(), &["validate", "missing", "good.moves"]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("good.moves: valid"));
    assert!(
        run.err
            .contains("cannot read `missing`: no such file or directory")
    );
}

#[test]
fn wrong_arguments_exit_with_2() {
    let here = folder(&[("a.moves", GAME)]);
    for args in [
        &["validate", "--nonsense"][..],
        &["validate", "--from", "nonsense", "a.moves"],
        &["validate", "--game", "nonsense", "a.moves"],
        &["validate", "--disable", "K999", "a.moves"],
        &["validate", "-j", "x", "a.moves"],
        &["nonsense"],
        &["convert", "a.moves"],
        &["show"],
        &["explain"],
        &["explain", "K999"],
    ] {
        let run = kifu(here.path(), args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(
            run.out.is_empty() && run.err.starts_with("error: "),
            "{}",
            run.err
        );
    }
}

#[test]
fn json_has_one_record_per_line_with_ordered_keys() {
    let logs = folder(&[("bad.moves", BROKEN), ("foreign.moves", "?")]);
    let run = kifu(
        logs.path(),
        &["validate", "--json", "bad.moves", "foreign.moves"],
    );
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3);
    for (nth, line) in lines.iter().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap();
        let object = value.as_object().unwrap();
        assert_eq!(object.len(), KEYS.len());
        let places = KEYS.map(|key| line.find(&format!("\"{key}\":")).unwrap());
        assert!(places.is_sorted(), "{line}");
        let index = [0, 1, 0][nth];
        assert_eq!(object["index"], index);
    }
    let first: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(first["source"], "bad.moves");
    assert_eq!(first["game"], "clobber");
    assert_eq!(
        (&first["plies"], &first["valid"]),
        (&3.into(), &false.into())
    );
    assert_eq!(first["ending"], "illegal");
    assert_eq!(first["winner"], "first");
    assert_eq!(first["scores"], serde_json::json!([0, -1]));
    assert_eq!(first["game_points"], Value::Null);
    assert_eq!(first["reported"], Value::Null);
    let finding = serde_json::json!({
        "code": "K202", "severity": "error", "line": 2, "column": 6, "ply": 4,
        "message": "ply 4, Black: `e5e7`: e5 and e7 do not share a side", "hint": null,
    });
    assert_eq!(first["findings"][0], finding);
    let last: Value = serde_json::from_str(lines[2]).unwrap();
    assert_eq!(last["game"], Value::Null);
    assert_eq!(last["findings"][0]["code"], "K101");
}

#[test]
fn json_includes_the_result_reported_by_the_log() {
    let text = "game: clobber\nresult: 0 - -1 (BLACK ILLEGAL)\nb1a1\nh1h2\n";
    let run = kifu_with(&std::env::temp_dir(), &["validate", "--json", "-"], text);
    assert_eq!(run.code, 0, "{}", run.out);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["source"], "-");
    let reported = serde_json::json!({"winner": "first", "points": [0, -1], "status": null});
    assert_eq!(value["reported"], reported);
}

#[test]
fn strict_turns_warnings_into_errors_and_disable_leaves_them_out() {
    let latin = b"game: clobber\nplayer1: J\xf6rg\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n".to_vec();
    let here = std::env::temp_dir();
    let run = |args: &[&str]| kifu_with(&here, args, latin.clone());
    let lenient = run(&["validate", "-"]);
    assert_eq!(lenient.code, 0);
    assert!(lenient.out.starts_with("warning[K103]"), "{}", lenient.out);
    let strict = run(&["validate", "--strict", "-"]);
    assert_eq!(strict.code, 1);
    assert!(strict.out.starts_with("error[K103]"), "{}", strict.out);
    let json = run(&["validate", "--strict", "--json", "-"]);
    assert!(json.out.contains(r#""valid":false"#));
    assert!(json.out.contains(r#""severity":"error""#));
    for code in ["K103", "k103", "103", "K101,K103"] {
        let run = run(&["validate", "--strict", "--disable", code, "-"]);
        assert_eq!((run.code, run.out.contains("103")), (0, false));
    }
}

#[test]
fn missing_file_is_an_error_without_totals() {
    let here = folder(&[("good.moves", GAME)]);
    let run = kifu(here.path(), &["validate", "nofile.txt"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("nofile.txt"), "{}", run.err);
    let run = kifu(here.path(), &["validate", "nofile.txt", "good.moves"]);
    assert!(run.out.contains("1 game in 1 file"), "{}", run.out);
}

#[test]
fn quiet_prints_nothing_and_summary_prints_only_totals() {
    let logs = folder(&[("good.moves", GAME), ("bad.moves", BROKEN)]);
    let run = kifu(logs.path(), &["validate", "--quiet", "."]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", ""));
    let run = kifu(logs.path(), &["validate", "--summary", "."]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.out,
        "3 games in 2 files: 2 valid, 1 with errors\n  findings: 1 error, 0 warnings, 2 notes\n  \
         endings: 1 finished, 1 illegal, 1 unterminated\n"
    );
    let run = kifu(logs.path(), &["validate", "--summary", "--json", "."]);
    let sum: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&sum["records"], &sum["invalid"]), (&3.into(), &1.into()));
}

#[test]
fn game_and_format_options_override_detection() {
    let text = "b1a1\n";
    let here = std::env::temp_dir();
    let run = kifu_with(
        &here,
        &["validate", "--game", "clobber", "--from", "moves"],
        text,
    );
    assert_eq!(run.code, 0, "{}", run.out);
    let run = kifu_with(&here, &["validate", "--from", "ronl", "-"], text);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("-:1:"), "{}", run.out);
}

#[test]
fn thousands_of_games_are_reported_in_a_few_lines() {
    let logs = folder(&[]);
    let many: String = std::iter::repeat_n(GAME, 3000)
        .flat_map(|text| [text, "\n"])
        .collect();
    for nth in 0..30 {
        std::fs::write(
            logs.path().join(format!("{nth}.moves")),
            &many[..many.len() / 100],
        )
        .unwrap();
    }
    std::fs::write(logs.path().join("many.moves"), &many).unwrap();
    let run = kifu(logs.path(), &["validate", "many.moves"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 4), "{}", run.out);
    assert!(run.out.starts_with("many.moves: 3000 games, all valid\n"));
    let run = kifu(logs.path(), &["validate", "."]);
    assert!(run.out.lines().count() <= 4, "{}", run.out);
    let many = BROKEN.repeat(2000).replace("\n\nb1a1\n", "\n\nb1a1\n\n");
    let run = kifu_with(logs.path(), &["validate", "-"], many);
    assert!(
        run.out
            .contains("1900 more findings of K202 not shown; use --json to see all\n")
    );
}

#[test]
fn result_table_is_compared_with_transcripts_next_to_it() {
    let transcripts = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n\
                       7,1,swiss,Ada,0,LOSE,Charles,1,WIN,b1a1\n";
    let table = "Game,Round,IsSwiss,Player,User,Score,Status\n\
                 7,1,swiss,\"Player 1\",\"Ada\",1,WIN\n7,1,swiss,\"Player 2\",\"Charles\",0,LOSE\n";
    for (one, other) in [("a.csv", "b.csv"), ("b.csv", "a.csv")] {
        let folder = folder(&[(one, transcripts), (other, table)]);
        let run = kifu(folder.path(), &["validate", "--disable", "K306", "."]);
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(
            run.out.contains("error[K311]: game 7: expected"),
            "{}",
            run.out
        );
        let right = table
            .replace("1,WIN", "x")
            .replace("0,LOSE", "1,WIN")
            .replace('x', "0,LOSE");
        std::fs::write(folder.path().join(other), right).unwrap();
        let run = kifu(folder.path(), &["validate", "--disable", "K306", "."]);
        assert_eq!(run.code, 0, "{}", run.out);
    }
}

#[test]
fn repeated_games_are_reported_in_the_summary() {
    let renamed = GAME.replace("Ada", "Bea");
    let shorter = GAME.replace("a2a1 b2b1 a1b1", "b1a1");
    let empty = GAME.replace("a2a1 b2b1 a1b1", "");
    let logs = folder(&[
        ("a.moves", GAME),
        ("b.moves", shorter.as_str()),
        ("c.moves", renamed.as_str()),
        ("d.moves", GAME),
        ("e.moves", renamed.as_str()),
        ("f.moves", empty.as_str()),
        ("g.moves", empty.as_str()),
    ]);
    let run = kifu(logs.path(), &["validate", ".", "--summary"]);
    let expected = "  duplicates: 3 games with the moves of an earlier one, 2 with the same players, 1 \
                with others\n    ./c.moves:0 repeats ./a.moves:0, other players\n    ./d.moves:0 \
                repeats ./a.moves:0, the same players\n    ./e.moves:0 repeats ./c.moves:0, the \
                same players\n";
    assert!(run.out.contains(expected), "{}", run.out);
    let run = kifu(logs.path(), &["validate", ".", "--summary", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let duplicates = &summary["duplicates"];
    assert_eq!(duplicates["same_players"], 2);
    assert_eq!(duplicates["other_players"], 1);
    assert_eq!(duplicates["first"][0]["name"], "./c.moves:0");
    assert_eq!(duplicates["first"][0]["earlier"], "./a.moves:0");
    // Another spelling and a setup with explicit defaults are the same game.
    let plain = "(kifu:2,game:\"clobber\",players:((),()),moves:\"b1a1\")";
    let spelled = plain.replace(
        "players",
        "setup:{\"height\":\"8\",\"width\":\"8\"},players",
    );
    let both = format!("{plain}\n{spelled}\n");
    let logs = folder(&[("a.ronl", both.as_str())]);
    let run = kifu(logs.path(), &["validate", ".", "--summary"]);
    assert!(
        run.out.contains("a.ronl:1 repeats ./a.ronl:0"),
        "{}",
        run.out
    );
    let run = kifu(logs.path(), &["validate", "a.ronl", "--summary", "--json"]);
    assert!(run.out.contains("\"same_players\":1"), "{}", run.out);
}

#[test]
fn nothing_to_validate_is_reported() {
    let here = folder(&[("note.txt", "no log\n")]);
    std::fs::create_dir(here.path().join("empty")).unwrap();
    let run = kifu(here.path(), &["validate", "empty"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("found no files"), "{}", run.err);
    let run = kifu(here.path(), &["validate", "empty", "--strict", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let run = kifu(here.path(), &["validate", "."]);
    assert!(run.err.contains("found none in 1 file"), "{}", run.err);
}

mod slow {
    use super::*;

    #[test]
    fn number_of_jobs_does_not_change_validate_output() {
        let logs = folder(&[]);
        let many: String = std::iter::repeat_n(BROKEN, 3000)
            .flat_map(|text| [text, "\n"])
            .collect();
        std::fs::write(logs.path().join("many.moves"), many).unwrap();
        let outs: Vec<String> = ["1", "2", "7"]
            .into_iter()
            .map(|jobs| {
                kifu(
                    logs.path(),
                    &["validate", "--json", "-j", jobs, "many.moves"],
                )
                .out
            })
            .collect();
        assert_eq!(outs[0].lines().count(), 6000);
        assert!(outs[0] == outs[1] && outs[1] == outs[2]);
        let last: Value = serde_json::from_str(outs[0].lines().nth(5998).unwrap()).unwrap();
        assert_eq!(
            (&last["index"], &last["findings"][0]["line"]),
            (&5998.into(), &14_997.into())
        );
    }
}

#[test]
fn recording_of_a_browser_is_searched_as_a_whole() {
    let replay = include_str!("../../fixtures/codingame/success.json");
    let recording = |last: &str| {
        let entry = |body: &str| json!({"response": {"content": {"text": body}}});
        let script = "x = 1;\n".repeat(20_000);
        json!({"log": {"version": "1.2", "entries": [entry(&script), entry(last)]}}).to_string()
    };
    let logs = folder(&[
        ("a/x.har", &recording(replay)),
        ("b/y.har", &recording("{}")),
    ]);
    for path in ["a/x.har", "a"] {
        let run = kifu(logs.path(), &["validate", path]);
        assert!(run.out.contains("note[K125]"), "{}", run.out);
        assert!(run.out.contains("Clobber"), "{}", run.out);
    }
    let run = kifu(logs.path(), &["validate", "b/y.har"]);
    assert_eq!(run.code, 1);
    assert!(
        run.out
            .contains("a recording of a browser (HAR) without games"),
        "{}",
        run.out
    );
    let run = kifu(logs.path(), &["validate", "b"]);
    assert!(
        run.out.contains("skipped: 1 file of unknown format"),
        "{}",
        run.out
    );
}
